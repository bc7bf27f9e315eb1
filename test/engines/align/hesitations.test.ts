import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { AlignedWord, Span, Word } from '#server/domain/transcript/types.ts';
import { createCtcAligner } from '#server/engines/align/ctc.ts';
import type { AlignEngine } from '#server/engines/align/port.ts';
import { bundledModel } from '#test/support/bundled-model.ts';
import { interviewSentences, knownSpeech } from '#test/support/known-speech.ts';
import { joinSamples, never, silence, speak, writePcm } from '#test/support/speech-sounds.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { drawnOut } from '../../../testkit/splice.ts';

let aligner: AlignEngine;
let folder: string;

before(async (t) => {
  folder = await tempFolder(t as never);
  aligner = await createCtcAligner({
    modelPath: bundledModel('ctc-en.onnx'),
    lexiconPath: bundledModel('lexicon-en.txt'),
  });
});

/** All of it is one window of the recogniser's, its words evenly spread. */
async function hear(samples: Int16Array, texts: readonly string[]): Promise<AlignedWord[]> {
  const pcmPath = await writePcm(`${folder}/heard.pcm`, samples);
  const durationMs = Math.floor(samples.length / 16);
  const at = (n: number) => Math.round((durationMs * n) / texts.length);
  const words = texts.map((text, n): Word => ({ text, confidence: 1, startMs: at(n), endMs: at(n + 1) }));
  const windows = [{ startMs: 0, endMs: durationMs }];
  const aligned = await aligner.align({ pcmPath, words, speech: [], windows, signal: never });
  return aligner.withHesitations!({ pcmPath, words: aligned, signal: never });
}

const cut = (samples: Int16Array, { startMs, endMs }: Span) => samples.slice(startMs * 16, endMs * 16);

/** A sentence with a sound between two of its words, `apartMs` of silence around it. */
async function interrupted(sentence: string, at: number, sound: (said: Said) => Int16Array, apartMs: number) {
  const { samples, truth } = await knownSpeech([sentence], 'rms', folder);
  const span = { startMs: 0, endMs: Math.round((truth[at - 1]!.endMs + truth[at]!.startMs) / 2) };
  const made = sound({ samples, truth });
  const first = cut(samples, span);
  const joined = joinSamples([first, silence(apartMs), made, silence(apartMs), samples.slice(first.length)]);
  return { samples: joined, startMs: span.endMs + apartMs, endMs: span.endMs + apartMs + made.length / 16 };
}
interface Said {
  samples: Int16Array;
  truth: readonly Span[];
}

const sentence = 'i think people do their best work when they feel safe';

for (const text of ['uh', 'um'] as const) {
  test(`puts "${text}" where it was said and the recogniser wrote nothing`, async () => {
    const spoken = await speak(text, 'rms', folder);
    const from = spoken.phones[0]!.startMs;
    const vowel = cut(spoken.samples, {
      startMs: Math.round(from),
      endMs: Math.round(spoken.phones.at(-1)!.endMs),
    });
    const made = await interrupted(sentence, 4, () => vowel, 200);
    const words = await hear(made.samples, sentence.split(' '));
    const fillers = words.filter(({ filler }) => filler);
    assert.deepEqual(
      words.map((word) => word.text),
      sentence.replace('do their', `do ${text} their`).split(' '),
    );
    const [found] = fillers;
    assert.ok(found!.confidence > 0.5 && found!.confidence <= 1 && !found!.phones);
    assert.ok(Math.abs(found!.startMs - made.startMs) < 80 && Math.abs(found!.endMs - made.endMs) < 120);
  });
}

test('a word said twice is once in the transcript as said and taken back', async () => {
  const made = await interrupted(sentence, 6, ({ samples, truth }) => cut(samples, rounded(truth[6]!)), 150);
  const words = await hear(made.samples, sentence.split(' '));
  assert.deepEqual(
    words.map((word) => (word.abandoned ? `(${word.text})` : word.text)),
    sentence.replace('work', '(work) work').split(' '),
  );
  assert.ok(words.find(({ abandoned }) => abandoned)!.phones!.length >= 3);
});

test('a word cut off is written with as many letters as were said', async () => {
  const other = 'we had to finish the important report before friday';
  const made = await interrupted(
    other,
    5,
    ({ samples, truth }) => {
      const { startMs, endMs } = rounded(truth[5]!);
      return cut(samples, { startMs, endMs: startMs + Math.round(0.5 * (endMs - startMs)) });
    },
    150,
  );
  const words = await hear(made.samples, other.split(' '));
  const [begun, ...more] = words.filter(({ abandoned }) => abandoned);
  assert.equal(more.length, 0);
  assert.match(begun!.text, /^imp\w*-$/);
  assert.equal(words[words.indexOf(begun!) + 1]!.text, 'important');
});

for (const voice of ['rms', 'slt']) {
  test(`finds nothing where ${voice} reads without hesitating`, async () => {
    const { samples, words } = await knownSpeech(interviewSentences, voice, folder);
    const texts = words.map(({ text }) => text);
    assert.deepEqual(
      (await hear(samples, texts)).map((word) => word.text),
      texts,
    );
  });
}

test('noises and tones between words are no hesitations', async () => {
  for (const noise of [
    Int16Array.from({ length: 6400 }, (_, n) => 2000 * Math.sin(n * n)),
    Int16Array.from({ length: 6400 }, (_, n) => 4000 * Math.sin((2 * Math.PI * 1900 * n) / 16_000)),
  ]) {
    const { samples } = await interrupted(sentence, 4, () => noise, 200);
    const texts = sentence.split(' ');
    assert.deepEqual(
      (await hear(samples, texts)).map((word) => word.text),
      texts,
    );
  }
});

test('a vowel drawn out keeps its pitch and has the length asked for', () => {
  const periodSamples = 160;
  const vowel = Int16Array.from(
    { length: 1600 },
    (_, n) => 8000 * Math.sin((2 * Math.PI * n) / periodSamples),
  );
  const long = drawnOut(vowel, 400);
  assert.equal(long.length, 6400);
  let crossings = 0;
  for (let n = 801; n < 5600; n++) if (long[n - 1]! < 0 && long[n]! >= 0) crossings++;
  assert.ok(Math.abs(crossings - 4800 / periodSamples) <= 1, String(crossings));
});

const rounded = ({ startMs, endMs }: Span): Span => ({
  startMs: Math.round(startMs),
  endMs: Math.round(endMs),
});
