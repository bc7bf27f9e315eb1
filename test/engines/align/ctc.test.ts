import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { AlignedWord, Span, Word } from '#server/domain/transcript/types.ts';
import { createCtcAligner } from '#server/engines/align/ctc.ts';
import type { AlignEngine } from '#server/engines/align/port.ts';
import { bundledModel } from '#test/support/bundled-model.ts';
import { interviewSentences, knownSpeech } from '#test/support/known-speech.ts';
import { never, readPcm, silence, tone, writePcm } from '#test/support/speech-sounds.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

const models = { modelPath: bundledModel('ctc-en.onnx'), lexiconPath: bundledModel('lexicon-en.txt') };
let aligner: AlignEngine;
let folder: string;

before(async (t) => {
  folder = await tempFolder(t as never);
  aligner = await createCtcAligner(models);
});

const align = async (samples: Int16Array, words: readonly Word[], speech: readonly Span[] = []) =>
  aligner.align({ pcmPath: await writePcm(`${folder}/a.pcm`, samples), words, speech, signal: never });

const meanError = (aligned: readonly AlignedWord[], truth: readonly Span[], edge: 'startMs' | 'endMs') =>
  aligned.reduce((sum, word, n) => sum + Math.abs(word[edge] - truth[n]![edge]), 0) / aligned.length;

for (const [voice, limitMs] of [
  ['rms', 20],
  ['slt', 26],
] as const) {
  test(`places the words of voice ${voice} within ${limitMs} ms on average`, async (t) => {
    const { samples, words, truth } = await knownSpeech(interviewSentences, voice, folder);
    const aligned = await align(samples, words);
    const [start, end] = [meanError(aligned, truth, 'startMs'), meanError(aligned, truth, 'endMs')];
    t.diagnostic(`start ${start.toFixed(1)} ms, end ${end.toFixed(1)} ms`);
    assert.ok(start < limitMs && end < limitMs, `start ${start} ms, end ${end} ms`);
    assert.deepEqual(
      aligned.map((word) => word.text),
      words.map((word) => word.text),
    );
    const lost = aligned.filter((word) => !word.phones).map((word) => word.text);
    assert.ok(lost.length <= 1, lost.join(' '));
    for (const [n, word] of aligned.entries()) {
      if (!word.phones) continue;
      assert.equal(word.startMs, word.phones[0]!.startMs);
      assert.equal(word.endMs, word.phones.at(-1)!.endMs);
      for (const phone of word.phones)
        assert.ok(phone.endMs > phone.startMs && phone.gop <= 0 && phone.logPosterior <= phone.gop);
      assert.deepEqual(
        word.phones.slice(1).map(({ startMs }) => startMs),
        word.phones.slice(0, -1).map(({ endMs }) => endMs),
      );
      const before = aligned[n - 1];
      assert.ok(!before?.phones || word.startMs >= before.endMs);
      assert.ok(word.gop! <= 0 && word.entropy! >= 0 && word.confidence === 1);
    }
  });
}

test('does not drift: the last words of three minutes are as exact as the first', async (t) => {
  const sentences = Array.from({ length: 50 }, (_, n) => interviewSentences[n % interviewSentences.length]!);
  const { samples, words, truth } = await knownSpeech(sentences, 'rms', folder);
  const aligned = await align(samples, words);
  const late = meanError(aligned.slice(-100), truth.slice(-100), 'startMs');
  t.diagnostic(`${(samples.length / 960_000).toFixed(1)} min, last 100 words ${late.toFixed(1)} ms`);
  assert.ok(samples.length / 960_000 > 2.5);
  assert.ok(late < 20, `${late} ms`);
  assert.ok(meanError(aligned.slice(0, 100), truth, 'startMs') < 20);
});

test('finds words although the recogniser stretched one over a pause', async () => {
  const { samples, words, truth } = await knownSpeech(interviewSentences.slice(0, 2), 'rms', folder);
  const lastOfFirst = interviewSentences[0]!.split(' ').length - 1;
  const stretched = words.map((word, n) =>
    n === lastOfFirst ? { ...word, endMs: words[lastOfFirst + 1]!.startMs } : word,
  );
  const speech = [
    { startMs: 100, endMs: truth[lastOfFirst]!.endMs + 50 },
    { startMs: truth[lastOfFirst + 1]!.startMs - 50, endMs: truth.at(-1)!.endMs + 50 },
  ];
  const aligned = await align(samples, stretched, speech);
  assert.ok(stretched[lastOfFirst]!.endMs > truth[lastOfFirst]!.endMs + 400, 'the case is a real one');
  assert.ok(Math.abs(aligned[lastOfFirst]!.endMs - truth[lastOfFirst]!.endMs) < 100);
  assert.ok(Math.abs(aligned[lastOfFirst + 1]!.startMs - truth[lastOfFirst + 1]!.startMs) < 60);
});

test('the measures do not depend on how loud the recording is, and repeat bit for bit', async () => {
  const { samples, words } = await knownSpeech(interviewSentences.slice(0, 3), 'rms', folder);
  const loud = await align(samples, words);
  assert.deepEqual(await align(samples, words), loud);
  const quiet = await align(
    samples.map((sample) => Math.round(sample / 8)),
    words,
  );
  for (const [n, word] of loud.entries()) {
    assert.ok(Math.abs(word.startMs - quiet[n]!.startMs) <= 40, word.text);
    assert.ok(Math.abs(word.gop! - quiet[n]!.gop!) < 0.35, `${word.text} ${word.gop} ${quiet[n]!.gop}`);
  }
});

test('words that were not said have no support, and do not disturb those that were', async (t) => {
  const { samples, words, truth } = await knownSpeech(interviewSentences, 'rms', folder);
  const others = ['banana', 'judge', 'thirty', 'owl', 'cheese'];
  const isWrong = (n: number) => n % 10 === 4;
  const told = words.map((word, n) => (isWrong(n) ? { ...word, text: others[n % others.length]! } : word));
  const aligned = await align(samples, told);
  const wrong = aligned.filter((_, n) => isWrong(n));
  const right = aligned.filter((_, n) => !isWrong(n));
  const unsupported = (list: AlignedWord[]) => list.filter((word) => word.unsupported).length / list.length;
  t.diagnostic(
    `unsupported: ${unsupported(wrong).toFixed(2)} of the wrong, ${unsupported(right).toFixed(2)} of the right words`,
  );
  assert.ok(unsupported(wrong) > 0.5 && unsupported(right) < 0.05);
  const rightTruth = truth.filter((_, n) => !isWrong(n));
  const error = meanError(right, rightTruth, 'startMs');
  assert.ok(error < 25, `${error} ms`);
});

test('a passage whose words are missing, and one whose words are all wrong, leave the others in place', async () => {
  const sentences = Array.from({ length: 24 }, (_, n) => interviewSentences[n % interviewSentences.length]!);
  const { samples, words, truth } = await knownSpeech(sentences, 'rms', folder);
  const kept = words.map((word, n) => ({ word, truth: truth[n]!, n })).filter(({ n }) => n < 60 || n >= 110);
  const told = kept.map(({ word, n }) => (n >= 160 && n < 200 ? { ...word, text: 'umbrella' } : word));
  const aligned = await align(samples, told);
  const others = kept.map(({ n }) => n < 160 || n >= 200);
  const error = meanError(
    aligned.filter((_, at) => others[at]),
    kept.filter((_, at) => others[at]).map((item) => item.truth),
    'startMs',
  );
  assert.ok(error < 20, `${error} ms`);
});

test('words without a pronunciation or a place keep the times they came with', async () => {
  const { samples, words } = await knownSpeech(interviewSentences.slice(0, 1), 'rms', folder);
  const dash: Word = {
    text: '–',
    confidence: 0.4,
    filler: true,
    startMs: words[2]!.endMs,
    endMs: words[3]!.startMs,
  };
  const aligned = await align(samples, [...words.slice(0, 3), dash, ...words.slice(3)]);
  assert.deepEqual(aligned[3], dash);
  assert.equal(aligned.filter((word) => word.phones).length, words.length);

  // Twenty words in a fifth of a second at the end of the file: no room for their phones.
  const crowded = Array.from({ length: 20 }, (_, n) => ({
    text: 'responsibility',
    confidence: 1,
    startMs: 990 + 10 * n,
    endMs: 1000 + 10 * n,
  }));
  assert.deepEqual(
    await align(silence(1200), crowded),
    crowded.map((word) => ({ ...word, unsupported: true })),
  );
  const unheard = await align(tone(3000, 500), [{ text: 'hello', confidence: 1, startMs: 500, endMs: 900 }]);
  assert.equal(unheard.length, 1);
  assert.deepEqual(await align(silence(100), []), []);
});

test('stops when asked to', async () => {
  const signal = AbortSignal.abort(new Error('enough'));
  const words = [{ text: 'hello', confidence: 1, startMs: 0, endMs: 500 }];
  const pcmPath = await writePcm(`${folder}/b.pcm`, silence(1000));
  await assert.rejects(aligner.align({ pcmPath, words, speech: [], signal }), /enough/);
  assert.equal((await readPcm(pcmPath)).length, 16_000);
});

test('words whose times only name their window are placed as exactly', async (t) => {
  const { samples, words, truth } = await knownSpeech(interviewSentences, 'rms', folder);
  const windows = [
    { startMs: 0, endMs: Math.round(truth[20]!.endMs) },
    { startMs: Math.round(truth[20]!.endMs), endMs: Math.floor(samples.length / 16) },
  ];
  // Spread evenly, as over the words of a phrase: up to some seconds off.
  const spread = words.map((word, n): Word => {
    const [window, at, of] = n <= 20 ? [windows[0]!, n, 21] : [windows[1]!, n - 21, words.length - 21];
    const eachMs = (window.endMs - window.startMs) / of;
    const startMs = Math.round(window.startMs + at * eachMs);
    return { ...word, startMs, endMs: Math.round(startMs + eachMs) };
  });
  const pcmPath = await writePcm(`${folder}/spread.pcm`, samples);
  const aligned = await aligner.align({ pcmPath, words: spread, speech: [], windows, signal: never });
  const [told, start, end] = [
    meanError(spread, truth, 'startMs'),
    meanError(aligned, truth, 'startMs'),
    meanError(aligned, truth, 'endMs'),
  ];
  t.diagnostic(`told ${told.toFixed(0)} ms off, start ${start.toFixed(1)} ms, end ${end.toFixed(1)} ms`);
  assert.ok(told > 200 && start < 20 && end < 20, `${told} ${start} ${end}`);
});

for (const [sentence, written, spoken] of [
  ['it was about nineteen eighty four we think', '1984', ['nineteen', 'eighty', 'four']],
  [
    'it was one thousand nine hundred eighty four we think',
    '1984',
    'one thousand nine hundred eighty four'.split(' '),
  ],
  ['the firm made sixty four billion dollars last year', '$64bn', 'sixty four billion dollars'.split(' ')],
] as const) {
  test(`tells which way "${written}" was read in "${sentence}"`, async () => {
    const { samples, words, truth } = await knownSpeech([sentence], 'rms', folder);
    const texts = sentence.replace(spoken.join(' '), written).split(' ');
    const first = sentence.split(' ').indexOf(spoken[0]!);
    const asWritten = texts.map((text, n): Word => {
      const from = words[n <= first ? n : n + spoken.length - 1]!;
      const to = n === first ? words[n + spoken.length - 1]! : from;
      return { text, confidence: 1, startMs: from.startMs, endMs: to.endMs };
    });
    const aligned = await align(samples, asWritten);
    assert.deepEqual(aligned[first]!.spoken, spoken);
    assert.ok(Math.abs(aligned[first]!.startMs - truth[first]!.startMs) < 60);
    assert.ok(aligned.every((word, n) => word.phones && (n === first) === (word.spoken !== undefined)));
  });
}
