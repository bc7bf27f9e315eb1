import type { FeatureText } from './feature-text.ts';
import { accentFeatures } from './features-accent.ts';
import { fluencyFeatures } from './features-fluency.ts';
import { vocabularyFeatures } from './features-vocabulary.ts';
import { inLanguage } from './language.ts';

const english: Readonly<Record<string, FeatureText>> = {
  ...vocabularyFeatures,
  ...fluencyFeatures,
  ...accentFeatures,
};
/** What is read of each, in the console's language. */
const words: Readonly<Record<string, Pick<FeatureText, 'title' | 'help' | 'unit'>>> = inLanguage(
  'featureWords',
  english,
);

/** By the name of the feature; texts are missing for what later versions measure. */
export const featureTexts: Readonly<Record<string, FeatureText>> = Object.fromEntries(
  Object.entries(english).map(([name, feature]) => [name, { ...feature, ...words[name] }]),
);
