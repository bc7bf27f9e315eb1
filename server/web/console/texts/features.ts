import type { FeatureText } from './feature-text.ts';
import { accentFeatures } from './features-accent.ts';
import { fluencyFeatures } from './features-fluency.ts';
import { vocabularyFeatures } from './features-vocabulary.ts';

/** By the name of the feature; texts are missing for what later versions measure. */
export const featureTexts: Readonly<Record<string, FeatureText>> = {
  ...vocabularyFeatures,
  ...fluencyFeatures,
  ...accentFeatures,
};
