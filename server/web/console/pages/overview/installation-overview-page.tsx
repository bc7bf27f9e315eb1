import { Button, SimpleGrid, Stack } from '@mantine/core';
import {
  IconActivityHeartbeat,
  IconBuilding,
  IconCircleCheck,
  IconPlayerPlay,
  IconStack2,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import type {
  ClientActivity,
  InstallationOverviewAnswer,
} from '../../../../modules/console/overview/contract.ts';
import { reading } from '../../api/reads.ts';
import { DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { formatCount, formatShare } from '../../components/format.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { Section } from '../../components/section.tsx';
import { StatCard } from '../../components/stat-card.tsx';
import { rememberHome } from '../../layout/homes.ts';
import { clientsTexts } from '../../texts/clients.ts';
import { overviewTexts } from '../../texts/overview.ts';
import { clientColumns } from '../clients/client-columns.tsx';
import { useInstallationOverview } from '../clients/clients-api.ts';
import { useHearing } from '../hearing/use-hearing.ts';
import { DaysSection } from './days-section.tsx';
import { sumsOf } from './figures.ts';
import { FirstSteps } from './first-steps.tsx';
import { MachineSection } from './machine-section.tsx';
import { operatorSteps } from './steps.ts';

const SHOWN_CLIENTS = 8;

export function InstallationOverviewPage() {
  const { data, error, refetch } = useInstallationOverview();
  const backups = useQuery(reading('GET /installation/backups')).data;
  const people = useQuery(reading('GET /installation/people')).data;
  const languages = useHearing()?.languages;
  useEffect(() => rememberHome('operator'), []);
  const steps =
    data && backups && people
      ? operatorSteps(
          {
            clients: data.clients.length,
            people: people.items.length,
            runs: sumsOf(data.days).total,
            backups: backups.timeliness,
          },
          languages,
        )
      : [];
  return (
    <>
      <PageHeader title={overviewTexts.title} description={overviewTexts.installationDescription} />
      {error && !data ? (
        <FaultAlert fault={error} onRetry={refetch} />
      ) : (
        <Stack gap="lg">
          <FirstSteps home="operator" steps={steps} />
          <MachineSection answer={data} backups={backups} people={people} />
          <Figures answer={data} />
          <DaysSection days={data?.days} />
          <Section
            flush
            title={overviewTexts.busiest}
            actions={
              <Button variant="subtle" size="compact-sm" component={Link} to="/clients">
                {overviewTexts.allClients}
              </Button>
            }
          >
            <DataTable
              label={overviewTexts.busiest}
              columns={clientColumns}
              rows={data && busiest(data.clients)}
              rowKey={({ id }) => id}
              rowLink={({ id }) => `/c/${id}/overview`}
              empty={
                <EmptyState icon={IconBuilding} title={clientsTexts.empty}>
                  {clientsTexts.emptyText}
                </EmptyState>
              }
            />
          </Section>
        </Stack>
      )}
    </>
  );
}

/** Those with something under way or done today first, then by when they last did something. */
const busiest = (clients: readonly ClientActivity[]): ClientActivity[] =>
  [...clients]
    .sort(
      (a, b) =>
        b.queued + b.processing + b.today - (a.queued + a.processing + a.today) ||
        (b.lastRunAt ?? '').localeCompare(a.lastRunAt ?? ''),
    )
    .slice(0, SHOWN_CLIENTS);

function Figures({ answer }: { answer: InstallationOverviewAnswer | undefined }) {
  const sums = answer && sumsOf(answer.days);
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }}>
      <StatCard
        label={overviewTexts.today}
        icon={IconPlayerPlay}
        value={answer && formatCount(Object.values(answer.today).reduce((all, count) => all + count, 0))}
        note={
          answer &&
          overviewTexts.todayNote(
            formatCount(answer.today.success + answer.today.partial),
            formatCount(answer.today.failed),
          )
        }
      />
      <StatCard
        label={overviewTexts.queue}
        icon={IconStack2}
        value={answer && formatCount(answer.queue.processing)}
        note={answer && overviewTexts.queueAllNote(formatCount(answer.queue.queued))}
      />
      <StatCard
        label={overviewTexts.successRate}
        icon={IconCircleCheck}
        value={sums && (sums.successShare === undefined ? '–' : formatShare(sums.successShare))}
        note={
          sums &&
          (sums.ended === 0 ? overviewTexts.noneEnded : overviewTexts.successNote(formatCount(sums.ended)))
        }
      />
      <StatCard
        label={overviewTexts.workers}
        icon={IconActivityHeartbeat}
        value={answer && formatCount(answer.workers.ready)}
        note={answer && overviewTexts.workersNote(answer.workers.alive)}
      />
    </SimpleGrid>
  );
}
