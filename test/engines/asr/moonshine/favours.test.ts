import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type FavourPlace, favoursOf } from '#server/engines/asr/moonshine/favours.ts';
import { type MoonshineTokens, readMoonshineTokens } from '#server/engines/asr/moonshine/tokens.ts';
import { bundledModel } from '#test/support/bundled-model.ts';

let tokens: MoonshineTokens;
before(async () => {
  tokens = await readMoonshineTokens(bundledModel('moonshine-tokens.txt'));
});

/** What each token of a text gains, given the words that are expected. */
function gainsOf(words: readonly string[], written: readonly number[]): number[] {
  let place: FavourPlace = favoursOf(words, tokens)!.begin();
  return written.map((token) => {
    const { gain, place: next } = place.after(token);
    assert.ok(gain <= 0 || place.gains.has(token), 'what gains is offered to the search');
    place = next;
    // 0, where it was taken from nothing, rather than -0.
    return gain + 0;
  });
}
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
/** A token that belongs to none of the words. */
const other = 15_043;

test('every token of an expected word gains the same', () => {
  const written = tokens.encode('Kubernetes');
  assert.ok(written.length > 1);
  const gains = gainsOf(['Kubernetes'], written);
  assert.ok(gains[0]! > 0);
  assert.deepEqual(
    gains,
    written.map(() => gains[0]),
  );
});

test('what a word gained that is not finished is taken back', () => {
  const written = tokens.encode('Kubernetes');
  for (let end = 1; end < written.length; end++) {
    const gains = gainsOf(['Kubernetes'], [...written.slice(0, end), other, other]);
    assert.equal(sum(gains), 0, `after ${end} tokens`);
    assert.equal(gains.at(-2), -sum(gains.slice(0, end)));
  }
});

test('a finished word keeps its gain, whatever follows', () => {
  const written = tokens.encode('Kubernetes');
  const gains = gainsOf(['Kubernetes'], [...written, other, other]);
  assert.ok(sum(gains) > 0);
  assert.deepEqual(gains.slice(-2), [0, 0]);
});

test('a word that begins another one keeps its own gain when the other is not finished', () => {
  const [short, long] = [tokens.encode('New'), tokens.encode('New Kubernetes')];
  assert.deepEqual(long.slice(0, short.length), short, 'one begins the other');
  assert.ok(long.length > short.length + 1);
  const words = ['New Kubernetes', 'New'];
  const kept = sum(gainsOf(words, [...short, other]));
  assert.equal(sum(gainsOf(words, [...long.slice(0, short.length + 1), other])), kept);
  assert.ok(kept > 0);
});

test('one expected word may give way to the next', () => {
  const [first, second] = [tokens.encode('Kubernetes'), tokens.encode('Terraform')];
  const gains = gainsOf(['Kubernetes', 'Terraform'], [first[0]!, ...second]);
  assert.equal(sum(gains), sum(gainsOf(['Terraform'], second)), 'only the finished one counts');
});

test('names of several words are expected as a whole', () => {
  const written = tokens.encode('Ana Kovač');
  const gains = gainsOf(['Ana Kovač'], written);
  assert.ok(gains.every((gain) => gain > 0));
});

test('without words nothing is preferred', () => {
  assert.equal(favoursOf([], tokens), undefined);
  assert.equal(favoursOf(['', '  '], tokens), undefined);
});

test('of very many words the first two hundred count', () => {
  const words = Array.from({ length: 300 }, (_, index) => `Zq${index}x`);
  const last = (word: string) => sum(gainsOf(words, tokens.encode(word)).slice(-1));
  assert.ok(last('Zq199x') > 0);
  assert.ok(last('Zq250x') <= 0);
});
