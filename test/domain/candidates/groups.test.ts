import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  merge,
  NotMergeable,
  peopleOf,
  personOf,
  type RecordLink,
  separate,
  withoutRecords,
} from '#server/domain/candidates/groups.ts';

/** The same numbers every time: what fails once fails again. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Who is with whom, in no order. */
function people(links: readonly RecordLink[]): string[] {
  const members = new Map<string, string[]>();
  for (const [id, person] of peopleOf(links)) members.set(person, [...(members.get(person) ?? []), id]);
  return [...members.values()].map((ids) => ids.sort().join(' ')).sort();
}

const alone = (count: number): RecordLink[] =>
  Array.from({ length: count }, (_, index) => ({ id: `r${index}`, mergedInto: null }));

test('a thousand random merges and separations lose no record, and undoing all gives back the beginning', () => {
  const next = numbers(7);
  const begin = alone(24);
  let links = begin;
  for (let round = 0; round < 1000; round++) {
    const before = links;
    const [one, other] = [links[next(links.length)]!.id, links[next(links.length)]!.id];
    if (next(3) > 0 && personOf(links, one) !== personOf(links, other)) {
      const hung = personOf(links, other);
      links = merge(links, one, other);
      assert.equal(personOf(links, other), personOf(links, one));
      assert.deepEqual(people(separate(links, hung)), people(before), 'undone at once, it is as it was');
    } else {
      const hung = links.find(({ mergedInto }, index) => mergedInto !== null && index >= next(links.length));
      if (!hung) continue;
      links = separate(links, hung.id);
      assert.notEqual(personOf(links, hung.id), personOf(links, hung.mergedInto!));
      assert.deepEqual(people(merge(links, hung.mergedInto!, hung.id)), people(before));
    }
    assert.deepEqual(
      links.map(({ id }) => id),
      begin.map(({ id }) => id),
    );
    assert.equal(people(links).flatMap((person) => person.split(' ')).length, begin.length);
  }
  assert.ok(people(links).length < begin.length, 'some are merged at the end');
  for (const { id, mergedInto } of links) if (mergedInto !== null) links = separate(links, id);
  assert.deepEqual(links, begin);
});

test('merges are undone in any order', () => {
  const merged = merge(merge(merge(alone(4), 'r0', 'r1'), 'r2', 'r3'), 'r0', 'r3');
  assert.deepEqual(people(merged), ['r0 r1 r2 r3']);
  assert.deepEqual(people(separate(merged, 'r1')), ['r0 r2 r3', 'r1']);
  assert.deepEqual(people(separate(separate(merged, 'r1'), 'r2')), ['r0', 'r1', 'r2 r3']);
});

test('who is one already cannot be merged, and who stands alone cannot be separated', () => {
  const merged = merge(alone(3), 'r0', 'r1');
  assert.throws(() => merge(merged, 'r1', 'r0'), NotMergeable);
  assert.throws(() => merge(merged, 'r2', 'r2'), NotMergeable);
  assert.throws(() => separate(merged, 'r0'), NotMergeable);
  assert.throws(() => separate(merged, 'nobody'), NotMergeable);
});

test('whatever records are deleted, the rest of a person hangs together', () => {
  const next = numbers(11);
  for (let round = 0; round < 300; round++) {
    let links = alone(8);
    for (let count = 0; count < 7; count++) {
      const [one, other] = [`r${next(8)}`, `r${next(8)}`];
      if (personOf(links, one) !== personOf(links, other)) links = merge(links, one, other);
    }
    const gone = new Set(links.filter(() => next(3) === 0).map(({ id }) => id));
    const left = withoutRecords(links, gone);
    const expected = people(links)
      .map((person) => person.split(' ').filter((id) => !gone.has(id)))
      .filter((person) => person.length > 0)
      .map((person) => person.join(' '));
    assert.deepEqual(people(left), expected.sort());
  }
});
