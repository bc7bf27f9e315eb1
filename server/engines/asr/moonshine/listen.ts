import type { Span, Word } from '../../../domain/transcript/types.ts';
import { createStatesFile, runsOfWindow } from '../../align/speech-states.ts';
import { openPcm, type PcmReader } from '../../audio/pcm.ts';
import { inOrder } from '../decoding/in-order.ts';
import { loudnessOf } from '../decoding/loudness.ts';
import { onRecording, type Stretch } from '../decoding/stretches.ts';
import { windowWords } from '../decoding/window-words.ts';
import { halvesOf, isSilent, openWindow, type Window, windowsOf } from '../decoding/windows.ts';
import type { Recognition } from '../port.ts';
import type { Written } from './decode.ts';
import { favoursOf } from './favours.ts';
import { type HearingParts, hearWindows } from './hear-windows.ts';
import { firstFrameMs, frameMs } from './networks.ts';
import type { MoonshineTokens } from './tokens.ts';

/** In longer windows the model at times repeats one sentence for ever. */
const maxWindowMs = 15_000;
/** A window in which the decoder lost itself is divided this often, and none that is shorter. */
const mostDivisions = 2;
const shortestDividedMs = 2000;

export interface ListenRequest {
  pcmPath: string;
  speech: readonly Span[];
  hotwords: readonly string[];
  statesPath?: string | undefined;
  signal: AbortSignal;
  onProgress?: (fraction: number) => void;
}

interface Waiting {
  stretch: Stretch;
  divisions: number;
}

/**
 * Recognises the speech spans of raw PCM (s16le mono 16 kHz): windows of speech only, those of like length side by side. No window
 * knows what was said in another, so an error in one stays there.
 *
 * @param batch windows side by side; results depend on it in the last digits, because the networks' 8-bit numbers are scaled by batch
 * @throws the signal's reason when aborted
 */
export async function listenWithMoonshine(
  parts: HearingParts & { batch: number },
  request: ListenRequest,
): Promise<Recognition> {
  const pcm = await openPcm(request.pcmPath);
  try {
    const clock = { width: parts.networks.width, frameMs, firstFrameMs };
    const file = request.statesPath === undefined ? undefined : createStatesFile(request.statesPath, clock);
    try {
      const stretches = await windowsOf(pcm, request.speech, maxWindowMs);
      const heard = await hearAll(parts, pcm, stretches, request, (stretch, states) => {
        for (const run of runsOfWindow(stretch.pieces, states, clock)) file?.add(run);
      });
      const windows = stretches.map(({ pieces }) => ({
        startMs: pieces[0]!.startMs,
        endMs: pieces.at(-1)!.endMs,
      }));
      return { ...heard, windows, ...(file && { states: file.close() }) };
    } catch (error) {
      file?.close();
      throw error;
    }
  } finally {
    await pcm.close();
  }
}

async function hearAll(
  parts: HearingParts & { batch: number },
  pcm: PcmReader,
  stretches: readonly Stretch[],
  { hotwords, signal, onProgress }: ListenRequest,
  whenHeard: (stretch: Stretch, states: Float32Array) => void,
): Promise<Recognition> {
  const favours = favoursOf(hotwords, parts.tokens);
  const totalMs = stretches.reduce((sum, { durationMs }) => sum + durationMs, 0);
  const heard: Word[] = [];
  let [doneMs, toldMs] = [0, 0];
  let lost = 0;
  const hear = async (waiting: Waiting[]) => {
    const windows = await Promise.all(waiting.map(({ stretch }) => openWindow(pcm, stretch)));
    const audible = [...windows.keys()].filter((index) => !isSilent(windows[index]!));
    const results = await hearWindows(
      parts,
      audible.map((index) => windows[index]!.samples),
      { favours, signal },
    );
    doneMs += waiting.reduce(
      (sum, { stretch, divisions }) => sum + (divisions === 0 ? stretch.durationMs : 0),
      0,
    );
    for (const [row, index] of audible.entries()) {
      const result = results[row]!;
      const { stretch, divisions } = waiting[index]!;
      if (result.lost && divisions < mostDivisions && stretch.durationMs >= shortestDividedMs) {
        const halves = await halvesOf(pcm, stretch);
        for (const half of halves) await hear([{ stretch: half, divisions: divisions + 1 }]);
        continue;
      }
      if (result.lost) lost++;
      const { states, ...text } = result;
      whenHeard(stretch, states);
      heard.push(...wordsIn(windows[index]!, text, parts.tokens));
    }
    // Halves are told of with the window they belong to.
    if (doneMs > toldMs) onProgress?.(doneMs / totalMs);
    toldMs = doneMs;
  };

  // Windows of like length side by side: none waits long for another.
  const byLength = stretches.toSorted((a, b) => b.durationMs - a.durationMs);
  for (let at = 0; at < byLength.length; at += parts.batch) {
    signal.throwIfAborted();
    await hear(byLength.slice(at, at + parts.batch).map((stretch) => ({ stretch, divisions: 0 })));
  }
  return {
    words: inOrder(heard),
    detectedLanguage: 'en',
    languageProbability: null,
    wordTimes: 'attention',
    warnings:
      lost > 0
        ? [
            `In ${lost} passages the recogniser repeated itself endlessly and was cut off; words may be missing there.`,
          ]
        : [],
  };
}

/** The words of a window on the recording's clock. */
function wordsIn({ stretch, samples }: Window, heard: Written, tokens: MoonshineTokens): Word[] {
  const sound = { durationMs: stretch.durationMs, loudness: loudnessOf(samples) };
  const words = windowWords(heard, sound, { tokenizer: tokens, language: 'en' });
  while (isMadeUp(words.at(-1))) words.pop();
  return words.map((word) => ({
    ...word,
    text: word.text.replace(oldSpelling, '$1$2'),
    ...onRecording(stretch, word),
  }));
}

/** The model has read old books. */
const oldSpelling = /^(to)-(day|morrow|night)\b/i;

/** Nothing is said in so little time. */
const shortestWordMs = 30;
const madeUpConfidence = 0.6;

/** At the end of a window the model at times goes on where nobody does: such words have no place in the sound. */
const isMadeUp = (last: Word | undefined): boolean =>
  last !== undefined &&
  last.endMs - last.startMs < shortestWordMs &&
  (last.unsupported === true || last.confidence < madeUpConfidence);
