import { clock } from './clock.ts';
import { fitOf, meanGop } from './fits-sound.ts';
import { languageName } from './language.ts';
import type { AlignedWord, Span } from './types.ts';

/** A stretch of the recording in which another language than the one asked for is spoken. */
export interface OtherLanguage extends Span {
  /** ISO 639-1; null where it is only known that it is not the one asked for. */
  language: string | null;
}

/** A word or a window that speaks for another language (above 0) or against it, by how long it lasts. */
export interface LanguageSign extends Span {
  /** Seconds. */
  evidence: number;
}

/** Words that fit the sound less than this speak for another language; `fitOfSound` has the same scale. */
const fitBetween = 0.3;
/**
 * Seconds of evidence that make a stretch; what it was chosen on and tried on: docs/decisions/0047-hearing-learners.md.
 */
const enoughByFit = 3;
/** A word that no aligner found in the sound, as goodness of pronunciation. */
const notFound = -2;

/** Whisper's probability of the language asked for, below which a window speaks for another; and seconds of evidence as above. */
const probabilityBetween = 0.3;
const enoughByProbability = 5;

/** Where words are not in the sound for so long that another language must be spoken. @param words in time order, aligned */
export const otherLanguageByFit = (words: readonly AlignedWord[]): Span[] =>
  stretchesOf(
    words
      .filter(({ filler }) => !filler)
      .map((word) => ({
        startMs: word.startMs,
        endMs: word.endMs,
        evidence: seconds(word) * (fitBetween - fitOf(word.confidence, word.fit ?? goodness(word))),
      })),
    enoughByFit,
  );

/** Windows in time order, with the probability of the language asked for (its kin's included) and the most probable one. */
export function otherLanguageByProbability(
  windows: readonly (Span & { speechMs: number; probability: number; detected: string })[],
): OtherLanguage[] {
  const signs = windows.map(({ startMs, endMs, speechMs, probability }) => ({
    startMs,
    endMs,
    evidence: (speechMs / 1000) * (probabilityBetween - probability),
  }));
  return stretchesOf(signs, enoughByProbability).map((stretch) => {
    const votes = new Map<string, number>();
    for (const { startMs, endMs, speechMs, detected } of windows) {
      if (startMs >= stretch.startMs && endMs <= stretch.endMs) {
        votes.set(detected, (votes.get(detected) ?? 0) + speechMs);
      }
    }
    const [language] = [...votes].reduce((most, vote) => (vote[1] > most[1] ? vote : most));
    return { ...stretch, language };
  });
}

/**
 * Stretches whose evidence adds up to `enough`, each from its first sign to where the sum is highest: as much evidence against it ends
 * one (Ruzzo and Tompa 1999 find such stretches exactly; this is the cumulative sum of Page 1954).
 */
function stretchesOf(signs: readonly LanguageSign[], enough: number): Span[] {
  const stretches: Span[] = [];
  let [sum, highest, startMs, endMs] = [0, 0, 0, 0];
  const close = () => {
    if (highest >= enough) stretches.push({ startMs, endMs });
    [sum, highest] = [0, 0];
  };
  for (const sign of signs) {
    if (sum === 0) startMs = sign.startMs;
    sum += sign.evidence;
    if (sum > highest) [highest, endMs] = [sum, sign.endMs];
    else if (sum <= 0 || sum < highest - enough) close();
  }
  close();
  return stretches;
}

/** "Another language than English is spoken from 2:10 to 3:40 (German): …", for people; empty without stretches. */
export function toldOtherLanguages(stretches: readonly OtherLanguage[], asked: string | null): string {
  if (stretches.length === 0) return '';
  const times = stretches.map(
    ({ startMs, endMs, language }) =>
      `from ${clock(startMs)} to ${clock(endMs)}${language === null ? '' : ` (${languageName(language)})`}`,
  );
  return (
    `Another language than ${asked === null ? 'the one asked for' : languageName(asked)} is spoken ${new Intl.ListFormat('en').format(times)}: ` +
    'what was said there is neither in the transcript nor in the scores.'
  );
}

const seconds = ({ startMs, endMs }: Span): number => Math.max(1, endMs - startMs) / 1000;

const goodness = ({ phones = [] }: AlignedWord): number => (phones.length === 0 ? notFound : meanGop(phones));
