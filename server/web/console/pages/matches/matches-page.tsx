import { Button, Group, Select } from '@mantine/core';
import { IconFileText, IconFilterOff, IconUpload } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { MatchStatus } from '../../../../modules/console/matches/contract.ts';
import { useAddressFilter } from '../../api/address-filter.ts';
import { reading, readingPages } from '../../api/reads.ts';
import { useClientId, useMay } from '../../api/session.ts';
import { ListPage, pagesOf } from '../../components/list-page.tsx';
import { SearchInput } from '../../components/search-input.tsx';
import { statusLabels } from '../../texts/common.ts';
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
  const filter = useAddressFilter();
  const jobId = filter.valueOf('jobId');
  // The server judges it.
  const status = filter.valueOf('status') as MatchStatus | undefined;
  const text = filter.valueOf('search');
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
  const upload = mayUpload && (
    <Button component={Link} to={`/c/${clientId}/uploads`} leftSection={<IconUpload size={16} aria-hidden />}>
      {uploadTexts.action}
    </Button>
  );
  return (
    <ListPage
      title={matchTexts.title}
      description={matchTexts.description}
      actions={upload}
      above={
        <Group gap="sm" align="flex-end">
          <SearchInput
            label={words.search}
            value={text ?? ''}
            onChange={(value) => filter.set('search', value.trim())}
          />
          <JobFilter value={jobId ?? null} onChange={(value) => filter.set('jobId', value)} />
          <Select
            label={words.status}
            placeholder={words.anyStatus}
            clearable
            w={180}
            data={statuses.map((value) => ({ value, label: statusLabels[value] }))}
            value={status ?? null}
            onChange={(value) => filter.set('status', value)}
          />
        </Group>
      }
      list={pagesOf(query)}
      columns={matchColumns}
      rowKey={({ id }) => id}
      rowLink={({ id }) => `/c/${clientId}/matches/${id}`}
      isFiltered={jobId !== undefined || status !== undefined || text !== undefined}
      nothingFound={{
        icon: IconFilterOff,
        title: empty.filtered,
        text: empty.filteredBody,
        onClear: filter.clear,
      }}
      empty={{
        icon: IconFileText,
        title: empty.title,
        text: empty.body,
        action: (
          <Button variant="default" component={Link} to={`/c/${clientId}/jobs`}>
            {empty.toJobs}
          </Button>
        ),
      }}
    />
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
