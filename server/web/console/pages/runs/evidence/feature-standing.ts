import type { FeatureValue } from '../../../../../domain/scoring/types.ts';
import { formatDecimal } from '../../../components/format.ts';
import type { FeatureText } from '../../../texts/feature-text.ts';
import { featureTexts } from '../../../texts/features.ts';

export type Standing = 'better' | 'usual' | 'worse' | 'above' | 'below';

/** A measure as it is shown. */
export interface ShownFeature {
  name: string;
  text: FeatureText;
  value: string;
  norm: { mean: string; sd: string; source: string } | null;
  /** Standard deviations from what is usual; null without a norm. */
  deviation: number | null;
  standing: Standing | null;
}

/** Within one standard deviation lie two thirds of the norm group: that is usual. */
const USUAL_WITHIN = 1;

/** The measures of a dimension, those with a norm first, in the server's order. */
export function shownFeatures(features: Readonly<Record<string, FeatureValue>>): ShownFeature[] {
  return Object.entries(features)
    .map(([name, feature]) => shownFeature(name, feature))
    .sort((a, b) => Number(b.norm !== null) - Number(a.norm !== null));
}

function shownFeature(name: string, { value, unit, norm }: FeatureValue): ShownFeature {
  const text: FeatureText = featureTexts[name] ?? { title: asWords(name), help: '', unit };
  const deviation = norm && norm.sd > 0 ? (value - norm.mean) / norm.sd : null;
  return {
    name,
    text,
    value: withUnit(formatValue(value, text), text),
    norm: norm && { mean: formatValue(norm.mean, text), sd: formatValue(norm.sd, text), source: norm.source },
    deviation,
    standing: deviation === null ? null : standingOf(deviation, text.better),
  };
}

export function standingOf(deviation: number, better: FeatureText['better']): Standing {
  if (Math.abs(deviation) <= USUAL_WITHIN) return 'usual';
  if (!better) return deviation > 0 ? 'above' : 'below';
  return deviation > 0 === (better === 'more') ? 'better' : 'worse';
}

/** Three figures or so, and never "-0.00". */
export function formatValue(value: number, { format = 'number' }: Pick<FeatureText, 'format'>): string {
  if (format === 'percent') return `${plain(value * 100, Math.abs(value) < 0.1 ? 1 : 0)} %`;
  if (format === 'ms') return `${plain(value / 1000, 2)} s`;
  const size = Math.abs(value);
  return plain(value, size >= 100 ? 0 : size >= 10 ? 1 : 2);
}

const plain = (value: number, digits: number): string =>
  formatDecimal(value, digits)
    .replace(/^-(?=0([.,]0+)?$)/, '')
    .replace(/^-/, '−');

const withUnit = (value: string, { unit }: FeatureText): string => (unit ? `${value} ${unit}` : value);

/** "midClausePauses" -> "Mid clause pauses". */
function asWords(name: string): string {
  const words = name
    .replace(/([A-Z]|\d+)/g, ' $1')
    .toLowerCase()
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
