/** Log probabilities of a CTC head, steps × classes; class 0 is the blank. */
export interface CtcPosteriors {
  data: Float32Array;
  classes: number;
}

export interface GreedyPath {
  /** Best class of every step, repetitions and blanks left out. */
  found: number[];
  /** Log probability of the best class at each step. */
  logProbability: number;
  /** Mean of that over the steps whose best class is no blank; 0 where there is none. */
  certainty: number;
}

export function greedyPath({ data, classes }: CtcPosteriors): GreedyPath {
  const found: number[] = [];
  let [before, logProbability, spoken, spokenSum] = [0, 0, 0, 0];
  for (let from = 0; from < data.length; from += classes) {
    let best = 0;
    for (let index = 1; index < classes; index += 1) {
      if (data[from + index]! > data[from + best]!) best = index;
    }
    logProbability += data[from + best]!;
    if (best !== 0) {
      spoken += 1;
      spokenSum += data[from + best]!;
      if (best !== before) found.push(best);
    }
    before = best;
  }
  return { found, logProbability, certainty: spoken === 0 ? 0 : spokenSum / spoken };
}

/** Log probability of the best path that reads `labels` (Graves et al. 2006, maximum for sum); −Infinity without room for it. */
export function bestPathOf({ data, classes }: CtcPosteriors, labels: readonly number[]): number {
  const states = labels.flatMap((label) => [label, 0]);
  states.unshift(0);
  let score = new Float64Array(states.length).fill(Number.NEGATIVE_INFINITY);
  const steps = data.length / classes;
  for (let step = 0; step < steps; step += 1) {
    const next = new Float64Array(states.length).fill(Number.NEGATIVE_INFINITY);
    for (const [state, label] of states.entries()) {
      let best = step === 0 ? (state < 2 ? 0 : Number.NEGATIVE_INFINITY) : score[state]!;
      if (step > 0 && state > 0) best = Math.max(best, score[state - 1]!);
      if (step > 0 && state > 1 && label !== 0 && label !== states[state - 2]) {
        best = Math.max(best, score[state - 2]!);
      }
      next[state] = best + data[step * classes + label]!;
    }
    score = next;
  }
  return Math.max(score.at(-1) ?? Number.NEGATIVE_INFINITY, score.at(-2) ?? Number.NEGATIVE_INFINITY);
}
