import { Button } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { RunRow } from '../../../../modules/console/runs/contract.ts';
import { CefrBadge } from '../../components/cefr-badge.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { formatDuration } from '../../components/format.ts';
import { Section } from '../../components/section.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { playgroundTexts as words } from '../../texts/playground.ts';
import { useRuns } from '../runs/run-queries.ts';

const newest = { playground: 'only', serviceType: 'speech', limit: 8 } as const;

const columns: Column<RunRow>[] = [
  {
    key: 'run',
    title: words.run,
    isName: true,
    render: ({ externalId, fileName, id }) => externalId ?? fileName ?? id.slice(0, 8),
  },
  {
    key: 'status',
    title: words.status,
    isNarrow: true,
    render: ({ status }) => <StatusBadge status={status} />,
  },
  {
    key: 'level',
    title: words.level,
    isNarrow: true,
    render: ({ scores }) => (scores.cefrLevel ? <CefrBadge level={String(scores.cefrLevel)} /> : '–'),
  },
  {
    key: 'length',
    title: words.length,
    isNarrow: true,
    hideNarrow: true,
    render: ({ audio }) => (audio.durationMs === null ? '–' : formatDuration(audio.durationMs)),
  },
  {
    key: 'when',
    title: words.when,
    isNarrow: true,
    render: ({ createdAt }) => <DateTime value={createdAt} style="relative" />,
  },
];

/** The newest playground runs of everybody in this client. */
export function EarlierRuns({ clientId }: { clientId: string }) {
  const runs = useRuns(clientId, newest);
  return (
    <Section
      flush
      title={words.earlier}
      actions={
        <Button
          variant="subtle"
          size="compact-sm"
          component={Link}
          to={`/c/${clientId}/runs?playground=only`}
        >
          {words.allRuns}
        </Button>
      }
    >
      <DataTable
        label={words.earlier}
        columns={columns}
        rows={runs.data?.pages[0]?.items}
        rowKey={({ id }) => id}
        rowLink={({ id }) => `/c/${clientId}/runs/${id}`}
        fault={runs.error}
        onRetry={runs.refetch}
        skeletonRows={3}
        empty={
          <EmptyState icon={IconFlask} title={words.none}>
            {words.noneHint}
          </EmptyState>
        }
      />
    </Section>
  );
}
