import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { wavHeaderBytes } from '../domain/wav.ts';

const bytesPerFrame = 4;

/** Writes the candidate's channel of a recording of ours as raw PCM, s16le mono 16 kHz. @throws Error from the file system */
export async function extractCandidate(recordingPath: string, outPath: string): Promise<void> {
  const out = await open(outPath, 'w');
  try {
    let rest = Buffer.alloc(0);
    for await (const chunk of createReadStream(recordingPath, {
      start: wavHeaderBytes,
      highWaterMark: 256 * 1024,
    })) {
      const bytes = Buffer.concat([rest, chunk as Buffer]);
      const frames = Math.floor(bytes.length / bytesPerFrame);
      const left = Buffer.alloc(frames * 2);
      for (let frame = 0; frame < frames; frame++) {
        left.writeInt16LE(bytes.readInt16LE(frame * bytesPerFrame), frame * 2);
      }
      rest = bytes.subarray(frames * bytesPerFrame);
      await out.write(left);
    }
  } finally {
    await out.close();
  }
}
