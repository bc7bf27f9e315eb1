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

/** Lower-case words without punctuation or the hesitations "um" and "uh", for comparing transcripts. */
export function comparableWords(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{N}]+(?:'[\p{L}\p{N}]+)*/gu) ?? []
  ).filter((word) => !/^(um|uh|er|erm|hmm)$/.test(word));
}

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
