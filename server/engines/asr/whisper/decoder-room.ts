import type * as ort from '../../onnx-runtime.ts';
import type { WhisperGeometry } from './config.ts';
import { type Floats, type FloatType, floatArray, floatTensor, moveRows } from './tensors.ts';

/**
 * Memory for the keys and values of rows side by side. The network writes its results here and reads them from here at the next step:
 * nothing is copied between steps, and nothing waits for the collector (in whisper-base 37 MB a row are the sound's alone).
 */
export interface DecoderRoom {
  /** There is place for so many. */
  readonly rows: number;
  /** The sound's keys and values, as many of the rows as are going on. */
  sound(rows: number): Record<string, ort.Tensor>;
  /** Those of the tokens so far. Even and odd lengths lie in different places, for a step reads one while it writes the other. */
  tokens(rows: number, length: number): Record<string, ort.Tensor>;
  /** What else a step shows: good until the next step. */
  shown(rows: number): Record<string, ort.Tensor>;
  /** Moves some rows, in ascending order, to the front. */
  keepRows(kept: readonly number[], length: number): void;
}

/**
 * @param names under which the network takes keys and values, and the type of each
 * @param shown other results of a step, in 32 bits, and their dimensions for one row
 */
export function createRoom(
  names: ReadonlyMap<string, FloatType>,
  shown: ReadonlyMap<string, readonly number[]>,
  { decoderHeads, headSize, sourcePositions, targetPositions }: WhisperGeometry,
  rows: number,
): DecoderRoom {
  const sizeAt = (positions: number) => decoderHeads * positions * headSize;
  const reserve = (side: string, positions: number) =>
    new Map(
      [...names]
        .filter(([name]) => name.includes(side))
        .map(([name, type]): [string, Floats] => [name, floatArray(type, rows * sizeAt(positions))]),
    );
  const sound = reserve('.encoder.', sourcePositions);
  const even = reserve('.decoder.', targetPositions);
  const odd = reserve('.decoder.', targetPositions);
  const results = [...shown].map(([name, dims]) => {
    const size = dims.reduce((product, dim) => product * dim, 1);
    return { name, dims, size, array: new Float32Array(rows * size) };
  });
  const own = (length: number) => (length % 2 === 0 ? even : odd);
  const view = (arrays: ReadonlyMap<string, Floats>, count: number, positions: number) =>
    Object.fromEntries(
      [...arrays].map(([name, array]) => {
        const part = array.subarray(0, count * sizeAt(positions));
        return [name, floatTensor(names.get(name)!, part, [count, decoderHeads, positions, headSize])];
      }),
    );
  return {
    rows,
    sound: (count) => view(sound, count, sourcePositions),
    tokens: (count, length) => view(own(length), count, length),
    shown: (count) =>
      Object.fromEntries(
        results.map(({ name, dims, size, array }) => [
          name,
          floatTensor('float32', array.subarray(0, count * size), [count, ...dims]),
        ]),
      ),
    keepRows(kept, length) {
      for (const array of sound.values()) moveRows(array, kept, sizeAt(sourcePositions));
      for (const array of own(length).values()) moveRows(array, kept, sizeAt(length));
    },
  };
}
