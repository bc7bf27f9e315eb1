import { closeSync, openSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Span } from '../../domain/transcript/types.ts';
import type { StatesFile } from './port.ts';

/** Encoder states of frames that follow each other in the recording. */
export interface StateRun {
  /** The middle of the first frame on the recording's clock; frame `n` is `n · frameMs` behind it. */
  firstMiddleMs: number;
  /** Frames × width. */
  states: Float32Array;
}

/** What a recogniser's encoder made of a recording, run after run in time order. */
export interface StateRuns {
  readonly width: number;
  readonly frameMs: number;
  readonly runs: Iterable<StateRun> | AsyncIterable<StateRun>;
}

/** The same, to be asked by time. */
export interface SpeechStates extends StateRuns {
  readonly runs: readonly StateRun[];
  /**
   * States of the frames whose middles lie in a span; of a span that has none the frame nearest to its middle. Empty only where the
   * recogniser heard nothing at all.
   */
  at(span: Span): Float32Array[];
}

export function speechStates(
  runs: readonly StateRun[],
  { width, frameMs }: { width: number; frameMs: number },
): SpeechStates {
  const frames = runs.flatMap(({ firstMiddleMs, states }) =>
    Array.from({ length: states.length / width }, (_, frame) => ({
      middleMs: firstMiddleMs + frame * frameMs,
      state: states.subarray(frame * width, (frame + 1) * width),
    })),
  );
  /** The first frame whose middle is not before a time. */
  const firstFrom = (ms: number): number => {
    let [low, high] = [0, frames.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (frames[middle]!.middleMs < ms) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    width,
    frameMs,
    runs,
    at({ startMs, endMs }) {
      const [from, to] = [firstFrom(startMs), firstFrom(endMs)];
      if (to > from) return frames.slice(from, to).map(({ state }) => state);
      const middleMs = (startMs + endMs) / 2;
      const [before, after] = [frames[from - 1], frames[from]];
      const nearest =
        before && (!after || middleMs - before.middleMs <= after.middleMs - middleMs) ? before : after;
      return nearest ? [nearest.state] : [];
    },
  };
}

/**
 * The states of a window on the recording's clock. A window of several pieces of the recording, joined end to end, becomes several
 * runs; a frame belongs to the piece in which its middle lies.
 *
 * @param firstFrameMs the middle of the window's first frame, behind its beginning
 */
export function runsOfWindow(
  pieces: readonly Span[],
  states: Float32Array,
  { width, frameMs, firstFrameMs }: { width: number; frameMs: number; firstFrameMs: number },
): StateRun[] {
  const count = states.length / width;
  const runs: StateRun[] = [];
  let [offsetMs, from] = [0, 0];
  for (const [index, { startMs, endMs }] of pieces.entries()) {
    const nextMs = offsetMs + endMs - startMs;
    const last = index === pieces.length - 1;
    const to = last ? count : Math.min(count, Math.ceil((nextMs - firstFrameMs) / frameMs));
    if (to > from) {
      const firstMiddleMs = startMs + firstFrameMs + from * frameMs - offsetMs;
      runs.push({ firstMiddleMs, states: states.subarray(from * width, to * width) });
      from = to;
    }
    offsetMs = nextMs;
  }
  return runs;
}

export interface StatesWriter {
  add(run: StateRun): void;
  close(): StatesFile;
}

/** Begins a file of states, each number in 16 bits: 35 kB a second of sound. */
export function createStatesFile(
  path: string,
  { width, frameMs }: { width: number; frameMs: number },
): StatesWriter {
  const file = openSync(path, 'w');
  const runs: StatesFile['runs'] = [];
  return {
    add({ firstMiddleMs, states }) {
      writeSync(file, new Uint8Array(new Float16Array(states).buffer));
      runs.push({ firstMiddleMs, frames: states.length / width });
    },
    close() {
      closeSync(file);
      return { path, width, frameMs, runs };
    },
  };
}

/** Reads a file run by run: the states of an hour are a third of a gigabyte. */
export function readStates({ path, width, frameMs, runs }: StatesFile): StateRuns {
  const size = 2 * width;
  let offset = 0;
  const places = runs.map((run) => {
    const place = { ...run, offset };
    offset += run.frames * size;
    return place;
  });
  const inTime = places.toSorted((a, b) => a.firstMiddleMs - b.firstMiddleMs);
  return {
    width,
    frameMs,
    runs: (async function* () {
      const file = await open(path, 'r');
      try {
        for (const { firstMiddleMs, frames, offset: position } of inTime) {
          const bytes = new Uint8Array(frames * size);
          const { bytesRead } = await file.read(bytes, 0, bytes.length, position);
          if (bytesRead !== bytes.length) throw new Error(`The file of states ${path} is cut off.`);
          yield { firstMiddleMs, states: new Float32Array(new Float16Array(bytes.buffer)) };
        }
      } finally {
        await file.close();
      }
    })(),
  };
}
