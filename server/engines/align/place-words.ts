import type { AlignedPhone, Span } from '../../domain/transcript/types.ts';
import type { Native } from '../../native.ts';
import { type FramePosteriors, frameMs } from './frame-model.ts';
import { classOfPhone, frameClasses, silenceClass } from './phones.ts';
import type { Pronunciation } from './pronunciation.ts';

const classes = frameClasses.length;

/** A word whose frames fit its phones worse than this on average (nats) was not said there. */
const minWordLogPosterior = -9;

export interface PlacedWord extends Span {
  phones: AlignedPhone[];
  gop: number;
  entropy: number;
}

/**
 * Forced alignment of one utterance: the best path through all phones in order, with optional silence before,
 * between and after the words.
 *
 * @param startMs where the posteriors begin on the recording's clock
 * @returns one entry a word; undefined for words that were not found. All are undefined when the utterance is
 *   too short to hold them.
 */
export function placeWords(
  viterbi: Native['viterbi'],
  posteriors: FramePosteriors,
  pronunciations: readonly Pronunciation[],
  startMs: number,
): (PlacedWord | undefined)[] {
  const labels: number[] = [silenceClass];
  const wordStates = pronunciations.map((phones) => {
    const first = labels.length;
    labels.push(...phones.map(classOfPhone), silenceClass);
    return { first, end: labels.length - 1 };
  });
  const { path, score } = viterbi(
    posteriors.data,
    classes,
    Int32Array.from(labels),
    Uint8Array.from(labels, (label) => (label === silenceClass ? 1 : 0)),
  );
  if (score === Number.NEGATIVE_INFINITY) return pronunciations.map(() => undefined);

  // Frames of every state; each phone has at least one, silences may have none.
  const firstFrame = new Int32Array(labels.length).fill(-1);
  const frameCount = new Int32Array(labels.length);
  for (const [frame, state] of path.entries()) {
    if (firstFrame[state] === -1) firstFrame[state] = frame;
    frameCount[state]!++;
  }
  const atMs = (frame: number) => startMs + frame * frameMs;

  return wordStates.map(({ first, end }) => {
    const phones: AlignedPhone[] = [];
    let [frames, gapSum, logSum, entropySum] = [0, 0, 0, 0];
    for (let state = first; state < end; state++) {
      const [from, count] = [firstFrame[state]!, frameCount[state]!];
      const heard = hear(posteriors, from, count, labels[state]!);
      phones.push({
        phone: frameClasses[labels[state]!]!,
        startMs: atMs(from),
        endMs: atMs(from + count),
        gop: heard.gap / count,
        logPosterior: heard.log / count,
        entropy: heard.entropy / count,
        ...(posteriors.acceptable ? { acceptability: heard.acceptable / count } : {}),
      });
      frames += count;
      gapSum += heard.gap;
      logSum += heard.log;
      entropySum += heard.entropy;
    }
    if (logSum / frames < minWordLogPosterior) return undefined;
    return {
      startMs: phones[0]!.startMs,
      endMs: phones.at(-1)!.endMs,
      phones,
      gop: gapSum / frames,
      entropy: entropySum / frames,
    };
  });
}

/** Sums over frames: log p(label), log p(label) − log p(best class), entropy of the posterior (nats), logit of acceptance. */
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
