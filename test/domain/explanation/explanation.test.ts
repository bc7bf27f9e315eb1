import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAbstention } from '#server/domain/scoring/types.ts';
import { explain } from '#server/modules/speech/pipeline/explain.ts';
import { scoreAccent } from '#server/modules/speech/pipeline/score-accent.ts';
import { scoreFluency } from '#server/modules/speech/pipeline/score-fluency.ts';
import { scoreVocabulary } from '#server/modules/speech/pipeline/score-vocabulary.ts';
import { profiles } from '#test/support/candidate-profiles.ts';
import { scoringContext, scoringInput } from '#test/support/score-interview.ts';

const context = scoringContext();

const heardIn = { language: 'en', alignment: { engineId: 'ctc-en', alignedShare: 1 } };

async function explained(name: string) {
  const input = scoringInput(profiles[name]!());
  const scored = {
    ...heardIn,
    ...(await scoreVocabulary.run(input, context)),
    ...(await scoreFluency.run(input, context)),
    ...(await scoreAccent.run(input, context)),
  };
  return { scored, texts: await explain.run(scored, context) };
}

const everyText = async (name: string) => {
  const { texts } = await explained(name);
  return [
    texts.explainability.vocab,
    texts.explainability.fluency,
    texts.hrRecommendation,
    texts.candidateFeedback,
  ];
};

const sentences = (text: string) => text.split(/(?<=[.!?])\s+/);

for (const name of Object.keys(profiles)) {
  test(`explains ${name} in plain sentences with its own numbers`, async () => {
    const { scored, texts } = await explained(name);
    const { vocabulary, fluency, accent } = scored;
    assert.ok(!isAbstention(vocabulary) && !isAbstention(fluency) && !isAbstention(accent));
    assert.ok(texts.explainability.vocab.includes(vocabulary.score.toFixed(1)));
    assert.ok(texts.explainability.vocab.includes(vocabulary.cefr));
    assert.ok(texts.explainability.fluency.includes(fluency.score.toFixed(1)));
    for (const summary of Object.values(texts.explainability)) {
      const count = sentences(summary).length;
      assert.ok(count >= 2 && count <= 4, `${count} sentences: ${summary}`);
    }
    assert.ok(texts.hrRecommendation.includes(accent.score.toFixed(1)));
    for (const text of await everyText(name)) {
      assert.doesNotMatch(text, /undefined|NaN|null|\[object|\s{2}|\.\.|%%/);
      assert.match(text, /^[A-Z"].*[.!?"]$/s);
    }
  });
}

test('an explanation says neither where a candidate comes from, nor whether to hire them', async () => {
  for (const name of Object.keys(profiles)) {
    for (const text of await everyText(name)) {
      assert.doesNotMatch(
        text,
        /nativ|foreign|mother tongue|first language|hire|reject|\b(he|she|his|her)\b/i,
      );
    }
  }
});

test('very different candidates read different texts', async () => {
  const names = Object.keys(profiles);
  assert.ok(names.length >= 5);
  for (const kind of [0, 1, 2, 3]) {
    const texts = await Promise.all(names.map(async (name) => (await everyText(name))[kind]!));
    assert.equal(new Set(texts).size, names.length);
    // No two candidates share half of their sentences.
    for (const [index, text] of texts.entries()) {
      for (const other of texts.slice(index + 1)) {
        const own = sentences(text);
        const shared = own.filter((sentence) => sentences(other).includes(sentence)).length;
        assert.ok(
          shared <= own.length / 2,
          `${shared} of ${own.length} sentences shared:\n${text}\n${other}`,
        );
      }
    }
  }
});

test('every quotation can be found at its time', async () => {
  const { scored, texts } = await explained('a well-read speaker who hesitates');
  assert.ok(!isAbstention(scored.vocabulary));
  const rare = scored.vocabulary.evidence.find(({ feature }) => feature === 'beyond2000Share');
  assert.ok(rare);
  const seconds = Math.floor(rare.startMs / 1000);
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  assert.ok(texts.explainability.vocab.includes(clock), `${texts.explainability.vocab} lacks ${clock}`);
});

test('a dimension that was not produced is explained by its reason, and the rest still stands', async () => {
  const { scored } = await explained('an eloquent speaker');
  const reason = 'Only 40 words were recognised.';
  const texts = await explain.run({ ...scored, vocabulary: { abstained: true, reason } }, context);
  assert.ok(texts.explainability.vocab.includes(reason));
  assert.match(texts.hrRecommendation, /Vocabulary could not be scored/);
  assert.match(texts.candidateFeedback, /vocabulary/);
});

test('a scorer that crashed leaves the other texts whole', async () => {
  const { scored } = await explained('an eloquent speaker');
  const texts = await explain.run({ ...heardIn, accent: scored.accent }, context);
  assert.match(texts.explainability.fluency, /^Fluency was not scored/);
  assert.match(texts.hrRecommendation, /^Neither vocabulary nor fluency could be scored/);
});

test('little certainty is said plainly', async () => {
  const { scored } = await explained('an eloquent speaker');
  assert.ok(!isAbstention(scored.vocabulary));
  const texts = await explain.run(
    { ...scored, vocabulary: { ...scored.vocabulary, confidence: 'low' } },
    context,
  );
  assert.match(texts.explainability.vocab, /little certainty/);
  assert.match(texts.hrRecommendation, /uncertain/);
});

for (const [cefr, told] of [
  ['A2', /together they lie below what is usual at B2/],
  ['B2', /together they lie close to what is usual at B2/],
  ['C1', /together they lie above what is usual at B2/],
] as const) {
  test(`${cefr} without an outstanding measure is not called usual at another level`, async () => {
    const { scored } = await explained(Object.keys(profiles)[0]!);
    const { fluency } = scored;
    assert.ok(!isAbstention(fluency));
    const features = Object.fromEntries(
      Object.entries(fluency.features).map(([name, feature]) => [
        name,
        { ...feature, value: feature.norm?.mean ?? feature.value },
      ]),
    );
    const texts = await explain.run({ ...scored, fluency: { ...fluency, cefr, features } }, context);
    assert.match(texts.explainability.fluency, told);
  });
}

test('a recruiter is told when many words were probably misheard, and which scores are missing for it', async () => {
  const { scored } = await explained('a steady speaker with everyday words');
  const accent = { abstained: true, measured: true, reason: 'Too many words were misheard.' } as const;
  const errors = (rate: number) => ({
    ...{ rate, interval: [rate - 0.1, rate + 0.1] as [number, number] },
    calibration: { id: 'test', sha256: '' },
  });
  const many = await explain.run({ ...scored, accent, expectedErrors: errors(0.31) }, context);
  assert.match(
    many.hrRecommendation,
    /About 31 % of the candidate's words were probably misheard \(21 to 41 %\)/,
  );
  assert.match(many.hrRecommendation, /Accent could not be scored/);
  assert.match(many.candidateFeedback, /too unclear to say anything about accent; a quieter room/);
  assert.doesNotMatch(many.candidateFeedback, /make out|too little/);
  const short = await explain.run({ ...scored, accent, expectedErrors: errors(0.05) }, context);
  assert.match(short.candidateFeedback, /too little of your speech to say anything about accent/);
  const few = await explain.run({ ...scored, expectedErrors: errors(0.1) }, context);
  assert.doesNotMatch(few.hrRecommendation, /misheard/);
});

test('nothing is said of talk that was not measured, and accent is no criterion', async () => {
  for (const name of Object.keys(profiles)) {
    const { texts } = await explained(name);
    assert.doesNotMatch(
      texts.hrRecommendation,
      /the framework|well-structured|shades of meaning|without strain/,
    );
    assert.match(texts.hrRecommendation, /no criterion unless the job needs it/);
    assert.doesNotMatch(texts.candidateFeedback, /rich|carried a lot|easy to follow|precise|thread/);
  }
});

test('the level leaves accent out, and says how far it is known', async () => {
  const { scored } = await explained('an eloquent speaker');
  const { vocabulary, fluency, accent } = scored;
  assert.ok(!isAbstention(vocabulary) && !isAbstention(fluency) && !isAbstention(accent));
  const at = (score: number, low: number, high: number) => ({
    score,
    interval: [low, high] as [number, number],
  });
  const { hrRecommendation } = await explain.run(
    {
      ...scored,
      vocabulary: { ...vocabulary, ...at(3.4, 2.4, 4.3) },
      fluency: { ...fluency, ...at(3.4, 2.4, 4.3) },
      accent: { ...accent, ...at(5, 4.6, 5) },
    },
    context,
  );
  assert.match(
    hrRecommendation,
    /Vocabulary and fluency together are at B1 to C1, most likely B2 \(3\.4 of 5;/,
  );
  assert.match(hrRecommendation, /With accent counted, the overall score is 3\.9 \(B2\)/);
});

test('hidden accent is mentioned nowhere, and accent beside overall is no part of a level', async () => {
  const { scored } = await explained('a steady speaker with everyday words');
  const hidden = await explain.run({ ...scored, accentUse: 'hidden' }, context);
  for (const text of [hidden.hrRecommendation, hidden.candidateFeedback]) {
    assert.doesNotMatch(text, /accent|sound|clear/i);
  }
  const beside = await explain.run({ ...scored, accentUse: 'shown' }, context);
  assert.match(beside.hrRecommendation, /Accent, which is/);
  assert.doesNotMatch(beside.hrRecommendation, /With accent counted/);
});

test('a measure within what is usual is neither praised nor worked on, and no candidate at the top is advised', async () => {
  const { scored } = await explained('a beginner who searches for words');
  const { fluency, vocabulary } = scored;
  assert.ok(!isAbstention(fluency) && !isAbstention(vocabulary));
  const moved = (deviations: number) => ({
    ...fluency,
    features: Object.fromEntries(
      Object.entries(fluency.features).map(([name, feature]) => [
        name,
        {
          ...feature,
          value: feature.norm ? feature.norm.mean - deviations * feature.norm.sd : feature.value,
        },
      ]),
    ),
  });
  const only = { abstained: true, reason: 'Left out.' } as const;
  const told = async (deviations: number, score: number) =>
    (
      await explain.run(
        { ...scored, vocabulary: only, accent: only, fluency: { ...moved(deviations), score } },
        context,
      )
    ).candidateFeedback;
  assert.doesNotMatch(await told(0.9, 2.5), /words a minute/);
  assert.match(await told(1.8, 2.5), /You said about \d+ words a minute. Telling/);
  assert.doesNotMatch(await told(1.8, 4.2), /Telling a short story/);
});

test('two scores are told apart only where their intervals allow it', async () => {
  const { scored } = await explained('an eloquent speaker');
  const { vocabulary, fluency } = scored;
  assert.ok(!isAbstention(vocabulary) && !isAbstention(fluency));
  const told = async (halfWidth: number) =>
    (
      await explain.run(
        {
          ...scored,
          vocabulary: { ...vocabulary, score: 3.5, interval: [3.5 - halfWidth, 3.5 + halfWidth] },
          fluency: { ...fluency, score: 2.5, interval: [2.5 - halfWidth, 2.5 + halfWidth] },
        },
        context,
      )
    ).hrRecommendation;
  assert.match(await told(0.5), /Vocabulary \(3\.5\) is higher than fluency \(2\.5\)/);
  assert.match(await told(1.2), /cannot be told apart/);
});
