import type { Span } from '../../domain/transcript/types.ts';

/** A piece of recording that is aligned on its own. */
export interface Chunk {
  /** Words `from` (inclusive) to `to` (exclusive). */
  from: number;
  to: number;
  /** Where to look for them, on the recording's clock. Neighbouring windows may touch or overlap a little. */
  window: Span;
}

/** A pause at least this long always parts two chunks: the model was trained on utterances, not on silence. */
const partingPauseMs = 700;
/** Longer chunks are parted at their longest pause, so that time stays linear and an error stays local. */
const maxChunkMs = 12_000;
/** Without any pause to part at, a chunk may grow this long before it is parted between two words. */
const maxUnbrokenMs = 25_000;
/** How far a recogniser may stretch a word into a pause and still be corrected before aligning. */
const maxStretchMs = 400;
/** How far a window reaches into the pause around its words: recognisers place words early or late. */
const marginMs = { min: 120, max: 350 };

/**
 * Parts words into chunks at pauses: where the recogniser left a gap, or no speech was detected although words
 * reach a little into it.
 *
 * @param words in time order
 * @param speech spans with speech, in order; empty when unknown
 */
export function partIntoChunks(words: readonly Span[], speech: readonly Span[], durationMs: number): Chunk[] {
  if (words.length === 0) return [];
  const pauses = words.slice(1).map((word, index) => pauseBetween(words[index]!, word, speech));
  const cuts = new Set<number>();
  const lengthOf = (pause: Span) => pause.endMs - pause.startMs;
  for (const [index, pause] of pauses.entries()) if (lengthOf(pause) >= partingPauseMs) cuts.add(index + 1);

  const waiting: [from: number, to: number][] = [];
  let from = 0;
  for (const cut of [...cuts, words.length]) {
    waiting.push([from, cut]);
    from = cut;
  }
  for (let part = waiting.pop(); part; part = waiting.pop()) {
    const [first, end] = part;
    const lastsMs = words[end - 1]!.endMs - words[first]!.startMs;
    if (lastsMs <= maxChunkMs || end - first < 2) continue;
    let longest = first + 1;
    for (let at = first + 1; at < end; at++) {
      if (lengthOf(pauses[at - 1]!) > lengthOf(pauses[longest - 1]!)) longest = at;
    }
    if (lengthOf(pauses[longest - 1]!) < 40) {
      if (lastsMs <= maxUnbrokenMs) continue;
      longest = (first + end) >> 1;
    }
    cuts.add(longest);
    waiting.push([first, longest], [longest, end]);
  }

  const edges = [0, ...[...cuts].sort((a, b) => a - b), words.length];
  return edges.slice(0, -1).map((first, index) => {
    const end = edges[index + 1]!;
    const before = first === 0 ? { startMs: 0, endMs: words[first]!.startMs } : pauses[first - 1]!;
    const after =
      end === words.length ? { startMs: words[end - 1]!.endMs, endMs: durationMs } : pauses[end - 1]!;
    return {
      from: first,
      to: end,
      window: {
        startMs: Math.max(0, before.endMs - reach(lengthOf(before))),
        endMs: Math.min(durationMs, after.startMs + reach(lengthOf(after))),
      },
    };
  });
}

/** How far a word at a window's edge may reach out of it: windows are cut where it is quiet. */
const windowMarginMs = 120;

/** One chunk for each window in which a recogniser heard words; words between windows go to the next one. */
export function chunksOfWindows(
  words: readonly Span[],
  windows: readonly Span[],
  durationMs: number,
): Chunk[] {
  const chunks: Chunk[] = [];
  let at = 0;
  for (const [index, window] of windows.entries()) {
    const from = at;
    const last = index === windows.length - 1;
    while (at < words.length && (last || middleMs(words[at]!) < window.endMs)) at++;
    if (at === from) continue;
    chunks.push({
      from,
      to: at,
      window: {
        startMs: Math.max(0, window.startMs - windowMarginMs),
        endMs: Math.min(durationMs, window.endMs + windowMarginMs),
      },
    });
  }
  return chunks;
}

const middleMs = ({ startMs, endMs }: Span): number => (startMs + endMs) / 2;

const reach = (pauseMs: number): number => Math.max(marginMs.min, Math.min(marginMs.max, pauseMs));

/**
 * The longest stretch without a word or without speech between two words. A silence that reaches far into one of them
 * is left to the aligner: only the aligner can tell on which side of it the word was said.
 */
function pauseBetween(left: Span, right: Span, speech: readonly Span[]): Span {
  const gap = { startMs: left.endMs, endMs: Math.max(left.endMs, right.startMs) };
  const within = {
    startMs: Math.round(Math.max((left.startMs + left.endMs) / 2, left.endMs - maxStretchMs)),
    endMs: Math.round(Math.min((right.startMs + right.endMs) / 2, gap.endMs + maxStretchMs)),
  };
  let best = gap;
  let quietFromMs = within.startMs;
  const consider = (toMs: number) => {
    const whole = quietFromMs > within.startMs && toMs < within.endMs;
    if (whole && toMs - quietFromMs > best.endMs - best.startMs) best = { startMs: quietFromMs, endMs: toMs };
  };
  for (const span of speechAround(speech, within)) {
    consider(Math.min(span.startMs, within.endMs));
    quietFromMs = Math.max(quietFromMs, span.endMs);
  }
  return best;
}

/** Spans that touch `within`, found by bisection: a long recording has thousands. */
function* speechAround(speech: readonly Span[], within: Span): Generator<Span> {
  let [low, high] = [0, speech.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (speech[middle]!.endMs > within.startMs) high = middle;
    else low = middle + 1;
  }
  for (let at = low; at < speech.length && speech[at]!.startMs < within.endMs; at++) yield speech[at]!;
}
