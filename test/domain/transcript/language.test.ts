import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  isImprobableLanguage,
  languageName,
  probabilityOfLanguage,
} from '#server/domain/transcript/language.ts';

for (const [title, requested, detected, probability, improbable] of [
  ['what was asked for is believed', 'en', 'en', 0.4, false],
  ['another language by far is not', 'en', 'de', 0.02, true],
  ['a learner taken for a speaker of the first language is believed', 'en', 'hi', 0.3, false],
  ['even one who is hardly heard as one of the others', 'en', 'zh', 0.18, false],
  ['but there must be some weight', 'en', 'zh', 0.12, true],
  ['without a probability the most probable language decides', 'en', 'de', null, true],
  ['Croatian is as good as Serbian', 'sr', 'hr', 0.1, false],
  ['Urdu is as good as Hindi', 'hi', 'ur', null, false],
  ['Cantonese is as good as Chinese', 'zh', 'yue', null, false],
  ['but not the other way round for strangers', 'de', 'nl', 0.1, true],
] as const) {
  test(title, () => assert.equal(isImprobableLanguage(requested, detected, probability), improbable));
}

test('kin languages add up', () => {
  const probabilities = { hr: 0.5, sr: 0.3, bs: 0.15, en: 0.05 };
  assert.ok(Math.abs(probabilityOfLanguage('sr', probabilities) - 0.95) < 1e-9);
  assert.equal(probabilityOfLanguage('en', probabilities), 0.05);
  assert.equal(probabilityOfLanguage('fr', probabilities), 0);
});

test('languages are called as people call them', () => {
  assert.equal(languageName('sr'), 'Serbian');
  assert.equal(languageName('not a code'), 'not a code');
});
