import { Button, SegmentedControl, Text } from '@mantine/core';
import { IconBriefcase, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import type { JobRow } from '../../../../modules/console/jobs/contract.ts';
import { readingPages } from '../../api/reads.ts';
import { useClientId, useMay } from '../../api/session.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { formatCount } from '../../components/format.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { Section } from '../../components/section.tsx';
import { statusLabels } from '../../texts/common.ts';
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
  const [search, setSearch] = useSearchParams();
  const status = search.get('status') === 'archived' ? 'archived' : 'active';
  const query = useInfiniteQuery(
    readingPages('GET /clients/:clientId/jobs', { params: { clientId }, query: { status, limit: 50 } }),
  );
  const create = mayCreate && (
    <Button component={Link} to={`/c/${clientId}/jobs/new`} leftSection={<IconPlus size={16} aria-hidden />}>
      {jobTexts.create}
    </Button>
  );
  return (
    <>
      <PageHeader title={jobTexts.title} description={jobTexts.description} actions={create} />
      <SegmentedControl
        mb="md"
        aria-label={jobTexts.statusLabel}
        value={status}
        onChange={(next) => setSearch(next === 'archived' ? { status: next } : {}, { replace: true })}
        data={[
          { value: 'active', label: statusLabels.active },
          { value: 'archived', label: statusLabels.archived },
        ]}
      />
      <Section flush>
        <DataTable
          label={jobTexts.title}
          columns={columns}
          rows={query.data?.pages.flatMap(({ items }) => items)}
          rowKey={({ id }) => id}
          rowLink={({ id }) => `/c/${clientId}/jobs/${id}`}
          fault={query.error}
          onRetry={() => void query.refetch()}
          hasMore={query.hasNextPage}
          onMore={() => void query.fetchNextPage()}
          isLoadingMore={query.isFetchingNextPage}
          empty={
            status === 'active' ? (
              <EmptyState icon={IconBriefcase} title={empty.title} action={create}>
                {empty.body}
              </EmptyState>
            ) : (
              <EmptyState icon={IconBriefcase} title={empty.archivedTitle}>
                {empty.archivedBody}
              </EmptyState>
            )
          }
        />
      </Section>
    </>
  );
}
