import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hearWindows } from '#server/engines/asr/moonshine/hear-windows.ts';
import { noMarks } from '#server/engines/asr/moonshine/sentence-marks.ts';
import { endToken, type MoonshineTokens } from '#server/engines/asr/moonshine/tokens.ts';
import { type Says, scriptedMoonshine, scriptedWindow } from '#test/support/scripted-moonshine.ts';
import { never } from '#test/support/speech-sounds.ts';

/** Every token is a word of its own, as long as it need be for a text that can be packed. */
const tokens: MoonshineTokens = {
  decode: (written) => written.map((token) => (token >= 500 ? 'again ' : `w${token * token} `)).join(''),
  encode: (text) => [...text].map((letter) => letter.charCodeAt(0)),
  bytesOf: () => null,
  marks: noMarks,
  special: { endOfText: 1000, timestampBegin: Number.POSITIVE_INFINITY },
};

const clear: Says = (text) => (text.length < 3 ? { [10 + text.length]: 0.99 } : { [endToken]: 0.99 });
/** Better when searched: see decode.test.ts. */
const poor: Says = (text) => {
  if (text.length === 0) return { 20: 0.6, 21: 0.4 };
  if (text.length > 1) return { [endToken]: 0.99 };
  return text[0] === 20 ? { 22: 0.1, 23: 0.1 } : { 24: 0.95 };
};
const looping: Says = (text) => ({ [30 + (text.length % 4)]: 0.9 });
/** Different tokens, so that no loop of tokens is seen, but the same text for ever. */
const repeating: Says = (text) => (text.length < 40 ? { [500 + text.length]: 0.99 } : { [endToken]: 0.99 });

const hear = async (says: readonly Says[], signal = never) => {
  const networks = scriptedMoonshine(says);
  const windows = says.map((_, index) => scriptedWindow(index, 400));
  const heard = await hearWindows({ networks, tokens }, windows, { signal });
  return { heard, widest: Math.max(...networks.steps.map(({ rows }) => rows)), networks };
};

test('a clear window is written down once, the plain way', async () => {
  const { heard, widest, networks } = await hear([clear]);
  assert.deepEqual([heard[0]!.tokens, heard[0]!.lost], [[10, 11, 12], false]);
  assert.deepEqual([widest, networks.steps.length], [1, 4]);
});

test('only windows that are not sure are searched again, and the better text is kept', async () => {
  const { heard } = await hear([clear, poor, clear]);
  assert.deepEqual(
    heard.map((one) => one.tokens),
    [
      [10, 11, 12],
      [21, 24],
      [10, 11, 12],
    ],
  );
  assert.ok(heard.every(({ lost }) => !lost));
});

test('a window that loops, or repeats itself in other tokens, is lost; its neighbours are not', async () => {
  const { heard } = await hear([clear, looping, repeating]);
  assert.deepEqual(
    heard.map(({ lost, looped }) => [lost, looped]),
    [
      [false, false],
      [true, true],
      [true, false],
    ],
  );
});

test('every window comes back with the states it was heard by', async () => {
  const { heard } = await hear([clear, poor]);
  assert.deepEqual(
    heard.map(({ states }) => [states.length, states[0]]),
    [
      [400, 0],
      [400, 1],
    ],
  );
});

test('what was written down first is told before anything is searched again, and may end the hearing', async () => {
  const networks = scriptedMoonshine([clear, poor]);
  const windows = [scriptedWindow(0), scriptedWindow(1)];
  const told: (readonly number[])[] = [];
  const whenWritten = async (written: readonly { tokens: readonly number[] }[]) => {
    told.push(...written.map((one) => one.tokens));
    assert.ok(
      networks.steps.every(({ rows }) => rows <= 2),
      'nothing was searched',
    );
  };
  await hearWindows({ networks, tokens }, windows, { signal: never, whenWritten });
  assert.equal(told.length, 2);
  assert.deepEqual(told[0], [10, 11, 12]);
  const refuse = () => Promise.reject(new Error('another language'));
  const before = networks.steps.length;
  await assert.rejects(hearWindows({ networks, tokens }, windows, { signal: never, whenWritten: refuse }), {
    message: 'another language',
  });
  assert.ok(networks.steps.slice(before).every(({ rows }) => rows <= 2));
});

test('no windows are heard as nothing', async () => {
  assert.deepEqual((await hear([])).heard, []);
});

test('with expected words everything is searched', async () => {
  const networks = scriptedMoonshine([clear]);
  const place = { gains: new Map<number, number>(), after: () => ({ gain: 0, place }) };
  const favours = { begin: () => place };
  const [heard] = await hearWindows({ networks, tokens }, [scriptedWindow(0)], { favours, signal: never });
  assert.deepEqual(heard!.tokens, [10, 11, 12]);
  assert.ok(networks.steps.slice(1).every(({ rows }) => rows > 1));
});

test('hears nothing more once it was stopped', async () => {
  await assert.rejects(hear([clear], AbortSignal.abort()), { name: 'AbortError' });
});
