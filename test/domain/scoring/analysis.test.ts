import assert from 'node:assert/strict';
import { test } from 'node:test';
import { candidateSpeech } from '#server/domain/scoring/candidate-speech.ts';
import { hesitationsOf } from '#server/domain/scoring/hesitations.ts';
import { isAbstention } from '#server/domain/scoring/types.ts';
import { writtenOut } from '#server/domain/scoring/written-out.ts';
import { readSpeech, speechOf } from '#server/modules/speech/pipeline/read-candidate.ts';
import { scoreFluency } from '#server/modules/speech/pipeline/score-fluency.ts';
import { scoreVocabulary } from '#server/modules/speech/pipeline/score-vocabulary.ts';
import { profiles } from '#test/support/candidate-profiles.ts';
import { scoringContext, scoringInput } from '#test/support/score-interview.ts';
import { spoken } from '#test/support/spoken-interview.ts';

const context = scoringContext();
const engine = context.engines.text[0]!;

const heard = (line: string) => {
  const { words, turns, candidate } = spoken(['Q how was it', `A ${line}`]);
  return candidateSpeech(words, turns, candidate, []);
};

test('the pause map tells pauses inside a clause from those between clauses, with the words around them', () => {
  const speech = heard('i work in a [900] shop [700] because i like the people');
  const { pauses, counts } = hesitationsOf(speech, readSpeech(speech, engine).clauses);
  assert.deepEqual(
    pauses.map(({ place, before, after, startMs, endMs }) => [
      place,
      before,
      after,
      Math.floor((endMs - startMs) / 100),
    ]),
    [
      ['midClause', 'work in a', 'shop because i', 9],
      ['endClause', 'in a shop', 'because i like', 7],
    ],
  );
  assert.deepEqual(counts, { pauses: 2, fillers: 0, repairs: 0 });
});

test('where no text engine knows the language, no place of a pause is claimed', () => {
  const speech = heard('ik werk in een [900] winkel');
  const { pauses } = hesitationsOf(speech, readSpeech(speech, undefined).clauses);
  assert.deepEqual(
    pauses.map(({ place }) => place),
    ['unknown'],
  );
});

test('fillers and repairs come with their times and what was taken back', () => {
  const speech = heard('we put it in the uh in the box they found they discovered a mistake');
  const { fillers, repairs } = hesitationsOf(speech, null);
  assert.deepEqual(
    fillers.map(({ text }) => text),
    ['uh'],
  );
  assert.ok(fillers.every(({ startMs, endMs }) => endMs > startMs && startMs > 0));
  assert.deepEqual(
    repairs.map(({ kind, abandoned }) => `${kind}: ${abandoned}`),
    ['repetition: in the', 'restart: they found'],
  );
});

test('three things told of a person, and a year, are no repairs', () => {
  for (const line of ['he runs he blocks he catches', 'in twenty twenty we moved']) {
    assert.deepEqual(hesitationsOf(heard(line), null).repairs, [], line);
  }
});

test('words that may be misheard stand in brackets in every copy', () => {
  const speech = heard('we put it in the box');
  const doubtful = speech.floors.map((floor) => ({
    ...floor,
    allWords: floor.allWords.map((word) => (word.text === 'box' ? { ...word, confidence: 0.55 } : word)),
  }));
  assert.equal(writtenOut({ floors: doubtful }).verbatim, 'we put it in the [box?]');
});

test('the clean transcript drops hesitations and false starts and adds nothing', () => {
  const { verbatim, clean } = writtenOut(heard('we put it in the uh in the ~box and um left'));
  assert.equal(verbatim, 'we put it in the uh in the [box?] and um left');
  assert.equal(clean, 'we put it in the [box?] and left');
});

test('rare words come with rank, time and sentence, rarest first, and phrases with their count', async () => {
  const { vocabulary } = await scoreVocabulary.run(
    scoringInput(profiles['a well-read speaker who hesitates']!()),
    context,
  );
  assert.ok(!isAbstention(vocabulary) && vocabulary.rareWords && vocabulary.repeatedPhrases);
  const ranks = vocabulary.rareWords.map(({ rank }) => rank);
  assert.ok(ranks.length >= 5 && ranks.every((rank) => rank > 2000));
  assert.deepEqual(
    ranks,
    ranks.toSorted((a, b) => b - a),
  );
  for (const { word, sentence, startMs, endMs } of vocabulary.rareWords) {
    assert.ok(sentence.split(' ').includes(word) && endMs > startMs);
  }
  assert.ok(vocabulary.repeatedPhrases.every(({ count, startMs }) => count >= 3 && startMs.length <= 10));
});

test('lists stay bounded over three quarters of an hour of hesitation', async () => {
  const answer = Array.from({ length: 1500 }, (_, index) => `uh word${index % 3000} [400] i i`).join(' ');
  const { words, turns, candidate } = spoken(['Q tell me', `A ${answer}`]);
  const { fluency } = await scoreFluency.run(scoringInput({ words, turns, candidate }), context);
  assert.ok(!isAbstention(fluency) && fluency.hesitations);
  const { pauses, fillers, repairs, counts } = fluency.hesitations;
  assert.ok(counts.fillers === 1500 && counts.repairs >= 1400);
  assert.deepEqual([pauses.length, fillers.length, repairs.length], [300, 300, 300]);
  assert.ok(JSON.stringify(fluency.hesitations).length < 120_000);
  assert.ok(pauses.every(({ startMs }, index) => index === 0 || startMs > pauses[index - 1]!.startMs));
});

test('doubt about a transcript is said in words', async () => {
  const interview = profiles['an eloquent speaker']!();
  const unsure = { ...interview, words: interview.words.map((word) => ({ ...word, confidence: 0.5 })) };
  const { vocabulary } = await scoreVocabulary.run(scoringInput(unsure), context);
  assert.ok(!isAbstention(vocabulary));
  assert.ok(vocabulary.warnings.some((warning) => /mean confidence 0\.50/.test(warning)));
  const few = speechOf(scoringInput(interview)).words.length;
  assert.equal(
    vocabulary.warnings.some((warning) => /words could be measured/.test(warning)),
    few < 250,
  );
});

test('a score above the rated speakers says that it is an estimate', async () => {
  const above = { vocabulary: 0, fluency: 0 };
  for (const profile of Object.values(profiles)) {
    const { vocabulary } = await scoreVocabulary.run(scoringInput(profile()), context);
    const { fluency } = await scoreFluency.run(scoringInput(profile()), context);
    for (const [name, score] of Object.entries({ vocabulary, fluency })) {
      assert.ok(!isAbstention(score) && score.cefr !== 'C2');
      const isAbove = score.score >= 3.5;
      above[name as keyof typeof above] += Number(isAbove);
      assert.ok(!isAbove || score.warnings.some((warning) => /end at B2/.test(warning)));
    }
  }
  assert.ok(above.vocabulary > 0 && above.fluency > 0);
});
