import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scale } from '#server/modules/shapes/scale.ts';
import { detectCandidate } from '#server/modules/speech/pipeline/detect-candidate.ts';
import { explain } from '#server/modules/speech/pipeline/explain.ts';
import { scoreAccent } from '#server/modules/speech/pipeline/score-accent.ts';
import { scoreFluency } from '#server/modules/speech/pipeline/score-fluency.ts';
import { scoreVocabulary } from '#server/modules/speech/pipeline/score-vocabulary.ts';
import { buildSpeechResult, type FinishedState } from '#server/modules/speech/result.ts';
import { settle } from '#server/pipeline/settle.ts';
import type { StepOutcome } from '#server/pipeline/step.ts';
import { profiles } from '#test/support/candidate-profiles.ts';
import { scoringContext, scoringInput } from '#test/support/score-interview.ts';
import { finishedState } from '#test/support/speech-state.ts';
import { type Spoken, spoken } from '#test/support/spoken-interview.ts';

const steps = [detectCandidate, scoreVocabulary, scoreFluency, scoreAccent, explain];

/** What a run of the recording comes to, from the speakers on. */
async function ended({ words, turns }: Pick<Spoken, 'words' | 'turns'>, countProbability = 0.97) {
  const speakerCount = new Set(words.map(({ speaker }) => speaker)).size;
  let state = {
    ...finishedState(),
    ...scoringInput({ words, turns, candidate: '' }),
    speakerCount,
    diarisation: { method: 'test', warnings: [], countProbability },
  };
  const outcomes: StepOutcome[] = [];
  for (const { name, run } of steps) {
    let message: string | null = null;
    const degrade = (reason: string) => {
      message = reason;
    };
    const output = await run(state as never, { ...scoringContext(), degrade });
    state = { ...state, ...output };
    const status = message === null ? 'ok' : 'degraded';
    outcomes.push({ step: name, status, output, code: null, message, startedAt: '', durationMs: 1 });
  }
  const built = buildSpeechResult({
    state: state as FinishedState,
    outcomes,
    run: { language: 'en', input: {} },
    scale,
  });
  const verdict = settle({ ...built, steps, outcomes, costCredits: 3 });
  return { ...built.result, status: verdict.status };
}

/** Two people whom the voices do not tell apart: everything is S1's. */
const asOne = ({ words, turns }: Spoken): Pick<Spoken, 'words' | 'turns'> => ({
  words: words.map((word) => ({ ...word, speaker: 'S1' })),
  turns: [{ speaker: 'S1', startMs: turns[0]!.startMs, endMs: turns.at(-1)!.endMs, overlap: false }],
});

/** Learners in turn, as long as scores need, with `silence` before each turn. */
const learners = (silence: string): Spoken =>
  spoken(
    Array.from({ length: 12 }, (_, i) => [
      `Q ${silence} Do you like the city number ${i} and the people there?`,
      `A ${silence} Yes, I like it because the people ${silence} are very friendly with me.`,
    ]).flat(),
    { letterMs: 90 },
  );

test('two people taken for one: partial, low, and the first sentence says so', async () => {
  const run = await ended(asOne(learners('[900]')));
  assert.equal(run.status, 'partial');
  assert.equal(run.candidateDetection!.confidence, 'low');
  assert.match(run.hrRecommendation!, /^Two people may have been scored as one: listen to the recording/);
  assert.ok(
    run.analysis!.quality.warnings.some((one) => one.startsWith('Two people may have been scored as one')),
  );
});

test('gaps between their turns never count as pauses inside a clause, those inside a clause do', async () => {
  const midClause = async (silence: string) => {
    const { fluency } = (await ended(asOne(learners(silence)))).analysis!;
    assert.ok(fluency && 'hesitations' in fluency && fluency.hesitations);
    return fluency.hesitations.pauses.filter(({ place }) => place !== 'endClause');
  };
  const short = await midClause('[900]');
  assert.equal(short.length, 12);
  for (const { before, after } of [...short, ...(await midClause('[3000]'))])
    assert.match(`${before} | ${after}`, /people \| are/);
});

test('one person alone, and two told apart, are full successes', async () => {
  const interview = profiles['a steady speaker with everyday words']!();
  const alone = asOne({
    ...interview,
    words: interview.words.filter(({ speaker }) => speaker === interview.candidate),
  });
  for (const recording of [alone, interview]) {
    const run = await ended(recording);
    assert.equal(run.status, 'success');
    assert.doesNotMatch(run.hrRecommendation!, /Two people/);
  }
});
