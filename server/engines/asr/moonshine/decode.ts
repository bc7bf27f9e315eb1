import { setImmediate } from 'node:timers/promises';
import type { Attention } from '../decoding/attention.ts';
import { loopStart } from '../decoding/loops.ts';
import type { WrittenTokens } from '../decoding/window-words.ts';
import type { FavourPlace, Favours } from './favours.ts';
import { type DecoderStep, frameMs, type MoonshineNetworks } from './networks.ts';
import { endsHere, noMarks, type SentenceMarks } from './sentence-marks.ts';
import { endToken, startToken } from './tokens.ts';

/** What was written for one window. */
export interface Written extends WrittenTokens {
  tokens: number[];
  logProbabilities: number[];
  attention: Attention;
  /** Of each token and of the end: whether a sentence ends in its place (`Recognition.sentenceEnd`). */
  sentenceEnds: number[];
  /** Mean of the tokens' log probabilities, the end's included. */
  meanLogProbability: number;
  /** What decides between several texts of a window; more is better. */
  score: number;
  /** The tokens went round in circles and were cut. */
  looped: boolean;
  /** The decoder came to its end by itself. */
  complete: boolean;
}

/** No person says more tokens a second; the authors of the model stop there as well. */
const tokensPerSecond = 6.5;
const leastTokens = 8;
/** Positions that the model was trained with, less one for the start. */
const mostTokens = 193;
/** An end before the first token is believed from here on: the voice detector has heard a voice. */
const silenceProbability = 0.9;

export const tokenLimit = (frames: number): number =>
  Math.min(mostTokens, leastTokens + Math.ceil((frames * frameMs * tokensPerSecond) / 1000));

/** A text that may be what was said; texts share what they have in common, from the last token back. */
interface Text {
  length: number;
  /** Without the start; the end of the text is a token. */
  last: {
    token: number;
    logProbability: number;
    sentenceEnd: number;
    look: Float32Array;
    before: Text;
  } | null;
  logProbability: number;
  gain: number;
  place: FavourPlace | null;
  looped: boolean;
}

interface Window {
  index: number;
  frames: number;
  limit: number;
  /** Texts that go on, best first; as many as rows are kept for it, or fewer. */
  open: Text[];
  best: { text: Text; complete: boolean; score: number } | null;
  done: boolean;
}

/**
 * Writes down several windows side by side. Of each, the `width` most probable texts are followed; of those that end, the one that
 * is most probable for its length wins. With a width of 1 the most probable token always comes next.
 *
 * @param windows encoder states, frames × width each
 * @throws the signal's reason when aborted
 */
export async function writeWindows(
  networks: MoonshineNetworks,
  windows: readonly Float32Array[],
  {
    width,
    favours,
    marks = noMarks,
    signal,
  }: { width: number; favours?: Favours | undefined; marks?: SentenceMarks; signal: AbortSignal },
): Promise<Written[]> {
  const nothing: Text = {
    ...{ length: 0, last: null, logProbability: 0, gain: 0, looped: false },
    place: favours?.begin() ?? null,
  };
  const all = windows.map((states, index): Window => {
    const frames = states.length / networks.width;
    return { index, frames, limit: tokenLimit(frames), open: [nothing], best: null, done: false };
  });
  let going = all;
  let state = networks.begin(windows);
  let rows = going.map((_, row) => row);
  let tokens = going.map(() => startToken);
  for (let texts = 1; ; texts = width) {
    await setImmediate();
    signal.throwIfAborted();
    const step = await networks.next(state, tokens, rows, { all: favours !== undefined });
    state = step.state;
    const sources = going.map((window, place) => grow(window, step, place * texts, { width, marks }));
    // Windows that have ended stay until it is worth its while to make the batch smaller; nothing of theirs is read.
    const left = going.flatMap(({ done }, place) => (done ? [] : [place]));
    if (left.length === 0) break;
    const kept = left.length <= 0.8 * going.length ? left : [...going.keys()];
    if (kept.length < going.length) state = networks.keepWindows(state, kept);
    rows = kept.flatMap((place) => filled(sources[place]!, width, place * texts));
    tokens = kept.flatMap((place) =>
      filled(
        going[place]!.open.map(({ last }) => last!.token),
        width,
        endToken,
      ),
    );
    going = kept.map((place) => going[place]!);
  }
  return all.map(({ best, frames }) => written(best?.text ?? nothing, best?.complete ?? false, frames));
}

/** Exactly `count` values; those that are missing are made up and never read. */
const filled = (values: readonly number[], count: number, filler: number): number[] =>
  Array.from({ length: count }, (_, index) => values[index] ?? filler);

/**
 * Goes on with the texts of a window.
 *
 * @param firstRow where its texts lie in the step
 * @returns of each text that is followed further, the row it came from
 */
function grow(
  window: Window,
  step: DecoderStep,
  firstRow: number,
  { width, marks }: { width: number; marks: SentenceMarks },
): number[] {
  if (window.done) return [];
  const grown = window.open
    .flatMap((text, at) => growthOf(text, { row: firstRow + at, frames: window.frames, step, marks }))
    .toSorted((a, b) => worthOf(b.text) - worthOf(a.text));
  const offer = (text: Text, complete: boolean) => {
    const score = scoreOf(text);
    if (!window.best || score > window.best.score) window.best = { text, complete, score };
  };
  const kept: typeof grown = [];
  for (const one of grown.slice(0, width === 1 ? 1 : 2 * width)) {
    const { text } = one;
    if (text.last!.token === endToken) offer(text, true);
    else if (isLoop(text)) offer({ ...text, looped: true }, false);
    else if (kept.length < width) kept.push(one);
  }
  window.open = kept.map(({ text }) => text);
  const full = window.open[0] !== undefined && window.open[0].length >= window.limit;
  if (full && !window.best) offer(window.open[0]!, false);
  // What is behind for its length now is followed no further.
  const { best } = window;
  window.done =
    full || kept.length === 0 || (best !== null && window.open.every((text) => scoreOf(text) <= best.score));
  return kept.map(({ row }) => row);
}

const worthOf = ({ logProbability, gain }: Text): number => logProbability + gain;
/**
 * How far a text's length excuses that it is less probable: 0 not at all, 1 wholly (the mean of its tokens). Chosen on learners whom the
 * correction had not heard (../hearing.md); shorter texts would win with 0, in long windows most of all.
 */
const lengthExponent = 0.4;
/** A looped text never wins against one that ends. */
const scoreOf = (text: Text): number =>
  worthOf(text) / Math.max(1, text.length) ** lengthExponent - (text.looped ? 1000 : 0);

/** A text with each of its probable next tokens. */
function growthOf(
  text: Text,
  { row, frames, step, marks }: { row: number; frames: number; step: DecoderStep; marks: SentenceMarks },
): { text: Text; row: number }[] {
  const { tokens, probabilities } = step.top(row);
  const sentenceEnd = endsHere(marks, tokens, probabilities);
  const candidates = new Map(tokens.map((token, at) => [token, probabilities[at]!]));
  for (const token of text.place?.gains.keys() ?? []) candidates.set(token, step.probabilityOf(row, token));
  const look = step.attention(row).slice(0, frames);
  return [...candidates].flatMap(([token, probability]) => {
    if (probability <= 0) return [];
    if (token === endToken && text.length === 0 && probability < silenceProbability) return [];
    const logProbability = Math.log(probability);
    const after = text.place?.after(token);
    return [
      {
        row,
        text: {
          length: text.length + 1,
          last: { token, logProbability, sentenceEnd, look, before: text },
          logProbability: text.logProbability + logProbability,
          gain: text.gain + (after?.gain ?? 0),
          place: after?.place ?? null,
          looped: false,
        },
      },
    ];
  });
}

/** Everything up to here, in order. */
function tokensOf(text: Text) {
  const found: NonNullable<Text['last']>[] = [];
  for (let at = text; at.last; at = at.last.before) found.push(at.last);
  return found.reverse();
}

/** Shorter texts are no loops yet. */
const shortestLoop = 9;
const isLoop = (text: Text): boolean =>
  text.length >= shortestLoop && loopStart(tokensOf(text).map(({ token }) => token)) !== null;

function written(text: Text, complete: boolean, frames: number): Written {
  const steps = tokensOf(text);
  const spoken = complete ? steps.slice(0, -1) : steps;
  const keep = text.looped ? (loopStart(spoken.map(({ token }) => token)) ?? spoken.length) : spoken.length;
  const own = spoken.slice(0, keep);
  return {
    tokens: own.map(({ token }) => token),
    logProbabilities: own.map(({ logProbability }) => logProbability),
    sentenceEnds: steps.slice(0, keep + 1).map(({ sentenceEnd }) => sentenceEnd),
    meanLogProbability: text.length === 0 ? 0 : text.logProbability / text.length,
    score: scoreOf(text),
    looped: text.looped,
    complete,
    attention: {
      heads: 1,
      promptRows: 0,
      // One more than tokens: where the decoder looked when it came to the end.
      rows: steps.slice(0, keep + 1).map(({ look }) => look),
      frames,
      positions: frames,
      positionMs: frameMs,
    },
  };
}
