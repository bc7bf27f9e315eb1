import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { VoicePoint } from '#server/engines/speakers/voices/clusters.ts';
import { chooseVoices } from '#server/engines/speakers/voices/count.ts';
import { refineByHmm } from '#server/engines/speakers/voices/hmm.ts';
import { randomStarts } from '#server/engines/speakers/voices/starts.ts';
import { seededRandom } from '../../../../scripts/shared/random.ts';

const dims = 6;
const model = { dims, between: new Float32Array(dims).fill(4), distinctAbove: 18, crowdAbove: 42 };

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

test('one, two and three voices are counted', () => {
  const [a, b, c] = [[3], [-3], [0, 5]];
  assert.equal(chooseVoices(model, conversation([a], 40, () => 0).points).voices, 1);
  const two = conversation([a, b], 40, (turn) => turn % 2);
  const chosen = chooseVoices(model, two.points);
  assert.equal(chosen.voices, 2);
  assert.ok(agreement(chosen.assignment, two.truth) > 0.98);
  assert.equal(chooseVoices(model, conversation([a, b, c], 42, (turn) => turn % 3).points).voices, 3);
});

test('a few odd windows of one voice are no second person', () => {
  const { points } = conversation([[0], [4]], 40, (turn) => (turn === 20 ? 1 : 0));
  assert.equal(chooseVoices(model, points).voices, 1);
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
