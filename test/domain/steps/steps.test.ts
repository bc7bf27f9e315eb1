import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cvMatchSteps } from '#server/domain/steps/cv-match.ts';
import { cvSearchSteps } from '#server/domain/steps/cv-search.ts';
import { speechSteps } from '#server/domain/steps/speech.ts';
import { placeAmong } from '#server/domain/steps/steps.ts';
import { matchPipeline } from '#server/modules/matching/pipeline/pipeline.ts';
import { searchPipeline } from '#server/modules/search/pipeline/pipeline.ts';
import { speechPipeline } from '#server/modules/speech/pipeline/pipeline.ts';

test('each step of a pipeline is described, in its order', () => {
  const namesOf = ({ steps }: { steps: readonly { name: string }[] }) => steps.map(({ name }) => name);
  assert.deepEqual(Object.keys(speechSteps), namesOf(speechPipeline));
  assert.deepEqual(Object.keys(cvMatchSteps), namesOf(matchPipeline));
  assert.deepEqual(Object.keys(cvSearchSteps), namesOf(searchPipeline));
});

test('the share done follows the weights: none before the first step, all behind the last', () => {
  const steps = {
    a: { label: 'doing a', title: 'Do a', weight: 1 },
    b: { label: 'doing b', title: 'Do b', weight: 3 },
  };
  const share = (step: string, fraction: number) => placeAmong(steps, { step, fraction })?.share;
  assert.deepEqual(
    [share('a', 0), share('a', 1), share('b', 0), share('b', 0.5), share('b', 1)],
    [0, 0.25, 0.25, 0.625, 1],
  );
  assert.deepEqual(placeAmong(steps, { step: 'b', fraction: 0.5 }), {
    ...{ step: 'b', label: 'doing b', number: 2, count: 2, share: 0.625 },
  });
});

test('a step of another version has no place, and its bare name for a title', () => {
  assert.equal(placeAmong(speechSteps, { step: 'dream', fraction: 0 }), null);
  assert.equal(placeAmong(speechSteps, null), null);
});
