import { Button, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFileText, IconUpload } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { JobDetails } from '../../../../modules/console/jobs/contract.ts';
import { readingPages } from '../../api/reads.ts';
import { useClientId, useMay } from '../../api/session.ts';
import { DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Section } from '../../components/section.tsx';
import { useSelection } from '../../components/selection.tsx';
import { candidateTexts } from '../../texts/candidates.ts';
import { jobTexts } from '../../texts/jobs.ts';
import { matchTexts } from '../../texts/matches.ts';
import { uploadTexts } from '../../texts/uploads.ts';
import { BulkBar } from '../candidates/bulk-bar.tsx';
import { rankedColumns } from '../matches/match-columns.tsx';
import { UploadLists } from '../uploads/upload-lists.tsx';
import { UploadPanel } from '../uploads/upload-panel.tsx';

const { job: words } = jobTexts;
const { bulk } = candidateTexts;
/** How often a list is asked for while something in it is under way. */
const LIVE_EVERY_MS = 1500;

/** The job's candidates, the best first; new CVs are dropped here. */
export function JobRanking({ job }: { job: JobDetails }) {
  const clientId = useClientId();
  const mayUpload = useMay('POST /clients/:clientId/uploads') && job.status === 'active';
  const mayDecide = useMay('POST /clients/:clientId/candidates/decisions');
  const [isOpen, { toggle }] = useDisclosure(mayUpload && job.matches.count === 0);
  const query = useInfiniteQuery({
    ...readingPages('GET /clients/:clientId/matches', {
      params: { clientId },
      query: { jobId: job.id, order: 'rank', limit: 50 },
    }),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(({ finishedAt }) => finishedAt === null))
        ? LIVE_EVERY_MS
        : false,
  });
  const rows = query.data?.pages.flatMap(({ items }) => items);
  const columns = useMemo(() => rankedColumns(rows ?? []), [rows]);
  const selection = useSelection(rows, ({ id, person }) => person && id, {
    column: bulk.column,
    one: ({ candidateName, fileName }) => bulk.choose(candidateName ?? fileName ?? matchTexts.unnamed),
  });
  const upload = mayUpload && (
    <Button onClick={toggle} aria-expanded={isOpen} leftSection={<IconUpload size={16} aria-hidden />}>
      {uploadTexts.action}
    </Button>
  );
  return (
    <Stack gap="lg">
      {isOpen && (
        <>
          <UploadPanel key={clientId} jobId={job.id} />
          <UploadLists jobId={job.id} />
        </>
      )}
      <Section flush title={words.ranking} actions={!isOpen && upload}>
        <BulkBar people={selection.chosen.flatMap(({ person }) => person ?? [])} onClear={selection.clear} />
        <DataTable
          label={words.ranking}
          columns={mayDecide ? [selection.column, ...columns] : columns}
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
