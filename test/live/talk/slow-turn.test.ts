import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitMs } from '#server/live/talk/state.ts';
import {
  aboutToSpeak,
  listening,
  replay,
  saying,
  silent,
  speaking,
  speechEnd,
  speechStart,
  turnEnd,
  words,
} from './replay.ts';

const sentence = 'What did you do there every day';

test('words whose turn nothing ends are replied to 8 s after the ear last told of anything', () => {
  const { effects } = replay(
    listening,
    [
      [1000, speechStart(900)],
      [3000, speechEnd(900, 2800)],
      [3200, words('final', 900, 2800, 'I have worked as a nurse.')],
    ],
    { untilMs: 11_200 },
  );
  assert.deepEqual(effects, [
    '3200 caption c2 "I have worked as a nurse." …',
    '11200 note turn-ended {"startMs":900,"endMs":2800,"decidedMs":11200,"reason":"overdue"}',
    '11200 caption c2 "I have worked as a nurse."',
    '11200 turn candidate: I have worked as a nurse.',
    '11200 thinking',
    '11200 reply to "I have worked as a nurse."',
  ]);
});

test('words of a remark are waited for 1.8 s; those that come later still stop the interviewer', () => {
  const log = [
    [5100, speechStart(5000)],
    [5500, speechEnd(5000, 5400)],
    [8000, words('final', 5000, 5400, 'Please repeat the question')],
  ] as const;
  const { effects } = replay(
    speaking(),
    log.map(([atMs, event]) => [atMs, event]),
    { mouth: saying(sentence), untilMs: 8000 },
  );
  assert.deepEqual(effects, [
    '5100 hush',
    '5100 pause',
    '7320 note back-channel {"atMs":5000}',
    '7320 resume',
    '8000 drop reply 1',
    '8000 cut',
    '8000 turn interviewer: What did you …',
    '8000 listening',
    '8000 caption c2 "Please repeat the question" …',
  ]);
});

test('who begins again before the words of a remark have come is not spoken against', () => {
  const { effects } = replay(
    speaking(),
    [
      [5100, speechStart(5000)],
      [5500, speechEnd(5000, 5400)],
      [5800, speechStart(5700)],
      [6000, words('final', 5000, 5400, 'Well,')],
    ],
    { mouth: saying(sentence), untilMs: 9000 },
  );
  assert.deepEqual(effects.slice(2, 4), ['6200 drop reply 1', '6200 cut']);
  assert.ok(!effects.some((effect) => effect.includes('resume')));
});

test('the wait for a reaction grows until its first sound', () => {
  const log = [
    [2900, words('final', 900, 2800, 'I have worked as a nurse.')],
    [3000, turnEnd(900, 2800, 3000)],
  ] as const;
  const begun = log.map(([atMs, event]): [number, typeof event] => [atMs, event]);
  const { state } = replay(listening, begun, { untilMs: 7000 });
  assert.equal(waitMs(state, 7000), 4000);
  const line = { id: 'x', text: sentence, isFixed: false };
  const { effects, state: later } = replay(
    state,
    [[7020, { type: 'line', sentence: line, startMs: 7030 }, { mouth: saying(sentence) }]],
    { mouth: aboutToSpeak, untilMs: 7100 },
  );
  assert.equal(waitMs(later, 7100), 0);
  assert.deepEqual(effects, ['7020 speaking', `7020 caption s3 "${sentence}"`]);
});

test('a sentence that nothing can speak is shown, and is part of the turn all the same', () => {
  const one = { id: 'x', text: 'I see.', isFixed: false };
  const two = { id: 'y', text: 'What then?', isFixed: false };
  const { effects } = replay(
    { ...listening, phase: 'thinking', replies: 1, reply: { id: 1, wasCut: false } },
    [
      [1000, { type: 'unspoken', sentence: one }],
      [1100, { type: 'unspoken', sentence: two }],
      [1200, { type: 'replied', reply: 1 }],
    ],
    { mouth: silent, untilMs: 1200 },
  );
  assert.deepEqual(effects, [
    '1000 caption s2 "I see."',
    '1000 turn interviewer: I see.',
    '1100 caption s3 "What then?"',
    '1100 turn interviewer: I see. What then?',
    '1200 changed',
    '1200 listening',
  ]);
});

test('of a reply that was cut off, the end is told when it comes, behind the next one', () => {
  const { effects, state } = replay(
    { ...speaking({ startMs: 4500 }), overlap: { startMs: 5000, pausedMs: 5100, isSpeech: true } },
    [
      [5200, { type: 'typed', text: 'Yes.' }],
      [5220, { type: 'replied', reply: 1 }],
    ],
    { mouth: saying(sentence, { startMs: 4500 }), untilMs: 5220 },
  );
  assert.deepEqual(effects.slice(-2), [
    '5220 note spoke {"startMs":4500,"endMs":5200,"responseMs":null,"lateMs":null,"interrupted":true}',
    '5220 changed',
  ]);
  assert.equal(state.phase, 'thinking');
  assert.deepEqual(state.earlier, []);
});
