import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bestHypotheses } from '#server/engines/asr/ctc/lattice.ts';
import { wordsGraph } from '#server/engines/asr/ctc/state-graph.ts';
import { buildWordTree } from '#server/engines/asr/ctc/word-tree.ts';
import { type BeamOptions, loadNative, type TrigramModel } from '#server/native.ts';
import { seededRandom } from '#test/support/random.ts';
import {
  bestWordsReference,
  ctcReference,
  graphScoreReference,
  trigramReference,
} from '../../native/reference/beam.ts';

const native = loadNative();

/** Five words: 0 and 1 are the marks, three can be said; some bigrams and trigrams at random. */
function randomModel(random: () => number): TrigramModel {
  const words = 5;
  const bigrams = Array.from({ length: words }, () => [1, 2, 3, 4].filter(() => random() < 0.6));
  const bigramWord = bigrams.flat();
  const trigrams = bigramWord.map(() => [1, 2, 3, 4].filter(() => random() < 0.4));
  const some = (length: number) => Float32Array.from({ length }, () => -3 * random());
  const first = (lists: number[][]) => {
    let sum = 0;
    return Int32Array.from([0, ...lists.map(({ length }) => (sum += length))]);
  };
  return {
    unigram: some(words),
    unigramBackoff: some(words),
    bigramFirst: first(bigrams),
    bigramWord: Uint16Array.from(bigramWord),
    bigram: some(bigramWord.length),
    bigramBackoff: some(bigramWord.length),
    trigramFirst: first(trigrams),
    trigramWord: Uint16Array.from(trigrams.flat()),
    trigram: some(trigrams.flat().length),
  };
}

function randomPosteriors(
  random: () => number,
  frames: number,
  classes: number,
  sharpness = 4,
): Float32Array {
  const rows = Array.from({ length: frames }, () => {
    const weights = Array.from({ length: classes }, () => Math.exp(sharpness * random()));
    const sum = weights.reduce((a, b) => a + b);
    return weights.map((weight) => Math.log(weight / sum));
  });
  return Float32Array.from(rows.flat());
}

const spellings = new Map([
  [2, [1]],
  [3, [1, 2]],
  [4, [2, 2, 3]],
]);
const options: BeamOptions = {
  lmWeight: 0.8,
  wordBonus: 0.3,
  beam: 1e5,
  maxTokens: 1e5,
  minSymbol: -1e5,
  latticeBeam: 1e5,
  beginWord: 0,
  endWord: 1,
  beginSymbol: 0,
  blankInside: true,
};

test('without pruning, the beam search finds what trying every word sequence finds', () => {
  const random = seededRandom(11);
  let certain = 0;
  for (let round = 0; round < 60; round++) {
    const model = randomModel(random);
    const posteriors = randomPosteriors(random, 3 + Math.floor(random() * 4), 4, 7);
    const decoder = new native.BeamDecoder(model, buildWordTree(spellings));
    const lattice = decoder.decode(posteriors, 4, options);
    const expected = bestWordsReference(posteriors, 4, spellings, model, { ...options, longest: 6 });
    // The search keeps the better of two ways with different word times where the truth is their sum, so its order may
    // differ; counted exactly, its best must be the best.
    const counted = bestHypotheses(lattice, options, 200).map((hypothesis) => {
      const language = [...hypothesis.words, 1].reduce(
        (sum, word, i) => sum + trigramReference(model, [0, ...hypothesis.words.slice(0, i)], word),
        0,
      );
      assert.ok(Math.abs(language - hypothesis.language) < 1e-3, 'the language score is that of the words');
      const symbols = hypothesis.words.flatMap((word) => spellings.get(word)!);
      const exact = ctcReference(posteriors, 4, symbols);
      assert.ok(
        hypothesis.acoustic <= exact + 1e-3,
        `${hypothesis.acoustic} is more than all ways, ${exact}`,
      );
      const words = hypothesis.words.length;
      return { ...hypothesis, score: exact + options.lmWeight * language + options.wordBonus * words };
    });
    const best = counted.reduce((a, b) => (b.score > a.score ? b : a));
    assert.deepEqual(best.words, expected.words);
    if (counted[0]!.words.join() === expected.words.join()) certain++;
  }
  assert.ok(certain >= 50, `first in ${certain} of 60`);
});

test('a narrow beam keeps the clear words', () => {
  const random = seededRandom(5);
  const posteriors = new Float32Array(4 * 12).fill(Math.log(0.02));
  // 1 – 1 2 – 2 – 2 3: the words 2, 3 and 4.
  for (const [frame, symbol] of [1, 0, 1, 2, 0, 2, 0, 2, 3, 3, 0, 0].entries()) {
    posteriors[4 * frame + symbol] = Math.log(0.94);
  }
  const decoder = new native.BeamDecoder(randomModel(random), buildWordTree(spellings));
  const narrow = { ...options, lmWeight: 0.1, beam: 8, maxTokens: 20, minSymbol: -3, latticeBeam: 4 };
  assert.deepEqual(bestHypotheses(decoder.decode(posteriors, 4, narrow), narrow, 1)[0]?.words, [2, 3, 4]);
});

test('framewise classes need no blank between words', () => {
  const posteriors = new Float32Array(4 * 8).fill(Math.log(0.02));
  for (const [frame, symbol] of [0, 1, 1, 1, 2, 2, 0, 0].entries())
    posteriors[4 * frame + symbol] = Math.log(0.94);
  const decoder = new native.BeamDecoder(randomModel(seededRandom(2)), buildWordTree(spellings));
  const framewise = { ...options, lmWeight: 0, wordBonus: -1, blankInside: false };
  assert.deepEqual(bestHypotheses(decoder.decode(posteriors, 4, framewise), framewise, 1)[0]?.words, [3]);
});

test('the graph score equals its reference, and CTC by its definition', () => {
  const random = seededRandom(8);
  for (let round = 0; round < 50; round++) {
    const logs = randomPosteriors(random, 9, 4);
    const probabilities = logs.map(Math.exp);
    const words = [...spellings.values()].filter(() => random() < 0.7);
    const graph = wordsGraph(
      words.map((symbols) => [symbols]),
      'ctc',
    );
    const score = native.graphScore(probabilities, 4, graph);
    assert.ok(Math.abs(score - graphScoreReference(probabilities, 4, graph)) < 1e-4);
    assert.ok(Math.abs(score - ctcReference(logs, 4, words.flat())) < 1e-4);
    const either = wordsGraph([[[1], [2, 3]], [[3]]], random() < 0.5 ? 'ctc' : 'framewise');
    const both = native.graphScore(probabilities, 4, either);
    assert.ok(Math.abs(both - graphScoreReference(probabilities, 4, either)) < 1e-4);
  }
});

test('the score of a word with two ways is the sum of both', () => {
  const probabilities = randomPosteriors(seededRandom(4), 7, 4).map(Math.exp);
  const score = (ways: number[][]) => native.graphScore(probabilities, 4, wordsGraph([ways], 'ctc'));
  const sum = Math.log(Math.exp(score([[1, 2]])) + Math.exp(score([[3]])));
  assert.ok(Math.abs(score([[1, 2], [3]]) - sum) < 1e-4);
});

test('the decoder refuses models and arguments that do not fit', () => {
  const model = randomModel(seededRandom(1));
  const tree = buildWordTree(spellings);
  const make = (m: TrigramModel, t = tree) => new native.BeamDecoder(m, t);
  assert.throws(() => make({ ...model, unigram: new Float32Array(4) }), /does not fit/);
  assert.throws(() => make({ ...model, bigramWord: model.bigramWord.map(() => 9) }), /bigramWord/);
  assert.throws(() => make({ ...model, trigramFirst: model.trigramFirst.slice(1) }), /trigramFirst/);
  assert.throws(() => make(model, { ...tree, wordOf: tree.wordOf.map(() => 5) }), /wordOf/);
  assert.throws(() => make(model, { ...tree, childFirst: tree.childFirst.map(() => 0) }), /childFirst/);
  assert.throws(() => make(model, { ...tree, symbol: [1] as never }), /wrong type/);
  const decoder = make(model);
  const posteriors = new Float32Array(12);
  assert.throws(() => decoder.decode(posteriors, 3, options), /symbol/);
  assert.throws(() => decoder.decode(posteriors, 4, { ...options, beginWord: 5 }), /beginWord/);
  assert.throws(() => decoder.decode(posteriors, 4, { ...options, maxTokens: 0 }), /maxTokens/);
  const graph = wordsGraph([[[1]]], 'ctc');
  assert.throws(
    () => native.graphScore(posteriors, 4, { ...graph, label: graph.label.map(() => 4) }),
    /label/,
  );
  assert.throws(
    () => native.graphScore(posteriors, 4, { ...graph, before: graph.before.map(() => 99) }),
    /before/,
  );
});
