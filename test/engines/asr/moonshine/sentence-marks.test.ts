import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endsHere, sentenceMarksAmong } from '#server/engines/asr/moonshine/sentence-marks.ts';
import { readMoonshineTokens } from '#server/engines/asr/moonshine/tokens.ts';
import { bundledModel } from '#test/support/bundled-model.ts';

const marks = sentenceMarksAmong(['', '.', ' ,', '...', 'well', '?', ' .com']);

test('marks that end a sentence, and marks behind which it goes on', () => {
  assert.deepEqual([...marks.end], [1, 5]);
  assert.deepEqual([...marks.goOn], [2, 3]);
});

test('the more a full stop is likelier than a comma, the more ends here; neither is as good as both', () => {
  assert.ok(endsHere(marks, [1, 2, 4], [0.9, 0.05, 0.05]) === 4);
  assert.ok(endsHere(marks, [1, 5, 2], [0.3, 0.2, 0.5]) === 0);
  assert.ok(endsHere(marks, [1, 2], [0.2, 0.6]) < -1);
  assert.equal(endsHere(marks, [4], [1]), 0);
});

test('the vocabulary has its marks', async () => {
  const { marks: own, decode } = await readMoonshineTokens(bundledModel('moonshine-tokens.txt'));
  const texts = (tokens: ReadonlySet<number>) => [...tokens].map((token) => decode([token]).trim());
  for (const mark of ['.', '?', '!']) assert.ok(texts(own.end).includes(mark), mark);
  for (const mark of [',', ';', ':', '-', '...']) assert.ok(texts(own.goOn).includes(mark), mark);
  assert.equal(own.end.size < 12, true);
});
