import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Attention } from '#server/engines/asr/decoding/attention.ts';
import { loudnessOf } from '#server/engines/asr/decoding/loudness.ts';
import { windowWords } from '#server/engines/asr/decoding/window-words.ts';
import type { Hypothesis } from '#server/engines/asr/whisper/decode.ts';
import { loadWhisperFolder } from '#server/engines/asr/whisper/folder.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { seededRandom } from '../../../../testkit/random.ts';
import { writeTestWhisper } from '../../../../testkit/test-model/write-whisper.ts';

const dir = await tempFolder({ after: after as never });
await writeTestWhisper(dir, { geometry: 'short', layouts: ['merged'] });
const { tokenizer } = await loadWhisperFolder(dir);
const at = (ms: number) => tokenizer.special.timestampBegin + ms / 20;

const durationMs = 4000;
/** A tone wherever there is speech, a whisper of noise elsewhere. */
function soundWith(spoken: readonly (readonly [startMs: number, endMs: number])[]) {
  const random = seededRandom(5);
  const samples = Float32Array.from({ length: durationMs * 16 }, (_, i) => {
    const ms = i / 16;
    const loud = spoken.some(([startMs, endMs]) => ms >= startMs && ms < endMs);
    return 0.0004 * (random() - 0.5) + (loud ? 0.2 * Math.sin(i * 0.2) : 0);
  });
  return { durationMs, loudness: loudnessOf(samples) };
}

/** A hypothesis whose tokens were looked for at the given times; null looks everywhere alike. */
function heardAt(words: readonly (readonly [text: string, ms: number | null])[]): Hypothesis {
  const tokens: number[] = [];
  const looks: (number | null)[] = [];
  for (const [text, ms] of words) {
    const ids = tokenizer.encode(` ${text}`);
    for (const [i, id] of ids.entries()) {
      tokens.push(id);
      looks.push(ms === null ? null : ms + i * 20);
    }
  }
  const frames = durationMs / 20;
  const positions = 500;
  const rowFor = (ms: number | null) =>
    Float32Array.from({ length: frames }, (_, frame) =>
      ms === null ? 1 / positions : 0.9 * Math.exp(-((frame - ms / 20) ** 2) / 6) * 0.25,
    );
  const attention: Attention = {
    heads: 1,
    promptRows: 1,
    frames,
    positions,
    positionMs: 20,
    rows: [rowFor(null), ...looks.map(rowFor), rowFor(durationMs - 200)],
  };
  return { ...plain(tokens), attention };
}

const plain = (tokens: number[]): Hypothesis => ({
  tokens,
  logProbabilities: tokens.map(() => Math.log(0.8)),
  meanLogProbability: Math.log(0.8),
  noSpeech: 0,
  languages: null,
  looped: false,
  complete: true,
  attention: null,
});
const hear = (hypothesis: Hypothesis, spoken: readonly (readonly [number, number])[]) =>
  windowWords(hypothesis, soundWith(spoken), { tokenizer, language: 'en' });

test('words lie where attention and sound are', () => {
  const spoken = [
    [500, 900],
    [1500, 1900],
    [2600, 3100],
  ] as const;
  const words = hear(
    heardAt([
      ['one', 500],
      ['two', 1500],
      ['three', 2600],
    ]),
    spoken,
  );
  for (const [i, word] of words.entries()) {
    const [startMs, endMs] = spoken[i]!;
    assert.ok(
      Math.abs(word.startMs - startMs) <= 120,
      `${word.text} begins at ${word.startMs}, not ${startMs}`,
    );
    assert.ok(Math.abs(word.endMs - endMs) <= 120, `${word.text} ends at ${word.endMs}, not ${endMs}`);
    assert.ok(Math.abs(word.confidence - 0.8) < 1e-9);
    assert.equal(word.unsupported, undefined);
  }
});

test('a word with nothing to be heard under it is unsupported', () => {
  const words = hear(
    heardAt([
      ['one', 500],
      ['ghost', 1800],
      ['three', 3000],
    ]),
    [
      [500, 900],
      [3000, 3400],
    ],
  );
  assert.deepEqual(
    words.map(({ unsupported }) => unsupported === true),
    [false, true, false],
  );
});

test('a word that was looked for nowhere in particular is unsupported', () => {
  const words = hear(
    heardAt([
      ['one', 500],
      ['two', 1500],
      ['spread', null],
    ]),
    [[400, 3900]],
  );
  assert.equal(words[0]!.unsupported, undefined);
  const spread = hear(heardAt([['spread', null]]), [[0, 4000]])[0]!;
  // All of the sound is half of what the encoder hears: attention that is evenly spread over everything is no reason.
  assert.equal(spread.unsupported, undefined);
  const elsewhere = heardAt([
    ['one', 500],
    ['two', 1500],
  ]);
  for (const row of elsewhere.attention!.rows.slice(1)) row.fill(0.0001);
  assert.ok(hear(elsewhere, [[400, 3900]]).some(({ unsupported }) => unsupported));
});

test('without attention, words are spread over their phrase by their length', () => {
  const tokens = [
    at(400),
    ...tokenizer.encode(' it'),
    ...tokenizer.encode(' wonderful'),
    at(2000),
    at(2500),
    ...tokenizer.encode(' yes'),
    at(3000),
  ];
  const words = hear(plain(tokens), [
    [400, 2000],
    [2500, 3000],
  ]);
  assert.deepEqual(
    words.map(({ text, startMs, endMs }) => [text, startMs, endMs]),
    [
      ['it', 400, 827],
      ['wonderful', 827, 2000],
      ['yes', 2500, 3000],
    ],
  );
});

test('without timestamps either, they are spread over the window', () => {
  const words = hear(plain([...tokenizer.encode(' ab'), ...tokenizer.encode(' cd')]), [[0, 4000]]);
  assert.deepEqual(
    words.map(({ startMs, endMs }) => [startMs, endMs]),
    [
      [0, 2000],
      [2000, 4000],
    ],
  );
});

test('hesitations are marked as what they are, and need no support', () => {
  const words = hear(
    heardAt([
      ['um,', 1800],
      ['three', 3000],
    ]),
    [[3000, 3400]],
  );
  assert.deepEqual(
    words.map(({ filler, unsupported }) => [filler, unsupported]),
    [
      [true, undefined],
      [undefined, undefined],
    ],
  );
});

test('no words, no trouble', () => {
  assert.deepEqual(hear(plain([]), [[0, 100]]), []);
  assert.deepEqual(hear(plain([at(0), at(100)]), [[0, 100]]), []);
});
