import { setImmediate } from 'node:timers/promises';
import type { Span } from '../../../domain/transcript/types.ts';
import type { Native } from '../../../native.ts';
import { openPcm, samplesPerMs } from '../../audio/pcm.ts';
import { quietestOffsetMs } from '../quietest.ts';
import { type Evidence, wordEvidence } from './evidence.ts';
import { type FindHypotheses, wordPosteriors } from './hypotheses.ts';
import { dividedAtSilences } from './pieces.ts';
import { between, type HearPosteriors } from './posteriors.ts';
import type { Vocabulary } from './vocabulary.ts';
import { listeningWindows } from './windows.ts';
import { wordTimes } from './word-times.ts';

/** A tenth of a second is the least the network can look at. */
const minWindowMs = 100;
/** Peak of −60 dB of full scale, below which there is nothing to hear. */
const silentPeak = 1e-3;

/** A word with what speaks for and against it. */
export interface CtcWord extends Span {
  text: string;
  evidence: Evidence;
}

export interface CtcParts {
  viterbi: Native['viterbi'];
  hear: HearPosteriors;
  find: FindHypotheses;
  vocabulary: Vocabulary;
}

/**
 * Recognises the speech spans of raw PCM (s16le mono 16 kHz).
 *
 * @throws the signal's reason when aborted
 */
export async function listenWithCtc(
  { viterbi, hear, find, vocabulary }: CtcParts,
  request: {
    pcmPath: string;
    speech: readonly Span[];
    signal: AbortSignal;
    onProgress?: (fraction: number) => void;
  },
): Promise<CtcWord[]> {
  const pcm = await openPcm(request.pcmPath);
  const read = (fromMs: number, toMs: number) =>
    pcm.readFloats(fromMs * samplesPerMs, (toMs - fromMs) * samplesPerMs);
  try {
    const windows = await listeningWindows(request.speech, {
      durationMs: Math.floor(pcm.totalSamples / samplesPerMs),
      quietestMs: async (fromMs, toMs) => {
        const startMs = Math.floor(fromMs);
        return startMs + quietestOffsetMs(await read(startMs, Math.floor(toMs)));
      },
    });
    const words: CtcWord[] = [];
    for (const [index, window] of windows.entries()) {
      // The search is synchronous: without a break no message to stop would ever arrive.
      await setImmediate();
      request.signal.throwIfAborted();
      const samples = await read(window.startMs, window.endMs);
      if (window.endMs - window.startMs >= minWindowMs && samples.some((s) => Math.abs(s) > silentPeak)) {
        words.push(...(await hearWindow(window, samples)));
      }
      request.onProgress?.((index + 1) / windows.length);
    }
    await setImmediate();
    request.signal.throwIfAborted();
    return words;
  } finally {
    await pcm.close();
  }

  async function hearWindow(window: Span, samples: Float32Array): Promise<CtcWord[]> {
    const whole = await hear(samples);
    return dividedAtSilences(whole.frames).flatMap((piece) => {
      const posteriors = between(whole, piece.startMs, piece.endMs);
      const hypotheses = find(posteriors);
      const best = hypotheses[0];
      if (!best) return [];
      const ways = best.words.map((word) => vocabulary.pronunciations[word]!);
      const spans = wordTimes(viterbi, posteriors.frames, ways, window.startMs + piece.startMs);
      const evidence = wordEvidence(posteriors, best, wordPosteriors(hypotheses), spans, vocabulary);
      return best.words.map((word, i) => ({
        text: vocabulary.words[word]!,
        startMs: Math.min(spans[i]!.startMs, window.endMs - 1),
        endMs: Math.min(Math.max(spans[i]!.endMs, spans[i]!.startMs + 1), window.endMs),
        evidence: evidence[i]!,
      }));
    });
  }
}
