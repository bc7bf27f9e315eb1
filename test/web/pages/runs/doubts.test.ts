import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FinishedRun } from '#server/modules/console/runs/contract.ts';
import { doubtsOf } from '#server/web/console/pages/runs/doubts.ts';

type Given = Parameters<typeof doubtsOf>[0];
type Found = NonNullable<FinishedRun['candidateDetection']>;

const found = (confidence: Found['confidence']): Found => ({
  ...{ speaker: 'A', speakerLabel: 'Speaker 1', confidence, wordCount: 90 },
  reason: 'Both speak about as long.',
});
const scored = (...warnings: string[]) => ({ score: 3, warnings });
/** As much of an analysis as tells of doubts. */
const analysis = (of: {
  vocabulary?: object | null;
  fluency?: object | null;
  accent?: object | null;
  quality?: string[];
}) =>
  ({
    ...{ vocabulary: scored(), fluency: scored(), accent: scored(), ...of },
    quality: { warnings: of.quality ?? [] },
  }) as unknown as Given['analysis'];
const told = (given: Given) => doubtsOf(given).map(({ of, text }) => (of === null ? text : `${of}: ${text}`));

test('a clear recording of a certain candidate leaves no doubt, and one without an analysis says none', () => {
  assert.deepEqual(told({ candidateDetection: found('high'), analysis: analysis({}) }), []);
  assert.deepEqual(told({ candidateDetection: found('high'), analysis: null }), []);
  assert.deepEqual(told({ candidateDetection: null, analysis: analysis({}) }), []);
});

test('who the candidate is comes first, then the recording, then single dimensions', () => {
  const given = {
    candidateDetection: found('low'),
    analysis: analysis({ quality: ['It is noisy.'], accent: scored('Few sounds were clear.') }),
  };
  assert.deepEqual(told(given), [
    'Who the candidate is, is uncertain: Both speak about as long.',
    'It is noisy.',
    'Accent: Few sounds were clear.',
  ]);
  const [first] = told({ ...given, candidateDetection: found('medium') });
  assert.match(first!, /only probable/);
});

test('what holds for several dimensions is said once, and what holds for all is not said of each', () => {
  const short = 'There is little speech.';
  assert.deepEqual(
    told({
      candidateDetection: null,
      analysis: analysis({ vocabulary: scored(short), fluency: scored(short, 'Few pauses.') }),
    }),
    [`Vocabulary, Fluency: ${short}`, 'Fluency: Few pauses.'],
  );
  assert.deepEqual(
    told({
      candidateDetection: null,
      analysis: analysis({ vocabulary: scored(short), accent: scored(short), quality: [short, short] }),
    }),
    [short],
  );
});

test('a dimension that was not scored says itself why', () => {
  // As the poll has it: every other field is null.
  const abstained = { score: null, warnings: null, reason: 'Too little speech.' };
  assert.deepEqual(
    told({ candidateDetection: null, analysis: analysis({ accent: abstained, fluency: null }) }),
    [],
  );
});
