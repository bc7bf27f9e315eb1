import { formatNumber } from '../../components/format.ts';
import classes from './verdict.module.css';

/** "71" or "90.5". */
export const formatScore = (score: number): string => formatNumber(Number(score.toFixed(1)));

/** A match's score in a list: the figure, and its length as a bar. */
export function ScoreCell({ score }: { score: number | null }) {
  if (score === null) return <span>–</span>;
  return (
    <span className={classes.score}>
      <span className={classes.scoreNumber}>{formatScore(score)}</span>
      <span className={classes.scoreTrack} aria-hidden>
        <span className={classes.scoreFill} style={{ display: 'block', width: `${score}%` }} />
      </span>
    </span>
  );
}
