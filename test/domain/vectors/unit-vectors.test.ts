import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { mixed, unitVector } from '#server/domain/vectors/unit-vectors.ts';

const numbers = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 8, maxLength: 64 });

test('a unit vector keeps its direction, whatever its length', () => {
  fc.assert(
    fc.property(numbers, fc.double({ min: 1e-3, max: 1e3, noNaN: true }), (vector, factor) => {
      const length = Math.hypot(...vector);
      fc.pre(length > 1e-3);
      const unit = unitVector(vector);
      for (const [n, value] of vector.entries())
        assert.ok(Math.abs(unit[n]! - (127 * value) / length) <= 0.5 + 1e-9);
      const scaled = unitVector(vector.map((value) => value * factor));
      for (const [n, value] of unit.entries()) assert.ok(Math.abs(value - scaled[n]!) <= 1);
    }),
  );
});

test('what has no direction has no numbers', () => {
  for (const vector of [[0, 0, 0], [Number.NaN, 1], [Number.POSITIVE_INFINITY, 1], []]) {
    assert.ok(unitVector(vector).every((value) => value === 0));
  }
});

test('a mix lies between its parts, nearer to the heavier one', () => {
  const [east, north, nowhere] = [
    [1, 0],
    [0, 1],
    [0, 0],
  ].map(unitVector) as [Int8Array, Int8Array, Int8Array];
  assert.deepEqual(
    [
      ...mixed([
        { vector: east, weight: 1 },
        { vector: north, weight: 1 },
      ]),
    ],
    [90, 90],
  );
  const [x, y] = mixed([
    { vector: east, weight: 2 },
    { vector: north, weight: 1 },
  ]);
  assert.ok(x! > y! && y! > 0);
  assert.deepEqual(
    mixed([
      { vector: nowhere, weight: 9 },
      { vector: north, weight: 1 },
    ]),
    north,
  );
});
