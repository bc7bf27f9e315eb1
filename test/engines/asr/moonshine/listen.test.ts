import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Span } from '#server/domain/transcript/types.ts';
import { listenWithMoonshine } from '#server/engines/asr/moonshine/listen.ts';
import { noMarks } from '#server/engines/asr/moonshine/sentence-marks.ts';
import { endToken, type MoonshineTokens } from '#server/engines/asr/moonshine/tokens.ts';
import { soundInMemory } from '#server/engines/audio/pcm.ts';
import { type Says, scriptedMoonshine } from '#test/support/scripted-moonshine.ts';
import { never } from '#test/support/speech-sounds.ts';

const tokens: MoonshineTokens = {
  decode: (written) => written.map((token) => ` w${token}`).join(''),
  encode: (text) => [...text].map((letter) => letter.charCodeAt(0)),
  bytesOf: () => null,
  marks: noMarks,
  special: { endOfText: 1000, timestampBegin: Number.POSITIVE_INFINITY },
};
const clear: Says = (text) => (text.length < 3 ? { [10 + text.length]: 0.99 } : { [endToken]: 0.99 });

const spacingMs = 14_000;

/** `count` stretches of speech of 12 s, 2 s apart: a window each, the later ones a little longer. */
function sound(count: number) {
  const speech = Array.from({ length: count }, (_, index) => ({
    startMs: spacingMs * index + 1000,
    endMs: spacingMs * index + 13_000 + index,
  }));
  const samples = new Float32Array(16 * spacingMs * count);
  for (const { startMs, endMs } of speech) samples.fill(0.5, 16 * startMs, 16 * endMs);
  return { speech, reader: soundInMemory(samples) };
}

const listen = (count: number, onFirstWords: (first: { windows: Span[] }) => Promise<void>) => {
  const networks = scriptedMoonshine([clear]);
  const { speech, reader } = sound(count);
  const request = { speech, hotwords: [], signal: never, onFirstWords };
  const heard = listenWithMoonshine({ networks, tokens, batch: 16 }, reader, request);
  /** How many windows were written down side by side, each time once. */
  const batches = () => [...new Set(networks.steps.map(({ rows }) => rows))];
  return { heard, batches };
};

test('of a long recording the longest windows are told first, in time order, and the others are heard all the same', async () => {
  const told: Span[][] = [];
  const { heard, batches } = listen(10, async ({ windows }) => void told.push(windows));
  assert.equal((await heard).windows!.length, 10);
  assert.deepEqual(
    told.map((windows) => windows.map(({ startMs }) => Math.floor(startMs / spacingMs))),
    [[7, 8, 9]],
  );
  assert.deepEqual(batches(), [3, 7]);
});

test('nothing is asked of a recording that is heard as quickly as asked about', async () => {
  const { heard, batches } = listen(6, () => assert.fail('asked'));
  await heard;
  assert.deepEqual(batches(), [6]);
});

test('what is thrown after the first windows ends the recognition', async () => {
  const { heard, batches } = listen(10, () => Promise.reject(new Error('another language')));
  await assert.rejects(heard, { message: 'another language' });
  assert.deepEqual(batches(), [3]);
});
