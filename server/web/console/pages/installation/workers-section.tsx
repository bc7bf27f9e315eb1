import { Badge, Group, Stack, Text, Tooltip } from '@mantine/core';
import { IconServerOff } from '@tabler/icons-react';
import type { WorkerInfo } from '../../../../modules/console/installation/contract.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Section } from '../../components/section.tsx';
import { ToneBadge } from '../../components/status-badge.tsx';
import { healthTexts } from '../../texts/installation.ts';

/** Every worker that has not said goodbye, with what it can do. */
export function WorkersSection({ workers }: { workers: readonly WorkerInfo[] | undefined }) {
  return (
    <Section flush title={healthTexts.workers} description={healthTexts.workersText}>
      <DataTable
        label={healthTexts.workers}
        columns={columns}
        rows={workers}
        rowKey={({ id }) => id}
        skeletonRows={1}
        empty={
          <EmptyState icon={IconServerOff} title={healthTexts.noWorkers}>
            {healthTexts.noWorkersText}
          </EmptyState>
        }
      />
    </Section>
  );
}

const columns: Column<WorkerInfo>[] = [
  {
    key: 'worker',
    title: healthTexts.worker,
    isName: true,
    render: ({ id, host, pid }) => (
      <Stack gap={2}>
        <span>{shortId(id)}</span>
        {host !== null && pid !== null && (
          <Text size="xs" c="dimmed" fw={400}>
            {healthTexts.process(host, pid)}
          </Text>
        )}
      </Stack>
    ),
  },
  {
    key: 'state',
    title: healthTexts.state,
    render: ({ isAlive, isReady }) =>
      isAlive ? (
        <ToneBadge tone={isReady ? 'positive' : 'info'}>
          {isReady ? healthTexts.workerStates.ready : healthTexts.workerStates.loading}
        </ToneBadge>
      ) : (
        <ToneBadge tone="negative">{healthTexts.workerStates.gone}</ToneBadge>
      ),
  },
  {
    key: 'recognisers',
    title: healthTexts.recognisers,
    render: ({ recognisers }) =>
      recognisers.length === 0
        ? '–'
        : recognisers.map(({ id, languages }) => (
            <div key={id}>
              {id}{' '}
              <Text span size="xs" c="dimmed">
                {healthTexts.languages(languages.length)}
              </Text>
            </div>
          )),
  },
  {
    key: 'checks',
    title: healthTexts.checks,
    render: ({ checks }) => (
      <Group gap={6}>
        {Object.entries(checks).map(([name, { ok, detail }]) => (
          <Tooltip key={name} label={detail} disabled={!detail}>
            <Badge color={ok ? 'gray' : 'red'} tabIndex={0}>
              {name}: {ok ? healthTexts.works : healthTexts.fails}
            </Badge>
          </Tooltip>
        ))}
      </Group>
    ),
  },
  {
    key: 'report',
    title: healthTexts.lastReport,
    isNarrow: true,
    render: ({ heartbeatAt }) => <DateTime value={heartbeatAt} style="relative" />,
  },
];

/** "worker_3f0c2a1b" of a long id. */
const shortId = (id: string) => id.replace(/^(worker_[^-]{0,8}).*$/, '$1');
