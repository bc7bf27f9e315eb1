import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tooUncertain, widened } from '#server/domain/scoring/certainty.ts';
import { calibration } from '#test/support/score-interview.ts';

const { scale, wordErrors } = calibration;
const prediction = {
  ...{ raw: 0, score: 2.5, interval: [2, 3.2] as [number, number] },
  ...{ contributions: {}, missing: [] },
};
const widen = {
  vocabulary: [
    [0.1, 0, 0],
    [0.5, 1, 4],
  ],
  fluency: [[0.1, 0, 0]],
  accent: [[0.1, 0, 0]],
} as typeof wordErrors.widen;

test('sides grow with the expected errors, each by its own amount, and end with the scale', () => {
  const sides = (errorRate: number) => widened(prediction, 'vocabulary', { errorRate }, { widen }).interval;
  assert.deepEqual(sides(0.05), [2, 3.2]);
  const [low, high] = sides(0.3);
  assert.ok(Math.abs(low - (2.5 - Math.sqrt(0.25 + 0.5))) < 1e-9);
  assert.ok(Math.abs(high - (2.5 + Math.sqrt(0.49 + 2))) < 1e-9);
  assert.equal(sides(0.9)[1], 2.5 + Math.sqrt(0.49 + 4));
  assert.equal(
    widened({ ...prediction, score: 4.5 }, 'vocabulary', { errorRate: 0.5 }, { widen }).interval[1],
    5,
  );
});

test('where the rate is not known nothing changes', () => {
  assert.equal(widened(prediction, 'vocabulary', {}, { widen }), prediction);
});

const doubt = /About 33 % .* vocabulary may be anything from \S+ to \S+,/;
for (const [title, score, interval, reason] of [
  ['a clear recording of a good speaker', 3.8, [2.7, 5], /^told$/],
  ['two levels below', 2.5, [0.7, 3], /^told$/],
  ['two levels below, from A2 on', 3.5, [1, 4], /^told$/],
  ['more than two levels below', 3.5, [0.9, 4], doubt],
  ['more than two levels above', 2.5, [2, 4.9], doubt],
] as const) {
  test(`${reason === doubt ? 'does not tell' : 'tells'} a score whose interval reaches ${title}`, () => {
    const verdict = tooUncertain(
      { score, interval: [...interval] },
      'vocabulary',
      { errorRate: 0.33, words: [] },
      scale,
    );
    assert.match(verdict?.reason ?? 'told', reason);
  });
}

test('where the share of misheard words is not known, widths are not measured and decide nothing', () => {
  assert.equal(tooUncertain({ score: 2.5, interval: [0, 5] }, 'accent', { words: [] }, scale), null);
});

test('where few words were misheard, it was too little speech', () => {
  const few = tooUncertain(
    { score: 3.5, interval: [0.9, 5] },
    'fluency',
    { errorRate: 0.02, words: [] },
    scale,
  );
  assert.match(few!.reason, /^Only 0 of the candidate's words could be measured: fluency may be anything/);
});

test('norms of another language are wide by themselves: only what mishearing adds silences a score', () => {
  const speech = { errorRate: 0.2, words: [] };
  const wide = { score: 2.5, interval: [0.2, 4.9] as [number, number] };
  const narrow = { score: 2.5, interval: [1.8, 3.4] as [number, number] };
  assert.ok(tooUncertain(wide, 'vocabulary', speech, scale));
  assert.ok(tooUncertain(wide, 'vocabulary', speech, scale, narrow));
  assert.equal(tooUncertain(wide, 'vocabulary', speech, scale, wide), null);
});
