import { Anchor, Box, Center, Grid, Group, Skeleton, Stack, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import type { Dimension as DimensionName } from '../../../../../domain/scoring/types.ts';
import { useClientId } from '../../../api/session.ts';
import { CefrBadge } from '../../../components/cefr-badge.tsx';
import { Section } from '../../../components/section.tsx';
import { compareTexts } from '../../../texts/compare.ts';
import { runTexts } from '../../../texts/run.ts';
import { isScored } from '../player/transcript-marks.ts';
import { runName } from '../run-name.ts';
import { formatScore } from '../scores/scale.ts';
import { dimensionNames, radarScores } from '../scores/score-overview.tsx';
import { ScoreScale } from '../scores/score-scale.tsx';
import { type ComparedRun, type Interval, verdictOf } from './difference.ts';

const ScoreRadar = lazy(async () => ({ default: (await import('../scores/score-radar.tsx')).ScoreRadar }));

interface ScoreComparisonProps {
  first: ComparedRun;
  second: ComparedRun;
}

type Name = DimensionName | 'overall';

interface Shown {
  score: number;
  level: string | null;
  interval: Interval | null;
}

function scoreOf({ detail, answer: { scores, analysis } }: ComparedRun, name: Name): Shown | null {
  const score = scores[name];
  if (score === null) return null;
  if (name === 'overall')
    return { score, level: scores.cefrLevel, interval: detail.overall?.interval ?? null };
  const dimension = analysis?.[name];
  return { score, level: scores[`${name}Cefr`], interval: isScored(dimension) ? dimension.interval : null };
}

/** Scores above each other on one scale, and what their difference is worth. */
export function ScoreComparison({ first, second }: ScoreComparisonProps) {
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, lg: 8 }}>
        <Section title={compareTexts.scores} h="100%">
          <Stack gap="lg">
            {(['overall', ...dimensionNames] as const).map((name) => (
              <Compared key={name} name={name} first={first} second={second} />
            ))}
          </Stack>
        </Section>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 4 }}>
        <Section title={compareTexts.profile} description={compareTexts.legend} h="100%">
          <Center mih={260}>
            {[first, second].every(({ answer }) => radarScores(answer).length === dimensionNames.length) ? (
              <Suspense fallback={<Skeleton height={260} />}>
                <ScoreRadar scores={radarScores(first.answer)} others={radarScores(second.answer)} />
              </Suspense>
            ) : (
              <Text size="sm" c="dimmed" ta="center">
                {runTexts.noProfile}
              </Text>
            )}
          </Center>
        </Section>
      </Grid.Col>
    </Grid>
  );
}

function Compared({ name, first, second }: ScoreComparisonProps & { name: Name }) {
  const [a, b] = [scoreOf(first, name), scoreOf(second, name)];
  const isLike = name !== 'overall' || basisOf(first) === basisOf(second);
  const title = runTexts.dimensions[name];
  return (
    <div>
      <Group justify="space-between" mb={6} gap="xs">
        <Text fw={600} size="sm">
          {title}
        </Text>
        <Text size="sm" fw={550}>
          {a && b && isLike ? aheadOf(a, b, first, second) : ''}
        </Text>
      </Group>
      <Line run={first} shown={a} title={title} />
      <Line run={second} shown={b} title={title} isSecond />
      <Text size="xs" c="dimmed" mt={4}>
        {!isLike
          ? compareTexts.otherBasis
          : a && b
            ? a.interval && b.interval
              ? compareTexts.verdicts[
                  verdictOf({ ...a, interval: a.interval }, { ...b, interval: b.interval })
                ]
              : ''
            : compareTexts.notComparable}
      </Text>
    </div>
  );
}

/** Which dimensions an overall score is the mean of. */
const basisOf = ({ detail }: ComparedRun): string => detail.overall?.basedOn.join() ?? '';

function aheadOf(a: Shown, b: Shown, first: ComparedRun, second: ComparedRun): string {
  const difference = Math.round((a.score - b.score) * 10) / 10;
  if (difference === 0) return compareTexts.equal;
  return compareTexts.ahead(
    runName((difference > 0 ? first : second).detail.run),
    formatScore(Math.abs(difference)),
  );
}

interface LineProps {
  run: ComparedRun;
  shown: Shown | null;
  title: string;
  isSecond?: boolean;
}

function Line({ run: { detail }, shown, title, isSecond = false }: LineProps) {
  const clientId = useClientId();
  const name = runName(detail.run);
  return (
    <Group gap="sm" wrap="nowrap" mb={6}>
      <Box w={{ base: 84, sm: 130 }} style={{ flexShrink: 0 }}>
        <Anchor
          component={Link}
          to={`/c/${clientId}/runs/${detail.run.id}`}
          size="sm"
          c="inherit"
          style={{ overflowWrap: 'anywhere' }}
        >
          {name}
        </Anchor>
      </Box>
      <Box w={76} style={{ flexShrink: 0 }}>
        <Group gap={6} wrap="nowrap">
          <Text fw={600} size="sm" data-figures>
            {shown ? formatScore(shown.score) : '–'}
          </Text>
          {shown && <CefrBadge level={shown.level} size="sm" />}
        </Group>
      </Box>
      <Box flex={1}>
        {shown && (
          <ScoreScale
            label={`${name}, ${title}`}
            {...shown}
            cutPoints={detail.cutPoints}
            withLevels={isSecond}
            colour={isSecond ? 'orange' : 'indigo'}
          />
        )}
      </Box>
    </Group>
  );
}
