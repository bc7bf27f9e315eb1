import { Button, Group, Select, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFileText, IconFilterOff, IconUpload } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import type { JobList } from '../../../../modules/console/contract/jobs.ts';
import type { MatchList, MatchStatus } from '../../../../modules/console/contract/matches.ts';
import { get } from '../../api/client.ts';
import { useClientId, useMay } from '../../api/session.ts';
import { DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Section } from '../../components/section.tsx';
import { common } from '../../texts/common.ts';
import { matchTexts } from '../../texts/matches.ts';
import { matchColumns } from './match-columns.tsx';
import { UploadPanel } from './upload/upload-panel.tsx';

const { filters: words, empty } = matchTexts;
const LIVE_EVERY_MS = 1500;

/** Every CV match, the newest first. */
export function MatchesPage() {
  const clientId = useClientId();
  const queries = useQueryClient();
  const mayUpload = useMay('POST /clients/:clientId/matches');
  const [isOpen, { toggle }] = useDisclosure();
  const [search, setSearch] = useSearchParams();
  const wanted = new URLSearchParams();
  for (const name of ['jobId', 'status']) {
    const value = search.get(name);
    if (value) wanted.set(name, value);
  }
  const isFiltered = wanted.size > 0;
  const query = useInfiniteQuery({
    queryKey: ['matches', clientId, 'list', wanted.toString()],
    queryFn: ({ pageParam, signal }) =>
      get<MatchList>(`/clients/${clientId}/matches?${wanted}&limit=50&offset=${pageParam}`, signal),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
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
    <Button onClick={toggle} aria-expanded={isOpen} leftSection={<IconUpload size={16} aria-hidden />}>
      {matchTexts.upload.action}
    </Button>
  );
  return (
    <>
      <PageHeader title={matchTexts.title} description={matchTexts.description} actions={upload} />
      <Stack gap="lg">
        {isOpen && (
          <UploadPanel
            key={clientId}
            onAccepted={() => void queries.invalidateQueries({ queryKey: ['matches', clientId] })}
          />
        )}
        <Group gap="sm" align="flex-end">
          <JobFilter value={search.get('jobId')} onChange={(jobId) => filter('jobId', jobId)} />
          <Select
            label={words.status}
            placeholder={words.anyStatus}
            clearable
            w={180}
            data={(Object.keys(matchTexts.status) as MatchStatus[]).map((value) => ({
              value,
              label: matchTexts.status[value],
            }))}
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
  const { data } = useQuery({
    queryKey: ['jobs', clientId, 'choices'],
    queryFn: ({ signal }) => get<JobList>(`/clients/${clientId}/jobs?limit=100`, signal),
  });
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
