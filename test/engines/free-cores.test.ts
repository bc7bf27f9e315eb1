import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { moonshineFiles } from '#server/engines/installed/record.ts';
import * as ort from '#server/engines/onnx-runtime.ts';
import { moonshineOptions, withoutMoonshine } from '../../testkit/moonshine.ts';
import { seededRandom } from '../../testkit/random.ts';

/** The networks that may use a second core, with inputs of some sizes. */
for (const [name, path, inputs, skip] of [
  [
    'segmentation',
    resolve(import.meta.dirname, '../../models/bundled/segmentation.onnx'),
    [{ input: [4, 1, 160_000] }, { input: [1, 1, 160_000] }],
    false,
  ],
  [
    "Moonshine's encoder",
    join(moonshineOptions('base').dir, moonshineFiles.encoder),
    [{ input_values: [1, 240_000] }, { input_values: [1, 71_111] }],
    withoutMoonshine(),
  ],
] as const) {
  test(`${name} answers the same, bit for bit, on one core and on two`, { skip }, async () => {
    const answersOn = async (threads: number) => {
      const session = await ort.openSession(path, ort.onFreeCores(threads));
      const random = seededRandom(3);
      const answers: string[] = [];
      for (const given of inputs) {
        const shapes: Readonly<Record<string, readonly number[]>> = given;
        for (const [input, shape] of Object.entries(shapes)) {
          const length = shape.reduce((product, size) => product * size, 1);
          const values = Float32Array.from({ length }, () => random() - 0.5);
          const found = await session.run({ [input]: new ort.Tensor('float32', values, shape) });
          const { buffer, byteOffset, byteLength } = Object.values(found)[0]!.data as Float32Array;
          answers.push(
            createHash('sha256')
              .update(Buffer.from(buffer, byteOffset, byteLength))
              .digest('hex'),
          );
        }
      }
      await session.release();
      return answers;
    };
    assert.deepEqual(await answersOn(2), await answersOn(1));
  });
}
