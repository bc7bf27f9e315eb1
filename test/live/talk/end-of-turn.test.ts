import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitMs } from '#server/live/talk/state.ts';
import {
  aboutToSpeak,
  answered,
  ear,
  listening,
  replay,
  saying,
  speaking,
  speechEnd,
  speechStart,
  turnEnd,
  words,
} from './replay.ts';

test('an answer in two parts is shown as it grows, is one turn, and is replied to once it has ended', () => {
  const { effects, state } = replay(
    listening,
    [
      [1000, speechStart(900)],
      [1500, words('partial', 900, 1500, 'I have')],
      [2200, words('final', 900, 2200, 'I have worked')],
      [2600, words('partial', 2300, 2600, 'as a')],
      [3300, speechEnd(900, 3100)],
      [3400, words('final', 2300, 3100, 'as a nurse.')],
      [3700, turnEnd(900, 3100, 3700)],
    ],
    { untilMs: 4000 },
  );
  assert.deepEqual(effects, [
    '1500 caption c2 "I have" …',
    '2200 caption c2 "I have worked" …',
    '2600 caption c2 "I have worked as a" …',
    '3400 caption c2 "I have worked as a nurse." …',
    '3700 note turn-ended {"startMs":900,"endMs":3100,"decidedMs":3700,"reason":"sentence-ended"}',
    '3700 caption c2 "I have worked as a nurse."',
    '3700 turn candidate: I have worked as a nurse.',
    '3700 thinking',
    '3700 reply to "I have worked as a nurse."',
  ]);
  assert.equal(state.reply!.to!.spokenMs, 1300 + 800, 'pauses are not spoken');
  assert.equal(waitMs(state, 4000), 300);
});

test('a sure end is told with how sure, to a thousandth', () => {
  const { effects } = replay(
    listening,
    [
      [2200, words('final', 900, 2200, 'I have worked')],
      [
        2400,
        ear({
          ...{ type: 'turn-end', startMs: 900, endMs: 2200.4, atMs: 2400 },
          ...{ reason: 'sentence-ended', probability: 0.95678 },
        }),
      ],
    ],
    { untilMs: 2400 },
  );
  assert.ok(
    effects.includes(
      '2400 note turn-ended {"startMs":900,"endMs":2200,"decidedMs":2400,"reason":"sentence-ended","probability":0.957}',
    ),
    effects.join('\n'),
  );
});

test('a cough is no answer; what was shown of it goes', () => {
  const { effects } = replay(
    listening,
    [
      [1500, words('partial', 900, 1500, 'One')],
      [1700, turnEnd(900, 1600, 1700)],
    ],
    { untilMs: 1700 },
  );
  assert.deepEqual(effects, [
    '1500 caption c2 "One" …',
    '1700 note turn-ended {"startMs":900,"endMs":1600,"decidedMs":1700,"reason":"sentence-ended"}',
    '1700 caption c2 ""',
  ]);
});

test('a noise behind an unfinished answer brings its reply, from where the conversation was', () => {
  const { effects, state } = replay(
    { ...listening, unfinished: answered },
    [[1700, turnEnd(900, 1600, 1700)]],
    {
      untilMs: 1700,
    },
  );
  assert.deepEqual(effects.slice(1), ['1700 rewind', '1700 thinking', '1700 reply to "I am a nurse."']);
  assert.equal(state.unfinished, undefined);
  assert.deepEqual(state.reply!.to, answered);
});

test('what was said before the interviewer began, but is understood only now, stops it', () => {
  const { effects } = replay(
    speaking({ startMs: 3000 }),
    [
      [3500, words('final', 900, 2800, 'I have worked as a nurse.')],
      [3600, turnEnd(900, 2800, 3600)],
    ],
    { mouth: saying('Are you there', { startMs: 3000, share: 0 }), untilMs: 3600 },
  );
  assert.deepEqual(effects, [
    '3600 drop reply 1',
    '3600 cut',
    '3600 listening',
    '3600 note turn-ended {"startMs":900,"endMs":2800,"decidedMs":3600,"reason":"sentence-ended"}',
    '3600 caption c2 "I have worked as a nurse."',
    '3600 turn candidate: I have worked as a nurse.',
    '3600 thinking',
    '3600 reply to "I have worked as a nurse."',
  ]);
});

test('an end while the interviewer goes on after "mhm" is no answer', () => {
  const { effects } = replay(
    speaking({ startMs: 3000 }),
    [
      [5000, words('final', 4500, 4800, 'Mhm.')],
      [5100, turnEnd(4500, 4800, 5100)],
    ],
    { mouth: saying('What did you do there', { startMs: 3000 }), untilMs: 5100 },
  );
  assert.deepEqual(effects, [
    '5100 note turn-ended {"startMs":4500,"endMs":4800,"decidedMs":5100,"reason":"sentence-ended"}',
  ]);
});

test('a reply that is about to be spoken and one that is spoken are told with their delays', () => {
  const { effects } = replay(
    speaking({ startMs: 4200, heardEndMs: 3100, decidedMs: 3700, endMs: 6000 }),
    [[6100, { type: 'replied', reply: 1 }]],
    { mouth: aboutToSpeak, untilMs: 6100 },
  );
  assert.deepEqual(effects, [
    '6100 note spoke {"startMs":4200,"endMs":6000,"responseMs":1100,"lateMs":500,"interrupted":false}',
    '6100 changed',
    '6100 listening',
  ]);
});
