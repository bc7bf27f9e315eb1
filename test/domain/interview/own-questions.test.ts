import assert from 'node:assert/strict';
import { test } from 'node:test';
import { continueInterview, startInterview } from '#server/domain/interview/interview.ts';
import { interviewLanguages } from '#server/domain/interview/languages/registry.ts';
import { planInterview } from '#server/domain/interview/plan.ts';
import type { InterviewReply, OwnQuestion } from '#server/domain/interview/types.ts';

const question = (text: string, rules: Partial<OwnQuestion> = {}): OwnQuestion => ({
  ...{ text, seconds: null, followUps: true, mustAsk: true },
  ...rules,
});

/** Answers until the interview is over. @returns which questions were asked when, in ms, and how many sentences followed each */
function held(
  questions: readonly OwnQuestion[],
  {
    minutes = 30,
    answerMs = 20_000,
    answer = 'I mix the dough for the bread, and we bake it with my colleagues in the morning.',
    language = 'en',
  } = {},
) {
  const plan = planInterview({ language, roleName: 'Baker', budgetMs: minutes * 60_000, questions });
  const asked: { text: string; atMs: number; followUps: number }[] = [];
  let atMs = 0;
  const look = ({ state, say }: InterviewReply) => {
    const current = plan.questions[state.at];
    const isNew = say.some(({ id }) => id.startsWith(`${current?.id}/`));
    if (current && isNew && asked.at(-1)?.text !== current.text) {
      asked.push({ text: current.text, atMs, followUps: 0 });
    } else if (state.phase === 'asking') asked.at(-1)!.followUps++;
  };
  let reply = startInterview(plan);
  look(reply);
  for (let turns = 0; !reply.isOver && turns < 200; turns++) {
    atMs += answerMs;
    reply = continueInterview(reply.state, { type: 'answer', atMs, text: answer, durationMs: answerMs });
    look(reply);
  }
  assert.equal(reply.isOver, true);
  return asked;
}

for (const language of interviewLanguages) {
  test(`${language}: the client’s questions are asked in their order, as written, and no others`, () => {
    const texts = ['Why bread?', 'What is {role} to you? And $& to others?', 'When do you get up?'];
    const asked = held(
      texts.map((text) => question(text)),
      { language },
    );
    assert.deepEqual(
      asked.map(({ text }) => text),
      texts,
    );
  });
}

test('a question without follow-ups is left after one answer, others are followed up', () => {
  const asked = held([question('Why?', { followUps: false }), question('How?')]);
  assert.equal(asked[0]!.followUps, 0);
  assert.ok(asked[1]!.followUps > 0);
});

test('when its time is used up, the next question comes', () => {
  const asked = held([question('Why?', { seconds: 30 }), question('How?')], { answerMs: 31_000 });
  assert.equal(asked[0]!.followUps, 0);
  assert.equal(asked[1]!.atMs, 31_000);
});

test('when time is short, those that may be left out go, the last first; those that must be asked never', () => {
  const questions = [
    question('one'),
    question('two', { mustAsk: false }),
    question('three', { mustAsk: false }),
    question('four'),
  ];
  const asked = (minutes: number) =>
    held(questions, { minutes, answerMs: 60_000, answer: 'Yes.' }).map(({ text }) => text);
  assert.deepEqual(asked(30), ['one', 'two', 'three', 'four']);
  assert.deepEqual(asked(5), ['one', 'two', 'four']);
});

test('of thirty questions that must all be asked in five minutes as many are as fit, and it ends in time', () => {
  const asked = held(
    Array.from({ length: 30 }, (_, index) => question(`Question ${index}?`)),
    { minutes: 5, answerMs: 15_000 },
  );
  assert.ok(asked.length > 5, `${asked.length}`);
  assert.ok(asked.every(({ atMs }) => atMs < 5 * 60_000));
});

test('without questions of the client’s own, every candidate for a role is asked the same', () => {
  const plan = () =>
    planInterview({ language: 'en', roleName: 'Nurse', budgetMs: 1_800_000, questions: null });
  assert.deepEqual(plan(), plan());
  const other = planInterview({ language: 'en', roleName: 'Nurse', budgetMs: 1_800_000, questions: [] });
  assert.deepEqual(other, plan());
});
