import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { VoicePoint } from '#server/engines/speakers/voices/clusters.ts';
import { chooseVoices, probabilityOfSeveral } from '#server/engines/speakers/voices/count.ts';
import { refineByHmm } from '#server/engines/speakers/voices/hmm.ts';
import { randomStarts } from '#server/engines/speakers/voices/starts.ts';
import { seededRandom } from '../../../../testkit/random.ts';

const dims = 6;
const model = { dims, between: new Float32Array(dims).fill(4), crowdAbove: 20 };

/** Turns of six windows of people around the given centres, in their first dimensions, with unit spread. */
function conversation(centres: number[][], turns: number, who: (turn: number) => number) {
  const random = seededRandom(3);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const truth: number[] = [];
  const points: VoicePoint[] = [];
  for (let turn = 0; turn < turns; turn++)
    for (let n = 0; n < 6; n++) {
      const centre = centres[who(turn)]!;
      truth.push(who(turn));
      points.push({
        vector: Float64Array.from({ length: dims }, (_, k) => (centre[k] ?? 0) + normal()),
        weight: 1,
        span: turn,
      });
    }
  return { points, truth: Int32Array.from(truth) };
}

const agreement = (found: Int32Array, truth: Int32Array) => {
  const same = truth.filter((voice, i) => voice === found[i]).length / truth.length;
  return Math.max(same, 1 - same);
};

/** What the encoder would say of the halves: two people sound unlike. */
const halves = (truth: Int32Array, likeness: number, secondsOfSecond = 1) => ({
  halves: { assignment: truth, likeness },
  secondsOfSecond,
});

test('one, two and three voices are counted', () => {
  const [a, b, c] = [[3], [-3], [0, 5]];
  const one = conversation([a], 40, () => 0);
  assert.equal(chooseVoices(model, one.points, halves(one.truth, 0.97, 0.1), null).voices, 1);
  const two = conversation([a, b], 40, (turn) => turn % 2);
  const chosen = chooseVoices(model, two.points, halves(two.truth, 0.85), null);
  assert.equal(chosen.voices, 2);
  assert.ok(agreement(chosen.assignment, two.truth) > 0.98);
  assert.ok(chosen.countProbability > 0.9);
  const three = conversation([a, b, c], 42, (turn) => turn % 3);
  assert.equal(chooseVoices(model, three.points, halves(three.truth, 0.85), null).voices, 3);
});

test('as many voices as the caller knows', () => {
  const [a, b] = [[0.5], [-0.5]];
  const alike = conversation([a, b], 40, (turn) => turn % 2);
  assert.equal(chooseVoices(model, alike.points, halves(alike.truth, 0.97, 0.1), null).voices, 1);
  const told = chooseVoices(model, alike.points, halves(alike.truth, 0.97), 2);
  assert.deepEqual([told.voices, told.countProbability], [2, 1]);
  const { voices, countProbability } = chooseVoices(model, alike.points, halves(alike.truth, 0.8), 1);
  assert.deepEqual([voices, countProbability], [1, 1]);
});

test('as many voices as the caller knows, though one of them says a few words only', () => {
  const brief = conversation([[3], [-3], [0, 5]], 40, (turn) => (turn === 20 ? 2 : turn % 2));
  // Two windows of the third are too few to be believed unless the caller knows of them.
  const points = brief.points.filter((_, i) => brief.truth[i] !== 2 || i % 3 === 0);
  const heard = halves(brief.truth.slice(0, points.length), 0.85);
  assert.equal(chooseVoices(model, points, heard, null).voices, 2);
  for (const known of [1, 2, 3]) {
    const told = chooseVoices(model, points, heard, known);
    assert.deepEqual([told.voices, told.countProbability, new Set(told.assignment).size], [known, 1, known]);
  }
});

test('two are found where the caller knows of two, though the encoder parts nothing', () => {
  const one = conversation([[3]], 4, () => 0);
  const told = chooseVoices(model, one.points, { halves: undefined, secondsOfSecond: 0 }, 2);
  assert.deepEqual([told.voices, new Set(told.assignment).size], [2, 2]);
});

test('the probability of a second person grows with the evidence and the second person heard, and falls with likeness', () => {
  const signs = [
    [-0.1, 0.97, 0.2],
    [-0.1, 0.97, 0.7],
    [-0.1, 0.93, 0.7],
    [0.5, 0.93, 0.7],
    [2, 0.85, 1.5],
  ] as const;
  const probabilities = signs.map(([gainPerWindow, likeness, secondsOfSecond]) =>
    probabilityOfSeveral({ gainPerWindow, likeness, secondsOfSecond }),
  );
  assert.deepEqual(
    probabilities,
    probabilities.toSorted((x, y) => x - y),
  );
  assert.ok(probabilities[0]! < 0.2 && probabilities.at(-1)! > 0.95);
});

test('a few odd windows of one voice are no second person', () => {
  const { points, truth } = conversation([[0], [4]], 40, (turn) => (turn === 20 ? 1 : 0));
  assert.equal(chooseVoices(model, points, halves(truth, 0.95, 0.1), null).voices, 1);
});

test('evidence prefers the right assignment of two voices to a wrong one, and two voices to one', () => {
  const { points, truth } = conversation([[2], [-2]], 40, (turn) => turn % 2);
  const evidence = (start: Int32Array, voices: number) =>
    refineByHmm(model, points, start, voices).logEvidence;
  const alone = evidence(new Int32Array(points.length), 1);
  assert.ok(evidence(truth, 2) > alone + 30);
  assert.ok(agreement(refineByHmm(model, points, truth, 2).assignment, truth) > 0.95);
});

test('random starts are the same every time and use every voice', () => {
  const { points } = conversation([[3], [-3]], 20, (turn) => turn % 2);
  const starts = randomStarts(model, points, 2, 4);
  assert.deepEqual(randomStarts(model, points, 2, 4), starts);
  for (const start of starts) {
    assert.equal(start.length, points.length);
    assert.deepEqual([...new Set(start)].sort(), [0, 1]);
  }
});
