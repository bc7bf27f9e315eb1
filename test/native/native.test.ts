import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadNative, type MelOptions } from '#server/native.ts';
import { bestPathReference } from '../../native/reference/best-path.ts';
import { logMelReference } from '../../native/reference/log-mel.ts';
import { viterbiReference } from '../../native/reference/viterbi.ts';
import { seededRandom } from '../../testkit/random.ts';

const native = loadNative();

const alignerBands: MelOptions = {
  sampleRateHz: 16_000,
  windowSamples: 400,
  hopSamples: 160,
  fftSize: 512,
  bands: 64,
  lowHz: 40,
  highHz: 7800,
  windowKind: 'hann',
};

for (const [title, options, length] of [
  ['the aligner', alignerBands, 5000],
  ['short windows', { ...alignerBands, windowSamples: 100, hopSamples: 37, fftSize: 128, bands: 20 }, 3001],
  ['a Hamming window', { ...alignerBands, windowKind: 'hamming', bands: 40, highHz: 8000, lowHz: 0 }, 4000],
  ['bands narrower than a bin', { ...alignerBands, bands: 120, windowKind: 'rectangular' }, 2000],
  ['less than a window', alignerBands, 123],
  ['nothing at all', alignerBands, 0],
] as const) {
  test(`the log-mel kernel equals its reference for ${title}`, () => {
    const random = seededRandom(length + 1);
    const samples = Float32Array.from({ length }, (_, n) => 0.4 * Math.sin(n / 9) + 0.2 * (random() - 0.5));
    const actual = native.logMel(samples, options);
    const expected = logMelReference(samples, options);
    assert.equal(actual.frames, expected.frames);
    assert.equal(actual.bands, expected.bands);
    assert.equal(actual.data.length, expected.data.length);
    const worst = actual.data.reduce(
      (max, value, n) => Math.max(max, Math.abs(value - expected.data[n]!)),
      0,
    );
    assert.ok(worst < 1e-4, `differs by ${worst}`);
  });
}

test('the log-mel kernel gives the same bits every time', () => {
  const random = seededRandom(7);
  const samples = Float32Array.from({ length: 50_000 }, () => random() - 0.5);
  const [once, again] = [native.logMel(samples, alignerBands), native.logMel(samples, alignerBands)];
  assert.deepEqual(Buffer.from(once.data.buffer), Buffer.from(again.data.buffer));
});

test('the Viterbi kernel finds the same path and score as its reference', () => {
  const random = seededRandom(3);
  let found = 0;
  for (let round = 0; round < 300; round++) {
    const classes = 2 + Math.floor(random() * 5);
    const states = 1 + Math.floor(random() * 9);
    const frames = 1 + Math.floor(random() * 20);
    const logProbabilities = Float32Array.from({ length: frames * classes }, () => Math.log(random()));
    const labels = Int32Array.from({ length: states }, () => Math.floor(random() * classes));
    const skippable = Uint8Array.from({ length: states }, () => (random() < 0.4 ? 1 : 0));
    const actual = native.viterbi(logProbabilities, classes, labels, skippable);
    const expected = viterbiReference(logProbabilities, classes, labels, skippable);
    if (expected.score === Number.NEGATIVE_INFINITY) {
      assert.equal(actual.score, expected.score);
      continue;
    }
    found++;
    assert.ok(Math.abs(actual.score - expected.score) < 1e-3, `${actual.score} against ${expected.score}`);
    assert.deepEqual([...actual.path], [...expected.path]);
  }
  assert.ok(found > 50 && found < 300, `${found} of 300 have a path`);
});

test('the best-path kernel finds the same path and score as its reference', () => {
  const random = seededRandom(4);
  let without = 0;
  for (let round = 0; round < 300; round++) {
    const classes = 2 + Math.floor(random() * 5);
    const states = 1 + Math.floor(random() * 9);
    const frames = 1 + Math.floor(random() * 20);
    const logProbabilities = Float32Array.from({ length: frames * classes }, () => Math.log(random()));
    const label = Int32Array.from({ length: states }, () => Math.floor(random() * classes));
    const arcs = Array.from({ length: states }, () =>
      Array.from({ length: Math.floor(random() * 4) }, () => Math.floor(random() * states)),
    );
    const beforeFirst = new Int32Array(states + 1);
    for (const [state, into] of arcs.entries()) beforeFirst[state + 1] = beforeFirst[state]! + into.length;
    const before = Int32Array.from(arcs.flat());
    const cost = Float32Array.from(before, () => -2 * random());
    const begin = Float32Array.from({ length: states }, () =>
      random() < 0.4 ? -random() : Number.NEGATIVE_INFINITY,
    );
    const ends = Uint8Array.from({ length: states }, () => (random() < 0.4 ? 1 : 0));
    const graph = [label, beforeFirst, before, cost, begin, ends] as const;
    const actual = native.bestPath(logProbabilities, classes, ...graph);
    const expected = bestPathReference(logProbabilities, classes, ...graph);
    if (expected.score === Number.NEGATIVE_INFINITY) {
      assert.equal(actual.score, expected.score);
      without++;
      continue;
    }
    assert.ok(Math.abs(actual.score - expected.score) < 1e-3, `${actual.score} against ${expected.score}`);
    // Of two equally good paths either may win: what counts is that this one is as good as it says.
    let score = begin[actual.path[0]!]! + logProbabilities[label[actual.path[0]!]!]!;
    for (let frame = 1; frame < frames; frame++) {
      const [from, to] = [actual.path[frame - 1]!, actual.path[frame]!];
      const ways = arcs[to]!.map((state, n) =>
        state === from ? cost[beforeFirst[to]! + n]! : Number.NEGATIVE_INFINITY,
      );
      score += Math.max(from === to ? 0 : Number.NEGATIVE_INFINITY, ...ways);
      score += logProbabilities[frame * classes + label[to]!]!;
    }
    assert.ok(ends[actual.path.at(-1)!] && Math.abs(score - expected.score) < 1e-3, `path worth ${score}`);
  }
  assert.ok(without < 200, `${without} graphs without any path`);
});

test('the Viterbi kernel keeps its precision over an hour of frames', () => {
  const frames = 180_000;
  const logProbabilities = new Float32Array(frames * 2).fill(Math.log(0.25));
  // The only sign of the boundary is one faintly better frame.
  logProbabilities[2 * 100_000] = Math.log(0.26);
  logProbabilities[2 * 100_001 + 1] = Math.log(0.26);
  const { path, score } = native.viterbi(logProbabilities, 2, Int32Array.of(0, 1), Uint8Array.of(0, 0));
  assert.equal(path.indexOf(1), 100_001);
  assert.ok(Math.abs(score - (frames * Math.log(0.25) + 2 * Math.log(0.26 / 0.25))) < 1);
});

test('the kernels refuse arguments that do not fit', () => {
  const options = alignerBands;
  const samples = new Float32Array(1000);
  assert.throws(() => native.logMel([1, 2] as unknown as Float32Array, options), /wrong type/);
  assert.throws(() => native.logMel(samples, { ...options, fftSize: 500 }), /power of two/);
  assert.throws(() => native.logMel(samples, { ...options, windowSamples: 513 }), /windowSamples/);
  assert.throws(() => native.logMel(samples, { ...options, hopSamples: 0 }), /hopSamples/);
  assert.throws(() => native.logMel(samples, { ...options, highHz: 9000 }), /highHz/);
  const labels = Int32Array.of(0, 2);
  assert.throws(() => native.viterbi(samples, 2, labels, new Uint8Array(2)), /not a class/);
  assert.throws(() => native.viterbi(samples, 3, labels, new Uint8Array(1)), /does not fit/);
  const graph = (changed: { first?: number[]; before?: number[]; cost?: number[] }) =>
    native.bestPath(
      samples,
      3,
      labels,
      Int32Array.from(changed.first ?? [0, 0, 1]),
      Int32Array.from(changed.before ?? [0]),
      Float32Array.from(changed.cost ?? [0]),
      new Float32Array(2),
      new Uint8Array(2).fill(1),
    );
  assert.ok(graph({}).score > Number.NEGATIVE_INFINITY);
  assert.throws(() => graph({ before: [2] }), /begins in no state/);
  assert.throws(() => graph({ first: [0, 2, 1] }), /too many arcs/);
  assert.throws(() => graph({ first: [0, 0, 2] }), /does not fit/);
  assert.throws(() => graph({ cost: [] }), /do not fit/);
});
