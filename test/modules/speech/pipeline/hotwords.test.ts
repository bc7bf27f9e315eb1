import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hotwordsOf } from '#server/modules/speech/pipeline/hotwords.ts';

for (const [title, hotwords, found] of [
  ['a list', ['Kubernetes', ' Łukasz  Nowak ', 'Kubernetes', ''], ['Kubernetes', 'Łukasz Nowak']],
  [
    'one string, which can be filtered by',
    'Kubernetes, Łukasz;Terraform\nHelm',
    ['Kubernetes', 'Łukasz', 'Terraform', 'Helm'],
  ],
  ['nothing', undefined, []],
  ['something else', { a: 1 }, []],
  ['a list with something else', ['yes', 7, null], ['yes']],
  ['a sentence is no hotword', ['x'.repeat(61), 'y'.repeat(60)], ['y'.repeat(60)]],
] as const) {
  test(title, () => assert.deepEqual(hotwordsOf({ hotwords }), found));
}

test('at most fifty', () => {
  assert.equal(hotwordsOf({ hotwords: Array.from({ length: 80 }, (_, index) => `word${index}`) }).length, 50);
});
