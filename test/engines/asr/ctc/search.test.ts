import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { confidence } from '#server/engines/asr/ctc/confidence.ts';
import { type ScoredHypothesis, wordPosteriors } from '#server/engines/asr/ctc/hypotheses.ts';
import { readLanguageModel } from '#server/engines/asr/ctc/language-model.ts';
import { bestHypotheses } from '#server/engines/asr/ctc/lattice.ts';
import { dividedAtSilences } from '#server/engines/asr/ctc/pieces.ts';
import { phoneClasses } from '#server/engines/asr/ctc/posteriors.ts';
import { listeningWindows } from '#server/engines/asr/ctc/windows.ts';
import { wordTimes } from '#server/engines/asr/ctc/word-times.ts';
import { buildWordTree } from '#server/engines/asr/ctc/word-tree.ts';
import { loadNative } from '#server/native.ts';
import { bundledModel } from '#test/support/bundled-model.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { trigramReference } from '../../../../native/reference/beam.ts';

const model = await readLanguageModel(bundledModel('words-en.lm'));
const number = new Map(model.words.map((word, index) => [word, index]));
const logProbability = (history: string[], word: string) =>
  trigramReference(model.trigrams, [0, ...history.map((w) => number.get(w)!)], number.get(word)!);

test('the language model is a probability distribution behind any history', () => {
  for (const history of [[], ['thank'], ['i', 'want'], ['um', 'i'], ['zebra', 'accountant']]) {
    const sum = model.words.reduce((total, word) => total + Math.exp(logProbability(history, word)), 0);
    // Probabilities are stored in steps of 8 %.
    assert.ok(sum > 0.9 && sum < 1.1, `${history.join(' ')}: ${sum}`);
  }
});

test('the language model knows what follows what', () => {
  assert.ok(logProbability(['i', 'want'], 'to') > logProbability(['i', 'want'], 'two') + 3);
  assert.ok(logProbability(['thank'], 'you') > logProbability(['thank'], 'view') + 3);
  for (const word of ['uh', 'um', 'hmm', "don't", "i'm", 'seven', 'interview'])
    assert.ok(number.has(word), word);
});

test('a file that is no language model, or only a part of one, is refused', async (t) => {
  const folder = await tempFolder(t);
  await writeFile(join(folder, 'other'), 'something else entirely');
  await assert.rejects(readLanguageModel(join(folder, 'other')), /no language model/);
  await writeFile(join(folder, 'part'), Buffer.concat([Buffer.from('ASSAYLM1'), Buffer.alloc(16, 9)]));
  await assert.rejects(readLanguageModel(join(folder, 'part')), /cut off/);
});

test('words that begin alike share the beginning of the tree', () => {
  const tree = buildWordTree([
    [2, [5, 6]],
    [3, [5, 7]],
    [4, [5, 6]],
    [5, [8]],
    [6, []],
  ]);
  assert.deepEqual([...tree.symbol], [0, 5, 8, 6, 7]);
  assert.deepEqual([...tree.childFirst], [1, 3, 5, 5, 5, 5]);
  assert.deepEqual([...tree.wordFirst], [0, 0, 0, 1, 3, 4]);
  assert.deepEqual([...tree.wordOf], [5, 2, 4, 3]);
});

test('a lattice gives its ways best first, each word sequence once', () => {
  const lattice = {
    nodes: 3,
    from: Int32Array.of(0, 0, 0, 1, 2),
    to: Int32Array.of(1, 1, 2, -1, -1),
    word: Int32Array.of(7, 8, 7, -1, -1),
    frame: new Int32Array(5),
    acoustic: Float32Array.of(-1, -2, -3, 0, 0),
    language: Float32Array.of(-1, -1, -1, -1, -1),
  };
  const ways = bestHypotheses(lattice, { lmWeight: 0.5, wordBonus: 1 }, 10);
  assert.deepEqual(
    ways.map(({ words, acoustic, language }) => [words, acoustic, language]),
    [
      [[7], -1, -2],
      [[8], -2, -2],
    ],
  );
  assert.equal(bestHypotheses(lattice, { lmWeight: 1, wordBonus: 0 }, 1).length, 1);
  const empty = { ...lattice, nodes: 1, from: new Int32Array(), to: new Int32Array() };
  assert.deepEqual(bestHypotheses(empty, { lmWeight: 1, wordBonus: 0 }, 5), []);
});

test('a word is as probable as the sequences that have it in its place', () => {
  const hypothesis = (words: number[], score: number): ScoredHypothesis => ({
    ...{ words, score },
    ...{ characters: 0, phones: 0, frames: 0, language: 0 },
  });
  const [first, second] = wordPosteriors([hypothesis([4, 5], 0), hypothesis([4, 6], 0)]);
  assert.equal(first, 1);
  assert.equal(second, 0.5);
  assert.deepEqual(wordPosteriors([]), []);
});

test('more evidence for a word never makes it less probable', () => {
  const evidence = {
    ...{ posterior: 0, around: 0, fit: -1, phones: -1 },
    ...{ letters: -1, language: -6, length: 1 },
  };
  for (const name of ['posterior', 'around', 'fit', 'phones', 'letters'] as const) {
    const more = confidence({ ...evidence, [name]: evidence[name] + 1 });
    assert.ok(more >= confidence(evidence), name);
    assert.ok(more > 0 && more < 1);
  }
});

/** Framewise log probabilities in which each frame's class is almost certain. */
function frames(classes: readonly number[]): Float32Array {
  const logs = new Float32Array(classes.length * phoneClasses).fill(Math.log(0.001));
  for (const [frame, symbol] of classes.entries()) logs[frame * phoneClasses + symbol] = Math.log(0.95);
  return logs;
}
const repeat = (symbol: number, times: number) => new Array<number>(times).fill(symbol);

test('words get the times of their sounds, silence between them left out', () => {
  const logs = frames([
    ...repeat(0, 5),
    ...repeat(3, 4),
    ...repeat(4, 4),
    ...repeat(0, 10),
    ...repeat(3, 6),
    ...repeat(0, 2),
  ]);
  const spans = wordTimes(loadNative().viterbi, logs, [[[3, 4]], [[3]]], 1000);
  assert.deepEqual(
    spans.map(({ startMs, endMs }) => [startMs, endMs]),
    [
      [1100, 1260],
      [1460, 1580],
    ],
  );
  assert.ok(spans.every(({ fit }) => Math.abs(fit) < 1e-6));
  const crowded = wordTimes(loadNative().viterbi, frames([3, 4]), [[[3, 4]], [[3, 4]]], 0);
  assert.deepEqual(
    crowded.map(({ startMs, endMs }) => [startMs, endMs]),
    [
      [0, 20],
      [20, 40],
    ],
  );
});

test('a long stretch is divided in silences only, and pieces join without a gap', () => {
  const speech = repeat(3, 150);
  const classes = [
    ...speech,
    ...repeat(0, 20),
    ...speech,
    ...repeat(0, 12),
    ...speech,
    ...repeat(0, 4),
    ...speech,
  ];
  const pieces = dividedAtSilences(frames(classes));
  assert.equal(pieces[0]!.startMs, 0);
  assert.equal(pieces.at(-1)!.endMs, classes.length * 20);
  assert.ok(pieces.length >= 2);
  for (const [i, piece] of pieces.slice(1).entries()) {
    assert.equal(piece.startMs, pieces[i]!.endMs);
    assert.equal(classes[piece.startMs / 20], 0, `cut inside speech at ${piece.startMs} ms`);
  }
  assert.deepEqual(dividedAtSilences(frames(repeat(3, 1000))), [{ startMs: 0, endMs: 20_000 }]);
  assert.deepEqual(dividedAtSilences(frames(repeat(0, 50))), [{ startMs: 0, endMs: 1000 }]);
});

test('windows hold whole stretches of speech, in order, and none is too long', async () => {
  const quietestMs = async (fromMs: number, toMs: number) => (fromMs + toMs) / 2;
  const speech = [
    { startMs: 1000, endMs: 2000 },
    { startMs: 2500, endMs: 5000 },
    { startMs: 9000, endMs: 49_000 },
  ];
  const windows = await listeningWindows(speech, { durationMs: 50_000, quietestMs });
  assert.deepEqual(windows[0], { startMs: 650, endMs: 5350 });
  for (const [i, { startMs, endMs }] of windows.entries()) {
    assert.ok(endMs - startMs <= 15_000);
    if (i > 0) assert.ok(startMs >= windows[i - 1]!.endMs);
  }
  assert.equal(windows.at(-1)!.endMs, 49_350);
});
