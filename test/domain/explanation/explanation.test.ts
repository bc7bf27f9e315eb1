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
      assert.ok(count >= 2 && count <= 3, `${count} sentences: ${summary}`);
    }
    assert.ok(texts.hrRecommendation.includes(accent.score.toFixed(1)));
    for (const text of await everyText(name)) {
      assert.doesNotMatch(text, /undefined|NaN|null|\[object|\s{2}|\.\.|%%/);
      assert.match(text, /^[A-Z"].*[.!?"]$/s);
    }
  });
}

test('nobody is told where they come from, nor whether to be hired', async () => {
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
  assert.match(texts.hrRecommendation, /rests on accent alone/);
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
  ['B2', /every measure lies close to what is usual at B2/i],
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
  const few = await explain.run({ ...scored, expectedErrors: errors(0.1) }, context);
  assert.doesNotMatch(few.hrRecommendation, /misheard/);
});
