import { Anchor, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { CorpusRow } from '../../../../modules/console/search/contract.ts';
import { reading } from '../../api/reads.ts';
import { useClientId } from '../../api/session.ts';
import type { Column } from '../../components/data-table.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { formatCount, formatShare } from '../../components/format.ts';
import { ListSection, listOf } from '../../components/list-page.tsx';
import { ToneBadge } from '../../components/status-badge.tsx';
import { poolName, searchTexts } from '../../texts/search.ts';

const { columns: titles, corpus: words, empty } = searchTexts;
const LIVE_EVERY_MS = 2000;

/** How far the candidates of a corpus are. */
export function Readiness({ corpus }: { corpus: Pick<CorpusRow, 'candidates' | 'embedded' | 'failed'> }) {
  const { candidates, embedded, failed } = corpus;
  if (embedded === candidates) return <ToneBadge tone="positive">{words.all}</ToneBadge>;
  return (
    <ToneBadge tone={failed > 0 && embedded + failed === candidates ? 'warning' : 'info'}>
      {words.ready(formatShare(Math.floor((100 * embedded) / candidates) / 100))}
    </ToneBadge>
  );
}

const columns: readonly Column<CorpusRow>[] = [
  {
    key: 'corpus',
    title: titles.corpus,
    isName: true,
    render: ({ corpusId }) => poolName(corpusId),
    sortBy: ({ corpusId }) => poolName(corpusId).toLowerCase(),
  },
  {
    key: 'candidates',
    title: titles.candidates,
    align: 'end',
    render: ({ candidates }) => <span data-figures>{formatCount(candidates)}</span>,
    sortBy: ({ candidates }) => candidates,
  },
  {
    key: 'ready',
    title: titles.ready,
    render: (corpus) => (corpus.candidates === 0 ? '–' : <Readiness corpus={corpus} />),
    sortBy: ({ embedded, candidates }) => embedded / Math.max(1, candidates),
  },
  {
    key: 'changed',
    title: titles.changed,
    render: ({ changedAt }) => (
      <Text span size="sm" c="dimmed">
        <DateTime value={changedAt} style="relative" />
      </Text>
    ),
    sortBy: ({ changedAt }) => changedAt,
  },
];

/** Every corpus with how many candidates it has and how many of them are ready. */
export function CorporaTable() {
  const clientId = useClientId();
  const query = useQuery({
    ...reading('GET /clients/:clientId/corpora', { params: { clientId } }),
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ pending }) => pending > 0) ? LIVE_EVERY_MS : false,
  });
  return (
    <ListSection
      label={searchTexts.tabs.corpora}
      list={listOf(query, ({ items }) => items)}
      columns={columns}
      rowKey={({ corpusId }) => corpusId}
      rowLink={({ corpusId }) => `/c/${clientId}/cv-search/corpora/${corpusId}`}
      empty={{
        icon: IconUsers,
        title: empty.corporaTitle,
        text: empty.corporaBody,
        action: <Anchor href="/docs">{empty.guide}</Anchor>,
      }}
    />
  );
}
