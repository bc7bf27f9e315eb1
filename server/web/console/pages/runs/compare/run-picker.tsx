import { Loader, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RunRow } from '../../../../../modules/console/runs/contract.ts';
import { reading } from '../../../api/reads.ts';
import { useClientId } from '../../../api/session.ts';
import { formatDate } from '../../../components/format.ts';
import { compareTexts } from '../../../texts/compare.ts';
import { runName } from '../run-name.ts';

const SHOWN = 20;

interface RunPickerProps {
  label: string;
  /** The run chosen, once it is known. */
  chosen: RunRow | undefined;
  onChoose: (runId: string) => void;
}

/** Finds a finished speech run by what it is called. */
export function RunPicker({ label, chosen, onChoose }: RunPickerProps) {
  const clientId = useClientId();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed === (chosen && optionOf(chosen).label) ? '' : typed, 250);
  const found = useQuery(
    reading('GET /clients/:clientId/runs', {
      params: { clientId },
      query: { serviceType: 'speech', playground: 'with', limit: SHOWN, ...(search && { search }) },
    }),
  );
  const rows = (found.data?.items ?? []).filter(({ scores }) => scores.overall !== null);
  const offered = chosen && !rows.some(({ id }) => id === chosen.id) ? [chosen, ...rows] : rows;
  return (
    <Select
      label={label}
      placeholder={compareTexts.choose}
      data={offered.map(optionOf)}
      value={chosen?.id ?? null}
      onChange={(runId) => runId && onChoose(runId)}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has searched already, in ids as well.
      filter={({ options }) => options}
      nothingFoundMessage={compareTexts.nothing}
      allowDeselect={false}
      rightSection={found.isFetching ? <Loader size={14} /> : undefined}
    />
  );
}

const optionOf = (run: RunRow) => ({
  value: run.id,
  label: `${runName(run)} · ${run.scores.cefrLevel ?? '–'} · ${formatDate(run.createdAt, 'date')}`,
});
