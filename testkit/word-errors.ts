import { packOf } from '#server/domain/languages/registry.ts';
import { isHesitation } from '#server/domain/transcript/hesitations.ts';

/** How a hypothesis differs from a reference, in words. */
export interface WordErrors {
  substitutions: number;
  deletions: number;
  insertions: number;
  referenceWords: number;
  /** (substitutions + deletions + insertions) / reference words; may exceed 1. */
  rate: number;
  /** For each word of the hypothesis, whether the reference has it in that place. */
  correct: boolean[];
}

/**
 * A transcript as it is compared: what was said rather than how it is written. Lower-case words without punctuation or hesitations;
 * numbers, signs and abbreviations in words ("5%" is "five percent", "A.I." "ai"), hyphens parting words, American spelling. In
 * languages whose reading is not known only case, punctuation and the language's hesitations are taken away.
 *
 * @param other the transcript it is compared with: of several ways to read a number ("1995", "105") the one found there is taken
 */
export function comparableWords(text: string, language = 'en', other?: string): string[] {
  const reading = packOf(language)?.reading;
  if (!reading) return bareWords(text, language);
  const { needsSaying, spokenForms, joinLetters, oneSpelling } = reading;
  const among = other === undefined ? '' : ` ${comparableWords(other, language).join(' ')} `;
  const raw = text.replaceAll(/\bper cent\b/gi, 'percent').split(/\s+/);
  return raw
    .flatMap((word, at) => {
      const beside = { before: raw[at - 1], after: raw[at + 1] };
      if (!needsSaying(word, beside)) return bareWords(word, language);
      const forms = spokenForms(word, beside).map(joinLetters);
      return forms.find((form) => among.includes(` ${form.map(oneSpelling).join(' ')} `)) ?? forms[0] ?? [];
    })
    .map(oneSpelling);
}

const bareWords = (text: string, language: string): string[] =>
  (
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{M}\p{N}]+(?:'[\p{L}\p{M}\p{N}]+)*/gu) ?? []
  ).filter((word) => !isHesitation(word, language));

/** Word errors of a transcript against a reference, both as comparableWords gives them. */
export const transcriptErrors = (reference: string, hypothesis: string, language = 'en'): WordErrors =>
  wordErrors(
    comparableWords(reference, language, hypothesis),
    comparableWords(hypothesis, language, reference),
  );

/**
 * Word errors by minimum edit distance (the WER of speech recognition).
 * Of several cheapest alignments the one with most matches near the end is taken; the counts do not depend on it.
 */
export function wordErrors(reference: readonly string[], hypothesis: readonly string[]): WordErrors {
  const columns = hypothesis.length + 1;
  const cost = new Uint32Array((reference.length + 1) * columns);
  for (let j = 0; j < columns; j++) cost[j] = j;
  for (let i = 1; i <= reference.length; i++) {
    cost[i * columns] = i;
    for (let j = 1; j < columns; j++) {
      const substitution =
        cost[(i - 1) * columns + j - 1]! + (reference[i - 1] === hypothesis[j - 1] ? 0 : 1);
      cost[i * columns + j] = Math.min(
        substitution,
        cost[(i - 1) * columns + j]! + 1,
        cost[i * columns + j - 1]! + 1,
      );
    }
  }
  const correct = hypothesis.map(() => false);
  let [i, j] = [reference.length, hypothesis.length];
  let [substitutions, deletions, insertions] = [0, 0, 0];
  while (i > 0 || j > 0) {
    const here = cost[i * columns + j]!;
    const same = i > 0 && j > 0 && reference[i - 1] === hypothesis[j - 1];
    if (i > 0 && j > 0 && here === cost[(i - 1) * columns + j - 1]! + (same ? 0 : 1)) {
      if (same) correct[j - 1] = true;
      else substitutions++;
      i--;
      j--;
    } else if (j > 0 && here === cost[i * columns + j - 1]! + 1) {
      insertions++;
      j--;
    } else {
      deletions++;
      i--;
    }
  }
  const errors = substitutions + deletions + insertions;
  const rate = reference.length > 0 ? errors / reference.length : hypothesis.length > 0 ? 1 : 0;
  return { substitutions, deletions, insertions, referenceWords: reference.length, rate, correct };
}
