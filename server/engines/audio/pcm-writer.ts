import { type FileHandle, open, rm } from 'node:fs/promises';
import { pcmRateHz } from './pcm.ts';

/** Samples at or above this magnitude count as clipped. */
const fullScale = 32_700;
/** Levels are taken of pieces this long. */
export const levelMs = 20;
const levelSamples = (levelMs * pcmRateHz) / 1000;

/** Raw s16le mono at 16 kHz, and what was measured as it was written. */
export interface PcmChannel {
  path: string;
  samples: number;
  /** Sum of squares. */
  energy: number;
  /** Largest magnitude, 0–32768. */
  peak: number;
  clipped: number;
  /** Of each 20 ms, in dB below full scale; −120 at least. */
  levelsDb: Float32Array;
}

export interface PcmWriter {
  /** Interleaved s16le of as many channels as there are paths. */
  write(chunk: Buffer): Promise<void>;
  finish(): Promise<PcmChannel[]>;
  discard(): Promise<void>;
}

/** Writes channels, each to a file of its own. */
export async function createPcmWriter(paths: readonly string[]): Promise<PcmWriter> {
  const files: FileHandle[] = [];
  for (const path of paths) files.push(await open(path, 'w'));
  const meters = paths.map(() => createMeter());
  let rest = Buffer.alloc(0);
  const close = () => Promise.all(files.map((file) => file.close()));

  return {
    async write(chunk) {
      const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
      const whole = bytes.length - (bytes.length % (2 * paths.length));
      rest = Buffer.from(bytes.subarray(whole));
      // A copy, because samples must begin at an even address.
      const samples = new Int16Array(new Uint8Array(bytes.subarray(0, whole)).buffer);
      await Promise.all(
        files.map(async (file, channel) => {
          const own = paths.length === 1 ? samples : oneOf(samples, channel, paths.length);
          meters[channel]!.hear(own);
          await writeAll(file, own);
        }),
      );
    },
    async finish() {
      await close();
      return paths.map((path, channel) => ({ path, ...meters[channel]!.end() }));
    },
    async discard() {
      await close();
      await Promise.all(paths.map((path) => rm(path, { force: true })));
    },
  };
}

function oneOf(samples: Int16Array, channel: number, channels: number): Int16Array<ArrayBuffer> {
  const own = new Int16Array(samples.length / channels);
  for (let index = 0; index < own.length; index++) own[index] = samples[channels * index + channel]!;
  return own;
}

function createMeter() {
  const levelsDb: number[] = [];
  let [samples, energy, peak, clipped, ofPiece, inPiece] = [0, 0, 0, 0, 0, 0];
  const endPiece = () => {
    levelsDb.push(Math.max(-120, 10 * Math.log10(ofPiece / inPiece / 32_768 ** 2)));
    energy += ofPiece;
    ofPiece = 0;
    inPiece = 0;
  };
  return {
    hear(heard: Int16Array) {
      samples += heard.length;
      for (const sample of heard) {
        const size = Math.abs(sample);
        if (size >= fullScale) clipped++;
        if (size > peak) peak = size;
        ofPiece += size * size;
        if (++inPiece === levelSamples) endPiece();
      }
    },
    end(): Omit<PcmChannel, 'path'> {
      if (inPiece > 0) endPiece();
      return { samples, energy, peak, clipped, levelsDb: Float32Array.from(levelsDb) };
    },
  };
}

async function writeAll(file: FileHandle, samples: Int16Array<ArrayBuffer>): Promise<void> {
  const bytes = new Uint8Array(samples.buffer);
  for (let done = 0; done < bytes.length; ) {
    done += (await file.write(bytes, done, bytes.length - done)).bytesWritten;
  }
}
