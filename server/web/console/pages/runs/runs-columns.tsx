import { Badge, Group, Text } from '@mantine/core';
import type { RunRow } from '../../../../modules/console/runs/contract.ts';
import { CefrBadge } from '../../components/cefr-badge.tsx';
import type { Column } from '../../components/data-table.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { formatClock } from '../../components/format.ts';
import { serviceTypeName } from '../../components/service-types.ts';
import { StatusBadge } from '../../components/status-badge.tsx';
import { runsTexts } from '../../texts/runs.ts';
import { languageName } from './languages.ts';
import { runName } from './run-name.ts';
import { USUAL } from './runs-filter.ts';
import { formatScore } from './scores/scale.ts';

const { columns } = runsTexts;
const TAGS_SHOWN = 2;

/** Keys of sortable columns are the server's words for them. */
export const runColumns: readonly Column<RunRow>[] = [
  { key: 'name', title: columns.name, isName: true, render: (run) => <Name run={run} /> },
  {
    key: 'status',
    title: columns.status,
    isNarrow: true,
    render: ({ status, progress }) => (
      <StatusBadge status={status} {...(progress && { label: runsTexts.percentDone(progress.fraction) })} />
    ),
  },
  {
    key: 'overall',
    title: columns.overall,
    isNarrow: true,
    serverSort: true,
    render: ({ scores }) => <Score score={scores.overall} level={scores.cefrLevel} />,
  },
  ...(['vocabulary', 'fluency', 'accent'] as const).map(
    (dimension): Column<RunRow> => ({
      key: dimension,
      title: columns[dimension],
      isNarrow: true,
      align: 'end',
      hideNarrow: true,
      serverSort: true,
      render: ({ scores }) => <Figure score={scores[dimension]} level={scores[`${dimension}Cefr`]} />,
    }),
  ),
  {
    key: 'audio',
    title: columns.audio,
    isNarrow: true,
    serverSort: true,
    render: ({ audio }) =>
      audio.durationMs === null ? (
        '–'
      ) : (
        <Text size="sm" style={{ whiteSpace: 'nowrap' }} component="span">
          {formatClock(audio.durationMs)}
          <Text span c="dimmed" size="sm" ml={8}>
            {languageName(audio.languageCode ?? audio.requestedLanguage)}
          </Text>
        </Text>
      ),
  },
  {
    key: 'tags',
    title: columns.tags,
    hideNarrow: true,
    render: ({ tags }) => (
      <Group gap={4} wrap="nowrap">
        {tags.slice(0, TAGS_SHOWN).map((tag) => (
          <Badge key={tag} color="gray" miw={0} maw={130} title={tag}>
            {tag}
          </Badge>
        ))}
        {tags.length > TAGS_SHOWN && (
          <Text size="xs" c="dimmed" title={tags.join(', ')}>
            {runsTexts.more(tags.length - TAGS_SHOWN)}
          </Text>
        )}
      </Group>
    ),
  },
  {
    key: 'submitted',
    title: columns.submitted,
    isNarrow: true,
    align: 'end',
    serverSort: true,
    render: ({ createdAt }) => <DateTime value={createdAt} style="relative" />,
  },
];

function Name({ run }: { run: RunRow }) {
  return (
    <Group gap={8} display="inline-flex">
      <span>{runName(run)}</span>
      {run.serviceType !== USUAL && <Badge color="blue">{serviceTypeName(run.serviceType)}</Badge>}
      {run.isPlayground && <Badge color="gray">{runsTexts.playgroundRun}</Badge>}
    </Group>
  );
}

function Score({ score, level }: { score: number | null; level: string | null }) {
  if (score === null) return <>–</>;
  return (
    <Group gap={8} wrap="nowrap" display="inline-flex">
      <CefrBadge level={level} />
      <Text span fw={600} size="sm" data-figures>
        {formatScore(score)}
      </Text>
    </Group>
  );
}

function Figure({ score, level }: { score: number | null; level: string | null }) {
  if (score === null) return <>–</>;
  return (
    <span style={{ whiteSpace: 'nowrap' }}>
      {formatScore(score)}
      <Text span c="dimmed" size="xs" ml={5}>
        {level}
      </Text>
    </span>
  );
}
