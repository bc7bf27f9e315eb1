import { Alert, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { CheckStatus } from '../../../../modules/console/installation/contract.ts';
import { reading } from '../../api/reads.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { formatDuration } from '../../components/format.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { Section } from '../../components/section.tsx';
import type { Tone } from '../../components/status.ts';
import { ToneBadge } from '../../components/status-badge.tsx';
import { healthTexts } from '../../texts/installation.ts';
import { WorkersSection } from './workers-section.tsx';

const REFRESH_MS = 5_000;

const tones: Record<CheckStatus, Tone> = {
  healthy: 'positive',
  configured: 'positive',
  unhealthy: 'negative',
  unreachable: 'negative',
  not_configured: 'warning',
};

export function HealthPage() {
  const { data, error, refetch } = useQuery({
    ...reading('GET /installation/health'),
    refetchInterval: REFRESH_MS,
  });
  const checks = data && Object.entries(data.checks).map(([name, check]) => ({ name, ...check }));
  const isWell = data?.status === 'healthy';
  return (
    <>
      <PageHeader title={healthTexts.title} description={healthTexts.description} />
      <Stack gap="lg">
        {data && (
          <Alert
            role="status"
            color={isWell ? 'green' : 'yellow'}
            icon={isWell ? <IconCircleCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
            title={isWell ? healthTexts.allWell : healthTexts.notWell}
          >
            <Text size="xs">
              {healthTexts.checked} <DateTime value={data.checkedAt} />
            </Text>
          </Alert>
        )}
        {error && data && <FaultAlert fault={error} />}
        <Section flush title={healthTexts.checks}>
          <DataTable
            label={healthTexts.checks}
            columns={columns}
            rows={checks}
            rowKey={({ name }) => name}
            fault={error}
            onRetry={refetch}
            skeletonRows={5}
            empty={null}
          />
        </Section>
        <WorkersSection workers={data?.workers} />
      </Stack>
    </>
  );
}

interface Check {
  name: string;
  status: CheckStatus;
  latencyMs: number | null;
}

/** Work goes on without the sandbox, so health does not call it unhealthy; people should know all the same. */
const toneOf = ({ name, status }: Check): Tone =>
  name === 'sandbox' && status === 'configured' ? 'warning' : tones[status];
const stateOf = ({ name, status }: Check): string =>
  name === 'sandbox' && status === 'configured' ? healthTexts.sandboxGaps : healthTexts.states[status];

const columns: Column<Check>[] = [
  {
    key: 'name',
    title: healthTexts.check,
    isName: true,
    render: (check) => (
      <Stack gap={2}>
        {healthTexts.names[check.name] ?? check.name}
        {toneOf(check) !== 'positive' && healthTexts.advice[check.name] && (
          <Text size="xs" c="dimmed" fw={400}>
            {healthTexts.advice[check.name]}
          </Text>
        )}
      </Stack>
    ),
  },
  {
    key: 'state',
    title: healthTexts.state,
    render: (check) => <ToneBadge tone={toneOf(check)}>{stateOf(check)}</ToneBadge>,
  },
  {
    key: 'latency',
    title: healthTexts.latency,
    align: 'end',
    isNarrow: true,
    render: ({ latencyMs }) => (latencyMs === null ? '–' : formatDuration(latencyMs)),
  },
];
