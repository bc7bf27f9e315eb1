import { Alert, Anchor, Button, Group, Select, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconClock, IconFilterOff, IconSearch, IconUsers } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import type {
  CorpusDetails,
  EmbeddingStatus,
  PersonRow,
} from '../../../../modules/console/search/contract.ts';
import { reading, readingPages } from '../../api/reads.ts';
import { useClientId, useMay } from '../../api/session.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { SearchInput } from '../../components/search-input.tsx';
import { Section } from '../../components/section.tsx';
import { ToneBadge } from '../../components/status-badge.tsx';
import { common } from '../../texts/common.ts';
import { poolName, searchTexts } from '../../texts/search.ts';
import { CandidateDrawer } from './candidate-drawer.tsx';
import { Readiness } from './corpora-table.tsx';
import { NamesSwitch } from './names-switch.tsx';
import { useNames } from './person.ts';
import { Tags } from './tags.tsx';

const { columns: titles, corpus: words } = searchTexts;
const LIVE_EVERY_MS = 2000;
const tones = { pending: 'info', embedded: 'positive', failed: 'negative' } as const;

/** Who is in a corpus, and how far each is. */
export function CorpusPage() {
  const clientId = useClientId();
  const { corpusId = '' } = useParams();
  const [names, setNames] = useNames();
  const maySearch = useMay('POST /clients/:clientId/searches');
  const query = useQuery({
    ...reading('GET /clients/:clientId/corpora/:corpusId', { params: { clientId, corpusId } }),
    refetchInterval: ({ state }) => ((state.data?.pending ?? 0) > 0 ? LIVE_EVERY_MS : false),
  });
  const corpus = query.data;
  return (
    <>
      <PageHeader
        title={poolName(corpusId)}
        back={{ to: `/c/${clientId}/cv-search?tab=corpora`, label: searchTexts.back }}
        {...(corpus && {
          badge: corpus.candidates > 0 ? <Readiness corpus={corpus} /> : null,
          description: (
            <>
              {words.candidates(corpus.candidates)} · {words.changed}{' '}
              <DateTime value={corpus.changedAt} style="relative" />
            </>
          ),
          actions: (
            <>
              <NamesSwitch isOn={names} onChange={setNames} />
              {maySearch && (
                <Button
                  component={Link}
                  to={`/c/${clientId}/cv-search/new?corpus=${corpusId}`}
                  leftSection={<IconSearch size={16} aria-hidden />}
                >
                  {words.search}
                </Button>
              )}
            </>
          ),
        })}
      />
      <FaultAlert fault={query.error} onRetry={() => void query.refetch()} />
      {corpus && <People corpus={corpus} names={names} />}
    </>
  );
}

function People({ corpus, names }: { corpus: CorpusDetails; names: boolean }) {
  const clientId = useClientId();
  const { corpusId } = corpus;
  const [search, setSearch] = useSearchParams();
  const [openId, setOpenId] = useState<string>();
  // Whatever the address says; the server judges it.
  const status = (search.get('status') || undefined) as EmbeddingStatus | undefined;
  const tag = search.get('tag') || undefined;
  const externalId = search.get('externalId') || undefined;
  const isFiltered = status !== undefined || tag !== undefined || externalId !== undefined;
  const query = useInfiniteQuery({
    ...readingPages('GET /clients/:clientId/corpora/:corpusId/candidates', {
      params: { clientId, corpusId },
      query: { status, tag, externalId, names, limit: 50 },
    }),
    refetchInterval: corpus.pending > 0 ? LIVE_EVERY_MS : false,
  });
  const filter = (name: string, value: string | null) => {
    const next = new URLSearchParams(search);
    if (value) next.set(name, value);
    else next.delete(name);
    setSearch(next, { replace: true });
  };
  return (
    <Stack gap="lg">
      <CorpusNotes corpus={corpus} onShowFailed={() => filter('status', 'failed')} />
      <PeopleFilters corpus={corpus} filter={{ status, tag, externalId }} onChange={filter} />
      <Section flush>
        <DataTable
          label={titles.candidates}
          columns={personColumns}
          rows={query.data?.pages.flatMap(({ items }) => items)}
          rowKey={(row) => row.externalId}
          onOpen={(row) => setOpenId(row.externalId)}
          fault={query.error}
          onRetry={() => void query.refetch()}
          hasMore={query.hasNextPage}
          onMore={() => void query.fetchNextPage()}
          isLoadingMore={query.isFetchingNextPage}
          {...(!isFiltered && { total: corpus.candidates })}
          empty={
            isFiltered ? (
              <EmptyState
                icon={IconFilterOff}
                title={words.noneFiltered}
                action={
                  <Button variant="default" onClick={() => setSearch({}, { replace: true })}>
                    {common.clearFilters}
                  </Button>
                }
              >
                {words.noneFilteredBody}
              </EmptyState>
            ) : (
              <EmptyState icon={IconUsers} title={words.none}>
                {words.noneBody}
              </EmptyState>
            )
          }
        />
      </Section>
      <CandidateDrawer
        corpusId={corpusId}
        externalId={openId}
        names={names}
        onClose={() => setOpenId(undefined)}
      />
    </Stack>
  );
}

interface CorpusNotesProps {
  corpus: CorpusDetails;
  onShowFailed: () => void;
}

/** How many are not ready yet, and how many could not be made ready. */
function CorpusNotes({ corpus, onShowFailed }: CorpusNotesProps) {
  return (
    <>
      {corpus.pending > 0 && (
        <Alert color="blue" icon={<IconClock aria-hidden />}>
          {words.pending(corpus.pending)}
        </Alert>
      )}
      {corpus.failed > 0 && (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />}>
          {words.failed(corpus.failed)}{' '}
          <Anchor component="button" type="button" size="sm" onClick={onShowFailed}>
            {words.showFailed}
          </Anchor>
        </Alert>
      )}
    </>
  );
}

interface PeopleFiltersProps {
  corpus: CorpusDetails;
  filter: { status: EmbeddingStatus | undefined; tag: string | undefined; externalId: string | undefined };
  onChange: (name: string, value: string | null) => void;
}

function PeopleFilters({ corpus, filter, onChange }: PeopleFiltersProps) {
  return (
    <Group gap="sm" align="flex-end">
      <SearchInput
        label={words.find}
        value={filter.externalId ?? ''}
        onChange={(value) => onChange('externalId', value.trim())}
      />
      <Select
        label={words.status}
        placeholder={words.anyStatus}
        clearable
        w={160}
        data={(['pending', 'embedded', 'failed'] as const).map((value) => ({
          value,
          label: words.statuses[value],
        }))}
        value={filter.status ?? null}
        onChange={(value) => onChange('status', value)}
      />
      <Select
        label={words.tag}
        placeholder={words.anyTag}
        clearable
        searchable
        w={240}
        data={corpus.tags.map((one) => ({ value: one.tag, label: words.tagOf(one.tag, one.candidates) }))}
        value={filter.tag ?? null}
        onChange={(value) => onChange('tag', value)}
      />
    </Group>
  );
}

const personColumns: readonly Column<PersonRow>[] = [
  {
    key: 'candidate',
    title: titles.candidate,
    isName: true,
    render: (row) => (
      <>
        {row.name ?? row.externalId}
        {row.name !== null && (
          <Text span size="xs" c="dimmed" display="block">
            {row.externalId}
          </Text>
        )}
      </>
    ),
  },
  {
    key: 'headline',
    title: titles.headline,
    render: ({ headline }) => (
      <Text span size="sm" lineClamp={1}>
        {headline ?? '–'}
      </Text>
    ),
  },
  { key: 'tags', title: titles.tags, hideNarrow: true, render: (row) => <Tags {...row} /> },
  {
    key: 'ready',
    title: titles.ready,
    render: ({ embeddingStatus, embeddingError }) => (
      <span title={embeddingError ?? undefined}>
        <ToneBadge tone={tones[embeddingStatus]} size="sm">
          {words.statuses[embeddingStatus]}
        </ToneBadge>
      </span>
    ),
  },
  {
    key: 'changed',
    title: titles.changed,
    hideNarrow: true,
    render: ({ updatedAt }) => (
      <Text span size="sm" c="dimmed">
        <DateTime value={updatedAt} style="relative" />
      </Text>
    ),
  },
];
