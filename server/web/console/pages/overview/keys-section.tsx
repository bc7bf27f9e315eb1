import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { limits } from '../../../../config/limits.ts';
import type { KeyRow } from '../../../../modules/console/keys/contract.ts';
import { reading } from '../../api/reads.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { formatCount } from '../../components/format.ts';
import { Section } from '../../components/section.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { moduleNames } from '../../texts/clients.ts';
import { keysTexts } from '../../texts/keys.ts';
import { overviewTexts } from '../../texts/overview.ts';

/** Keys that work, the last used first: what each may, and when its program last called. */
export function KeysSection({ clientId }: { clientId: string }) {
  const { data, error, refetch } = useQuery(reading('GET /clients/:clientId/keys', { params: { clientId } }));
  const working = data?.items
    .filter(({ state }) => state !== 'revoked' && state !== 'expired')
    .sort((a, b) => (b.lastUsedAt ?? '').localeCompare(a.lastUsedAt ?? ''));
  const toKeys = `/c/${clientId}/keys`;
  return (
    <Section
      flush
      title={overviewTexts.keys}
      actions={
        <Button variant="subtle" size="compact-sm" component={Link} to={toKeys}>
          {overviewTexts.allKeys}
        </Button>
      }
    >
      <DataTable
        label={overviewTexts.keys}
        columns={columnsWith(data?.submitted ?? {})}
        rows={working}
        rowKey={({ id }) => id}
        rowLink={() => toKeys}
        fault={error}
        onRetry={() => void refetch()}
        skeletonRows={3}
        empty={
          <EmptyState icon={IconKey} title={keysTexts.empty}>
            {keysTexts.emptyText}
          </EmptyState>
        }
      />
    </Section>
  );
}

const columnsWith = (submitted: Readonly<Record<string, number>>): Column<KeyRow>[] => [
  { key: 'name', title: keysTexts.name, isName: true, render: ({ name }) => name },
  {
    key: 'may',
    title: keysTexts.permissions,
    render: ({ permissions }) => permissions.map((one) => moduleNames[one]).join(', '),
  },
  { key: 'state', title: keysTexts.state, render: ({ state }) => <StatusBadge status={state} /> },
  {
    key: 'submitted',
    title: overviewTexts.submitted(limits.console.keyUseDays),
    align: 'end',
    render: ({ id }) => formatCount(submitted[id] ?? 0),
  },
  {
    key: 'used',
    title: keysTexts.lastUsed,
    isNarrow: true,
    render: ({ lastUsedAt }) => (
      <DateTime value={lastUsedAt} style="relative" missing={keysTexts.neverUsed} />
    ),
  },
];
