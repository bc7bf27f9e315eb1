import type { Analysis } from '../../../../../modules/console/runs/contract.ts';
import { evidenceTexts } from '../../../texts/evidence.ts';
import { runTexts } from '../../../texts/run.ts';
import { scorecardTexts } from '../../../texts/scorecard.ts';
import { DeviationBar } from '../evidence/deviation-bar.tsx';
import { type ShownFeature, shownFeatures } from '../evidence/feature-standing.ts';
import { isScored } from '../player/transcript-marks.ts';
import { dimensionNames } from '../scores/score-overview.tsx';
import classes from './scorecard.module.css';

const MEASURES = 4;

/** The first measures of each dimension beside what is usual. */
export function Measures({ analysis }: { analysis: Analysis }) {
  const parts = dimensionNames.flatMap((name) => {
    const dimension = analysis[name];
    const features = isScored(dimension) ? shownFeatures(dimension.features).filter(({ norm }) => norm) : [];
    return features.length > 0 ? [{ name, features: features.slice(0, MEASURES) }] : [];
  });
  if (parts.length === 0) return null;
  return (
    <section className={classes.block} style={{ breakInside: 'auto' }}>
      <h3>{scorecardTexts.measures}</h3>
      {parts.map(({ name, features }) => (
        <div key={name} style={{ marginBottom: 6, breakInside: 'avoid' }}>
          <div>
            <span className={classes.level}>{runTexts.dimensions[name]}</span>{' '}
            <span className={classes.small}>{sourcesOf(features)}</span>
          </div>
          {features.map((feature) => (
            <Measure key={feature.name} feature={feature} />
          ))}
        </div>
      ))}
    </section>
  );
}

/** Whom the candidate is compared with. */
const sourcesOf = (features: readonly ShownFeature[]): string =>
  [...new Set(features.map(({ norm }) => norm!.source))].map(evidenceTexts.usualFor).join(' ');

function Measure({ feature: { text, value, norm, deviation, standing } }: { feature: ShownFeature }) {
  return (
    <div className={classes.measure}>
      <span>{text.title}</span>
      <b className={classes.number}>{value}</b>
      <span className={`${classes.number} ${classes.small}`}>
        {norm && evidenceTexts.plusMinus(norm.mean, norm.sd)}
      </span>
      {deviation !== null && standing && <DeviationBar deviation={deviation} standing={standing} />}
    </div>
  );
}
