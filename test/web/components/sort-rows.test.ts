import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextSorting, sortRows } from '#server/web/console/components/sort-rows.ts';

const keys = [
  { name: 'key 10', uses: 3 },
  { name: 'Key 9', uses: null },
  { name: 'äther', uses: 12 },
];

test('sorts words as people do: numbers by size, letters whatever their case or accent', () => {
  assert.deepEqual(
    sortRows(keys, ({ name }) => name, 'asc').map(({ name }) => name),
    ['äther', 'Key 9', 'key 10'],
  );
});

for (const [direction, order] of [
  ['asc', [3, 12, null]],
  ['desc', [12, 3, null]],
] as const) {
  test(`keeps rows without a value last (${direction})`, () => {
    assert.deepEqual(
      sortRows(keys, ({ uses }) => uses, direction).map(({ uses }) => uses),
      order,
    );
  });
}

test('leaves the rows it was given alone', () => {
  const before = [...keys];
  sortRows(keys, ({ uses }) => uses, 'asc');
  assert.deepEqual(keys, before);
});

test('a second click on a column turns its order; another column starts ascending', () => {
  const first = nextSorting(undefined, 'name');
  assert.deepEqual(first, { key: 'name', direction: 'asc' });
  assert.deepEqual(nextSorting(first, 'name'), { key: 'name', direction: 'desc' });
  assert.deepEqual(nextSorting(nextSorting(first, 'name'), 'name'), first);
  assert.deepEqual(nextSorting({ key: 'name', direction: 'asc' }, 'uses'), { key: 'uses', direction: 'asc' });
});

test('a column of scores begins with the best', () => {
  const best = nextSorting({ key: 'submitted', direction: 'desc' }, 'overall', 'desc');
  assert.deepEqual(best, { key: 'overall', direction: 'desc' });
  assert.deepEqual(nextSorting(best, 'overall', 'desc'), { key: 'overall', direction: 'asc' });
});
