import { open, stat } from 'node:fs/promises';
import type { Span } from '../../domain/transcript/types.ts';

/** Every recording inside the pipeline is raw signed 16-bit little-endian mono at this rate. */
export const pcmRateHz = 16_000;
export const samplesPerMs = pcmRateHz / 1000;
export const bytesPerMs = 2 * samplesPerMs;

export async function pcmDurationMs(path: string): Promise<number> {
  return Math.floor((await stat(path)).size / bytesPerMs);
}

/**
 * Opens raw PCM for reading pieces by time. A piece shorter than asked for means the file ended.
 * The caller closes it.
 */
export async function openPcm(path: string): Promise<PcmReader> {
  const file = await open(path, 'r');
  const totalSamples = Math.floor((await file.stat()).size / 2);
  const readSamples = async (from: number, count: number): Promise<Int16Array<ArrayBuffer>> => {
    const start = Math.min(Math.max(0, from), totalSamples);
    const samples = new Int16Array(Math.max(0, Math.min(count, totalSamples - start)));
    const bytes = new Uint8Array(samples.buffer);
    let filled = 0;
    while (filled < bytes.length) {
      const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, 2 * start + filled);
      if (bytesRead === 0) throw new Error('The audio file became shorter while it was read.');
      filled += bytesRead;
    }
    return samples;
  };
  return {
    totalSamples,
    readSamples,
    readFloats: async (from, count) => {
      const samples = await readSamples(from, count);
      // A loop: `Float32Array.from` takes ten times as long, seconds for an hour of sound.
      const floats = new Float32Array(samples.length);
      for (let i = 0; i < samples.length; i++) floats[i] = samples[i]! / 32_768;
      return floats;
    },
    close: () => file.close(),
  };
}

/** Mono sound at 16 kHz, −1…1, read by samples. */
export interface SoundReader {
  readonly totalSamples: number;
  readFloats(fromSample: number, count: number): Promise<Float32Array<ArrayBuffer>>;
}

export interface PcmReader extends SoundReader {
  /** As they are in the file. */
  readSamples(fromSample: number, count: number): Promise<Int16Array<ArrayBuffer>>;
  close(): Promise<void>;
}

/** The span of a whole sound at 16 kHz. */
export const wholeOf = ({ length }: Float32Array): Span => ({
  startMs: 0,
  endMs: Math.floor(length / samplesPerMs),
});

/** Reads sound that is in memory as it would be read from a file. */
export const soundInMemory = (samples: Float32Array): SoundReader => ({
  totalSamples: samples.length,
  readFloats: async (from, count) => samples.slice(Math.max(0, from), Math.max(0, from) + count),
});

/** A joint between two spans is faded over this time on both sides, so that it does not click. */
const fadeSamples = 5 * samplesPerMs;
const chunkSamples = 10 * pcmRateHz;

/** The bytes of some spans of a PCM file, one after the other, with soft joints. */
export async function* readSpans(path: string, spans: readonly Span[]): AsyncGenerator<Uint8Array> {
  const pcm = await openPcm(path);
  try {
    for (const span of spans) {
      const first = Math.round(span.startMs * samplesPerMs);
      const end = Math.min(Math.round(span.endMs * samplesPerMs), pcm.totalSamples);
      for (let at = first; at < end; at += chunkSamples) {
        const samples = await pcm.readSamples(at, Math.min(chunkSamples, end - at));
        for (let index = 0; index < samples.length; index++) {
          const fromEdge = Math.min(at + index - first, end - 1 - at - index);
          if (fromEdge >= fadeSamples) continue;
          samples[index] = Math.round((samples[index]! * fromEdge) / fadeSamples);
        }
        yield new Uint8Array(samples.buffer);
      }
    }
  } finally {
    await pcm.close();
  }
}
