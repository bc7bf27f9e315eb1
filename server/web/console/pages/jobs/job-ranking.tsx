import { Button, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFileText, IconUpload } from '@tabler/icons-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { JobDetails } from '../../../../modules/console/contract/jobs.ts';
import type { MatchList } from '../../../../modules/console/contract/matches.ts';
import { get } from '../../api/client.ts';
import { useClientId, useMay } from '../../api/session.ts';
import { DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Section } from '../../components/section.tsx';
import { jobTexts } from '../../texts/jobs.ts';
import { matchTexts } from '../../texts/matches.ts';
import { rankedColumns } from '../matches/match-columns.tsx';
import { UploadPanel } from '../matches/upload/upload-panel.tsx';

const { job: words } = jobTexts;
/** How often a list is asked for while something in it is under way. */
const LIVE_EVERY_MS = 1500;

/** The job's candidates, the best first; new CVs are dropped here. */
export function JobRanking({ job }: { job: JobDetails }) {
  const clientId = useClientId();
  const queries = useQueryClient();
  const mayUpload = useMay('POST /clients/:clientId/matches') && job.status === 'active';
  const [isOpen, { toggle }] = useDisclosure(mayUpload && job.matches.count === 0);
  const query = useInfiniteQuery({
    queryKey: ['matches', clientId, 'ranking', job.id],
    queryFn: ({ pageParam, signal }) =>
      get<MatchList>(
        `/clients/${clientId}/matches?jobId=${job.id}&order=rank&limit=50&offset=${pageParam}`,
        signal,
      ),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(({ finishedAt }) => finishedAt === null))
        ? LIVE_EVERY_MS
        : false,
  });
  const rows = query.data?.pages.flatMap(({ items }) => items);
  const columns = useMemo(() => rankedColumns(rows ?? []), [rows]);
  const upload = mayUpload && (
    <Button onClick={toggle} aria-expanded={isOpen} leftSection={<IconUpload size={16} aria-hidden />}>
      {matchTexts.upload.action}
    </Button>
  );
  return (
    <Stack gap="lg">
      {isOpen && (
        <UploadPanel
          key={clientId}
          jobId={job.id}
          onAccepted={() => {
            void queries.invalidateQueries({ queryKey: ['matches', clientId] });
            void queries.invalidateQueries({ queryKey: ['jobs', clientId] });
          }}
        />
      )}
      <Section flush title={words.ranking} actions={!isOpen && upload}>
        <DataTable
          label={words.ranking}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          rowLink={({ id }) => `/c/${clientId}/matches/${id}`}
          fault={query.error}
          onRetry={() => void query.refetch()}
          hasMore={query.hasNextPage}
          onMore={() => void query.fetchNextPage()}
          isLoadingMore={query.isFetchingNextPage}
          empty={
            <EmptyState icon={IconFileText} title={words.emptyTitle} action={!isOpen && upload}>
              {mayUpload ? words.emptyBody : words.emptyArchived}
            </EmptyState>
          }
        />
      </Section>
    </Stack>
  );
}
