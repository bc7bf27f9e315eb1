import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '#server/config/limits.ts';
import { hear } from '#server/domain/interview/heard.ts';
import { catchUp, continueInterview, startInterview } from '#server/domain/interview/interview.ts';
import { interviewLanguages, textsOf } from '#server/domain/interview/languages/registry.ts';
import { planInterview } from '#server/domain/interview/plan.ts';
import { fixedSentences, sentencesOf, speakingMs } from '#server/domain/interview/sentences.ts';
import {
  competencies,
  type InterviewEvent,
  type InterviewReply,
  phraseKinds,
} from '#server/domain/interview/types.ts';

/** A generator of numbers in 0–1 that is the same on every machine. */
function numbers(seed: number): () => number {
  let state = seed + 0x9e3779b9;
  return () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x297a2d39;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

const wishes: Readonly<Record<string, { repeat: string; decline: string; wait: string; none: string }>> = {
  en: {
    repeat: 'Sorry, could you say that again?',
    decline: "I don't know.",
    wait: 'Just a moment.',
    none: 'No, that was all.',
  },
  es: {
    repeat: '¿Podría repetir la pregunta?',
    decline: 'No lo sé.',
    wait: 'Un momento, por favor.',
    none: 'No, gracias.',
  },
  fr: {
    repeat: 'Pouvez-vous répéter la question ?',
    decline: 'Je ne sais pas.',
    wait: 'Un instant.',
    none: "Non, c'est tout.",
  },
  de: {
    repeat: 'Wie war die Frage noch mal?',
    decline: 'Das weiß ich nicht.',
    wait: 'Einen Moment bitte.',
    none: 'Nein, keine Fragen.',
  },
  pt: {
    repeat: 'Pode repetir a pergunta?',
    decline: 'Não sei.',
    wait: 'Um momento.',
    none: 'Não, é só isso.',
  },
  it: { repeat: 'Può ripetere la domanda?', decline: 'Non lo so.', wait: 'Un attimo.', none: 'No, grazie.' },
  nl: {
    repeat: 'Kunt u de vraag herhalen?',
    decline: 'Dat weet ik niet.',
    wait: 'Een momentje.',
    none: 'Nee, dank u.',
  },
  hi: {
    repeat: 'क्या आप सवाल दोहरा सकते हैं?',
    decline: 'मुझे नहीं पता।',
    wait: 'एक मिनट।',
    none: 'नहीं, बस इतना ही।',
  },
  zh: { repeat: '请再说一遍。', decline: '我不知道。', wait: '请稍等。', none: '没有了。' },
  ja: {
    repeat: 'もう一度お願いします。',
    decline: 'わかりません。',
    wait: '少々お待ちください。',
    none: 'いいえ、ありません。',
  },
  ko: {
    repeat: '다시 말씀해 주시겠어요?',
    decline: '잘 모르겠습니다.',
    wait: '잠시만요.',
    none: '아니요, 없습니다.',
  },
  ar: { repeat: 'هل يمكنك إعادة السؤال؟', decline: 'لا أعرف.', wait: 'لحظة من فضلك.', none: 'لا، شكرا.' },
  tr: {
    repeat: 'Soruyu tekrar eder misiniz?',
    decline: 'Bilmiyorum.',
    wait: 'Bir dakika.',
    none: 'Hayır, teşekkürler.',
  },
  pl: {
    repeat: 'Czy można powtórzyć pytanie?',
    decline: 'Nie wiem.',
    wait: 'Chwileczkę.',
    none: 'Nie, dziękuję.',
  },
  ru: {
    repeat: 'Повторите, пожалуйста, вопрос.',
    decline: 'Я не знаю.',
    wait: 'Минуточку.',
    none: 'Нет, спасибо.',
  },
  sr: {
    repeat: 'Можете ли да поновите питање?',
    decline: 'Ne znam.',
    wait: 'Само тренутак.',
    none: 'Не, хвала.',
  },
};

test('interviews can be held in every language of the product', () => {
  assert.deepEqual(interviewLanguages, limits.languages);
});

for (const language of limits.languages) {
  test(`"${language}" has every phrase and question, each once, and hears what candidates wish`, () => {
    const { phrases, questions } = textsOf(language);
    for (const kind of phraseKinds) assert.ok(phrases[kind].length > 0, kind);
    // What is said more than once has variants.
    for (const kind of [
      'thanks',
      'next',
      'silence',
      'moveOn',
      'more',
      'example',
      'result',
      'passOn',
      'otherQuestions',
    ] as const) {
      assert.ok(phrases[kind].length >= 3, kind);
    }
    for (const kind of ['opening', 'experience', 'problem', 'motivation'] as const)
      assert.ok(questions[kind].length > 0);
    for (const competency of competencies) assert.ok(questions.competency[competency].length > 0, competency);
    assert.ok(phrases.aboutRole.every((text) => text.includes('{role}')));
    assert.ok(phrases.skill.every((text) => text.includes('{skill}')));
    const sentences = fixedSentences(language);
    const whole = [...Object.values(phrases), ...Object.values(questions.competency)].flat();
    assert.equal(new Set(whole).size, whole.length, 'no text twice');
    for (const { text } of sentences) assert.match(text, /[.?!。？।؟:]$/u);
    assert.equal(new Set(sentences.map(({ id }) => id)).size, sentences.length, 'ids are unique');

    const { repeat, decline, wait, none } = wishes[language]!;
    assert.equal(hear(repeat, language).wants, 'repeat');
    assert.equal(hear(decline, language).wants, 'decline');
    assert.equal(hear(wait, language).wants, 'wait');
    assert.equal(hear(none, language).hasNoQuestions, true);
    assert.equal(hear(repeat, language).hasNoQuestions, false);
  });
}

/** A candidate of moods: says what random numbers make of them, and now and then nothing. */
function* candidate(language: string, random: () => number): Generator<{ text: string | null; ms: number }> {
  const own = wishes[language]!;
  const words = [
    'a team of 30 %',
    'Python',
    'we',
    'for example last year',
    'in the end it improved',
    'budget',
    'children',
    'machines',
  ];
  while (true) {
    const mood = random();
    const ms = 1000 + Math.floor(random() ** 3 * 240_000);
    if (mood < 0.08) yield { text: null, ms: 8000 };
    else if (mood < 0.14) yield { text: own.decline, ms: 1500 };
    else if (mood < 0.18) yield { text: own.wait, ms: 1500 };
    else if (mood < 0.24) yield { text: 'Why do you ask that?', ms: 1500 };
    else if (mood < 0.34) yield { text: 'Yes.', ms: 700 };
    else {
      const count = 1 + Math.floor(random() * 60);
      yield {
        text: Array.from({ length: count }, () => words[Math.floor(random() * words.length)]).join(' '),
        ms,
      };
    }
  }
}

/** Plays it with a clock: the interviewer's words take time, the candidate's too, and time itself is told every second. */
function play(language: string, seed: number, minutes: number) {
  const random = numbers(seed);
  const budgetMs = minutes * 60_000;
  const plan = planInterview({
    language,
    roleName: ['Nurse', 'Developer', 'Cook', ''][seed % 4]!,
    seed: String(seed),
    budgetMs,
  });
  const replies: InterviewReply[] = [startInterview(plan)];
  let atMs = speakingMs(replies[0]!.say);
  const take = (event: InterviewEvent) => {
    const reply = continueInterview(replies.at(-1)!.state, event);
    replies.push(reply);
    atMs += speakingMs(reply.say);
    return reply.isOver;
  };
  for (const { text, ms } of candidate(language, random)) {
    assert.ok(replies.length < 4000);
    let isOver = false;
    for (let spokenMs = 0; spokenMs < ms && !isOver; spokenMs += 1000) {
      atMs += 1000;
      isOver = take({ type: 'time', atMs });
    }
    if (
      isOver ||
      take(text === null ? { type: 'silence', atMs } : { type: 'answer', atMs, text, durationMs: ms })
    )
      break;
  }
  return { replies, atMs, budgetMs };
}

test('200 random candidates: nothing is said twice unasked, the budget is held, everybody hears goodbye', () => {
  const followUps = new Set<string>();
  for (let seed = 0; seed < 200; seed++) {
    const language = limits.languages[seed % limits.languages.length]!;
    const minutes = [5, 8, 15, 30, 45][seed % 5]!;
    const { replies, atMs, budgetMs } = play(language, seed, minutes);
    const about = `${language} ${seed}, ${minutes} min`;
    const said = replies.flatMap(({ say, isRepeat, state }) =>
      say.filter(({ id }) => !isRepeat || !state.question.some((question) => question.id === id)),
    );
    assert.equal(
      new Set(said.map(({ id }) => id)).size,
      said.length,
      `${about}: ${said.map(({ id }) => id).join(' ')}`,
    );
    assert.ok(said.every(({ text }) => !/[{}]/.test(text)));
    assert.ok(atMs <= budgetMs + 3000, `${about}: ended at ${atMs} ms`);
    assert.ok(
      said.some(({ id }) => id.startsWith(`${language}/closing/`)),
      about,
    );
    for (const { state } of replies) for (const kind of state.followUps) followUps.add(kind);
  }
  assert.deepEqual([...followUps].sort(), ['example', 'measure', 'more', 'ownPart', 'result', 'tool']);
});

test('short of time, questions are left out from the least to the most important', () => {
  const asked = (minutes: number) => {
    let reply = startInterview(
      planInterview({ language: 'en', roleName: '', seed: 's', budgetMs: minutes * 60_000 }),
    );
    const stages: string[] = [];
    for (let atMs = 20_000; reply.state.phase === 'asking'; atMs += 60_000) {
      const { stage } = reply.state.plan.questions[reply.state.at]!;
      if (stages.at(-1) !== stage || reply.state.followUps.length === 0) stages.push(stage);
      reply = continueInterview(reply.state, {
        type: 'answer',
        atMs,
        durationMs: 50_000,
        text: 'word '.repeat(120),
      });
    }
    return stages;
  };
  assert.deepEqual(asked(30), ['opening', 'experience', 'competency', 'competency', 'problem', 'motivation']);
  assert.ok(asked(5).length < 6);
  assert.equal(asked(5)[0], 'opening');
});

test('another interviewer can hand over: what it has covered is not asked again', () => {
  const { state } = startInterview(
    planInterview({ language: 'en', roleName: '', seed: 's', budgetMs: 1_200_000 }),
  );
  const caught = catchUp(state, 6);
  const reply = continueInterview(caught, {
    type: 'answer',
    atMs: 300_000,
    durationMs: 9000,
    text: 'word '.repeat(60),
  });
  assert.ok(reply.state.at >= 3);
  assert.equal(catchUp(reply.state, 2), reply.state, 'never back');
});

test('an id names one text, and slots are filled after sentences are cut', () => {
  const sentences = sentencesOf('x', 'About {role}. Shall we?', { role: 'Dr. No. 5' });
  assert.deepEqual(sentences, [
    { id: 'x/0', text: 'About Dr. No. 5.', isFixed: false },
    { id: 'x/1', text: 'Shall we?', isFixed: true },
  ]);
});
