import { Text, Tooltip } from '@mantine/core';
import type { SearchRow } from '../../../../modules/console/search/contract.ts';
import type { Column } from '../../components/data-table.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { poolName, searchTexts } from '../../texts/search.ts';

const { columns: titles } = searchTexts;

export const positionOf = ({ job }: Pick<SearchRow, 'job'>): string =>
  job.title || job.positionId || searchTexts.noTitle;

/** Searches, the newest first. */
export const searchColumns: readonly Column<SearchRow>[] = [
  {
    key: 'position',
    title: titles.position,
    isName: true,
    render: positionOf,
    sortBy: (row) => positionOf(row).toLowerCase(),
  },
  {
    key: 'corpus',
    title: titles.corpus,
    render: ({ corpusId, filters: { tags } }) => (
      <>
        {poolName(corpusId)}
        {tags.length > 0 && (
          <Text span size="xs" c="dimmed" display="block">
            {tags.join(', ')}
          </Text>
        )}
      </>
    ),
    sortBy: ({ corpusId }) => poolName(corpusId).toLowerCase(),
  },
  {
    key: 'found',
    title: titles.found,
    align: 'end',
    render: (row) =>
      row.found === null || row.searched === null ? (
        <Status row={row} />
      ) : (
        <span data-figures>{searchTexts.found(row.found, row.searched)}</span>
      ),
    sortBy: ({ found }) => found,
  },
  {
    key: 'submitted',
    title: titles.submitted,
    render: ({ createdAt }) => (
      <Text span size="sm" c="dimmed">
        <DateTime value={createdAt} style="relative" />
      </Text>
    ),
    sortBy: ({ createdAt }) => createdAt,
  },
];

function Status({ row }: { row: SearchRow }) {
  const badge = (
    <span>
      <StatusBadge status={row.status} size="sm" />
    </span>
  );
  return row.error ? <Tooltip label={row.error.message}>{badge}</Tooltip> : badge;
}
