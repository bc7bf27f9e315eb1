import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heldCandidate, heldDiarisation } from '#server/modules/speech/pipeline/held-turns.ts';

const held = [
  { speaker: 'interviewer', startMs: 0, endMs: 2000 },
  { speaker: 'candidate', startMs: 2400, endMs: 4000 },
  { speaker: 'candidate', startMs: 5000, endMs: 5000 },
  { speaker: 'interviewer', startMs: 6000, endMs: 7000 },
] as const;

test('speakers are those of the channels, typed answers are none', () => {
  const { turns, speakerCount, countProbability } = heldDiarisation(held);
  assert.deepEqual(
    turns.map(({ speaker, startMs }) => [speaker, startMs]),
    [
      ['S1', 0],
      ['S2', 2400],
      ['S1', 6000],
    ],
  );
  assert.deepEqual([speakerCount, countProbability], [2, 1]);
});

test('a machine that could not keep up is told of, one that did is not', () => {
  assert.deepEqual(heldDiarisation(held, 0).warnings, []);
  assert.match(heldDiarisation(held, 3).warnings.join(), /could not keep up.*3 of/);
});

test('the candidate is who answered', () => {
  const word = (speaker: string) => ({ speaker, filler: false }) as never;
  const found = heldCandidate(held, [word('S1'), word('S2'), word('S2')])!;
  assert.deepEqual([found.speaker, found.confidence, found.wordCount], ['S2', 'high', 2]);
  assert.equal(heldCandidate(held.slice(0, 1), []), undefined);
});
