import { Button, Text } from '@mantine/core';
import { IconBriefcase, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { JobRow } from '../../../../modules/console/jobs/contract.ts';
import { readingPages } from '../../api/reads.ts';
import { useClientId, useMay } from '../../api/session.ts';
import { useArchiveSwitch } from '../../components/archive-switch.tsx';
import type { Column } from '../../components/data-table.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { formatCount } from '../../components/format.ts';
import { ListPage, pagesOf } from '../../components/list-page.tsx';
import { jobTexts } from '../../texts/jobs.ts';
import { formatScore } from '../matches/score.tsx';

const { columns: titles, empty } = jobTexts;

const columns: readonly Column<JobRow>[] = [
  {
    key: 'title',
    title: titles.title,
    isName: true,
    render: ({ title }) => title || jobTexts.untitled,
    sortBy: ({ title }) => title.toLowerCase(),
  },
  {
    key: 'positionId',
    title: titles.positionId,
    render: ({ positionId }) => positionId ?? '–',
    sortBy: ({ positionId }) => positionId,
  },
  {
    key: 'requirements',
    title: titles.requirements,
    align: 'end',
    hideNarrow: true,
    render: ({ requirementCount }) => requirementCount,
    sortBy: ({ requirementCount }) => requirementCount,
  },
  {
    key: 'matches',
    title: titles.matches,
    align: 'end',
    render: ({ matches }) => formatCount(matches.count),
    sortBy: ({ matches }) => matches.count,
  },
  {
    key: 'best',
    title: titles.best,
    align: 'end',
    render: ({ matches }) => (matches.bestScore === null ? '–' : formatScore(matches.bestScore)),
    sortBy: ({ matches }) => matches.bestScore,
  },
  {
    key: 'updated',
    title: titles.updated,
    render: ({ updatedAt, version }) => (
      <Text span size="sm" c="dimmed">
        <DateTime value={updatedAt} style="relative" />
        {version > 1 && ` · ${jobTexts.job.version(version).toLowerCase()}`}
      </Text>
    ),
    sortBy: ({ updatedAt }) => updatedAt,
  },
];

/** The job catalogue. */
export function JobsPage() {
  const clientId = useClientId();
  const mayCreate = useMay('POST /clients/:clientId/jobs');
  const { status, control } = useArchiveSwitch(jobTexts.statusLabel);
  const query = useInfiniteQuery(
    readingPages('GET /clients/:clientId/jobs', { params: { clientId }, query: { status, limit: 50 } }),
  );
  const create = mayCreate && (
    <Button component={Link} to={`/c/${clientId}/jobs/new`} leftSection={<IconPlus size={16} aria-hidden />}>
      {jobTexts.create}
    </Button>
  );
  return (
    <ListPage
      title={jobTexts.title}
      description={jobTexts.description}
      actions={create}
      above={control}
      gap="md"
      list={pagesOf(query)}
      columns={columns}
      rowKey={({ id }) => id}
      rowLink={({ id }) => `/c/${clientId}/jobs/${id}`}
      isFiltered={status === 'archived'}
      nothingFound={{ icon: IconBriefcase, title: empty.archivedTitle, text: empty.archivedBody }}
      empty={{ icon: IconBriefcase, title: empty.title, text: empty.body, action: create }}
    />
  );
}
