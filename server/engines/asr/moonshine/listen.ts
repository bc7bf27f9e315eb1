import type { Span, Word } from '../../../domain/transcript/types.ts';
import { createStatesFile, runsOfWindow } from '../../align/speech-states.ts';
import type { SoundReader } from '../../audio/pcm.ts';
import { type Chunk, onRecording } from '../decoding/chunks.ts';
import { inOrder } from '../decoding/in-order.ts';
import { loudnessOf } from '../decoding/loudness.ts';
import { windowWords } from '../decoding/window-words.ts';
import { halvesOf, isSilent, openWindow, type Window, windowsOf } from '../decoding/windows.ts';
import type { Recognition } from '../port.ts';
import type { Written } from './decode.ts';
import { favoursOf } from './favours.ts';
import { type HearingParts, hearWindows } from './hear-windows.ts';
import { firstFrameMs, frameMs } from './networks.ts';
import type { MoonshineTokens } from './tokens.ts';

/** Of longer ones less is misheard (../hearing.md), but the networks know 24.6 s at most (1,024 frames). */
const maxWindowMs = 20_000;
/** A window in which the decoder lost itself is divided this often, and none that is shorter. */
const mostDivisions = 2;
const shortestDividedMs = 2000;
/** Heard before the others for a caller that wants the first words early: about a minute. */
const firstWindows = 3;

export interface ListenRequest {
  speech: readonly Span[];
  hotwords: readonly string[];
  statesPath?: string | undefined;
  signal: AbortSignal;
  onProgress?: (fraction: number) => void;
  onFirstWords?: ((first: { words: Word[]; windows: Span[] }) => Promise<void>) | undefined;
}

interface Waiting {
  chunk: Chunk;
  divisions: number;
}

/**
 * Recognises the speech spans of a sound: windows of speech only, those of like length side by side. No window
 * knows what was said in another, so an error in one stays there.
 *
 * @param batch windows side by side; results depend on it in the last digits, because the networks' 8-bit numbers are scaled by batch
 * @throws the signal's reason when aborted
 */
export async function listenWithMoonshine(
  parts: HearingParts & { batch: number },
  sound: SoundReader,
  request: ListenRequest,
): Promise<Recognition> {
  const clock = { width: parts.networks.width, frameMs, firstFrameMs };
  const file = request.statesPath === undefined ? undefined : createStatesFile(request.statesPath, clock);
  try {
    const chunks = await windowsOf(sound, request.speech, maxWindowMs);
    const heard = await hearAll(parts, sound, chunks, request, (chunk, states) => {
      for (const run of runsOfWindow(chunk.pieces, states, clock)) file?.add(run);
    });
    return { ...heard, windows: chunks.map(spanOf), ...(file && { states: file.close() }) };
  } catch (error) {
    file?.close();
    throw error;
  }
}

async function hearAll(
  parts: HearingParts & { batch: number },
  sound: SoundReader,
  chunks: readonly Chunk[],
  { hotwords, signal, onProgress, onFirstWords }: ListenRequest,
  whenHeard: (chunk: Chunk, states: Float32Array) => void,
): Promise<Recognition> {
  const favours = favoursOf(hotwords, parts.tokens);
  const totalMs = chunks.reduce((sum, { durationMs }) => sum + durationMs, 0);
  const heard: Word[] = [];
  let last: { chunk: Chunk; sentenceEnd: number | undefined } | undefined;
  let [doneMs, toldMs] = [0, 0];
  let lost = 0;
  const hear = async (waiting: Waiting[], tell?: ListenRequest['onFirstWords']) => {
    const windows = await Promise.all(waiting.map(({ chunk }) => openWindow(sound, chunk)));
    const audible = [...windows.keys()].filter((index) => !isSilent(windows[index]!));
    const results = await hearWindows(
      parts,
      audible.map((index) => windows[index]!.samples),
      {
        favours,
        signal,
        whenWritten:
          tell &&
          ((written) =>
            tell(
              firstOf(
                audible.map((index) => windows[index]!),
                written,
                parts.tokens,
              ),
            )),
      },
    );
    doneMs += waiting.reduce(
      (sum, { chunk, divisions }) => sum + (divisions === 0 ? chunk.durationMs : 0),
      0,
    );
    for (const [row, index] of audible.entries()) {
      const result = results[row]!;
      const { chunk, divisions } = waiting[index]!;
      if (result.lost && divisions < mostDivisions && chunk.durationMs >= shortestDividedMs) {
        const halves = await halvesOf(sound, chunk);
        for (const half of halves) await hear([{ chunk: half, divisions: divisions + 1 }]);
        continue;
      }
      if (result.lost) lost++;
      const { states, ...text } = result;
      whenHeard(chunk, states);
      const { words, sentenceEnd } = wordsIn(windows[index]!, text, parts.tokens);
      heard.push(...words);
      if (words.length > 0 && (!last || beginsAfter(chunk, last.chunk))) last = { chunk, sentenceEnd };
    }
    // Halves are told of with the window they belong to.
    if (doneMs > toldMs) onProgress?.(doneMs / totalMs);
    toldMs = doneMs;
  };

  // Windows of like length side by side: none waits long for another.
  const byLength = chunks.toSorted((a, b) => b.durationMs - a.durationMs);
  const isLong = byLength.length > 2 * firstWindows;
  const first = onFirstWords && isLong ? byLength.splice(0, firstWindows) : [];
  const fresh = (some: readonly Chunk[]) => some.map((chunk): Waiting => ({ chunk, divisions: 0 }));
  if (first.length > 0) await hear(fresh(first), onFirstWords);
  for (let at = 0; at < byLength.length; at += parts.batch) {
    signal.throwIfAborted();
    await hear(fresh(byLength.slice(at, at + parts.batch)));
  }
  return {
    words: inOrder(heard),
    ...(last?.sentenceEnd !== undefined && { sentenceEnd: last.sentenceEnd }),
    detectedLanguage: null,
    languageProbability: null,
    wordTimes: 'attention',
    warnings: lost > 0 ? [lostWarning(lost)] : [],
  };
}

const lostWarning = (count: number): string =>
  `In ${count} passages the recogniser repeated itself endlessly and was cut off; words may be missing there.`;

/** Words of windows on the recording's clock, both in time order. */
const firstOf = (windows: readonly Window[], written: readonly Written[], tokens: MoonshineTokens) => ({
  words: inOrder(windows.flatMap((window, row) => wordsIn(window, written[row]!, tokens).words)),
  windows: windows.map(({ chunk }) => spanOf(chunk)).toSorted((a, b) => a.startMs - b.startMs),
});

const spanOf = ({ pieces }: Chunk): Span => ({ startMs: pieces[0]!.startMs, endMs: pieces.at(-1)!.endMs });

const beginsAfter = (one: Chunk, other: Chunk): boolean => one.pieces[0]!.startMs > other.pieces[0]!.startMs;

/** The words of a window on the recording's clock, and whether a sentence ends behind them. */
function wordsIn(
  { chunk, samples }: Window,
  heard: Written,
  tokens: MoonshineTokens,
): { words: Word[]; sentenceEnd: number | undefined } {
  const sound = { durationMs: chunk.durationMs, loudness: loudnessOf(samples) };
  const words = windowWords(heard, sound, { tokenizer: tokens, language: 'en' });
  const count = words.length;
  while (isMadeUp(words.at(-1))) words.pop();
  const spokenEnd = heard.tokens.findLastIndex((token) => spoken.test(tokens.decode([token]))) + 1;
  return {
    words: words.map((word) => ({
      ...word,
      text: word.text.replace(oldSpelling, '$1$2').replace(ordinalSlip, '$1ieth'),
      ...onRecording(chunk, word),
    })),
    sentenceEnd: words.length === count ? heard.sentenceEnds[spokenEnd] : undefined,
  };
}

const spoken = /[\p{L}\p{N}]/u;

/** The model has read old books. */
const oldSpelling = /^(to)-(day|morrow|night)\b/i;

/** The correction writes "Twentyth" where the published weights write "20th". */
const ordinalSlip = /\b(twent|thirt|fort|fift|sixt|sevent|eight|ninet)yth\b/i;

/** Nothing is said in so little time. */
const shortestWordMs = 30;
const madeUpConfidence = 0.6;

/** At the end of a window the model at times writes on after the speaker has stopped: such words have no place in the sound. */
const isMadeUp = (last: Word | undefined): boolean =>
  last !== undefined &&
  last.endMs - last.startMs < shortestWordMs &&
  (last.unsupported === true || last.confidence < madeUpConfidence);
