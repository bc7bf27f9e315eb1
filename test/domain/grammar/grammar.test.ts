import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grammarOf } from '#server/domain/grammar/grammar.ts';
import { candidateSpeech } from '#server/domain/scoring/candidate-speech.ts';
import { createEnglishText } from '#server/engines/text/english.ts';
import { readSpeech } from '#server/modules/speech/pipeline/read-candidate.ts';
import { spoken } from '#test/support/spoken-interview.ts';

const engine = createEnglishText();

function grammarIn(line: string) {
  const { words, turns, candidate } = spoken([`A ${line}`]);
  const speech = candidateSpeech(words, turns, candidate, []);
  return grammarOf(speech, readSpeech(speech, engine).floors!);
}

for (const [line, wrong, right] of [
  ['my brother is older and he go to work by train', 'he go', 'he goes'],
  ['because he don’t want to move', "he don't", "he doesn't"],
  ['and then they was very angry', 'they was', 'they were'],
  ['so people is very friendly there', 'people is', 'people are'],
  ['but there is many people in the street', 'there is', 'there are'],
  ['I didn’t went to school that day', "didn't went", "didn't go"],
  ['where does she works now', 'does she works', 'does she work'],
  ['I can to speak a little French', 'I can to speak', 'I can speak'],
  ['we must goes home now', 'we must goes', 'we must go'],
  ['I want to going to Spain', 'want to going', 'want to go'],
  ['I have went there before', 'have went', 'have gone'],
  ['I am agree with this idea', 'I am agree', 'I agree'],
  ['we buyed a small house', 'buyed', 'bought'],
  ['I look forward to meet you', 'forward to meet', 'forward to meeting'],
  ['yesterday I go to the office', 'I go', 'I went'],
  ['she gave me a apple', 'a apple', 'an apple'],
  ['I worked there for two year and then I left', 'two year', 'two years'],
  ['he is one of my friend and he helped me', 'one of my friend', 'one of my friends'],
  ['I run every days in the park', 'every days', 'every day'],
  ['they gave us many informations about it', 'informations', 'information'],
  ['it is much more better now', 'more better', 'better'],
  ['it depends of the weather', 'depends of', 'depends on'],
  ['I live here since two years and I like it', 'since two years', 'for two years'],
  ['I have thirty years old', 'have thirty years old', 'am thirty years old'],
  ['we don’t have nothing to eat', "don't have nothing", "don't have anything"],
  ['I very like this job', 'I very like', 'I really like'],
] as const) {
  test(`"${wrong}" should be "${right}"`, () => {
    assert.deepEqual(
      grammarIn(line).errors.map((found) => [found.wrong, found.right]),
      [[wrong, right]],
    );
  });
}

for (const line of [
  'does he go to work by train',
  'I saw him and let him go before he went',
  'they suggested that he go home',
  'my wife and he go swimming on Sundays',
  'the number of people is growing',
  'helping people is what I like',
  'what I did I did alone',
  'I do as much as I can to help',
  'I used to work there and I am used to it',
  'a two year contract is what I got',
  'we stayed in a five star hotel in the centre',
  'it was an hour ago at a university in Europe',
  'many a friend has told me so',
  'we need more younger people in the team',
  'everyone have a good day',
  'I like it don’t you',
  'he arrived to find the door open',
  'he put the book away and read another one',
  'I have come here because they have run out of time',
  'would he have nothing to say',
  'I sent a SEC report and got a URL',
]) {
  test(`nothing is wrong in "${line}"`, () => {
    assert.deepEqual(grammarIn(line).errors, []);
  });
}

for (const [title, line] of [
  ['a doubtful word', 'I ~didn’t went to school that day'],
  ['a doubtful neighbour', 'I didn’t went ~to school that day'],
  ['a filler', 'I didn’t uh went to school that day'],
  ['a repetition', 'I was in the in the went to school'],
] as const) {
  test(`nothing is judged across ${title}`, () => {
    assert.deepEqual(grammarIn(line).errors, []);
  });
}

test('a slip is quoted with the words around it and their times', () => {
  const [found] = grammarIn('we lived there for two year and then we moved').errors;
  assert.equal(found!.text, 'we lived there for two year and then we moved');
  assert.ok(found!.startMs < found!.endMs);
});

test('structures are told where they are used, each once, and not from a stretch with a slip', () => {
  const kinds = (line: string) => grammarIn(line).structures.map(({ kind }) => kind);
  assert.deepEqual(
    kinds('I left because they moved the office and we have never regretted the decision at all'),
    ['past', 'because'],
  );
  assert.deepEqual(kinds('the house was built by my uncle who has lived there'), [
    'relative',
    'presentPerfect',
    'passive',
  ]);
  assert.deepEqual(kinds('if I had more time I would travel'), ['past', 'if', 'unreal']);
  assert.deepEqual(kinds('my team would have found two of those mistakes'), ['unreal']);
  assert.deepEqual(kinds('I didn’t went because they was late'), []);
});
