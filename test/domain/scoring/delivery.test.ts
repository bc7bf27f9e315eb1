import assert from 'node:assert/strict';
import { test } from 'node:test';
import { candidateSpeech } from '#server/domain/scoring/candidate-speech.ts';
import { deliveryOf } from '#server/domain/scoring/delivery.ts';
import { extraForDoubt } from '#server/domain/scoring/dimension-score.ts';
import { repeatedPassages } from '#server/domain/scoring/repeated-passages.ts';
import { unusualVoice } from '#server/domain/scoring/unusual-voice.ts';
import { spoken } from '#test/support/spoken-interview.ts';

const heard = (...lines: string[]) => {
  const { words, turns, candidate } = spoken(lines);
  return { speech: candidateSpeech(words, turns, candidate, []), turns, candidate };
};
const observed = (language: string, ...lines: string[]) => {
  const { speech, turns, candidate } = heard(...lines);
  return deliveryOf(speech, turns, candidate, language);
};

const page =
  'the harbour was built by hand in the winter after the flood and for a long time nobody believed that a ship of any size could turn in it';
const other =
  'then we moved to the north where my uncle had a small farm with eleven cows and an orchard that gave more plums than anybody could eat';

test('a page that is said twice is found with both its times, whatever lies between', () => {
  const { notes, repeatedPassages: passages } = observed('en', `A ${page} ${other} ${page}`);
  assert.equal(passages.length, 1);
  const [passage] = passages;
  assert.ok(passage!.wordCount >= 27 && passage!.wordCount <= 29, `${passage!.wordCount} words`);
  assert.ok(passage!.firstMs < 2000 && passage!.startMs > passage!.firstMs + 5000);
  assert.match(passage!.text, /^the harbour was built by hand/);
  assert.match(notes[0]!, /said a second time almost word for word: .* \("the harbour was built/);
  assert.doesNotMatch(notes[0]!, /cheat|dishonest|suspicious|caught/i);
});

for (const [title, again] of [
  ['a word heard otherwise', page.replace('winter', 'weekend')],
  ['a word left out', page.replace('long ', '')],
  ['a word more', page.replace('nobody', 'nobody really')],
  ['a doubtful word', page.replace('flood', '~blood')],
] as const) {
  test(`it is one passage in spite of ${title}`, () => {
    const { speech } = heard(`A ${page} ${other} ${again}`);
    assert.equal(repeatedPassages(speech).length, 1);
  });
}

for (const [title, line] of [
  ['two texts', `A ${page} ${other}`],
  ['a phrase that comes back', `A ${Array(9).fill('you know what i mean by that').join(' and then ')}`],
  ['a sentence that is begun again', 'A i went to the i went to the market to buy some bread for my mother'],
  ['a short answer given twice', 'A yes i would like to do that again A yes i would like to do that again'],
] as const) {
  test(`nothing is said twice in ${title}`, () => {
    assert.deepEqual(repeatedPassages(heard(line).speech), []);
  });
}

test('what is said twice is no new evidence: intervals are wider for it', () => {
  const once = extraForDoubt(heard(`A ${page} ${other}`).speech);
  const twice = extraForDoubt(heard(`A ${page} ${page}`).speech);
  assert.ok(twice > once + 0.4, `${once} and ${twice}`);
});

test('joints, fillers and signs of free talk are counted; a longer phrase takes its words with it', () => {
  const { connectives, fillers, freeTalk } = observed(
    'en',
    "A well i'm here because uh for example we don't know so that is why um uh i came",
  );
  assert.deepEqual(connectives?.words, [
    { text: 'because', count: 1, kind: 'cause' },
    { text: 'for example', count: 1, kind: 'example' },
    { text: 'so', count: 1, kind: 'cause' },
    { text: 'that is why', count: 1, kind: 'cause' },
  ]);
  assert.deepEqual(fillers, [
    { text: 'uh', count: 2 },
    { text: 'um', count: 1 },
  ]);
  assert.equal(freeTalk.contractions, 13.33);
  assert.equal(freeTalk.discourseMarkers, 6.67);
});

test('where there is no list of a language, nothing is claimed of it', () => {
  const { connectives, freeTalk } = observed('nl', 'A ik werk hier so well');
  assert.deepEqual([connectives, freeTalk.contractions, freeTalk.discourseMarkers], [null, null, null]);
});

test('talk is shared out by time, and its pace is told of minutes with enough of it', () => {
  const long = Array(12).fill(other).join(' ');
  const { talkShare, pace } = observed('en', `Q ${page}`, `A ${long}`);
  assert.ok(talkShare! > 0.85 && talkShare! < 0.98, String(talkShare));
  assert.ok(pace.length >= 2);
  assert.ok(pace.every(({ wordsPerMinute }) => wordsPerMinute > 100 && wordsPerMinute < 300));
  assert.deepEqual(observed('en', `Q ${long}`, 'A yes').pace, []);
});

const lively = { logDurationSd: 0.75, logDurationMean: 4.4 };

test('people who pause like people are not taken for a computer', () => {
  const { speech } = heard(
    `A ${Array.from({ length: 10 }, (_, i) => `${other} [${300 + 170 * i}]`).join(' ')}`,
  );
  assert.equal(unusualVoice(speech, lively), undefined);
  assert.equal(unusualVoice(speech, undefined), undefined);
  assert.equal(
    unusualVoice(speech, { logDurationSd: 0.6, logDurationMean: 4.9 }),
    undefined,
    'a slow speaker',
  );
});

for (const [title, line, sounds, told] of [
  ['no pause in a minute', Array(10).fill(other).join(' '), lively, /^Hardly a pause is heard\./],
  [
    'pauses all as long',
    Array(12).fill(`${other} [400]`).join(' '),
    lively,
    /^All pauses are about as long\./,
  ],
  [
    'sounds all as long',
    Array.from({ length: 10 }, (_, i) => `${other} [${300 + 170 * i}]`).join(' '),
    { logDurationSd: 0.55, logDurationMean: 4.3 },
    /^Sounds are more even in length/,
  ],
] as const) {
  test(`a voice with ${title} is beyond what the scales were made with`, () => {
    assert.match(unusualVoice(heard(`A ${line}`).speech, sounds)!, told);
  });
}

test('where words have no times of their own, nothing is said of pauses', () => {
  const { speech } = heard(`A ${Array(10).fill(other).join(' ')}`);
  assert.equal(unusualVoice({ ...speech, clock: 'silences' }, undefined), undefined);
});
