import { Badge, Button, Group, Skeleton, Tabs, Text } from '@mantine/core';
import { IconFileSearch, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearchParams } from 'react-router';
import type { JobDetails } from '../../../../modules/console/jobs/contract.ts';
import { useChange } from '../../api/changes.ts';
import { reading } from '../../api/reads.ts';
import { useClientId, useRights } from '../../api/session.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Section } from '../../components/section.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { jobTexts } from '../../texts/jobs.ts';
import { JobRanking } from './job-ranking.tsx';
import { JobVersionsPanel } from './job-versions.tsx';
import classes from './jobs.module.css';
import { RequirementsSummary } from './requirements-summary.tsx';

const { job: words } = jobTexts;

/** A job: its candidates ranked, what it asks for, and how that changed. */
export function JobPage() {
  const clientId = useClientId();
  const { jobId = '' } = useParams();
  const [search, setSearch] = useSearchParams();
  const query = useQuery(reading('GET /clients/:clientId/jobs/:jobId', { params: { clientId, jobId } }));
  const job = query.data;
  const title = job ? job.title || job.positionId || jobTexts.untitled : jobTexts.title;
  return (
    <>
      <PageHeader
        title={title}
        back={{ to: `/c/${clientId}/jobs`, label: words.back }}
        {...(job && {
          badge: job.status === 'archived' ? <StatusBadge status="archived" /> : null,
          description: <JobLine job={job} />,
          actions: <Actions job={job} />,
        })}
      />
      <FaultAlert fault={query.error} onRetry={() => void query.refetch()} />
      {query.isPending && <Skeleton height={420} radius="md" />}
      {job && (
        <Tabs
          value={search.get('tab') ?? 'ranking'}
          onChange={(tab) => setSearch(tab && tab !== 'ranking' ? { tab } : {}, { replace: true })}
        >
          <Tabs.List mb="lg">
            <Tabs.Tab value="ranking">{words.ranking}</Tabs.Tab>
            <Tabs.Tab value="requirements">{words.requirements}</Tabs.Tab>
            <Tabs.Tab value="versions">{words.versions}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="ranking">
            <JobRanking job={job} />
          </Tabs.Panel>
          <Tabs.Panel value="requirements">
            <div className={classes.columns}>
              <Section title={words.requirements}>
                <RequirementsSummary config={job.config} />
              </Section>
              <Section title={words.description}>
                <Text size="sm" className={classes.description ?? ''}>
                  {job.description}
                </Text>
              </Section>
            </div>
          </Tabs.Panel>
          <Tabs.Panel value="versions">
            <JobVersionsPanel job={job} />
          </Tabs.Panel>
        </Tabs>
      )}
    </>
  );
}

function JobLine({ job }: { job: JobDetails }) {
  return (
    <Group gap="xs" component="span">
      {job.positionId && (
        <Badge color="gray" size="sm">
          {words.positionId(job.positionId)}
        </Badge>
      )}
      <span>
        {words.version(job.version)} · {words.matched(job.matches.count)}
      </span>
    </Group>
  );
}

function Actions({ job }: { job: JobDetails }) {
  const clientId = useClientId();
  const change = useChange();
  const may = useRights();
  if (job.status === 'archived') return null;
  return (
    <>
      {may('POST /clients/:clientId/searches') && (
        <Button
          variant="default"
          component={Link}
          to={`/c/${clientId}/cv-search/new?job=${job.id}`}
          leftSection={<IconFileSearch size={16} aria-hidden />}
        >
          {words.search}
        </Button>
      )}
      {may('POST /clients/:clientId/jobs/:jobId/archive') && (
        <ConfirmButton
          label={words.archive}
          title={words.archiveTitle}
          confirmLabel={words.archive}
          onConfirm={() =>
            change('POST /clients/:clientId/jobs/:jobId/archive', { params: { clientId, jobId: job.id } })
          }
        >
          {words.archiveBody}
        </ConfirmButton>
      )}
      {may('PATCH /clients/:clientId/jobs/:jobId') && (
        <Button
          variant="default"
          component={Link}
          to={`/c/${clientId}/jobs/${job.id}/edit`}
          leftSection={<IconPencil size={16} aria-hidden />}
        >
          {words.edit}
        </Button>
      )}
    </>
  );
}
