import { Anchor, SimpleGrid } from '@mantine/core';
import {
  IconActivityHeartbeat,
  IconCpu,
  IconDatabase,
  IconDatabaseExport,
  IconRefresh,
  IconUsers,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { BackupsAnswer } from '../../../../modules/console/backups/contract.ts';
import type { InstallationOverviewAnswer } from '../../../../modules/console/overview/contract.ts';
import { reading } from '../../api/reads.ts';
import { DateTime } from '../../components/date-time.tsx';
import { formatSize } from '../../components/format.ts';
import { Section } from '../../components/section.tsx';
import { StatCard } from '../../components/stat-card.tsx';
import { machineTexts as words } from '../../texts/home.ts';
import { shell } from '../../texts/shell.ts';
import { useHearing } from '../hearing/use-hearing.ts';

const { pages } = shell;

interface MachineSectionProps {
  answer: InstallationOverviewAnswer | undefined;
  backups: BackupsAnswer | undefined;
  people: { items: readonly unknown[]; invites: readonly unknown[] } | undefined;
}

/** What an operator looks at every day, each with the way to its page. */
export function MachineSection({ answer, backups, people }: MachineSectionProps) {
  const system = useQuery(reading('GET /installation/system')).data;
  const languages = useHearing()?.languages;
  const checks = answer && Object.values(answer.health.checks);
  const isBad = (status: string) => status === 'unhealthy' || status === 'unreachable';
  return (
    <Section title={words.title}>
      <SimpleGrid cols={{ base: 1, xs: 2, xl: 3 }}>
        <StatCard
          label={pages.health}
          icon={IconActivityHeartbeat}
          value={answer && (answer.health.status === 'healthy' ? words.healthy : words.notHealthy)}
          note={
            checks && (
              <To page="health">
                {words.checks(checks.filter((status) => !isBad(status)).length, checks.length)}
              </To>
            )
          }
        />
        <StatCard
          label={pages.models}
          icon={IconCpu}
          value={
            languages &&
            (languages.available.length > 0
              ? words.languages(languages.available.length)
              : words.noRecogniser)
          }
          note={
            languages && (
              <To page="models">
                {languages.available.length > 0 ? words.languagesNote : words.noRecogniserNote}
              </To>
            )
          }
        />
        <BackupsCard backups={backups} />
        <StatCard
          label={words.storage}
          icon={IconDatabase}
          value={answer && words.free(formatSize(answer.disk.freeBytes))}
          note={answer && <To page="system">{words.ofDisk(formatSize(answer.disk.totalBytes))}</To>}
        />
        <StatCard
          label={words.updates}
          icon={IconRefresh}
          value={system && words.version(system.version)}
          note={system && <To page="system">{words.versionNote}</To>}
        />
        <StatCard
          label={pages.people}
          icon={IconUsers}
          value={people && words.people(people.items.length)}
          note={
            people && (
              <To page="people">
                {people.invites.length > 0 ? words.openInvites(people.invites.length) : words.noInvites}
              </To>
            )
          }
        />
      </SimpleGrid>
    </Section>
  );
}

function BackupsCard({ backups }: Pick<MachineSectionProps, 'backups'>) {
  return (
    <StatCard
      label={pages.backups}
      icon={IconDatabaseExport}
      value={backups && words.backups[backups.timeliness]}
      note={
        backups && (
          <To page="backups">
            {backups.backup.newest ? (
              <>
                {words.lastBackup} <DateTime value={backups.backup.newest.takenAt} style="relative" />
              </>
            ) : (
              words.noBackup
            )}
          </To>
        )
      }
    />
  );
}

function To({ page, children }: { page: string; children: React.ReactNode }) {
  return (
    <Anchor component={Link} to={`/installation/${page}`} inherit>
      {children}
    </Anchor>
  );
}
