import type { WordErrorCalibration } from '../transcript/expected-errors.ts';
import { type Calibrated, type DimensionCalibration, predict, type ScaleCalibration } from './calibration.ts';
import type { CandidateSpeech } from './candidate-speech.ts';
import { tooUncertain, widened } from './certainty.ts';
import {
  dimensionScore,
  doubts,
  extraForDoubt,
  type Measured,
  OTHER_LANGUAGE_EXTRA,
  otherLanguage,
  tooLittleSpeech,
  valuesOf,
  withNorms,
} from './dimension-score.ts';
import { distinctInFirst, hdd, mattr, meanDistinct, mtld } from './diversity.ts';
import { distinctPerFloorMinutes, wordsPerFloorMinute } from './production.ts';
import { hedgesPer100Words, lightVerbShare, repeatedBigramShare } from './register.ts';
import { abandonedWords } from './repair.ts';
import { saidWords } from './said-words.ts';
import { meanLogFrequency, meanWordLength, type ReadWord, shareBeyond } from './sophistication.ts';
import type { FrequencyTable } from './text.ts';
import type { Abstention, DimensionScore } from './types.ts';
import { vocabularyEvidence, type WordChoice, wordChoiceOf } from './word-choice.ts';

/** A score with the words and phrases that stand out. */
export type VocabularyResult = DimensionScore & WordChoice;

/**
 * Every measure of the words, those taken back in a repair left out.
 *
 * @param read what was said in the scored words of `speech`, read by a text engine, in the same order
 */
export function measureVocabulary(
  speech: CandidateSpeech,
  read: readonly ReadWord[],
  frequencies: FrequencyTable | null,
  language: string,
): Measured {
  const abandoned = abandonedWords(speech);
  const said = saidWords(speech.words);
  const words = read.filter((_, index) => !abandoned.has(speech.words[said[index]!.of]!));
  const forms = words.map(({ form }) => form);
  const lemmas = words.map(({ lemma }) => lemma);
  const english = language === 'en';
  return {
    wordsPerFloorMinute: {
      value: wordsPerFloorMinute(forms.length, speech.floorMs),
      unit: 'words per minute of floor time',
    },
    distinctPerFloorMinute: {
      value: distinctPerFloorMinutes(forms, speech.floorMs, 1),
      unit: 'distinct words per minute of floor time',
    },
    distinctPer5FloorMinutes: {
      value: distinctPerFloorMinutes(forms, speech.floorMs, 5),
      unit: 'distinct words in five minutes of floor time',
    },
    distinctPer100Words: { value: meanDistinct(forms, 100), unit: 'distinct words in 100' },
    mattr50: { value: mattr(forms, 50), unit: 'ratio' },
    mtld: { value: mtld(forms), unit: 'words' },
    logFrequency: {
      value: frequencies ? meanLogFrequency(words, frequencies) : undefined,
      unit: 'log10 occurrences',
    },
    beyond2000Share: {
      value: frequencies ? shareBeyond(words, frequencies, 2000) : undefined,
      unit: 'share',
    },
    beyond5000Share: {
      value: frequencies ? shareBeyond(words, frequencies, 5000) : undefined,
      unit: 'share',
    },
    wordLength: { value: meanWordLength(words), unit: 'letters' },
    lemmasInFirst100: { value: distinctInFirst(lemmas, 100), unit: 'distinct lemmas' },
    lemmasInFirst300: { value: distinctInFirst(lemmas, 300), unit: 'distinct lemmas' },
    hdd42: { value: hdd(forms), unit: 'ratio' },
    repeatedBigramShare: { value: repeatedBigramShare(words), unit: 'share' },
    hedgesPer100Words: { value: english ? hedgesPer100Words(words) : undefined, unit: 'per 100 words' },
    lightVerbShare: { value: english ? lightVerbShare(words) : undefined, unit: 'share of verbs' },
  };
}

/** What the measures of rare words rest on, where that is not what the norms were counted in. */
function wordListWarnings(frequencies: FrequencyTable | null, foreign: boolean): string[] {
  if (!frequencies) return ['No word-frequency list is installed for this language.'];
  return foreign ? [`How common words are was counted in: ${frequencies.source}.`] : [];
}

/**
 * Vocabulary: 0–5 with a 90 % interval, from the candidate's scored words only.
 *
 * @param words what was said in the scored words of `speech`, read by a text engine, in the same order
 * @param frequencies null where the language has no word list: the score does without, with a wider interval
 * @returns an abstention under 60 s of speech or 100 scored words, or where so much was misheard that the interval says nothing
 */
export function scoreVocabularyOf(
  speech: CandidateSpeech,
  words: readonly ReadWord[],
  frequencies: FrequencyTable | null,
  language: string,
  calibration: {
    vocabulary: Calibrated<DimensionCalibration>;
    scale: ScaleCalibration;
    wordErrors: Pick<WordErrorCalibration, 'widen'>;
  },
): VocabularyResult | Abstention {
  const abstention = tooLittleSpeech(speech, 'vocabulary');
  if (abstention) return abstention;
  const measured = measureVocabulary(speech, words, frequencies, language);
  const foreign = language !== 'en';
  const predicted = predict(calibration.vocabulary, valuesOf(measured), {
    evidenceAmount: words.length,
    // Misheard words are new words: they make a vocabulary look more varied than it is.
    extraShare: extraForDoubt(speech) + (foreign ? OTHER_LANGUAGE_EXTRA : 0),
  });
  const prediction = widened(predicted, 'vocabulary', speech, calibration.wordErrors);
  const borrowed = foreign ? predicted : undefined;
  const uncertain = tooUncertain(prediction, 'vocabulary', speech, calibration.scale, borrowed);
  if (uncertain) return uncertain;
  const score = dimensionScore({
    prediction,
    calibration: calibration.vocabulary,
    scale: calibration.scale,
    features: withNorms(measured, calibration.vocabulary),
    evidence: vocabularyEvidence(speech, words, frequencies),
    warnings: [
      ...(foreign ? [otherLanguage(language)] : []),
      ...wordListWarnings(frequencies, foreign),
      ...doubts(speech, prediction.score, calibration.vocabulary),
    ],
  });
  return { ...score, ...wordChoiceOf(speech, words, frequencies) };
}
