import type { AlignedPhone, Span } from '../../domain/transcript/types.ts';
import type { Native } from '../../native.ts';
import { type FramePosteriors, frameMs } from './frame-model.ts';
import { frameClasses } from './phones.ts';
import type { Pronunciation } from './pronunciation.ts';
import { type AlignmentCosts, wordGraph } from './word-graph.ts';

const classes = frameClasses.length;

/** Chosen on real and synthetic speech with known errors: lab/bench/alignment/README.md. */
const alignmentCosts: AlignmentCosts = {
  otherSoundFrame: -2.5,
  otherSound: -10,
  missingWord: -10,
  unusualVariant: -1,
};
/** A word whose frames fit its phones worse than this on average (nats) was not said there. */
const minWordLogPosterior = -9;

export interface PlacedWord extends Span {
  /** Which of its pronunciations was said. */
  variant: number;
  phones: AlignedPhone[];
  gop: number;
  entropy: number;
}

/**
 * Forced alignment of one utterance: the best path through the words in order, each in the pronunciation that fits best, with
 * silence or other sound before, between and after them. Words that the sound does not bear out are passed over.
 *
 * @param words for each word its pronunciations
 * @param startMs where the posteriors begin on the recording's clock
 * @returns one entry a word; undefined for words that were not found
 */
export function placeWords(
  bestPath: Native['bestPath'],
  posteriors: FramePosteriors,
  words: readonly (readonly Pronunciation[])[],
  startMs: number,
  costs: AlignmentCosts = alignmentCosts,
): (PlacedWord | undefined)[] {
  const graph = wordGraph(words, costs);
  const { path, score } = bestPath(
    withOtherSound(posteriors, costs.otherSoundFrame),
    classes + 1,
    graph.label,
    graph.beforeFirst,
    graph.before,
    graph.cost,
    graph.begin,
    graph.ends,
  );
  const placed: (PlacedWord | undefined)[] = words.map(() => undefined);
  if (score === Number.NEGATIVE_INFINITY) return placed;

  for (let frame = 0; frame < path.length; ) {
    const word = graph.wordOf[path[frame]!]!;
    const from = frame;
    while (frame < path.length && graph.wordOf[path[frame]!] === word) frame++;
    if (word < 0) continue;
    const heard = hearWord(posteriors, path, graph.label, from, frame, startMs);
    placed[word] = heard && { ...heard, variant: graph.variantOf[path[from]!]! };
  }
  return placed;
}

/** A boundary moves at most this far from the edge of its frame, so that no phone vanishes. */
const mostShiftMs = 6;

/**
 * Where one class gives way to the next, finer than a frame: between the middles of the two frames, where their log odds cross zero
 * on a straight line.
 */
function boundaryMs({ frames, data }: FramePosteriors, frame: number, left: number, right: number): number {
  const edgeMs = frame * frameMs;
  if (frame <= 0 || frame >= frames || left >= classes || right >= classes) return edgeMs;
  const odds = (at: number) => data[at * classes + right]! - data[at * classes + left]!;
  const [before, after] = [odds(frame - 1), odds(frame)];
  if (before >= 0 || after <= 0) return edgeMs;
  const shiftMs = (-before / (after - before) - 0.5) * frameMs;
  return edgeMs + Math.round(Math.max(-mostShiftMs, Math.min(mostShiftMs, shiftMs)));
}

/** Log posteriors with one more class at the end: whatever sounds most like it, less a cost. */
function withOtherSound({ frames, data }: FramePosteriors, cost: number): Float32Array {
  const wider = new Float32Array(frames * (classes + 1));
  for (let frame = 0; frame < frames; frame++) {
    const row = data.subarray(frame * classes, (frame + 1) * classes);
    let best = Number.NEGATIVE_INFINITY;
    for (const value of row) if (value > best) best = value;
    wider.set(row, frame * (classes + 1));
    wider[frame * (classes + 1) + classes] = best + cost;
  }
  return wider;
}

/** The phones of one word, which has frames `from` to before `end` of the path. */
function hearWord(
  posteriors: FramePosteriors,
  path: Int32Array,
  label: Int32Array,
  from: number,
  end: number,
  startMs: number,
): Omit<PlacedWord, 'variant'> | undefined {
  const phones: AlignedPhone[] = [];
  let [gapSum, logSum, entropySum] = [0, 0, 0];
  for (let frame = from; frame < end; ) {
    const [first, state] = [frame, path[frame]!];
    while (frame < end && path[frame] === state) frame++;
    const count = frame - first;
    const edgeMs = (at: number) =>
      startMs + boundaryMs(posteriors, at, label[path[at - 1]!]!, label[path[at]!]!);
    const heard = hear(posteriors, first, count, label[state]!);
    phones.push({
      phone: frameClasses[label[state]!]!,
      startMs: edgeMs(first),
      endMs: edgeMs(frame),
      gop: heard.gap / count,
      logPosterior: heard.log / count,
      entropy: heard.entropy / count,
      ...(posteriors.acceptable && { acceptability: heard.acceptable / count }),
    });
    gapSum += heard.gap;
    logSum += heard.log;
    entropySum += heard.entropy;
  }
  const frames = end - from;
  if (logSum / frames < minWordLogPosterior) return undefined;
  return {
    startMs: phones[0]!.startMs,
    endMs: phones.at(-1)!.endMs,
    phones,
    gop: gapSum / frames,
    entropy: entropySum / frames,
  };
}

/** Sums over frames: log p(label), log p(label) − log p(best class), entropy of the posterior (nats), logit of acceptability. */
function hear(
  { data, acceptable }: FramePosteriors,
  from: number,
  count: number,
  label: number,
): { log: number; gap: number; entropy: number; acceptable: number } {
  let [log, gap, entropy, accepted] = [0, 0, 0, 0];
  for (let frame = from; frame < from + count; frame++) {
    const row = data.subarray(frame * classes, (frame + 1) * classes);
    let best = Number.NEGATIVE_INFINITY;
    for (const value of row) {
      if (value > best) best = value;
      entropy -= value * Math.exp(value);
    }
    log += row[label]!;
    gap += row[label]! - best;
    if (acceptable) accepted += acceptable[frame * classes + label]!;
  }
  return { log, gap, entropy, acceptable: accepted };
}
