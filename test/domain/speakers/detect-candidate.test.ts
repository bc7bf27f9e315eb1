import assert from 'node:assert/strict';
import { test } from 'node:test';
import { interview as cues } from '#server/domain/languages/en/interview.ts';
import { clausesOf, isFirstPerson, isQuestion } from '#server/domain/speakers/cues.ts';
import { detectCandidate } from '#server/domain/speakers/detect-candidate.ts';
import type { SpokenWord, Turn } from '#server/domain/transcript/types.ts';
import { spoken } from '#test/support/speech-state.ts';

/** Lines of a conversation, 300 ms a word and 700 ms between lines. */
function conversation(...lines: [speaker: string, text: string][]): { words: SpokenWord[]; turns: Turn[] } {
  const words: SpokenWord[] = [];
  const turns: Turn[] = [];
  let atMs = 0;
  for (const [speaker, text] of lines) {
    const startMs = atMs;
    for (const one of text.split(' ')) {
      words.push({ text: one, startMs: atMs, endMs: atMs + 280, confidence: 0.9, speaker, overlap: false });
      atMs += 300;
    }
    turns.push({ speaker, startMs, endMs: atMs, overlap: false });
    atMs += 700;
  }
  return { words, turns };
}

const interview = conversation(
  ['S1', 'thank you for coming today so could you tell me about yourself'],
  [
    'S2',
    'well I worked on the payments team of a small bank for about four years and then I moved to a larger company',
  ],
  ['S1', "let's move on what was the hardest problem you had there"],
  [
    'S2',
    'I think it was when our main database failed on a friday and I had to restore it with two colleagues over the weekend',
  ],
  ['S1', 'and how did you find out what was wrong'],
  [
    'S2',
    'my first idea was the disk but I looked at the logs and I found that a job had filled it with copies',
  ],
  ['S1', 'do you have any questions for me'],
  ['S2', 'yes I would like to know how the team works'],
);

test('the one who answers is the candidate, and the reason can be checked against the transcript', () => {
  const found = detectCandidate(interview.words, interview.turns, 'en')!;
  assert.equal(found.speaker, 'S2');
  assert.equal(found.speakerLabel, 'Speaker 2');
  assert.equal(found.confidence, 'high');
  assert.equal(found.wordCount, interview.words.filter(({ speaker }) => speaker === 'S2').length);
  const share = /^Speaker 2 talks for (\d+) % of the time/.exec(found.reason);
  const ms = (speaker: string) =>
    interview.turns.filter((t) => t.speaker === speaker).reduce((sum, t) => sum + t.endMs - t.startMs, 0);
  assert.equal(Number(share![1]), Math.round((100 * ms('S2')) / (ms('S1') + ms('S2'))));
  assert.match(found.reason, /in the first person \("I worked on the payments team of…", 0:04\)/);
  assert.match(found.reason, /Speaker 1 asks 4 of the 5 questions/);
  assert.match(found.reason, /Speaker 1 leads the conversation \("thank you for coming", "tell me about"\)/);
});

test('an interviewer who talks more than the candidate is still known by the questions', () => {
  const { words, turns } = conversation(
    [
      'S1',
      'thank you for coming we are looking for somebody who can lead the support team through a large change in the way it works so tell me about your work',
    ],
    ['S2', 'I led a team of six people'],
    [
      'S1',
      'okay and that team was in the same company that makes the software which most of our customers use every day what did you do there',
    ],
    ['S2', 'I answered calls and I wrote the guides'],
    [
      'S1',
      'right and after that there were three years in another country as far as the papers say why did you leave that place',
    ],
    ['S2', 'my family moved so I moved too'],
    [
      'S1',
      'good next question how would you handle an angry customer who has called four times already and wants to speak to the director',
    ],
    ['S2', 'I would listen to him first'],
  );
  const found = detectCandidate(words, turns, 'en')!;
  assert.equal(found.speaker, 'S2');
  assert.match(found.reason, /Speaker 1 asks all 4 questions/);
});

test('one speaker is the candidate beyond doubt', () => {
  const { words, turns } = conversation(['S1', 'hello I am here alone']);
  const found = detectCandidate(words, turns, 'en')!;
  assert.equal(found.confidence, 'high');
  assert.equal(found.reason, 'Speaker 1 is the only person heard in the recording.');
});

test('two who talk alike are told apart with low confidence, and the reason says so', () => {
  const { words, turns } = conversation(
    ['S1', 'the weather was fine and the train was late again'],
    ['S2', 'the food was good but the room was rather cold there'],
    ['S1', 'it is often like that in the north of the country'],
    ['S2', 'people there get used to it after a winter or two'],
  );
  const found = detectCandidate(words, turns, 'en')!;
  assert.equal(found.confidence, 'low');
  assert.match(found.reason, /please check/);
});

test('in other languages the speaking times decide, and no words are interpreted', () => {
  const { words, turns } = conversation(
    ['S1', 'do you what how can you tell me about'],
    [
      'S2',
      'ich habe lange in einer kleinen firma gearbeitet und danach bin ich nach hamburg gezogen um dort zu studieren',
    ],
    ['S1', 'und was haben sie dort gemacht'],
    [
      'S2',
      'ich habe zuerst ein praktikum gemacht und dann eine stelle in der entwicklung bekommen die mir sehr gefallen hat',
    ],
  );
  const found = detectCandidate(words, turns, 'de')!;
  assert.equal(found.speaker, 'S2');
  assert.doesNotMatch(found.reason, /questions/);
  assert.match(found.reason, /only the speaking times/);
});

test('of a panel and one candidate, the one who answers them all is found', () => {
  const { words, turns } = conversation(
    ['S1', 'could you tell us about your last job'],
    [
      'S3',
      'I was a nurse in a large hospital and I looked after the children there for seven years before I came here',
    ],
    ['S2', 'how did you deal with the night shifts'],
    ['S3', 'I slept in the afternoon and my husband took care of the house which was not always easy for us'],
    ['S1', 'why do you want to leave the hospital'],
    ['S3', 'I want to teach and I believe that I can explain things well to young people'],
    ['S2', 'when can you start'],
    ['S3', 'I can start in march when my contract ends'],
  );
  const found = detectCandidate(words, turns, 'en')!;
  assert.equal(found.speaker, 'S3');
  assert.equal(found.confidence, 'high');
});

test('words the recogniser doubts count for no speaker', () => {
  const doubtful = interview.words.map((word) =>
    word.speaker === 'S1' ? { ...word, unsupported: true } : word,
  );
  const found = detectCandidate(doubtful, interview.turns, 'en')!;
  assert.equal(found.speaker, 'S2');
  assert.doesNotMatch(found.reason, /Speaker 1 asks/);
});

test('without a speaker there is no candidate', () => {
  assert.equal(detectCandidate([], [], 'en'), undefined);
});

for (const [text, expected] of [
  ['so what did you do there', true],
  ['could you describe that', true],
  ['tell me about a mistake', true],
  ['okay and how many people were in it', true],
  ["what's your greatest strength", true],
  ['you were in berlin for a year why did you leave', true],
  ['what I did was to call the customer', false],
  ['I asked what the problem was', false],
  ['when I was young I lived in rome', false],
  ['we had to do it again', false],
] as const) {
  test(`"${text}" ${expected ? 'is' : 'is not'} taken for a question`, () => {
    assert.equal(isQuestion({ words: text.toLowerCase().split(' ') }, cues), expected);
  });
}

test('a request that says "me" does not tell of oneself', () => {
  assert.equal(isFirstPerson({ words: 'tell me about your work'.split(' ') }, cues), false);
  assert.equal(isFirstPerson({ words: 'my work was hard'.split(' ') }, cues), true);
});

test("misheard words have no say: below the recogniser's bar the speaker who talks more is the candidate, and the reason says so", () => {
  const misheard = interview.words.map((word) => ({ ...word, confidence: 0.3 }));
  const found = detectCandidate(misheard, interview.turns, 'en', { wordsAreTrusted: false })!;
  const talked = (speaker: string) =>
    interview.turns
      .filter((turn) => turn.speaker === speaker)
      .reduce((sum, turn) => sum + turn.endMs - turn.startMs, 0);
  for (const { speaker } of interview.turns) assert.ok(talked(found.speaker) >= talked(speaker));
  assert.match(found.reason, /too little certainty/);
  assert.doesNotMatch(found.reason, /question/);
});

test('a question mark makes a question of words that do not look like one', () => {
  const asked = clausesOf(spoken('S1', 0, 'And the team? It was small. You liked it?'), cues);
  assert.deepEqual(
    asked.map(({ asks }) => asks ?? false),
    [true, false, true],
  );
});

test('a pause to think does not make two questions of one', () => {
  const first = spoken('S1', 0, 'Good. What would you');
  const rest = spoken('S1', first.at(-1)!.endMs + 900, 'do differently?');
  assert.equal(clausesOf([...first, ...rest], cues).filter(({ asks }) => asks).length, 1);
});

test('one voice is the candidate with confidence only when it is sure that there is one', () => {
  const alone = interview.words.filter(({ speaker }) => speaker === 'S2');
  const turns = interview.turns.filter(({ speaker }) => speaker === 'S2');
  const sure = detectCandidate(alone, turns, 'en', { countProbability: 0.98 })!;
  assert.equal(sure.confidence, 'high');
  assert.match(sure.reason, /only person/);
  const fairly = detectCandidate(alone, turns, 'en', { countProbability: 0.8 })!;
  assert.equal(fairly.confidence, 'medium');
  assert.match(fairly.reason, /as far as voices can be told apart/);
  const unsure = detectCandidate(alone, turns, 'en', { countProbability: 0.7 })!;
  assert.equal(unsure.confidence, 'low');
  assert.match(unsure.reason, /second person may speak/);
});

test('two voices that may be one, or three, make the candidate uncertain, and the reason says so', () => {
  const found = detectCandidate(interview.words, interview.turns, 'en', { countProbability: 0.5 })!;
  assert.equal(found.speaker, 'S2');
  assert.equal(found.confidence, 'low');
  assert.match(found.reason, /How many people speak is not certain/);
});
