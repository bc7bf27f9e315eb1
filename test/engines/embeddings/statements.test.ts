import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { openStatements } from '#server/engines/embeddings/onnx/statements.ts';

const bundled = resolve(import.meta.dirname, '../../../models/bundled');
const engine = await openStatements(bundled);
const { signal } = new AbortController();
const cosine = (a: Int8Array, b: Int8Array) => a.reduce((sum, value, n) => sum + value * b[n]!, 0) / 127 ** 2;

for (const [asked, shows, lacks] of [
  [
    'looking after a fleet of vehicles',
    'Kept eighteen delivery vans on the road and booked their inspections',
    'Sold used vans to private buyers',
  ],
  [
    'You have calmed down upset customers',
    'Listened to angry shoppers at the returns desk and put things right',
    'Cleaned the offices of a complaints department',
  ],
] as const) {
  test(`"${asked}" lies nearer to "${shows}" than to "${lacks}"`, async () => {
    const [question, one, other] = await engine.embed([asked, shows, lacks], 'query', signal);
    assert.ok(cosine(question!, one!) > cosine(question!, other!) + 0.1);
  });
}

test('a text has the same vector alone, beside others and a second time', async () => {
  const text = 'Led a crew of nine roofers';
  const [alone] = await engine.embed([text], 'passage', signal);
  const other = await openStatements(bundled);
  const [, beside] = await other.embed(
    ['Baked bread for the whole town every morning', text],
    'passage',
    signal,
  );
  assert.deepEqual(beside, alone);
  assert.deepEqual(await engine.embed([text, text], 'passage', signal), [alone, alone]);
});
