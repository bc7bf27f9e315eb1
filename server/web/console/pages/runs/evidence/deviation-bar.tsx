import { evidenceTexts } from '../../../texts/evidence.ts';
import classes from './deviation-bar.module.css';
import type { Standing } from './feature-standing.ts';

/** Standard deviations from the middle to either end. */
const REACH = 3;

interface DeviationBarProps {
  deviation: number;
  standing: Standing;
}

/** Where a value lies beside what is usual: the band is the middle two thirds of the norm group. */
export function DeviationBar({ deviation, standing }: DeviationBarProps) {
  const place = 50 + (50 * Math.max(-REACH, Math.min(REACH, deviation))) / REACH;
  return (
    <div className={classes.row}>
      <div className={classes.bar} aria-hidden>
        <div className={classes.usual} />
        <div className={classes.middle} />
        <div className={classes.mark} data-standing={standing} style={{ left: `${place}%` }} />
      </div>
      <span className={classes.word} data-standing={standing}>
        {evidenceTexts.standing[standing]}
      </span>
    </div>
  );
}
