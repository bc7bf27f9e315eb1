import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diarisationErrors, parseRttm, parseUem, rightShare, speechOfTurns } from '../../testkit/der.ts';

const span = (speaker: string, startMs: number, endMs: number) => ({ speaker, startMs, endMs });

test('the same turns under other names cost nothing', () => {
  const errors = diarisationErrors(
    [span('anna', 0, 1000), span('ben', 1500, 4000)],
    [span('S2', 0, 1000), span('S1', 1500, 4000)],
  );
  assert.deepEqual(errors, {
    spokenMs: 3500,
    missedMs: 0,
    falseAlarmMs: 0,
    confusedMs: 0,
    errorRate: 0,
    mapping: { anna: 'S2', ben: 'S1' },
  });
});

test('missed speech, false alarm and confusion are told apart to the millisecond', () => {
  // anna 0–4 s, ben 5–10 s; heard: S1 1–6 s, S2 6–11 s. S1 is anna (3 s shared), S2 is ben (4 s).
  const errors = diarisationErrors(
    [span('anna', 0, 4000), span('ben', 5000, 10_000)],
    [span('S1', 1000, 6000), span('S2', 6000, 11_000)],
  );
  assert.equal(errors.spokenMs, 9000);
  assert.equal(errors.missedMs, 1000);
  assert.equal(errors.falseAlarmMs, 1000 + 1000);
  assert.equal(errors.confusedMs, 1000);
  assert.equal(errors.errorRate, 4000 / 9000);
});

test('overlapping speech counts once per person: hearing one of two misses the other', () => {
  const errors = diarisationErrors([span('anna', 0, 4000), span('ben', 2000, 4000)], [span('S1', 0, 4000)]);
  assert.equal(errors.spokenMs, 6000);
  assert.equal(errors.missedMs, 2000);
  assert.equal(errors.confusedMs, 0);
});

test('people are matched so that most time agrees, not greedily', () => {
  // Greedy takes anna–S1 (6 s) and leaves ben nothing; the best is anna–S2 (5 s) and ben–S1 (5 s).
  const errors = diarisationErrors(
    [span('anna', 0, 11_000), span('ben', 11_000, 16_000)],
    [span('S1', 0, 6000), span('S2', 6000, 11_000), span('S1', 11_000, 16_000)],
  );
  assert.deepEqual(errors.mapping, { anna: 'S2', ben: 'S1' });
  assert.equal(errors.confusedMs, 6000);
});

test('one speaker split in two: the smaller half is confused', () => {
  const errors = diarisationErrors(
    [span('anna', 0, 10_000)],
    [span('S1', 0, 7000), span('S2', 7000, 10_000)],
  );
  assert.equal(errors.confusedMs, 3000);
});

test('only the stretches of a UEM are scored', () => {
  const errors = diarisationErrors(
    [span('anna', 0, 10_000)],
    [span('S1', 5000, 12_000)],
    [{ startMs: 4000, endMs: 9000 }],
  );
  assert.equal(errors.spokenMs, 5000);
  assert.equal(errors.missedMs, 1000);
  assert.equal(errors.falseAlarmMs, 0);
});

test('silence heard as silence has no error rate', () => {
  assert.ok(Number.isNaN(diarisationErrors([], []).errorRate));
});

test('RTTM and UEM are read as published', () => {
  const rttm =
    'SPEAKER a 1 6.690 0.430 <NA> <NA> anna <NA> <NA>\nSPKR-INFO a 1 <NA>\n\nSPEAKER b 1 0 1.5 <NA> <NA> ben <NA> <NA>\n';
  assert.deepEqual(
    [...parseRttm(rttm)],
    [
      ['a', [span('anna', 6690, 7120)]],
      ['b', [span('ben', 0, 1500)]],
    ],
  );
  assert.deepEqual([...parseUem('a NA 0.000 30.000\n')], [['a', [{ startMs: 0, endMs: 30_000 }]]]);
  assert.throws(() => parseRttm('SPEAKER a 1 x y <NA> <NA> anna'), /Not an RTTM line/);
});

test('pauses inside a turn are no claim of speech, and cost no right share', () => {
  const speech = [
    { startMs: 0, endMs: 1000 },
    { startMs: 2000, endMs: 3000 },
  ];
  assert.deepEqual(speechOfTurns([span('S1', 500, 2500)], speech), [
    span('S1', 500, 1000),
    span('S1', 2000, 2500),
  ]);
  assert.equal(rightShare([span('anna', 0, 1000), span('anna', 2000, 3000)], [span('S1', 0, 3000)]), 1);
});

test('claiming everybody all the time is not right', () => {
  const reference = [span('anna', 0, 1000), span('ben', 1000, 2000)];
  assert.equal(rightShare(reference, [span('S1', 0, 2000), span('S2', 0, 2000)]), 0);
});
