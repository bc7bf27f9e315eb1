import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSearchVectors } from '#server/modules/search/index/search-vectors.ts';
import { fakeEmbeddings } from '#test/support/fake-embeddings.ts';
import { titles } from '#test/support/written-cv.ts';

const { signal } = new AbortController();
const product = (a: Int8Array, b: Int8Array) => a.reduce((sum, value, at) => sum + value * b[at]!, 0);
const zero = (vector: Int8Array) => vector.every((value) => value === 0);

test('titles weigh twice what the text does in a candidate, and as much in a search', async () => {
  const engine = fakeEmbeddings();
  const vectors = createSearchVectors(engine, titles);
  const [baker, clerk] = (await engine.embed(['baker', 'clerk'], 'passage', signal)) as [
    Int8Array,
    Int8Array,
  ];
  const [candidate] = await vectors.ofCandidates([{ titles: 'baker', text: 'clerk' }], signal);
  assert.ok(product(candidate!, baker) > 1.5 * product(candidate!, clerk));
  const search = await vectors.ofSearch({ titles: 'baker', text: 'clerk' }, signal);
  assert.ok(Math.abs(product(search, baker) - product(search, clerk)) < 200);
  assert.ok(Math.abs(Math.hypot(...candidate!) - 127) < 3, 'a unit vector');
});

test('a candidate without a title, or without a text, has the vector of the other', async () => {
  const engine = fakeEmbeddings();
  const vectors = createSearchVectors(engine, titles);
  const [baker] = await engine.embed(['baker'], 'passage', signal);
  const made = await vectors.ofCandidates(
    [
      { titles: '', text: 'baker' },
      { titles: 'baker', text: '' },
      { titles: '', text: '' },
    ],
    signal,
  );
  for (const vector of made.slice(0, 2)) assert.ok(product(vector, baker!) > 0.99 * 127 * 127);
  assert.ok(zero(made[2]!));
  assert.ok(zero(await vectors.ofSearch({ titles: '', text: '1' }, signal)));
});

test('another way of putting texts together is another model', () => {
  const engine = fakeEmbeddings();
  const { name, dimensions } = createSearchVectors(engine, titles);
  assert.notEqual(name, engine.name);
  assert.ok(name.startsWith(engine.name));
  assert.equal(dimensions, engine.dimensions);
});

test('a title in another language lies where the English one does', async () => {
  const engine = fakeEmbeddings();
  const vectors = createSearchVectors(engine, titles);
  const asked = await vectors.ofSearch({ titles: 'truck driver', text: '' }, signal);
  const [driver, clerk] = await vectors.ofCandidates(
    [
      { titles: 'Berufskraftfahrerin', text: '' },
      { titles: 'Sekretärin', text: '' },
    ],
    signal,
  );
  assert.ok(product(asked, driver!) > 2 * Math.abs(product(asked, clerk!)));
});
