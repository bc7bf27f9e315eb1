import { Anchor, Group, Paper, Stack, Text, Tooltip } from '@mantine/core';
import type { CutPoints } from '../../../../../domain/scoring/calibration.ts';
import { levelBand } from '../../../../../domain/scoring/cefr-levels.ts';
import type { Dimension as DimensionName } from '../../../../../domain/scoring/types.ts';
import type { Dimension } from '../../../../../modules/console/runs/contract.ts';
import { CefrBadge } from '../../../components/cefr-badge.tsx';
import { runTexts } from '../../../texts/run.ts';
import { isScored } from '../player/transcript-marks.ts';
import { formatScore, likelyLevels } from './scale.ts';
import { ScoreScale } from './score-scale.tsx';

interface ScoreCardProps {
  name: DimensionName;
  score: number | null;
  level: string | null;
  /** Null without an analysis. */
  dimension: Dimension | null;
  cutPoints: CutPoints;
  /** Shows what the score rests on. */
  onExplain?: () => void;
}

/** One dimension: level, score, how sure, and the way to what it rests on. */
export function ScoreCard({ name, score, level, dimension, cutPoints, onExplain }: ScoreCardProps) {
  const title = runTexts.dimensions[name];
  const scored = isScored(dimension) ? dimension : null;
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Stack gap={8} h="100%">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <div>
            <Text fw={600}>{title}</Text>
            <Text size="xs" c="dimmed">
              {runTexts.dimensionHelp[name]}
            </Text>
          </div>
          <CefrBadge level={level} size="lg" />
        </Group>
        {score === null ? (
          <Text size="sm" c="dimmed">
            {dimension && !scored && 'reason' in dimension ? dimension.reason : runTexts.notScored}
          </Text>
        ) : (
          <>
            <ScoreFigure score={score} />
            <ScoreScale
              label={title}
              score={score}
              interval={scored?.interval ?? null}
              level={level}
              cutPoints={cutPoints}
            />
            {scored && <Certainty dimension={scored} cutPoints={cutPoints} />}
          </>
        )}
        {onExplain && scored && (
          <Anchor component="button" type="button" size="xs" onClick={onExplain} mt="auto" ta="start">
            {runTexts.howScored}
          </Anchor>
        )}
      </Stack>
    </Paper>
  );
}

export function ScoreFigure({ score, size = 28 }: { score: number; size?: number }) {
  return (
    <Text fz={size} fw={640} lh={1.1} data-figures component="div" style={{ letterSpacing: '-0.02em' }}>
      {formatScore(score)}
      <Text span size="sm" c="dimmed" fw={400} ml={5} style={{ letterSpacing: 0 }}>
        {runTexts.outOfFive}
      </Text>
    </Text>
  );
}

interface CertaintyProps {
  dimension: Extract<Dimension, { score: number }>;
  cutPoints: CutPoints;
}

function Certainty({ dimension: { score, interval, confidence, cefrPosterior }, cutPoints }: CertaintyProps) {
  const levels = likelyLevels(cefrPosterior);
  return (
    <Text size="xs" c="dimmed" component="div">
      <div>{runTexts.levels(levelBand(score, interval, cutPoints))}</div>
      <Tooltip label={runTexts.confidenceHelp[confidence]}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: its tooltip must be reachable by keyboard */}
        <span tabIndex={0}>
          {runTexts.confidence[confidence]} ·{' '}
          {runTexts.interval(formatScore(interval[0]), formatScore(interval[1]))}
        </span>
      </Tooltip>
      <div title={runTexts.levelChances}>
        {levels.map(({ level, percent }) => runTexts.chance(level, percent)).join(' · ')}
      </div>
    </Text>
  );
}
