import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Span, Word } from '#server/domain/transcript/types.ts';
import type { AlignEngine } from '#server/engines/align/port.ts';
import type { AsrEngine } from '#server/engines/asr/port.ts';
import { secondRecogniserFor } from '#server/modules/speech/pipeline/recogniser.ts';
import { secondOpinion } from '#server/modules/speech/pipeline/second-opinion.ts';

const windows: Span[] = [
  { startMs: 0, endMs: 10_000 },
  { startMs: 10_000, endMs: 20_000 },
  { startMs: 20_000, endMs: 30_000 },
];

const wordsAt = (startMs: number, text: string, confidence: number): Word[] =>
  text.split(' ').map((word, i) => ({
    text: word,
    startMs: startMs + i * 400,
    endMs: startMs + i * 400 + 300,
    confidence,
  }));

/** Sounds fit words by the goodness given for them, else well. */
const alignerHearing = (gops: Readonly<Record<string, number>>): AlignEngine => ({
  id: 'test-aligner',
  languages: ['en'],
  align: async ({ words }) =>
    words.map((word) => ({
      ...word,
      phones: [{ phone: 'ah', ...word, gop: gops[word.text] ?? -0.1, logPosterior: 0 }],
    })),
});

function otherHearing(words: readonly Word[]) {
  const asked: Span[][] = [];
  const engine = {
    id: 'other',
    languages: ['en', 'de'],
    transcribe: async ({ speech }: { speech: readonly Span[] }) => {
      asked.push([...speech]);
      return { words: [...words], detectedLanguage: 'en', languageProbability: 1, warnings: [] };
    },
  } as unknown as AsrEngine;
  return { engine, asked };
}

const sound = {
  pcmPath: '/nowhere',
  speech: [{ startMs: 500, endMs: 29_000 }],
  language: 'en',
  hotwords: [],
  signal: new AbortController().signal,
};
const textOf = (words: readonly Word[]) => words.map(({ text }) => text).join(' ');
const first = [
  ...wordsAt(1000, 'a clear start', 0.95),
  ...wordsAt(11_000, 'the furry pride', 0.5),
  ...wordsAt(21_000, 'and so on', 0.6),
];

test('asks about doubtful windows alone, and takes what is better supported', async () => {
  const { engine, asked } = otherHearing([
    ...wordsAt(11_000, 'the ferry ride', 0.8),
    ...wordsAt(21_000, 'ends on', 0.55),
  ]);
  const found = await secondOpinion({ sound, words: first, windows }, engine, {
    align: [alignerHearing({ furry: -2, pride: -1 })],
  });
  assert.deepEqual(asked, [[{ startMs: 10_000, endMs: 29_000 }]]);
  assert.equal(textOf(found!.words), 'a clear start the ferry ride and so on');
  assert.deepEqual(found!.told, { engineId: 'other', doubtfulWindows: 2, takenWindows: 1 });
});

test('keeps words that fit the sound although the other one is surer of its own', async () => {
  const { engine } = otherHearing(wordsAt(11_000, 'something fluent', 0.9));
  const found = await secondOpinion({ sound, words: first, windows }, engine, {
    align: [alignerHearing({ something: -3, fluent: -3 })],
  });
  assert.equal(found!.told.takenWindows, 0);
  assert.deepEqual(found!.words, first);
});

test('keeps what was heard where the other one heard nothing, and takes words where nothing fitted', async () => {
  const { engine } = otherHearing(wordsAt(21_000, 'and so forth', 0.5));
  const found = await secondOpinion({ sound, words: first, windows }, engine, {
    align: [alignerHearing({ and: -4, so: -4, on: -4, forth: -9 })],
  });
  assert.equal(textOf(found!.words), 'a clear start the furry pride and so on');
  const fitting = await secondOpinion({ sound, words: first, windows }, engine, {
    align: [alignerHearing({ on: -9 })],
  });
  assert.equal(textOf(fitting!.words), 'a clear start the furry pride and so forth');
});

test('asks no second recogniser where nothing is doubtful, or no aligner knows the language', async () => {
  const { engine, asked } = otherHearing([]);
  const clear = { sound, words: wordsAt(1000, 'a clear start', 0.95), windows };
  assert.equal(await secondOpinion(clear, engine, { align: [alignerHearing({})] }), null);
  assert.equal(await secondOpinion({ sound, words: first, windows }, engine, { align: [] }), null);
  assert.deepEqual(asked, []);
});

test('the second recogniser is the next that knows the language', () => {
  const [moonshine, whisper] = [
    { id: 'moonshine', languages: ['en'] },
    { id: 'whisper', languages: ['en', 'de'] },
  ] as unknown as AsrEngine[];
  const asr = [moonshine!, whisper!];
  assert.equal(secondRecogniserFor({ asr }, 'en'), whisper);
  assert.equal(secondRecogniserFor({ asr }, 'de'), undefined);
});
