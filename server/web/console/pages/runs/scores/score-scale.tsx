import type { CutPoints } from '../../../../../domain/scoring/calibration.ts';
import { runTexts } from '../../../texts/run.ts';
import { formatScore, levelZones, percentOfScale } from './scale.ts';
import classes from './score-scale.module.css';

interface ScoreScaleProps {
  /** What is scored, for screen readers. */
  label: string;
  score: number;
  interval: readonly [number, number] | null;
  level: string | null;
  cutPoints: CutPoints;
  /** @default true: names of the levels below */
  withLevels?: boolean;
  /** @default 'indigo' */
  colour?: 'indigo' | 'orange';
}

/** Narrower zones have no room for their level's name. */
const NAMED_FROM_PERCENT = 9;

/** A score on the scale, with the interval it probably lies in and the levels' borders. */
export function ScoreScale({
  label,
  score,
  interval,
  level,
  cutPoints,
  withLevels = true,
  colour = 'indigo',
}: ScoreScaleProps) {
  const zones = levelZones(cutPoints);
  const [low, high] = interval ?? [score, score];
  return (
    <div
      role="img"
      aria-label={runTexts.scaleLabel(label, formatScore(score), formatScore(low), formatScore(high))}
    >
      <div className={classes.scale} data-colour={colour}>
        <div
          className={classes.band}
          style={{ left: `${percentOfScale(low)}%`, width: `${percentOfScale(high) - percentOfScale(low)}%` }}
        />
        {zones.slice(1).map(({ level: name, from }) => (
          <div key={name} className={classes.cut} style={{ left: `${percentOfScale(from)}%` }} />
        ))}
        <div className={classes.mark} style={{ left: `${percentOfScale(score)}%` }} />
      </div>
      {withLevels && (
        <div className={classes.levels}>
          {zones
            .filter(
              ({ level: name, from, to }) =>
                name === level || percentOfScale(to - from) >= NAMED_FROM_PERCENT,
            )
            .map(({ level: name, from, to }) => (
              <span
                key={name}
                className={classes.level}
                data-current={name === level || undefined}
                style={{ left: `${percentOfScale((from + to) / 2)}%` }}
              >
                {name}
              </span>
            ))}
        </div>
      )}
    </div>
  );
}
