import { Button, Group, Select, Stack } from '@mantine/core';
import { IconFileText, IconFilterOff, IconUpload } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import type { MatchStatus } from '../../../../modules/console/matches/contract.ts';
import { reading, readingPages } from '../../api/reads.ts';
import { useClientId, useMay } from '../../api/session.ts';
import { DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { SearchInput } from '../../components/search-input.tsx';
import { Section } from '../../components/section.tsx';
import { common, statusLabels } from '../../texts/common.ts';
import { matchTexts } from '../../texts/matches.ts';
import { uploadTexts } from '../../texts/uploads.ts';
import { matchColumns } from './match-columns.tsx';

const { filters: words, empty } = matchTexts;
const LIVE_EVERY_MS = 1500;

const statuses = ['queued', 'processing', 'finished', 'failed'] as const satisfies MatchStatus[];

/** Every CV match, the newest first. */
export function MatchesPage() {
  const clientId = useClientId();
  const mayUpload = useMay('POST /clients/:clientId/uploads');
  const [search, setSearch] = useSearchParams();
  const jobId = search.get('jobId') || undefined;
  // Whatever the address says; the server judges it.
  const status = (search.get('status') || undefined) as MatchStatus | undefined;
  const text = search.get('search') || undefined;
  const isFiltered = jobId !== undefined || status !== undefined || text !== undefined;
  const query = useInfiniteQuery({
    ...readingPages('GET /clients/:clientId/matches', {
      params: { clientId },
      query: { jobId, search: text, status, limit: 50 },
    }),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(({ finishedAt }) => finishedAt === null))
        ? LIVE_EVERY_MS
        : false,
  });
  const filter = (name: string, value: string | null) => {
    const next = new URLSearchParams(search);
    if (value) next.set(name, value);
    else next.delete(name);
    setSearch(next, { replace: true });
  };
  const upload = mayUpload && (
    <Button component={Link} to={`/c/${clientId}/uploads`} leftSection={<IconUpload size={16} aria-hidden />}>
      {uploadTexts.action}
    </Button>
  );
  return (
    <>
      <PageHeader title={matchTexts.title} description={matchTexts.description} actions={upload} />
      <Stack gap="lg">
        <Group gap="sm" align="flex-end">
          <SearchInput
            label={words.search}
            value={text ?? ''}
            onChange={(value) => filter('search', value.trim())}
          />
          <JobFilter value={search.get('jobId')} onChange={(jobId) => filter('jobId', jobId)} />
          <Select
            label={words.status}
            placeholder={words.anyStatus}
            clearable
            w={180}
            data={statuses.map((value) => ({ value, label: statusLabels[value] }))}
            value={search.get('status')}
            onChange={(status) => filter('status', status)}
          />
        </Group>
        <Section flush>
          <DataTable
            label={matchTexts.title}
            columns={matchColumns}
            rows={query.data?.pages.flatMap(({ items }) => items)}
            rowKey={({ id }) => id}
            rowLink={({ id }) => `/c/${clientId}/matches/${id}`}
            fault={query.error}
            onRetry={() => void query.refetch()}
            hasMore={query.hasNextPage}
            onMore={() => void query.fetchNextPage()}
            isLoadingMore={query.isFetchingNextPage}
            empty={
              isFiltered ? (
                <EmptyState
                  icon={IconFilterOff}
                  title={empty.filtered}
                  action={
                    <Button variant="default" onClick={() => setSearch({}, { replace: true })}>
                      {common.clearFilters}
                    </Button>
                  }
                >
                  {empty.filteredBody}
                </EmptyState>
              ) : (
                <EmptyState
                  icon={IconFileText}
                  title={empty.title}
                  action={
                    <Button variant="default" component={Link} to={`/c/${clientId}/jobs`}>
                      {empty.toJobs}
                    </Button>
                  }
                >
                  {empty.body}
                </EmptyState>
              )
            }
          />
        </Section>
      </Stack>
    </>
  );
}

interface JobFilterProps {
  value: string | null;
  onChange: (jobId: string | null) => void;
}

function JobFilter({ value, onChange }: JobFilterProps) {
  const clientId = useClientId();
  const { data } = useQuery(
    reading('GET /clients/:clientId/jobs', { params: { clientId }, query: { limit: 100 } }),
  );
  return (
    <Select
      label={words.job}
      placeholder={words.anyJob}
      clearable
      searchable
      w={280}
      maw="100%"
      data={(data?.items ?? []).map(({ id, title, positionId }) => ({
        value: id,
        label: [title || matchTexts.noTitle, positionId].filter(Boolean).join(' · '),
      }))}
      value={value}
      onChange={onChange}
    />
  );
}
