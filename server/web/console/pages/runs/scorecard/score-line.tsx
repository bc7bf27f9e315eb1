import type { CutPoints } from '../../../../../domain/scoring/calibration.ts';
import { levelBand } from '../../../../../domain/scoring/cefr-levels.ts';
import { runTexts } from '../../../texts/run.ts';
import { formatScore } from '../scores/scale.ts';
import { ScoreScale } from '../scores/score-scale.tsx';
import classes from './scorecard.module.css';

interface ScoreLineProps {
  name: keyof typeof runTexts.dimensions;
  score: number | null;
  level: string | null;
  interval: readonly [number, number] | null;
  confidence?: keyof typeof runTexts.confidence | undefined;
  cutPoints: CutPoints;
}

/** A score as a line of the scorecard. */
export function ScoreLine({ name, score, level, interval, confidence, cutPoints }: ScoreLineProps) {
  const title = runTexts.dimensions[name];
  return (
    <div className={classes.score}>
      <span className={classes.scoreName}>{title}</span>
      {score === null ? (
        <span className={classes.small} style={{ gridColumn: 'span 2' }}>
          {runTexts.notScored}
        </span>
      ) : (
        <>
          <span>
            <span className={classes.scoreFigure}>{formatScore(score)}</span>{' '}
            <span className={classes.level}>{level}</span>
          </span>
          <div>
            <ScoreScale label={title} score={score} interval={interval} level={level} cutPoints={cutPoints} />
            <div className={classes.small}>
              {[
                interval && runTexts.levels(levelBand(score, interval, cutPoints)),
                interval && runTexts.interval(formatScore(interval[0]), formatScore(interval[1])),
                confidence && runTexts.confidence[confidence].toLowerCase(),
              ]
                .filter(Boolean)
                .join(', ')}
            </div>
          </div>
        </>
      )}
    </div>
  );
}
