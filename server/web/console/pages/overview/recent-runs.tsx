import { Badge, Button, Group, Text } from '@mantine/core';
import { IconMicrophone } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { RecentRun } from '../../../../modules/console/overview/contract.ts';
import { CefrBadge } from '../../components/cefr-badge.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Section } from '../../components/section.tsx';
import { runPath, serviceTypeName } from '../../components/service-types.ts';
import { StatusBadge } from '../../components/status-badge.tsx';
import { overviewTexts } from '../../texts/overview.ts';
import { runsTexts } from '../../texts/runs.ts';

interface RecentRunsProps {
  clientId: string;
  runs: readonly RecentRun[] | undefined;
}

export function RecentRuns({ clientId, runs }: RecentRunsProps) {
  return (
    <Section
      flush
      title={overviewTexts.recent}
      actions={
        <Button variant="subtle" size="compact-sm" component={Link} to={`/c/${clientId}/runs`}>
          {overviewTexts.showRuns}
        </Button>
      }
    >
      <DataTable
        label={overviewTexts.recent}
        columns={columns}
        rows={runs}
        rowKey={({ id }) => id}
        rowLink={(run) => runPath(clientId, run)}
        skeletonRows={5}
        empty={
          <EmptyState icon={IconMicrophone} title={overviewTexts.recentEmpty}>
            {overviewTexts.recentEmptyText}
          </EmptyState>
        }
      />
    </Section>
  );
}

const columns: Column<RecentRun>[] = [
  {
    key: 'run',
    title: overviewTexts.run,
    isName: true,
    render: ({ name, id, isPlayground }) => (
      <Group gap={8} display="inline-flex">
        <span>{name ?? id.slice(0, 8)}</span>
        {isPlayground && <Badge color="gray">{runsTexts.playgroundRun}</Badge>}
      </Group>
    ),
  },
  {
    key: 'type',
    title: overviewTexts.type,
    render: ({ serviceType }) => serviceTypeName(serviceType),
  },
  {
    key: 'state',
    title: overviewTexts.state,
    render: ({ status }) => <StatusBadge status={status} />,
  },
  {
    key: 'result',
    title: overviewTexts.result,
    render: ({ score, cefr }) =>
      cefr ? (
        <CefrBadge level={cefr} />
      ) : (
        <Text span size="sm" {...(score === null && { c: 'dimmed' })}>
          {score === null ? '–' : Math.round(score)}
        </Text>
      ),
  },
  {
    key: 'when',
    title: overviewTexts.when,
    isNarrow: true,
    render: ({ createdAt }) => <DateTime value={createdAt} style="relative" />,
  },
];
