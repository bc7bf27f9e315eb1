import { PolarAngleAxis, PolarGrid, PolarRadiusAxis, Radar, RadarChart } from 'recharts';
import type { Dimension as DimensionName } from '../../../../../domain/scoring/types.ts';
import { runTexts } from '../../../texts/run.ts';
import { SCALE_TOP } from './scale.ts';

export interface RadarScore {
  dimension: DimensionName;
  score: number;
  interval: readonly [number, number] | null;
}

interface ScoreRadarProps {
  /** Dimensions that were scored. */
  scores: readonly RadarScore[];
  /** Another candidate's, drawn in another colour and another line. */
  others?: readonly RadarScore[];
  sizePx?: number;
}

const LABEL_GAP_PX = 8;
const LABEL_LETTER_PX = 6.5;

/** The three scores as a shape, with their intervals as a band. */
export function ScoreRadar({ scores, others, sizePx = 320 }: ScoreRadarProps) {
  const rows = (['vocabulary', 'fluency', 'accent'] as const).map((dimension) => ({
    name: runTexts.dimensions[dimension],
    ...placed('', find(scores, dimension)),
    ...placed('other', find(others ?? [], dimension)),
  }));
  // Two labels stand beside the shape, and the picture ends where they do.
  const besidePx = LABEL_LETTER_PX * Math.max(...rows.slice(1).map(({ name }) => name.length));
  return (
    <div role="img" aria-label={runTexts.profileLabel}>
      <RadarChart
        width={sizePx}
        height={sizePx * 0.86}
        data={rows}
        outerRadius={Math.min(sizePx * 0.36, (sizePx / 2 - LABEL_GAP_PX - besidePx) / Math.cos(Math.PI / 6))}
        cy="60%"
        style={{ margin: '0 auto', maxWidth: '100%' }}
        accessibilityLayer={false}
      >
        <PolarGrid stroke="var(--mantine-color-default-border)" />
        <PolarAngleAxis
          dataKey="name"
          tick={{ fill: 'var(--mantine-color-text)', fontSize: 12 }}
          tickLine={false}
        />
        <PolarRadiusAxis
          domain={[0, SCALE_TOP]}
          // The ends say what they are by where they are.
          ticks={[1, 2, 3, 4]}
          angle={90}
          axisLine={false}
          tick={{ fill: 'var(--mantine-color-dimmed)', fontSize: 10 }}
        />
        <Band dataKey="band" colour="indigo" />
        <Line dataKey="score" colour="indigo" />
        {others && <Band dataKey="otherband" colour="orange" />}
        {others && <Line dataKey="otherscore" colour="orange" isDashed />}
      </RadarChart>
    </div>
  );
}

const find = (scores: readonly RadarScore[], dimension: DimensionName) =>
  scores.find((one) => one.dimension === dimension);

/** What was not scored is at the centre of the shape, where nothing else is. */
const placed = (prefix: string, found: RadarScore | undefined) => ({
  [`${prefix}score`]: found?.score ?? 0,
  [`${prefix}band`]: found ? (found.interval ?? [found.score, found.score]) : [0, 0],
});

function Band({ dataKey, colour }: { dataKey: string; colour: string }) {
  return (
    <Radar
      dataKey={dataKey}
      stroke="none"
      fill={`var(--mantine-color-${colour}-5)`}
      fillOpacity={0.25}
      isAnimationActive={false}
    />
  );
}

function Line({
  dataKey,
  colour,
  isDashed = false,
}: {
  dataKey: string;
  colour: string;
  isDashed?: boolean;
}) {
  return (
    <Radar
      dataKey={dataKey}
      stroke={`var(--mantine-color-${colour}-5)`}
      strokeWidth={2}
      {...(isDashed && { strokeDasharray: '5 4' })}
      fill="none"
      dot={{ r: 3, fill: `var(--mantine-color-${colour}-5)`, fillOpacity: 1 }}
      isAnimationActive={false}
    />
  );
}
