import { Box, Center, Grid, Group, Paper, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { levelBand } from '../../../../../domain/scoring/cefr-levels.ts';
import type { Dimension as DimensionName } from '../../../../../domain/scoring/types.ts';
import type { FinishedRun, RunDetail } from '../../../../../modules/console/runs/contract.ts';
import { CefrBadge } from '../../../components/cefr-badge.tsx';
import { Section } from '../../../components/section.tsx';
import { runTexts } from '../../../texts/run.ts';
import { doubtsOf } from '../doubts.ts';
import { DoubtsList } from '../doubts-list.tsx';
import { isScored } from '../player/transcript-marks.ts';
import { formatScore } from './scale.ts';
import { ScoreCard, ScoreFigure } from './score-card.tsx';
import type { RadarScore } from './score-radar.tsx';
import { ScoreScale } from './score-scale.tsx';

const ScoreRadar = lazy(async () => ({ default: (await import('./score-radar.tsx')).ScoreRadar }));

export const dimensionNames = ['vocabulary', 'fluency', 'accent'] as const satisfies DimensionName[];

/** What was scored, for the radar. */
export function radarScores({ scores, analysis }: FinishedRun): RadarScore[] {
  return dimensionNames.flatMap((dimension) => {
    const score = scores[dimension];
    const detail = analysis?.[dimension];
    return score === null ? [] : [{ dimension, score, interval: isScored(detail) ? detail.interval : null }];
  });
}

interface AccentUseProps extends Pick<RunDetail, 'overall' | 'cutPoints'> {
  answer: FinishedRun;
}

/** What the score is without accent, and what the client wants of accent. */
export function AccentUse({ answer: { scores, accentUse }, overall, cutPoints }: AccentUseProps) {
  const { overallWithoutAccent: score, cefrLevelWithoutAccent: level } = scores;
  const interval = overall?.withoutAccent?.interval;
  const known = interval && score !== null ? runTexts.levels(levelBand(score, interval, cutPoints)) : level;
  return (
    <Text size="xs" c="dimmed">
      {accentUse === 'counted' && score !== null && known
        ? `${runTexts.withoutAccent(formatScore(score), known)} `
        : ''}
      {runTexts.accentUse[accentUse]}
    </Text>
  );
}

interface ScoreOverviewProps {
  detail: RunDetail;
  answer: FinishedRun;
  onExplain?: (dimension: DimensionName) => void;
}

/** The result at a glance: overall level, the three dimensions, their shape. */
export function ScoreOverview({ detail, answer, onExplain }: ScoreOverviewProps) {
  const { scores, analysis } = answer;
  const { cutPoints, overall } = detail;
  const radar = radarScores(answer);
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, lg: 8 }}>
        <Stack gap="md" h="100%">
          <Paper withBorder p="md" component="section" aria-label={runTexts.dimensions.overall}>
            <Group gap="xl" wrap="wrap" align="center">
              <Stack gap={2}>
                <Text size="xs" c="dimmed" fw={550}>
                  {runTexts.dimensions.overall}
                </Text>
                <Group gap="sm" wrap="nowrap">
                  <CefrBadge level={scores.cefrLevel} size="xl" withMeaning />
                  {scores.overall !== null && <ScoreFigure score={scores.overall} size={32} />}
                </Group>
              </Stack>
              {scores.overall !== null && (
                <Box flex="1 1 16rem">
                  <ScoreScale
                    label={runTexts.dimensions.overall}
                    score={scores.overall}
                    interval={overall?.interval ?? null}
                    level={scores.cefrLevel}
                    cutPoints={cutPoints}
                  />
                  {overall && (
                    <Text size="xs" c="dimmed">
                      {runTexts.levels(levelBand(overall.score, overall.interval, cutPoints))}
                      {' · '}
                      {runTexts.interval(formatScore(overall.interval[0]), formatScore(overall.interval[1]))}
                      {' · '}
                      {runTexts.basedOn(
                        overall.basedOn.map((name) => runTexts.dimensions[name].toLowerCase()),
                      )}
                    </Text>
                  )}
                  <AccentUse answer={answer} overall={overall} cutPoints={cutPoints} />
                </Box>
              )}
            </Group>
          </Paper>
          <DoubtsList doubts={doubtsOf(answer)} />
          <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md" flex={1}>
            {dimensionNames.map((name) => (
              <ScoreCard
                key={name}
                name={name}
                score={scores[name]}
                level={scores[`${name}Cefr`]}
                dimension={analysis?.[name] ?? null}
                cutPoints={cutPoints}
                {...(onExplain && { onExplain: () => onExplain(name) })}
              />
            ))}
          </SimpleGrid>
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 4 }}>
        <Section title={runTexts.profile} description={runTexts.profileNote} h="100%">
          <Center mih={240}>
            {radar.length === dimensionNames.length ? (
              <Suspense fallback={<Skeleton height={240} />}>
                <ScoreRadar scores={radar} />
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
