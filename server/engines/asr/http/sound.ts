import type { FileHandle } from 'node:fs/promises';
import type { Chunk } from '../decoding/chunks.ts';
import { quietestOffsetMs } from '../decoding/quietest.ts';

export const bytesPerMs = 32;
/** −60 dB of full scale: models write words where nothing sounds. */
const silentBelow = 32;

/** The chunk's samples; undefined where nothing sounds. */
export async function readStretch(pcm: FileHandle, chunk: Chunk): Promise<Buffer | undefined> {
  const sound = Buffer.concat(await Promise.all(chunk.pieces.map((piece) => readPcm(pcm, piece))));
  for (let at = 0; at + 1 < sound.length; at += 2) {
    if (Math.abs(sound.readInt16LE(at)) >= silentBelow) return sound;
  }
  return undefined;
}

async function readPcm(
  pcm: FileHandle,
  { startMs, endMs }: { startMs: number; endMs: number },
): Promise<Buffer> {
  const length = (endMs - startMs) * bytesPerMs;
  const { buffer, bytesRead } = await pcm.read(Buffer.alloc(length), 0, length, startMs * bytesPerMs);
  return buffer.subarray(0, bytesRead);
}

/** The quietest moment between two times of the file. */
export async function quietestMs(pcm: FileHandle, fromMs: number, toMs: number): Promise<number> {
  const startMs = Math.floor(fromMs);
  const bytes = await readPcm(pcm, { startMs, endMs: Math.floor(toMs) });
  const samples = Float32Array.from({ length: bytes.length >> 1 }, (_, i) => bytes.readInt16LE(2 * i));
  return startMs + quietestOffsetMs(samples);
}
