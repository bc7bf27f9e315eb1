import { Badge, Text, Tooltip } from '@mantine/core';
import type { MatchRow } from '../../../../modules/console/matches/contract.ts';
import type { Column } from '../../components/data-table.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { matchTexts } from '../../texts/matches.ts';
import { StageBadge } from '../candidates/stage-badge.tsx';
import { ScoreCell } from './score.tsx';
import { VerdictBar } from './verdict.tsx';

const { columns: titles } = matchTexts;

const candidate: Column<MatchRow> = {
  key: 'candidate',
  title: titles.candidate,
  isName: true,
  render: (row) => row.candidateName ?? row.fileName ?? matchTexts.unnamed,
  sortBy: (row) => (row.candidateName ?? row.fileName)?.toLowerCase(),
};

const file: Column<MatchRow> = {
  key: 'file',
  title: matchTexts.match.file,
  hideNarrow: true,
  render: ({ fileName }) => (
    <Text span size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {fileName ?? '–'}
    </Text>
  ),
  sortBy: ({ fileName }) => fileName?.toLowerCase(),
};

const score: Column<MatchRow> = {
  key: 'score',
  title: titles.score,
  render: (row) =>
    row.status === 'finished' ? (
      <>
        <ScoreCell score={row.score} />
        {row.isCapped && (
          <Tooltip label={matchTexts.cappedHint}>
            <Badge color="yellow" size="sm" ml={8} style={{ verticalAlign: 'middle' }}>
              {matchTexts.capped}
            </Badge>
          </Tooltip>
        )}
      </>
    ) : (
      <Status row={row} />
    ),
  sortBy: (row) => row.score,
};

const verdicts: Column<MatchRow> = {
  key: 'verdicts',
  title: titles.verdicts,
  render: (row) => (row.verdicts ? <VerdictBar verdicts={row.verdicts} /> : '–'),
  sortBy: (row) => row.verdicts?.yes,
};

const submitted: Column<MatchRow> = {
  key: 'submitted',
  title: titles.submitted,
  render: ({ createdAt }) => (
    <Text span size="sm" c="dimmed">
      <DateTime value={createdAt} style="relative" />
    </Text>
  ),
  sortBy: ({ createdAt }) => createdAt,
};

const stage: Column<MatchRow> = {
  key: 'stage',
  title: titles.stage,
  render: ({ person }) => (person ? <StageBadge stage={person.stage} standing={person.standing} /> : '–'),
};

/** A job's candidates; the rank is that among all, however the table is sorted here. */
export function rankedColumns(rows: readonly MatchRow[]): readonly Column<MatchRow>[] {
  const ranks = new Map(rows.filter((row) => row.score !== null).map(({ id }, index) => [id, index + 1]));
  const rank: Column<MatchRow> = {
    key: 'rank',
    title: titles.rank,
    isNarrow: true,
    render: ({ id }) => <span data-figures>{ranks.get(id) ?? '–'}</span>,
    sortBy: ({ id }) => ranks.get(id),
  };
  return [rank, candidate, file, score, verdicts, stage, submitted];
}

const job: Column<MatchRow> = {
  key: 'job',
  title: titles.job,
  render: ({ job: { id, title, positionId } }) => (
    <>
      {title || positionId || matchTexts.noTitle}
      {id === null && (
        <Text span size="xs" c="dimmed" display="block">
          {matchTexts.inlineJob}
        </Text>
      )}
    </>
  ),
  sortBy: ({ job: { title } }) => title.toLowerCase(),
};

/** Matches of all jobs. */
export const matchColumns: readonly Column<MatchRow>[] = [candidate, job, score, verdicts, submitted];

function Status({ row }: { row: MatchRow }) {
  const words = row.error?.message ?? row.progress?.label;
  const badge = (
    <span>
      <StatusBadge status={row.status} size="sm" />
    </span>
  );
  return words ? <Tooltip label={words}>{badge}</Tooltip> : badge;
}
