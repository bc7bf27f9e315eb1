import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { samplesPerMs } from './pcm.ts';
import type { DecodedAudio } from './port.ts';

/** Two channels whose difference is this much weaker than their sum are one signal, twice. */
const copyBelowDb = -40;
/** A channel this far under the other carries no voice of its own: an unplugged microphone. */
const deadBelowDb = -45;
/** Samples at or above this magnitude count as clipped. */
const fullScale = 32_700;

export interface PcmWriter {
  /** Interleaved s16le of as many channels as announced. */
  write(chunk: Buffer): Promise<void>;
  finish(): Promise<Pick<DecodedAudio, 'durationMs' | 'clippedShare' | 'peakDb' | 'distinctChannels'>>;
  discard(): Promise<void>;
}

/**
 * Writes decoded sound as mono, and as two channel files when the channels are two different signals.
 *
 * Mono is the mean of both channels, except where that would lose the voice: when one channel is dead or the
 * other's mirror image (a cable soldered wrong), the louder channel is taken alone.
 */
export async function createPcmWriter(to: {
  channels: 1 | 2;
  outPath: string;
  channelPaths: [string, string];
}): Promise<PcmWriter> {
  const { channels, outPath, channelPaths } = to;
  const paths = channels === 2 ? [outPath, ...channelPaths] : [outPath];
  const files: FileHandle[] = [];
  for (const path of paths) files.push(await open(path, 'w'));

  let rest = Buffer.alloc(0);
  let frames = 0;
  let clipped = 0;
  let peak = 0;
  let [left2, right2, sum2, difference2] = [0, 0, 0, 0];

  const note = (sample: number) => {
    const size = Math.abs(sample);
    if (size >= fullScale) clipped++;
    if (size > peak) peak = size;
  };

  async function write(chunk: Buffer): Promise<void> {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const whole = bytes.length - (bytes.length % (2 * channels));
    rest = Buffer.from(bytes.subarray(whole));
    // A copy, because samples must begin at an even address.
    const samples = new Int16Array(new Uint8Array(bytes.subarray(0, whole)).buffer);
    frames += samples.length / channels;
    if (channels === 1) {
      for (const sample of samples) note(sample);
      await writeAll(files[0]!, samples);
      return;
    }
    const count = samples.length / 2;
    const [mono, left, right] = [new Int16Array(count), new Int16Array(count), new Int16Array(count)];
    for (let index = 0; index < count; index++) {
      const [l, r] = [samples[2 * index]!, samples[2 * index + 1]!];
      note(l);
      note(r);
      left[index] = l;
      right[index] = r;
      mono[index] = (l + r) >> 1;
      left2 += l * l;
      right2 += r * r;
      sum2 += (l + r) * (l + r);
      difference2 += (l - r) * (l - r);
    }
    await Promise.all([writeAll(files[0]!, mono), writeAll(files[1]!, left), writeAll(files[2]!, right)]);
  }

  const close = () => Promise.all(files.map((file) => file.close()));

  return {
    write,
    async finish() {
      await close();
      const durationMs = Math.floor(frames / samplesPerMs);
      const weaker = decibels(Math.min(left2, right2), Math.max(left2, right2));
      const mirrored = sum2 < difference2 && decibels(sum2, difference2) < copyBelowDb;
      const distinctChannels =
        channels === 2 && weaker > deadBelowDb && !mirrored && decibels(difference2, sum2) > copyBelowDb;
      if (channels === 2 && !distinctChannels) {
        const louder = left2 >= right2 ? 0 : 1;
        if (weaker <= deadBelowDb || mirrored) await rename(channelPaths[louder]!, outPath);
        await Promise.all(channelPaths.map((path) => rm(path, { force: true })));
      }
      return {
        durationMs,
        clippedShare: frames > 0 ? clipped / (frames * channels) : 0,
        peakDb: Math.max(-120, 20 * Math.log10(peak / 32_768)),
        distinctChannels,
      };
    },
    async discard() {
      await close();
      await Promise.all(paths.map((path) => rm(path, { force: true })));
    },
  };
}

const decibels = (energy: number, of: number): number =>
  energy <= 0 ? Number.NEGATIVE_INFINITY : 10 * Math.log10(energy / of);

async function writeAll(file: FileHandle, samples: Int16Array<ArrayBuffer>): Promise<void> {
  const bytes = new Uint8Array(samples.buffer);
  for (let done = 0; done < bytes.length; ) {
    done += (await file.write(bytes, done, bytes.length - done)).bytesWritten;
  }
}
