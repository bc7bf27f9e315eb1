import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '#server/config/limits.ts';
import { askedIn } from '#server/domain/interview/asked.ts';
import { continueInterview, startInterview } from '#server/domain/interview/interview.ts';
import { planInterview } from '#server/domain/interview/plan.ts';
import type { InterviewEvent, InterviewReply } from '#server/domain/interview/types.ts';

const minute = 60_000;

/** What the interviewer's turns ask when a candidate says such things. */
function held(language: string, events: readonly Partial<InterviewEvent>[], own?: readonly string[]) {
  const plan = planInterview({
    ...{ language, roleName: 'Baker', budgetMs: 30 * minute },
    ...(own && { questions: own.map((text) => ({ text, seconds: null, followUps: true, mustAsk: true })) }),
  });
  const replies: InterviewReply[] = [startInterview(plan)];
  for (const [index, event] of events.entries()) {
    const full = { type: 'answer', text: 'x', durationMs: 1000, atMs: (index + 1) * 1000, ...event };
    replies.push(continueInterview(replies.at(-1)!.state, full as InterviewEvent));
  }
  const turns = replies.map(({ say }) => ({
    text: say.map(({ text }) => text).join(' '),
    said: say.map(({ id }) => id),
  }));
  return askedIn(turns, plan);
}

for (const language of limits.languages) {
  test(`questions, follow-ups and what is said again are known without reading a word (${language})`, () => {
    const brief = { text: language === 'zh' || language === 'ja' ? 'はい。' : 'Ok.' };
    const asked = held(language, [{ type: 'silence' }, { type: 'silence' }, brief, brief]);
    assert.deepEqual(asked, [
      { asks: 'question', question: 1 },
      {},
      { asks: 'again', question: 1 },
      { asks: 'follow-up', question: 1 },
      { asks: 'question', question: 2 },
    ]);
  });
}

test("a client's own questions are known by their place, also when two have the same words", () => {
  const asked = held(
    'en',
    [{ text: 'Ok.' }, { text: 'Ok.' }, { text: 'Ok.' }],
    ['Why? Tell me.', 'Why? Tell me.'],
  );
  assert.deepEqual(
    asked.map(({ question }) => question),
    [1, 1, 2, 2],
  );
});

test('what a language model asks has no number, and its remarks ask nothing', () => {
  const plan = planInterview({ language: 'en', roleName: 'Baker', budgetMs: 30 * minute });
  assert.deepEqual(
    askedIn(
      [
        { text: 'I see. What came of it?', said: ['model/3/0', 'model/3/1'] },
        { text: 'I have done that.' },
        { text: 'Good.', said: ['model/5/0'] },
        { text: 'I see. What came of it?', said: ['model/3/1'] },
      ],
      plan,
    ),
    [{ asks: 'question' }, {}, {}, { asks: 'again' }],
  );
});
