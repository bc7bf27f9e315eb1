import { type FileHandle, open } from 'node:fs/promises';
import { wavHeaderBytes as headerBytes, wavHeader } from '../domain/wav.ts';
import { pcmRateHz, samplesPerMs } from '../engines/audio/pcm.ts';

const bytesPerFrame = 4;
/** The file is never more than this behind what was said. */
const writeEveryMs = 200;

export interface Recorder {
  /** What is on it: the recording's clock, ms. */
  nowMs(): number;
  /** The next sound of both, as long as each other: mono 16 kHz, 16 bit. */
  add(candidate: Int16Array, interviewer: Int16Array): void;
  /** The file is whole after this; nothing can be added. @throws what writing threw */
  finish(): Promise<void>;
}

/**
 * Writes a two-channel WAV file as an interview goes on: left the candidate, right the interviewer, PCM 16 bit, 16 kHz. A file that is
 * there already, of a process that died, is gone on with behind its last whole frame.
 *
 * @throws Error from the file system
 */
export async function openRecorder(path: string): Promise<Recorder> {
  const file = await open(path, 'a+').then(async (made) => {
    await made.close();
    return open(path, 'r+');
  });
  let frames = await repaired(file);
  let waiting: Int16Array[] = [];
  let waitingFrames = 0;
  let writing: Promise<void> = Promise.resolve();
  let failure: unknown;

  const write = () => {
    if (waitingFrames === 0) return;
    const bytes = bytesOf(waiting);
    const at = headerBytes + (frames - waitingFrames) * bytesPerFrame;
    waiting = [];
    waitingFrames = 0;
    writing = writing
      .then(() => file.write(bytes, 0, bytes.length, at))
      .then(
        () => undefined,
        (error: unknown) => {
          failure ??= error;
        },
      );
  };

  return {
    nowMs: () => frames / samplesPerMs,
    add(candidate, interviewer) {
      const both = new Int16Array(2 * candidate.length);
      for (let i = 0; i < candidate.length; i++) {
        both[2 * i] = candidate[i]!;
        both[2 * i + 1] = interviewer[i]!;
      }
      waiting.push(both);
      waitingFrames += candidate.length;
      frames += candidate.length;
      if (waitingFrames >= writeEveryMs * samplesPerMs) write();
    },
    async finish() {
      write();
      await writing;
      try {
        if (failure) throw failure;
        await file.write(header(frames), 0, headerBytes, 0);
        await file.sync();
      } finally {
        await file.close();
      }
    },
  };
}

/** Makes a recording that was cut off playable. @returns its duration, ms; 0 and no change where there is no file */
export async function repairRecording(path: string): Promise<number> {
  const file = await open(path, 'r+').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (!file) return 0;
  try {
    return (await repaired(file)) / samplesPerMs;
  } finally {
    await file.close();
  }
}

/** Cuts off half a frame at the end and has the header say what is there. @returns frames */
async function repaired(file: FileHandle): Promise<number> {
  const { size } = await file.stat();
  const frames = Math.max(0, Math.floor((size - headerBytes) / bytesPerFrame));
  await file.truncate(headerBytes + frames * bytesPerFrame);
  await file.write(header(frames), 0, headerBytes, 0);
  return frames;
}

const header = (frames: number): Buffer =>
  wavHeader(frames * bytesPerFrame, { rateHz: pcmRateHz, channels: 2 });

function bytesOf(pieces: readonly Int16Array[]): Buffer {
  return Buffer.concat(
    pieces.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
  );
}
