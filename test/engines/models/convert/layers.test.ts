import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLayers, createStore } from '#server/engines/models/convert/layers.ts';

test('weights in 8 bits: small ones keep their digits beside large ones, and two products fit into 16 bits', () => {
  const [rows, columns] = [64, 3];
  const scaleOf = [1, 0.001, 0];
  const values = Float32Array.from(
    { length: rows * columns },
    (_, at) => scaleOf[at % columns]! * Math.sin(at + 1),
  );
  const store = createStore('int8', () => values);
  createLayers(store, '').matrix('w', 'x', [rows, columns]);
  const data = store.tensors.get('w.int8')!.data as Int8Array;
  const scales = store.tensors.get('w.scale')!.data as Float32Array;
  assert.equal(scales.length, columns);
  for (const [at, value] of values.entries()) {
    const column = at % columns;
    assert.ok(Math.abs(data[at]! * scales[column]! - value) <= scaleOf[column]! / 120, `${at}`);
    assert.ok(2 * 255 * Math.abs(data[at]!) <= 32_767, `${data[at]}`);
  }
});
