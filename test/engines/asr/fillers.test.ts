import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withFillers } from '#server/engines/asr/fillers.ts';

/** Words of 300 ms with the pause before each, in ms. */
const heard = (...words: [text: string, pauseMs: number][]) => {
  let atMs = 0;
  return words.map(([text, pauseMs]) => {
    const startMs = atMs + pauseMs;
    atMs = startMs + 300;
    return { text, startMs, endMs: atMs, posterior: 0.8 };
  });
};
const read = (words: ReturnType<typeof heard>) =>
  withFillers(words)
    .map(({ text, filler }) => (filler ? `(${text})` : text))
    .join(' ');

test('reads a short word that stands alone between pauses as the hesitation it is', () => {
  assert.equal(read(heard(['warehouse', 0], ["i'm", 400], ['and', 300])), 'warehouse (um) and');
  assert.equal(read(heard(['was', 0], ['the', 400], ['nine', 300])), 'was (uh) nine');
});

test('leaves the same words alone where they belong to a phrase', () => {
  assert.equal(read(heard(["i'm", 500], ['the', 20], ['manager', 0])), "i'm the manager");
  assert.equal(read(heard(['in', 0], ['the', 20], ['evening', 600])), 'in the evening');
});

test('leaves words that can stand alone', () => {
  assert.equal(read(heard(['well', 0], ['instead', 500], ['yes', 500])), 'well instead yes');
});

test('takes a written hesitation as one wherever it stands', () => {
  assert.equal(read(heard(['and', 0], ['um', 0], ['then', 0])), 'and (um) then');
});

test('keeps times and posteriors', () => {
  const [first] = withFillers(heard(['a', 500]));
  assert.deepEqual(first, { text: 'uh', startMs: 500, endMs: 800, posterior: 0.8, filler: true });
});
