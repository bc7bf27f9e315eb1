import assert from 'node:assert/strict';
import { test } from 'node:test';
import { candidateSpeech } from '#server/domain/scoring/candidate-speech.ts';
import { doubtful, secondVoice } from '#server/domain/speakers/second-voice.ts';
import type { SpokenWord } from '#server/domain/transcript/types.ts';
import { spoken } from '#test/support/speech-state.ts';

/** Sentences one after the other, a silence between them. */
function talk(silenceMs: number, ...sentences: (string | [speaker: string, text: string])[]): SpokenWord[] {
  const words: SpokenWord[] = [];
  for (const one of sentences) {
    const [speaker, text] = typeof one === 'string' ? ['S1', one] : one;
    const startMs = words.length === 0 ? 0 : words.at(-1)!.endMs + silenceMs;
    words.push(...spoken(speaker, startMs, text));
  }
  return words;
}

const sure = 0.97;
const suspected = (words: readonly SpokenWord[], countProbability = sure) =>
  secondVoice(words, 'S1', 'en', countProbability);

const twoAsOne: [string, SpokenWord[]][] = [
  [
    'questions and answers',
    talk(
      800,
      'Was it good?',
      'I like it.',
      'What did you eat?',
      'I eat fish.',
      'Do you cook?',
      'Yes, at home.',
    ),
  ],
  [
    'answers of one word, asked on',
    talk(
      600,
      'Is it a good team?',
      'Of course.',
      'Why?',
      'The players are strong.',
      'What else?',
      'The trainer too.',
      'Do you play?',
      'No.',
    ),
  ],
  [
    'greetings returned and small talk',
    talk(
      500,
      'Good morning, Anna.',
      'Good morning.',
      'How are you?',
      'Fine, thanks.',
      'Can you tell me about your work?',
      'I am a nurse.',
    ),
  ],
  [
    'no marks, as some recognisers write',
    talk(
      900,
      'what do you think about the city',
      'i think it is nice',
      'do you go to the beach',
      'yeah every summer',
      'and what is your favourite place',
      'my favourite is the old harbour',
    ),
  ],
];
for (const [title, words] of twoAsOne) {
  test(`two people under one name are suspected by ${title}, however sure the voices are of one`, () => {
    const found = suspected(words);
    assert.match(found!.because, /^Speaker 1 both asks and answers: ".+" and then ".+", at \d+:\d\d\.$/);
  });
}

const onePerson: [string, SpokenWord[]][] = [
  [
    'asks for effect',
    talk(
      700,
      'So why did I leave that job?',
      'I wanted to learn more.',
      'What did I learn?',
      'I learned to listen.',
      'And what is the result?',
      'It is a better team.',
      'Are we done?',
      'No, we are not.',
    ),
  ],
  [
    'tells what others asked',
    talk(
      700,
      'My boss asked me, can you do it?',
      'I said yes.',
      'The customer said, why is it late?',
      'I explained it to him.',
      'Then she asked, are you sure?',
      'I said of course.',
    ),
  ],
  [
    'asks the interviewer at the end',
    talk(
      700,
      'I like working in teams.',
      'I have read about your new office.',
      'I believe it would suit me.',
      'What would you expect from me at first?',
    ),
  ],
];
for (const [title, words] of onePerson) {
  test(`a speaker who ${title} is one person`, () => assert.equal(suspected(words), undefined));
}

test('voices alone are enough where they can hardly be told apart, in every language', () => {
  const words = talk(700, 'Ich wohne in Berlin.', 'Es ist eine große Stadt.');
  assert.match(secondVoice(words, 'S1', 'de', 0.75)!.because, /cannot be told with certainty/);
  assert.ok(secondVoice(words, 'S1', 'de', 0.89), 'less sure than of any pair that was ever taken for one');
  assert.equal(secondVoice(words, 'S1', 'de', 0.9), undefined);
  assert.equal(secondVoice(words, 'S1', 'de', 1), undefined, 'the submission says that one person speaks');
});

test('words and voices add up: one question with its answer counts where the voices leave a doubt', () => {
  const words = talk(700, 'Do you like it?', 'Yes, I do.', 'It is a quiet place.');
  assert.equal(suspected(words), undefined);
  assert.ok(suspected(words, 0.9));
});

test('among several speakers it is the exchanges within one of them that tell', () => {
  const right = talk(
    700,
    ['S2', 'Was it good?'],
    'I like it.',
    ['S2', 'What did you eat?'],
    'I eat fish.',
    ['S2', 'Do you cook?'],
    'Yes, at home.',
  );
  assert.equal(suspected(right, 0.5), undefined);
  const wrong = [
    ...twoAsOne[1]![1],
    ...talk(700, ['S2', 'Thank you.']).map((word) => ({
      ...word,
      startMs: word.startMs + 60_000,
      endMs: word.endMs + 60_000,
    })),
  ];
  assert.ok(suspected(wrong));
});

test('the candidate is low, and the reason tells what was heard', () => {
  const because = 'Speaker 1 both asks and answers: "was it good" and then "I like it", at 0:00.';
  assert.deepEqual(doubtful({ reason: 'Speaker 1 is the only person heard.' }, { because }), {
    confidence: 'low',
    reason: `Speaker 1 is the only person heard. Two people may have been scored as one: ${because}`,
  });
});

test('a silence between turns of two people under one name is no pause of either', () => {
  const words = talk(6500, 'What did you', 'did you eat?', 'I eat fish.', 'Do you cook?', 'Yes, at home.');
  const { borders } = suspected(words)!;
  const pausesOf = (at: typeof borders) =>
    candidateSpeech(words, [], 'S1', [], at).floors.flatMap(({ pauses }) => pauses);
  assert.equal(pausesOf([]).length, 4);
  assert.deepEqual(pausesOf(borders), []);
  const speech = candidateSpeech(words, [], 'S1', [], borders);
  assert.ok(speech.floorMs < 8000, 'silences between turns are not the candidate’s time either');
});
