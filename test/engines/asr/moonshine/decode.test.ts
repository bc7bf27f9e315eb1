import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tokenLimit, writeWindows } from '#server/engines/asr/moonshine/decode.ts';
import { favoursOf } from '#server/engines/asr/moonshine/favours.ts';
import { endToken, readMoonshineTokens } from '#server/engines/asr/moonshine/tokens.ts';
import { bundledModel } from '#test/support/bundled-model.ts';
import { type Says, scriptedMoonshine, scriptedWindow } from '#test/support/scripted-moonshine.ts';
import { never } from '#test/support/speech-sounds.ts';
import { seededRandom } from '../../../../testkit/random.ts';

const write = (says: Says, width = 1, frames = 100) =>
  writeWindows(scriptedMoonshine([says]), [scriptedWindow(0, frames)], { width, signal: never }).then(
    ([written]) => written!,
  );

/** Probabilities by the text so far, written as numbers with commas. */
const table =
  (entries: Readonly<Record<string, Readonly<Record<number, number>>>>): Says =>
  (text) =>
    entries[text.join()] ?? { [endToken]: 0.9 };

test('the plain way takes the most probable token each time and stops at the end', async () => {
  const { tokens, logProbabilities, meanLogProbability, complete, looped } = await write(
    table({ '': { 10: 0.5, 11: 0.4 }, '10': { 12: 0.25 }, '10,12': { [endToken]: 0.8 } }),
  );
  assert.deepEqual([tokens, complete, looped], [[10, 12], true, false]);
  assert.deepEqual(logProbabilities, [Math.log(0.5), Math.log(0.25)]);
  assert.ok(Math.abs(meanLogProbability - Math.log(0.5 * 0.25 * 0.8) / 3) < 1e-9);
});

test('a beam finds the better text behind a less probable first word', async () => {
  const says = table({
    '': { 10: 0.6, 11: 0.4 },
    '10': { 12: 0.1, 13: 0.1, 14: 0.1 },
    '11': { 15: 0.95 },
    '11,15': { [endToken]: 0.99 },
  });
  const [plain, careful] = [await write(says, 1), await write(says, 4)];
  assert.deepEqual(plain.tokens, [10, 12]);
  assert.deepEqual(careful.tokens, [11, 15]);
  assert.ok(careful.meanLogProbability > plain.meanLogProbability);
});

test('a longer text does not win by its mean against one that is more probable as a whole', async () => {
  const says: Says = (text) => {
    if (text.length === 0) return { 10: 0.69 };
    if (text.length === 1) return { 11: 0.5, [endToken]: 0.44 };
    return text.length < 7 ? { [10 + text.length]: 0.7 } : { [endToken]: 0.7 };
  };
  assert.deepEqual((await write(says, 4)).tokens, [10]);
});

test('a text that goes round in circles is cut after the first time and marked', async () => {
  const phrase = [10, 11, 12, 13];
  const says: Says = (text) => ({ [phrase[text.length % 4]!]: 0.9, [endToken]: 0.05 });
  const { tokens, logProbabilities, attention, looped, complete } = await write(says, 1, 600);
  assert.deepEqual([tokens, looped, complete], [phrase, true, false]);
  assert.equal(logProbabilities.length, 4);
  assert.equal(attention.rows.length, 5);
});

test('a beam prefers any text with an end to one that goes round in circles', async () => {
  const says: Says = (text) =>
    text[0] === 11 ? { [endToken]: 0.2, 12: 0.1 } : { 10: 0.95, 11: text.length === 0 ? 0.05 : 0 };
  const { tokens, looped, complete } = await write(says, 4, 600);
  assert.deepEqual([tokens, looped, complete], [[11], false, true]);
});

test('nothing at all is believed only of a decoder that is sure', async () => {
  const nothing = (probability: number) => table({ '': { [endToken]: probability, 10: 1 - probability } });
  assert.deepEqual((await write(nothing(0.85))).tokens, [10]);
  const sure = await write(nothing(0.95));
  assert.deepEqual([sure.tokens, sure.complete], [[], true]);
});

test('stops where no speaker can have said more, and says that there was no end', async () => {
  const endless: Says = (text) => ({ [100 + text.length]: 0.9 });
  for (const frames of [20, 200, 20_000]) {
    const { tokens, complete, looped } = await write(endless, 1, frames);
    assert.deepEqual([tokens.length, complete, looped], [tokenLimit(frames), false, false]);
  }
  assert.ok(tokenLimit(20) < tokenLimit(200) && tokenLimit(200) < tokenLimit(20_000));
  assert.equal(tokenLimit(20_000), 193, 'positions that the model knows');
});

/** Probabilities that depend on the window and all of the text, with an end that comes sooner or later. */
const arbitrary =
  (index: number, length: number): Says =>
  (text) => {
    const random = seededRandom(text.reduce((sum, token) => (31 * sum + token) % 65_521, index + 1));
    const given = [10, 11, 12, 13].map((token) => [token + text.length * 10, 0.05 + random()] as const);
    const end = text.length < length - 2 ? 0.01 : text.length / length;
    const total = given.reduce((sum, [, weight]) => sum + weight, end);
    return Object.fromEntries([...given, [endToken, end]].map(([token, weight]) => [token, weight! / total]));
  };

for (const width of [1, 4]) {
  test(`windows of different lengths side by side give what each gives alone (${width} texts each)`, async () => {
    const lengths = [3, 18, 7, 1, 12, 30];
    const says = lengths.map((length, index) => arbitrary(index, length));
    const windows = lengths.map((length, index) => scriptedWindow(index, 60 + 10 * length));
    const networks = scriptedMoonshine(says);
    const together = await writeWindows(networks, windows, { width, signal: never });
    for (const [index, window] of windows.entries()) {
      const [alone] = await writeWindows(scriptedMoonshine(says), [window], { width, signal: never });
      assert.deepEqual(together[index], alone);
      assert.equal(together[index]!.attention.rows[0]!.length, window.length, 'its own frames only');
    }
    assert.ok(new Set(together.map(({ tokens }) => tokens.length)).size > 2, 'they end at different times');
    const rows = networks.steps.map((step) => step.rows);
    assert.ok(rows.at(-1)! < Math.max(...rows), 'what has ended is left out');
  });
}

test('an expected word wins against one that is up to four times as probable, even when it is not among the best', async () => {
  const tokens = await readMoonshineTokens(bundledModel('moonshine-tokens.txt'));
  const [anna, annas] = [tokens.encode('Anna'), tokens.encode('banana')];
  assert.equal(anna.length, 1, 'one token, so that one step decides');
  const others = { 30: 0.25, 31: 0.24, 32: 0.23 };
  const hear = async (probability: number, words: readonly string[]) => {
    const says = table({ '': { ...others, [annas[0]!]: 0.01, [anna[0]!]: probability } });
    const favours = favoursOf(words, tokens);
    const options = { width: 4, favours, signal: never };
    const [written] = await writeWindows(scriptedMoonshine([says]), [scriptedWindow(0)], options);
    return written!.tokens[0];
  };
  assert.equal(await hear(0.08, ['Anna']), anna[0]);
  assert.equal(await hear(0.08, ['banana']), 30, 'another expected word changes nothing');
  assert.equal(await hear(0.03, ['Anna']), 30, 'too improbable to have been said');
});

test('what an expected word gained is no part of how sure the recogniser is', async () => {
  const tokens = await readMoonshineTokens(bundledModel('moonshine-tokens.txt'));
  const [anna] = tokens.encode('Anna');
  const says = table({ '': { [anna!]: 0.4, 30: 0.5 } });
  const options = { width: 4, favours: favoursOf(['Anna'], tokens), signal: never };
  const [written] = await writeWindows(scriptedMoonshine([says]), [scriptedWindow(0)], options);
  assert.deepEqual(written!.tokens, [anna]);
  assert.ok(Math.abs(written!.meanLogProbability - Math.log(0.4 * 0.9) / 2) < 1e-9);
});

test('stops between two tokens when told to', async () => {
  const stop = new AbortController();
  const says: Says = (text) => {
    if (text.length === 3) stop.abort(new Error('the run was cancelled'));
    return { [100 + text.length]: 0.9 };
  };
  const networks = scriptedMoonshine([says]);
  await assert.rejects(
    writeWindows(networks, [scriptedWindow(0, 600)], { width: 1, signal: stop.signal }),
    /the run was cancelled/,
  );
  assert.equal(networks.steps.length, 4);
});
