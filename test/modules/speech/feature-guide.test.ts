import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { accentUnits } from '#server/domain/scoring/accent.ts';
import { prosodyUnits } from '#server/domain/scoring/accent-prosody.ts';
import type { DimensionCalibration } from '#server/domain/scoring/calibration.ts';
import { candidateSpeech } from '#server/domain/scoring/candidate-speech.ts';
import { measureFluency } from '#server/domain/scoring/fluency.ts';
import { readWords } from '#server/domain/scoring/sophistication.ts';
import { measureVocabulary } from '#server/domain/scoring/vocabulary.ts';
import { accentFeatures, fluencyFeatures, vocabularyFeatures } from '#server/modules/speech/feature-guide.ts';
import { spoken } from '#test/support/speech-state.ts';

const speech = candidateSpeech(spoken('S1', 0, 'we went there and then we came back'), [], 'S1', []);
const unitsOf = (named: Readonly<Record<string, { unit: string }>>) =>
  Object.fromEntries(Object.entries(named).map(([name, { unit }]) => [name, unit]));
const explained = { vocabulary: vocabularyFeatures, fluency: fluencyFeatures };

test('the guide has every measure there is, by its name and with its unit', () => {
  assert.deepEqual(
    unitsOf(vocabularyFeatures),
    unitsOf(measureVocabulary(speech, readWords(speech.words, []), null, 'en')),
  );
  const measured = unitsOf(measureFluency(speech, [[true]], 'en'));
  assert.deepEqual(Object.entries(unitsOf(fluencyFeatures)).toSorted(), Object.entries(measured).toSorted());
  assert.deepEqual(unitsOf(accentFeatures), { ...accentUnits, ...prosodyUnits });
});

for (const dimension of ['vocabulary', 'fluency'] as const) {
  test(`the guide says which measures of ${dimension} are scored, and up to where`, async () => {
    const { features }: DimensionCalibration = JSON.parse(
      await readFile(`models/calibration/${dimension}.json`, 'utf8'),
    );
    for (const [name, { says }] of Object.entries(explained[dimension])) {
      const scored = features.find((one) => one.name === name && one.weight !== 0);
      assert.equal(says.includes('never scored'), scored === undefined, `${name}: ${says}`);
      const [, upTo] = /scored up to ([\d.]+\d)/.exec(says) ?? [];
      assert.equal(upTo === undefined ? null : Number(upTo), scored?.ceiling ?? null, `${name}: ${says}`);
    }
  });
}
