import { setImmediate } from 'node:timers/promises';
import type { Span, Word } from '#server/domain/transcript/types.ts';
import type { AsrEngine, SoundRequest } from '#server/engines/asr/port.ts';
import type { StreamingVad, VadEvent } from '#server/engines/vad/port.ts';

/** s16 samples as streams have them, −1…1. */
export const toFloats = (samples: Int16Array): Float32Array =>
  Float32Array.from(samples, (sample) => sample / 32_768);

/** A sound in pieces whose sizes in samples `size` gives, one after the other. */
export function piecesOf(samples: Float32Array, size: () => number): Float32Array[] {
  const pieces: Float32Array[] = [];
  for (let at = 0; at < samples.length; ) {
    const piece = samples.subarray(at, at + size());
    pieces.push(piece);
    at += piece.length;
  }
  return pieces;
}

/** A voice detector that knows where speech is, and tells of an edge as late as a real one. */
export const scriptedVad = (speech: readonly Span[]): StreamingVad => ({
  id: 'scripted',
  start({ signal }) {
    const due = speech.flatMap(({ startMs, endMs }): [number, VadEvent][] => [
      [startMs + 350, { type: 'speech-start', startMs }],
      [endMs + 200, { type: 'speech-end', startMs, endMs }],
    ]);
    let samples = 0;
    return {
      async push(piece) {
        signal.throwIfAborted();
        samples += piece.length;
        const ready = due.filter(([ms]) => ms <= samples / 16).length;
        return due.splice(0, ready).map(([, event]) => event);
      },
      async end() {
        signal.throwIfAborted();
        const last = due.length % 2 === 1 ? due[0]![1] : undefined;
        return last?.type === 'speech-end' ? [{ ...last, endMs: Math.floor(samples / 16) }] : [];
      },
    };
  },
});

export type ScriptedHearing = (request: SoundRequest) => Word[] | Promise<Word[]>;

/** A recogniser of sounds in memory, as `hear` says; it has no files. */
export const scriptedAsr = (hear: ScriptedHearing): AsrEngine => ({
  id: 'scripted',
  languages: ['en'],
  minMeanConfidence: 0.5,
  minWordConfidence: 0.1,
  advice: 'None.',
  transcribe: () => Promise.reject(new Error('It hears no files.')),
  transcribeSound: async (request) => ({
    words: await hear(request),
    detectedLanguage: 'en',
    languageProbability: null,
    warnings: [],
  }),
  check: async () => ({ ok: true, detail: 'scripted' }),
});

/** A word for each 200 ms of sound, named by how loud it is there: the same sound, the same words. */
export const wordsByLoudness: ScriptedHearing = async ({ samples, signal }) => {
  await setImmediate();
  signal.throwIfAborted();
  return Array.from({ length: Math.floor(samples.length / 3200) }, (_, at) => {
    const sound = samples.subarray(3200 * at, 3200 * (at + 1));
    const loudness = Math.round(1000 * sound.reduce((sum, sample) => sum + Math.abs(sample), 0));
    return { text: `w${loudness}`, startMs: 200 * at, endMs: 200 * (at + 1), confidence: 0.9 };
  });
};
