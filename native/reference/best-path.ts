import type { Native } from '../../server/native.ts';

/** The textbook form of BestPath in native/src/viterbi.cc: a table of scores, then the way back. */
export const bestPathReference: Native['bestPath'] = (
  logProbabilities,
  classes,
  label,
  beforeFirst,
  before,
  cost,
  begin,
  ends,
) => {
  const frames = Math.floor(logProbabilities.length / classes);
  const states = label.length;
  const path = new Int32Array(frames);
  const none = { path, score: Number.NEGATIVE_INFINITY };
  if (frames === 0 || states === 0) return none;
  const emit = (frame: number, state: number) => logProbabilities[frame * classes + label[state]!]!;
  const score = Array.from({ length: frames }, () => new Float64Array(states));
  const origin = Array.from({ length: frames }, () => new Int32Array(states));
  for (let state = 0; state < states; state++) score[0]![state] = begin[state]! + emit(0, state);
  for (let frame = 1; frame < frames; frame++) {
    for (let state = 0; state < states; state++) {
      let [best, from] = [score[frame - 1]![state]!, state];
      for (let arc = beforeFirst[state]!; arc < beforeFirst[state + 1]!; arc++) {
        const other = score[frame - 1]![before[arc]!]! + cost[arc]!;
        if (other > best) [best, from] = [other, before[arc]!];
      }
      score[frame]![state] = best + emit(frame, state);
      origin[frame]![state] = from;
    }
  }
  const last = score[frames - 1]!;
  let state = -1;
  for (let s = 0; s < states; s++) if (ends[s] && (state < 0 || last[s]! > last[state]!)) state = s;
  if (state < 0 || last[state] === Number.NEGATIVE_INFINITY) return none;
  const total = last[state]!;
  for (let frame = frames - 1; frame >= 0; frame--) {
    path[frame] = state;
    state = origin[frame]![state]!;
  }
  return { path, score: total };
};
