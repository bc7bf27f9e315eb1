import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { stemmerFor } from '#server/domain/matching/stem.ts';
import { wordsOf } from '#server/domain/matching/words.ts';

const forms = (text: string) => wordsOf(text, (word) => word).map(({ form }) => form);

for (const [text, expected] of [
  ['A/P, C.P.A. and P&L', ['ap', 'cpa', 'pl']],
  ['C++, C#, .NET, Node.js', ['c++', 'c#', '.net', 'node.js']],
  ['e-commerce, co-ordinated, full-stack', ['ecommerce', 'coordinated', 'full', 'stack']],
  ['Führung, résumé, Straße', ['fuhrung', 'resume', 'strasse']],
  ['it is IT', ['it', 'it']],
  ['会計士 и отчёт', ['会', '計', '士', 'отчет']],
  ["manager's team", ['manager', 'team']],
] as const) {
  test(`words of "${text}"`, () => {
    assert.deepEqual(forms(text), expected);
  });
}

for (const [language, words] of [
  ['en', ['negotiate', 'negotiated', 'negotiating', 'negotiation', 'negotiations']],
  ['en', ['accountant', 'accounting', 'accountants']],
  ['en', ['reconcile', 'reconciled', 'reconciliations']],
  ['de', ['planung', 'planungen']],
  ['fr', ['vente', 'ventes']],
  ['es', ['gestion', 'gestiones']],
  ['pl', ['projekt', 'projekty', 'projektami']],
  ['ru', ['проект', 'проекты', 'проектами']],
] as const) {
  test(`${language}: ${words.join(', ')} share a stem`, () => {
    assert.equal(
      new Set(words.map(stemmerFor(language))).size,
      1,
      words.map(stemmerFor(language)).join(', '),
    );
  });
}

for (const [one, other] of [
  ['account', 'accounting'],
  ['market', 'marketing'],
  ['office', 'officer'],
  ['engine', 'engineer'],
  ['community', 'communication'],
  ['hospital', 'hospitality'],
  ['custom', 'customer'],
] as const) {
  test(`${one} is not ${other}`, () => assert.notEqual(stemmerFor('en')(one), stemmerFor('en')(other)));
}

test('plain text has the same words as the same text among other letters', () => {
  const parts = fc.array(
    fc.constantFrom(
      'C++',
      'C#',
      '.NET',
      'Node.js',
      "manager's",
      "o'clock",
      'A/P',
      'U.S.',
      'IT',
      'and',
      'e-mail',
      '7',
      '/',
      '-',
      ' ',
      'Ab',
    ),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(parts, (list) => {
      const text = list.join(' ');
      const read = (one: string) =>
        wordsOf(one, (form) => form).map(({ form, isCapitals }) => [form, isCapitals]);
      assert.deepEqual(read(text), read(`${text} ж`).slice(0, -1));
    }),
    { numRuns: 300, seed: 2 },
  );
});
