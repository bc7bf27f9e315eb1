import { encodeModel } from '#server/engines/models/convert/onnx.ts';
import { InferenceSession, Tensor } from '#server/engines/onnx-runtime.ts';

/** One product that a Whisper model makes again and again. */
export interface GemmRate {
  rows: number;
  inner: number;
  columns: number;
  gflops: number;
  /** Of weights read. */
  gigabytesPerSecond: number;
}

const repeats = 8;

/** How fast this machine multiplies matrices of 32-bit floats by the runtime we use: (rows × inner) by a constant (inner × columns). */
export async function gemmRate(
  { rows, inner, columns }: Pick<GemmRate, 'rows' | 'inner' | 'columns'>,
  threads: number,
): Promise<GemmRate> {
  const weights = Float32Array.from(
    { length: inner * columns },
    (_, index) => ((index * 7919) % 997) / 997 - 0.5,
  );
  const model = Buffer.concat(
    encodeModel({
      name: 'gemm',
      nodes: Array.from({ length: repeats }, (_, index) => ({
        op: 'MatMul',
        inputs: ['x', `w${index}`],
        outputs: [`y${index}`],
      })),
      inputs: [{ name: 'x', type: 'float32', dims: [rows, inner] }],
      outputs: Array.from({ length: repeats }, (_, index) => ({
        name: `y${index}`,
        type: 'float32' as const,
        dims: [rows, columns],
      })),
      // A matrix of its own for each, so that no cache holds them all.
      initializers: new Map(
        Array.from({ length: repeats }, (_, index) => [
          `w${index}`,
          { type: 'float32' as const, dims: [inner, columns], data: weights.map((value) => value + index) },
        ]),
      ),
    }),
  );
  const session = await InferenceSession.create(model, {
    executionProviders: ['cpu'],
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
  });
  const x = new Tensor('float32', new Float32Array(rows * inner).fill(0.5), [rows, inner]);
  await session.run({ x });
  let best = Number.POSITIVE_INFINITY;
  const untilMs = performance.now() + 700;
  while (performance.now() < untilMs) {
    const startedMs = performance.now();
    await session.run({ x });
    best = Math.min(best, performance.now() - startedMs);
  }
  await session.release();
  const seconds = best / 1000;
  return {
    rows,
    inner,
    columns,
    gflops: (repeats * 2 * rows * inner * columns) / seconds / 1e9,
    gigabytesPerSecond: (repeats * inner * columns * 4) / seconds / 1e9,
  };
}
