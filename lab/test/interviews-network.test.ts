import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gaussian, seededRandom } from '../../testkit/random.ts';
import { measureAnswers } from '../bench/interviews-network/measure.ts';

const random = seededRandom(1);
const perMs = 16;
/** Noise below 1 kHz that swells and fades as syllables do. */
function speech(ms: number): Int16Array {
  let [low, loudness] = [0, 1];
  return Int16Array.from({ length: ms * perMs }, (_, at) => {
    if (at % (130 * perMs) === 0) loudness = 0.3 + random();
    low += 0.15 * (gaussian(random) - low);
    return Math.round(9000 * low * loudness * (0.55 + 0.45 * Math.sin(at / (27 * perMs))));
  });
}

function recordingOf(parts: readonly (readonly [startMs: number, samples: Int16Array])[], lengthMs: number) {
  const samples = new Int16Array(lengthMs * perMs);
  for (const [startMs, part] of parts) samples.set(part, Math.round(startMs * perMs));
  return samples;
}

test('all that was said is found where it is, and how soon it was answered', () => {
  const [first, second, question] = [speech(3000), speech(4000), speech(1500)];
  const left = recordingOf(
    [
      [2000, first],
      [9000, second],
    ],
    20_000,
  );
  const right = recordingOf(
    [
      [6000, question],
      [14_000, question],
    ],
    20_000,
  );
  const found = measureAnswers(left, right, [first, second]);
  assert.equal(found.missing, 0);
  assert.deepEqual(found.holesMs, []);
  assert.equal(found.heardS, found.saidS);
  assert.ok(found.saidS > 5);
  for (const ms of found.responseMs) assert.ok(ms > 900 && ms < 1300, `${ms}`);
  assert.equal(found.responseMs.length, 2);
  assert.equal(found.cutOff, 0);
});

test('a hole, an answer that is missing, and one that was cut off are seen', () => {
  const [first, second, third, question] = [speech(3000), speech(3000), speech(4000), speech(1500)];
  const holed = first.slice();
  holed.fill(0, 1000 * perMs, 1700 * perMs);
  const left = recordingOf(
    [
      [2000, holed],
      [9000, third],
    ],
    20_000,
  );
  const right = recordingOf([[11_000, question]], 20_000);
  const { missing, holesMs, saidS, heardS, cutOff, found } = measureAnswers(left, right, [
    first,
    second,
    third,
  ]);
  assert.equal(missing, 1);
  assert.deepEqual(
    found.map(({ answer }) => answer),
    [0, 2],
  );
  assert.equal(holesMs.length, 1);
  assert.ok(holesMs[0]! >= 500 && holesMs[0]! <= 900, `${holesMs}`);
  assert.ok(saidS - heardS > 2.5 && saidS - heardS < 4.5, `${heardS} of ${saidS}`);
  assert.equal(cutOff, 1);
});

test('an answer that comes a little faster and slower, as jitter buffers play it, is heard', () => {
  const said = speech(5000);
  const parts: Int16Array[] = [];
  // 10 ms left out or said twice each half second.
  for (let at = 0, number = 0; at < said.length; at += 500 * perMs, number++) {
    const part = said.subarray(at, at + 500 * perMs);
    parts.push(number % 2 === 0 ? part.subarray(10 * perMs) : part);
    if (number % 2 === 1) parts.push(part.subarray(-10 * perMs));
  }
  const played = Int16Array.from(parts.flatMap((part) => [...part]));
  const { saidS, heardS } = measureAnswers(recordingOf([[3000, played]], 12_000), new Int16Array(0), [said]);
  assert.ok(heardS / saidS > 0.95, `${heardS} of ${saidS}`);
});
