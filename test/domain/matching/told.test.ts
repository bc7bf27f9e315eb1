import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Passage, Zone } from '#server/domain/matching/passage-index.ts';
import {
  nearestTo,
  nothingTold,
  passagesTelling,
  readTold,
  type StatementEngine,
  surelyTold,
} from '#server/domain/matching/told.ts';

const line = (text: string, zone: Zone = 'work'): Passage => ({
  text,
  claimed: text,
  denied: null,
  page: 1,
  box: { x: 0, y: 0, width: 1, height: 0.01 },
  zone,
  position: zone === 'work' ? 0 : null,
  recency: 1,
});

/** Two directions: of vans, and of all other things. */
const engine: StatementEngine = {
  name: 'vans',
  embed: async (texts) =>
    texts.map((text) => (/vans|fleet/.test(text) ? Int8Array.of(127, 0, 0, 0) : Int8Array.of(0, 127, 0, 0))),
};
const { signal } = new AbortController();

test('the nearest statement is told with its lines; another question has none near enough', async () => {
  const lines = [line('Baked the bread of the town'), line('Kept eighteen vans on the road')];
  const told = await readTold(['looking after a fleet'], lines, engine, signal);
  assert.equal(told.model, 'vans');
  assert.deepEqual(passagesTelling('looking after a fleet', told), [lines[1]]);
  assert.equal(nearestTo('looking after a fleet', told), 1);
});

test('a CV in which no statement comes near leaves the question untold', async () => {
  const told = await readTold(
    ['looking after a fleet'],
    [line('Baked the bread of the town')],
    engine,
    signal,
  );
  assert.deepEqual(passagesTelling('looking after a fleet', told), []);
  assert.equal(nearestTo('looking after a fleet', told), 0);
});

test('titles, employers and lists of names tell of nothing', async () => {
  const lines = [line('Driver of many vans', 'title'), line('vans, fleet, cars, tyres', 'skills')];
  assert.equal(await readTold(['looking after a fleet'], lines, engine, signal), nothingTold);
});

test('what was not asked about beforehand is neither told nor untold', async () => {
  const told = await readTold(
    ['looking after a fleet'],
    [line('Kept eighteen vans on the road')],
    engine,
    signal,
  );
  assert.deepEqual(told.tellingOf('baking bread'), []);
  assert.equal(nearestTo('baking bread', told), 1);
  assert.equal(nearestTo('looking after a fleet', nothingTold), 1);
});

test('a statement is as near as its vector', async () => {
  const half: StatementEngine = {
    name: 'half',
    embed: async (texts, kind) =>
      texts.map(() => (kind === 'query' ? Int8Array.of(127, 0, 0, 0) : Int8Array.of(64, 110, 0, 0))),
  };
  const told = await readTold(['anything'], [line('Kept eighteen vans on the road')], half, signal);
  const closeness = told.tellingOf('anything')[0]!.closeness;
  assert.ok(Math.abs(closeness - 0.504) < 0.001);
  assert.ok(closeness < surelyTold);
});
