import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byQuestion, type HeldInterview } from '#server/domain/interview/by-question.ts';
import { interviewReport } from '#server/domain/interview/interview-report.ts';

type Turn = HeldInterview['turns'][number];
const questions = [
  { number: 1, text: 'Tell me about yourself.', mustAsk: false },
  { number: 2, text: 'Which ovens have you worked with?', mustAsk: true },
  { number: 3, text: 'Why this bakery?', mustAsk: false },
];
const i = (startMs: number, endMs: number, text: string, asked: object = {}): Turn => ({
  ...{ speaker: 'interviewer', startMs, endMs, text },
  ...asked,
});
const c = (startMs: number, endMs: number, text: string): Turn => ({
  ...{ speaker: 'candidate', startMs, endMs, text },
});
const asks = (question: number, how = 'question') => ({ question, asks: how });
const held = (turns: Turn[], more: Partial<HeldInterview> = {}): HeldInterview => ({
  ...{ language: 'en', questions, events: [], turns },
  ...more,
});
const shape = (interview: HeldInterview) =>
  byQuestion(interview).map(({ number, kind, state, turns }) => [
    number ?? kind,
    state,
    turns.map(({ part, text }) => `${part}: ${text}`),
  ]);

const first = i(0, 4000, 'Hello. Tell me about yourself.', asks(1));
const second = i(9000, 11_000, 'Thank you. Which ovens have you worked with?', asks(2));

test('answers and follow-ups stand under their question, also two answers to one', () => {
  const interview = held([
    first,
    c(4500, 5000, 'I bake.'),
    i(5500, 6500, 'Could you say more?', asks(1, 'follow-up')),
    c(7000, 8000, 'For ten years.'),
    second,
    c(11_500, 13_000, 'Deck ovens.'),
    c(18_000, 19_000, 'And rack ovens.'),
    i(20_000, 22_000, 'Thank you, and goodbye.'),
  ]);
  assert.deepEqual(shape(interview), [
    [
      1,
      'answered',
      [
        'question: Hello. Tell me about yourself.',
        'answer: I bake.',
        'follow-up: Could you say more?',
        'answer: For ten years.',
      ],
    ],
    [
      2,
      'answered',
      [
        'question: Thank you. Which ovens have you worked with?',
        'answer: Deck ovens.',
        'answer: And rack ovens.',
        'remark: Thank you, and goodbye.',
      ],
    ],
  ]);
  const { asked, followUps, plan } = interviewReport(interview, byQuestion(interview));
  assert.deepEqual([asked, followUps], [2, 1]);
  assert.deepEqual(plan, { count: 3, notReached: [questions[2]], mustAsk: { count: 1, asked: 1 } });
});

test('who answers before the question is over has answered it', () => {
  const events = [{ kind: 'interrupted', at: '', atMs: 10_400, stoppedMs: 300 }];
  const barged = held(
    [first, c(4500, 8000, 'I bake.'), { ...second, endMs: 10_700 }, c(10_400, 10_650, 'Deck ovens!')],
    { events },
  );
  assert.deepEqual(shape(barged)[1]!.slice(0, 2), [2, 'answered']);
});

test('who was not finished still answers the question before, and the cut-off one counts once it is asked', () => {
  const cut = i(8300, 8900, 'Thank you. Which …', asks(2));
  const events = [{ kind: 'resumed-turn', at: '', atMs: 8700 }];
  const again = i(12_000, 14_000, 'Thank you. Which ovens have you worked with?', asks(2, 'again'));
  const goneOn = [first, c(4500, 8000, 'I bake'), cut, c(8700, 11_000, 'and I teach.'), again];
  assert.deepEqual(shape(held([...goneOn, c(14_500, 15_000, 'Deck.')], { events })), [
    [
      1,
      'answered',
      [
        'question: Hello. Tell me about yourself.',
        'answer: I bake',
        'remark: Thank you. Which …',
        'answer: and I teach.',
      ],
    ],
    [2, 'answered', ['question: Thank you. Which ovens have you worked with?', 'answer: Deck.']],
  ]);
  const never = held(goneOn.slice(0, 4), { events });
  const report = interviewReport(never, byQuestion(never));
  assert.deepEqual([report.asked, report.plan!.notReached.map(({ number }) => number)], [1, [2, 3]]);
});

test('a word that falls into the beginning of a question belongs to the answer before', () => {
  const late = held([first, c(4500, 8950, 'I bake'), second, c(9200, 9600, 'bread.')]);
  assert.deepEqual(byQuestion(late)[0]!.turns.at(-1)!.text, 'bread.');
  assert.deepEqual(shape(late)[1]!.slice(0, 2), [2, 'unanswered']);
});

for (const [language, repeat, wait, decline] of [
  ['en', 'Could you repeat the question?', 'One moment, please.', "I'd rather not say."],
  ['de', 'Können Sie die Frage wiederholen?', 'Einen Moment bitte.', 'Das weiß ich nicht.'],
  ['ja', 'もう一度お願いします。', '少々お待ちください。', 'わかりません。'],
] as const) {
  test(`a candidate who asks back, waits or declines has not answered (${language})`, () => {
    const again = i(6000, 7000, 'Tell me about yourself.', asks(1, 'again'));
    const turns = [first, c(4500, 5000, repeat), again, c(7500, 7900, wait)];
    assert.deepEqual(shape(held(turns, { language }))[0]!.slice(0, 2), [1, 'unanswered']);
    const [entry] = byQuestion(held(turns, { language }));
    assert.deepEqual(
      entry!.turns.map(({ part }) => part),
      ['question', 'asks-back', 'again', 'waits'],
    );
    assert.equal(byQuestion(held([first, c(4500, 5000, decline)], { language }))[0]!.state, 'declined');
  });
}

test('"mhm" while the interviewer goes on is no answer', () => {
  assert.deepEqual(shape(held([first, c(2000, 2300, 'Mhm.')]))[0], [
    1,
    'unanswered',
    ['question: Hello. Tell me about yourself.', 'aside: Mhm.'],
  ]);
});

test('nothing answered, nothing asked, and words before the first question are all told', () => {
  assert.deepEqual(
    shape(held([first, second])).map((one) => one.slice(0, 2)),
    [
      [1, 'unanswered'],
      [2, 'unanswered'],
    ],
  );
  assert.deepEqual(byQuestion(held([])), []);
  assert.deepEqual(shape(held([c(0, 400, 'Hello?'), i(2000, 5000, 'Hello. Tell me.', asks(1))])), [
    ['before', 'answered', ['answer: Hello?']],
    [1, 'unanswered', ['question: Hello. Tell me.']],
  ]);
});

test("the candidate's own questions stand apart", () => {
  const invites = i(9000, 10_000, 'What would you like to ask?', { asks: 'candidate-questions' });
  const others = i(13_000, 14_000, 'I pass that on. Anything else?', { asks: 'candidate-questions' });
  const turns = [first, c(4500, 8000, 'I bake.'), invites, c(11_000, 12_000, 'When would I start?'), others];
  assert.deepEqual(shape(held(turns))[1], [
    'candidate-questions',
    'answered',
    [
      'question: What would you like to ask?',
      'answer: When would I start?',
      'follow-up: I pass that on. Anything else?',
    ],
  ]);
  assert.equal(interviewReport(held(turns), byQuestion(held(turns))).wasInvitedToAsk, true);
});

test('an interview of a language model, or from before plans were kept, is told by what was answered', () => {
  const { questions: _, ...bare } = held([
    i(0, 2000, 'Erzählen Sie von sich.'),
    c(2500, 4000, 'Ich backe.'),
    i(5000, 6000, 'Warum Brot?'),
    i(9000, 10_000, 'Warum Brot?'),
    c(11_000, 12_000, 'Es riecht gut.'),
    i(13_000, 14_000, 'Danke, auf Wiedersehen.'),
  ]);
  const old = { ...bare, language: 'de' };
  assert.deepEqual(
    byQuestion(old).map(({ kind, text, state }) => [kind, text, state]),
    [
      ['free', 'Erzählen Sie von sich.', 'answered'],
      ['free', 'Warum Brot?', 'answered'],
    ],
  );
  assert.deepEqual(
    [interviewReport(old, byQuestion(old)).plan, byQuestion(old)[1]!.turns[1]!.part],
    [null, 'again'],
  );
  const model = held([i(0, 2000, 'Why bread?', { asks: 'question' }), c(2500, 4000, 'It smells good.')]);
  assert.deepEqual(
    shape(model).map(([what]) => what),
    ['free'],
  );
  assert.equal(interviewReport(model, byQuestion(model)).plan, null);
});

test('every turn stands under one question, whatever the order of things', () => {
  const turns = [
    c(0, 10, 'Oh.'),
    first,
    c(50, 5000, 'Yes.'),
    second,
    c(9100, 9150, 'So.'),
    c(12_000, 12_000, 'Typed.'),
  ];
  const placed = byQuestion(held(turns)).flatMap((entry) => entry.turns);
  assert.deepEqual(placed.map(({ text }) => text).toSorted(), turns.map(({ text }) => text).toSorted());
});

test('shares of speaking count words and short pauses; absences go by the clock', () => {
  const word = (text: string, startMs: number) => ({ text, startMs, endMs: startMs + 500 });
  const at = (second: number) => new Date(1_700_000_000_000 + second * 1000).toISOString();
  const interview = held(
    [
      first,
      {
        ...c(5000, 9500, 'I bake bread.'),
        words: [word('I', 5000), word('bake', 5900), word('bread.', 9000)],
      },
      c(10_000, 10_000, 'Typed.'),
    ],
    {
      events: [
        { kind: 'joined', at: at(0) },
        { kind: 'left', at: at(10) },
        { kind: 'joined', at: at(25) },
        { kind: 'muted', at: at(30), on: true },
        { kind: 'muted', at: at(34), on: false },
        { kind: 'spoke', at: at(35), lateMs: 6000 },
        { kind: 'left', at: at(40) },
        { kind: 'ended', at: at(160), by: 'left' },
      ],
    },
  );
  const report = interviewReport(interview, byQuestion(interview));
  assert.deepEqual(report.speaking, { candidateMs: 1900, interviewerMs: 4000 });
  assert.deepEqual(report.away, { times: 2, totalMs: 135_000 });
  assert.deepEqual(report.microphoneOff, { times: 1, totalMs: 4000 });
  assert.deepEqual([report.slowTurns, report.endedBy], [1, 'left']);
});
