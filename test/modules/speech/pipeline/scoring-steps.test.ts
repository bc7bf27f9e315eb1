import assert from 'node:assert/strict';
import { test } from 'node:test';
import { predict } from '#server/domain/scoring/calibration.ts';
import { valuesOf } from '#server/domain/scoring/dimension-score.ts';
import { measureFluency } from '#server/domain/scoring/fluency.ts';
import { type Abstention, type DimensionScore, isAbstention } from '#server/domain/scoring/types.ts';
import type { SpokenWord } from '#server/domain/transcript/types.ts';
import type { SpeechEngines } from '#server/modules/speech/pipeline/engines.ts';
import { readSpeech, type ScoringInput, speechOf } from '#server/modules/speech/pipeline/read-candidate.ts';
import { scoreAccent } from '#server/modules/speech/pipeline/score-accent.ts';
import { scoreFluency } from '#server/modules/speech/pipeline/score-fluency.ts';
import { scoreVocabulary } from '#server/modules/speech/pipeline/score-vocabulary.ts';
import type { StepContext } from '#server/pipeline/step.ts';
import { profiles } from '#test/support/candidate-profiles.ts';
import { calibration, scoringContext, scoringInput } from '#test/support/score-interview.ts';
import { type Spoken, seeded, spoken } from '#test/support/spoken-interview.ts';

const context = scoringContext();

function produced<Score extends DimensionScore>(result: Score | Abstention): Score {
  assert.ok(!isAbstention(result), 'abstained');
  return result;
}

const accentOf = async (input: ScoringInput) => produced((await scoreAccent.run(input, context)).accent);

const scores = async (input: ScoringInput) => ({
  vocabulary: produced((await scoreVocabulary.run(input, context)).vocabulary),
  fluency: produced((await scoreFluency.run(input, context)).fluency),
  accent: await accentOf(input),
});

const steady = () => profiles['a steady speaker with everyday words']!();

const changed = (interview: Spoken, change: (word: SpokenWord) => Partial<SpokenWord>): Spoken => ({
  ...interview,
  words: interview.words.map((word) => ({ ...word, ...change(word) })),
});

for (const [name, profile] of Object.entries(profiles)) {
  test(`${name} gets three scores that agree with themselves`, async () => {
    for (const score of Object.values(await scores(scoringInput(profile())))) {
      assert.ok(score.interval[0] <= score.score && score.score <= score.interval[1]);
      assert.equal(score.percent, Math.round(score.score * 20));
      const mass = Object.values(score.cefrPosterior).reduce((sum, share) => sum + share, 0);
      assert.ok(Math.abs(mass - 1) < 0.01);
      assert.match(score.calibration.sha256, /^[0-9a-f]{64}$/);
      assert.ok(score.evidence.every(({ text, startMs, endMs }) => text !== '' && endMs > startMs));
    }
  });
}

test('candidates are put in the order a listener would put them', async () => {
  const of = async (name: string) => scores(scoringInput(profiles[name]!()));
  const beginner = await of('a beginner who searches for words');
  const everyday = await of('a steady speaker with everyday words');
  const quick = await of('a quick talker who repeats');
  const hesitant = await of('a well-read speaker who hesitates');
  const eloquent = await of('an eloquent speaker');
  const unclear = await of('a fluent speaker whose sounds are hard to follow');
  const order = (...rising: DimensionScore[]) =>
    rising.slice(1).forEach((score, index) => {
      assert.ok(rising[index]!.score < score.score, rising.map((each) => each.score).join(' < '));
    });
  order(beginner.vocabulary, everyday.vocabulary, eloquent.vocabulary);
  order(quick.vocabulary, eloquent.vocabulary);
  order(beginner.fluency, hesitant.fluency, everyday.fluency, eloquent.fluency);
  order(unclear.accent, everyday.accent, eloquent.accent);
});

test('the same interview scores the same, bit for bit', async () => {
  assert.deepEqual(await scores(scoringInput(steady())), await scores(scoringInput(steady())));
});

test("the interviewer's words and sounds never enter a score", async () => {
  const interview = steady();
  const other = changed(interview, (word) =>
    word.speaker === interview.candidate
      ? {}
      : {
          text: 'supercalifragilistic',
          confidence: 0.2,
          phones: word.phones!.map((phone) => ({ ...phone, gop: -9, logPosterior: -9 })),
        },
  );
  assert.deepEqual(await scores(scoringInput(other)), await scores(scoringInput(interview)));
});

test('it does not matter which speaker is called S1', async () => {
  const swapped = (speaker: string) => (speaker === 'S1' ? 'S2' : 'S1');
  const interview = steady();
  const other: Spoken = {
    words: interview.words.map((word) => ({ ...word, speaker: swapped(word.speaker) })),
    turns: interview.turns.map((turn) => ({ ...turn, speaker: swapped(turn.speaker) })),
    candidate: swapped(interview.candidate),
  };
  assert.deepEqual(await scores(scoringInput(other)), await scores(scoringInput(interview)));
});

test('what is said does not move accent: other words with the same sounds score the same', async () => {
  const interview = steady();
  const figuresOf = async (spokenWords: Spoken) => {
    const accent = await accentOf(scoringInput(spokenWords));
    return [accent.score, accent.interval, accent.features, accent.phones];
  };
  const other = changed(interview, () => ({ text: 'incomprehensible' }));
  assert.deepEqual(await figuresOf(other), await figuresOf(interview));
});

test('unsupported words never count, whatever they are said to be', async () => {
  const doubt = (text: string) => {
    let seen = 0;
    return changed(steady(), ({ text: own }) => {
      seen += 1;
      return seen % 9 === 0 ? { text, unsupported: true } : { text: own };
    });
  };
  const [one, other] = [
    await scores(scoringInput(doubt('idiosyncratic'))),
    await scores(scoringInput(doubt('thing'))),
  ];
  assert.deepEqual(one.vocabulary.features, other.vocabulary.features);
  assert.deepEqual(one.accent, other.accent);
  assert.deepEqual(one.fluency.features.repairsPer100Words, other.fluency.features.repairsPer100Words);
});

test('doubtful words widen every interval', async () => {
  const width = ({ interval }: DimensionScore) => interval[1] - interval[0];
  const sure = await scores(scoringInput(steady()));
  const unsure = await scores(scoringInput(changed(steady(), () => ({ confidence: 0.4 }))));
  assert.ok(width(unsure.vocabulary) > width(sure.vocabulary));
  assert.ok(width(unsure.fluency) > width(sure.fluency));
  assert.ok(width(unsure.accent) > width(sure.accent));
  let seen = 0;
  const unknown = await scores(
    scoringInput(
      changed(steady(), () => {
        seen += 1;
        return seen % 3 === 0 ? { unsupported: true } : {};
      }),
    ),
  );
  assert.ok(width(unknown.fluency) > width(sure.fluency));
  assert.ok(width(unknown.accent) > width(sure.accent));
});

test('one more pause never raises fluency, wherever it falls and however long it is', () => {
  const random = seeded(7);
  for (let round = 0; round < 60; round += 1) {
    const names = Object.keys(profiles);
    const interview = profiles[names[round % names.length]!]!();
    const before = fluencyRaw(interview);
    const places = interview.words
      .map((word, index) => ({ word, next: interview.words[index + 1], index }))
      .filter(({ word, next }) => word.speaker === interview.candidate && next?.speaker === word.speaker);
    const place = places[Math.floor(random() * places.length)]!;
    const pauseMs = 250 + Math.floor(random() ** 2 * 6000);
    const after = fluencyRaw(delayed(interview, place.word.endMs, pauseMs));
    assert.ok(after <= before + 1e-9, `${pauseMs} ms after "${place.word.text}": ${before} -> ${after}`);
  }
});

/** The score before it is rounded or brought to the scale's ends. */
function fluencyRaw(interview: Spoken): number {
  const speech = speechOf(scoringInput(interview));
  const { clauses } = readSpeech(speech, context.engines.text[0]);
  const values = valuesOf(measureFluency(speech, clauses, 'en'));
  return predict(calibration.fluency, values, { evidenceAmount: 100, extraShare: 0 }).raw;
}

/** Everything after `atMs` comes `byMs` later; the turn that holds the moment grows. */
function delayed({ words, turns, candidate }: Spoken, atMs: number, byMs: number): Spoken {
  const later = <Span extends { startMs: number; endMs: number }>(span: Span): Span => ({
    ...span,
    startMs: span.startMs >= atMs ? span.startMs + byMs : span.startMs,
    endMs: span.endMs > atMs ? span.endMs + byMs : span.endMs,
  });
  return { words: words.map(later), turns: turns.map(later), candidate };
}

test('worse sounds never raise accent', async () => {
  const random = seeded(11);
  for (let round = 0; round < 30; round += 1) {
    const interview = steady();
    const before = (await accentOf(scoringInput(interview))).score;
    const worse = changed(interview, (word) =>
      random() < 0.3
        ? {
            phones: word.phones!.map((phone) => {
              const loss = random() * 3;
              return { ...phone, gop: phone.gop - loss, logPosterior: phone.logPosterior - loss };
            }),
          }
        : {},
    );
    const after = (await accentOf(scoringInput(worse))).score;
    assert.ok(after <= before, `${before} -> ${after}`);
  }
});

test('a longer question changes nothing: production is measured on the candidate’s own floor', async () => {
  const interview = steady();
  const question = interview.words.find(({ speaker }) => speaker !== interview.candidate)!;
  const longer = delayed(interview, question.endMs, 30_000);
  const [a, b] = [await scores(scoringInput(interview)), await scores(scoringInput(longer))];
  assert.equal(a.vocabulary.score, b.vocabulary.score);
  assert.equal(a.fluency.score, b.fluency.score);
});

test('too little speech gives an abstention with a reason, and accent fails the run', async () => {
  const few = scoringInput(spoken(['Q hello', 'A i am very happy to be here today']));
  const { vocabulary } = await scoreVocabulary.run(few, context);
  const { fluency } = await scoreFluency.run(few, context);
  assert.ok(isAbstention(vocabulary) && /60 seconds/.test(vocabulary.reason));
  assert.ok(isAbstention(fluency) && /60 seconds/.test(fluency.reason));
  await assert.rejects(scoreAccent.run(few, context), {
    name: 'RunFailure',
    code: 'ACCENT_SCORE_UNAVAILABLE',
  });
});

test('under a hundred certain words nothing is scored, however long the speech', async () => {
  let seen = 0;
  const unsure = changed(steady(), () => {
    seen += 1;
    return seen > 60 ? { unsupported: true } : {};
  });
  const { fluency } = await scoreFluency.run(
    scoringInput({ ...unsure, words: unsure.words.map((word) => ({ ...word, endMs: word.endMs })) }),
    context,
  );
  assert.ok(isAbstention(fluency));
});

test('without phones accent fails the run rather than giving a placeholder', async () => {
  const silent = changed(steady(), () => ({}));
  for (const word of silent.words) delete word.phones;
  await assert.rejects(scoreAccent.run(scoringInput(silent), context), { code: 'ACCENT_SCORE_UNAVAILABLE' });
});

test('a language without text engine is scored without its features, with a warning and a wider interval', async () => {
  const english = await scores(scoringInput(steady()));
  const input = scoringInput(steady(), 'nl');
  const vocabulary = produced((await scoreVocabulary.run(input, context)).vocabulary);
  const fluency = produced((await scoreFluency.run(input, context)).fluency);
  assert.equal(vocabulary.features.logFrequency, undefined);
  assert.equal(fluency.features.midClausePausesPerMinute, undefined);
  assert.ok(vocabulary.warnings.length > 0 && fluency.warnings.length > 0);
  const width = ({ interval }: DimensionScore) => interval[1] - interval[0];
  assert.ok(width(vocabulary) > width(english.vocabulary));
  assert.ok(width(fluency) > width(english.fluency));
});

test('tables of accent hold the candidate’s words and sounds only', async () => {
  const interview = steady();
  const accent = await accentOf(scoringInput(interview));
  const own = interview.words.filter(({ speaker }) => speaker === interview.candidate);
  assert.deepEqual(
    accent.words!.map(({ text }) => text),
    own.map(({ text }) => text),
  );
  assert.equal(
    accent.phones!.reduce((sum, { count }) => sum + count, 0),
    own.reduce((sum, { phones }) => sum + phones!.length, 0),
  );
  assert.equal(accent.calibration.sha256, calibration.accent.sha256);
});

test('accent is read by the scale of the engine that heard the sounds', async () => {
  const alignment = { engineId: 'ctc-en', alignedShare: 1, witnessId: 'sounds-en' };
  const accent = await accentOf({ ...scoringInput(steady()), alignment });
  assert.equal(accent.calibration.sha256, calibration.accentStates.sha256);
});

test('with more misheard words intervals grow, and what they leave open over more than two levels gets no score', async () => {
  const heardWith = (rate: number): ScoringInput => ({
    ...scoringInput(steady()),
    expectedErrors: { rate, interval: [rate, rate], calibration: { id: 'test', sha256: '' } },
  });
  const widening = (points: number): StepContext<SpeechEngines> => ({
    ...context,
    engines: {
      ...context.engines,
      calibration: {
        ...calibration,
        wordErrors: {
          ...calibration.wordErrors,
          widen: Object.fromEntries(
            ['vocabulary', 'fluency', 'accent'].map((name) => [
              name,
              [
                [0, 0, 0],
                [0.5, points, points],
              ],
            ]),
          ) as typeof calibration.wordErrors.widen,
        },
      },
    },
  });
  const width = async (rate: number) => {
    const { accent } = await scoreAccent.run(heardWith(rate), widening(0.5));
    const [low, high] = produced(accent).interval;
    return high - low;
  };
  assert.ok((await width(0.4)) > (await width(0.1)));
  const { accent } = await scoreAccent.run(heardWith(0.4), widening(25));
  assert.ok(isAbstention(accent) && /40 % .*misheard: accent may be anything from/.test(accent.reason));
  const { vocabulary } = await scoreVocabulary.run(heardWith(0.4), widening(25));
  assert.ok(isAbstention(vocabulary) && /vocabulary may be anything/.test(vocabulary.reason));
  const { fluency } = await scoreFluency.run(heardWith(0.4), widening(25));
  assert.ok(isAbstention(fluency) && /fluency may be anything/.test(fluency.reason));
});
