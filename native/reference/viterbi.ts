import type { Native } from '../../server/native.ts';

/** The textbook form of native/src/viterbi.cc: a table of scores, then the way back. */
export const viterbiReference: Native['viterbi'] = (logProbabilities, classes, labels, skippable) => {
  const frames = Math.floor(logProbabilities.length / classes);
  const states = labels.length;
  const path = new Int32Array(frames);
  if (frames === 0 || states === 0) return { path, score: Number.NEGATIVE_INFINITY };
  const emit = (frame: number, state: number) => logProbabilities[frame * classes + labels[state]!]!;
  const score = Array.from({ length: frames }, () => new Float64Array(states).fill(Number.NEGATIVE_INFINITY));
  score[0]![0] = emit(0, 0);
  if (states > 1 && skippable[0]) score[0]![1] = emit(0, 1);

  const origin = (frame: number, state: number): number => {
    const from = [state, state - 1];
    if (state >= 2 && skippable[state - 1]) from.push(state - 2);
    const previous = score[frame - 1]!;
    return from.reduce((best, next) =>
      (previous[next] ?? Number.NEGATIVE_INFINITY) > previous[best]! ? next : best,
    );
  };
  for (let frame = 1; frame < frames; frame++) {
    for (let state = 0; state < states; state++) {
      score[frame]![state] = score[frame - 1]![origin(frame, state)]! + emit(frame, state);
    }
  }
  const last = score[frames - 1]!;
  let state = states - 1;
  if (states > 1 && skippable[state] && last[state - 1]! > last[state]!) state--;
  const total = last[state]!;
  if (total === Number.NEGATIVE_INFINITY) return { path, score: total };
  for (let frame = frames - 1; frame >= 0; frame--) {
    path[frame] = state;
    if (frame > 0) state = origin(frame, state);
  }
  return { path, score: total };
};
