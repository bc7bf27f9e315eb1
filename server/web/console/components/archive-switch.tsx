import { SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { statusLabels } from '../texts/common.ts';

/** Whether a list shows what is in use or what is archived, kept in the page's address. */
export function useArchiveSwitch(label: string): { status: 'active' | 'archived'; control: ReactNode } {
  const [search, setSearch] = useSearchParams();
  const status = search.get('status') === 'archived' ? 'archived' : 'active';
  const control = (
    <SegmentedControl
      aria-label={label}
      style={{ alignSelf: 'flex-start' }}
      value={status}
      onChange={(next) => setSearch(next === 'archived' ? { status: next } : {}, { replace: true })}
      data={[
        { value: 'active', label: statusLabels.active },
        { value: 'archived', label: statusLabels.archived },
      ]}
    />
  );
  return { status, control };
}
