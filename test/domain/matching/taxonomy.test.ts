import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTaxonomy } from '#server/domain/matching/taxonomy.ts';
import { TaxonomyError } from '#server/domain/matching/taxonomy-error.ts';
import { taxonomies } from '#test/support/written-cv.ts';

const taxonomy = readTaxonomy(`
# a comment
Accounts payable = AP, A/P, creditors ledger ~ invoicing
Invoicing = billing
Project management = managing projects # a remark
Project planning
`);

test('a concept is known by every name, however it is inflected or spelt', () => {
  for (const name of ['Accounts payable', 'account payable', 'A/P', 'creditor ledgers']) {
    assert.equal(taxonomy.named(name)?.name, 'Accounts payable', name);
  }
  assert.equal(taxonomy.named('Payable'), undefined);
});

test('in a text the longest name wins, and each concept is found once', () => {
  const names = (text: string) => taxonomy.within(text).map(({ name }) => name);
  assert.deepEqual(names('Billing, project planning and billing again'), ['Invoicing', 'Project planning']);
  assert.deepEqual(names('Managing projects'), ['Project management']);
  assert.deepEqual(names('Projects'), []);
});

test('kinds of a thing prove it, and lie near each other', () => {
  const { named } = readTaxonomy(
    'Data visualisation = dashboards > Tableau, Power BI\nTableau = Tableau Desktop\n',
  );
  assert.deepEqual(named('dashboards')?.narrower, ['Tableau', 'Power BI']);
  assert.deepEqual(named('Power BI')?.near, ['Tableau']);
  assert.deepEqual(named('Tableau Desktop')?.near, ['Power BI']);
});

test('names in a text have their places', () => {
  assert.deepEqual(
    taxonomy.spansIn('Project planning, A/P').map(({ concept, start, end }) => [concept.name, start, end]),
    [
      ['Project planning', 0, 16],
      ['Accounts payable', 18, 21],
    ],
  );
});

const doing = readTaxonomy(
  'Payroll = wages\nDriving\n',
  'Payroll = calculate, pay : overtime, salaries # a remark\nDriving = drove, drive : trucks : 9\n',
);

test('what is done is found where all its words stand, whatever their order and inflection', () => {
  const done = (text: string) => doing.doneIn(text).map(({ concept }) => concept.name);
  assert.deepEqual(done('Calculating of overtime'), ['Payroll']);
  assert.deepEqual(done('The salaries she calculated'), ['Payroll']);
  assert.deepEqual(done('Overtime'), []);
  assert.deepEqual(doing.named('wages')?.tasks, [
    [
      ['calculate', 'pay'],
      ['overtime', 'salaries'],
    ],
  ]);
});

for (const [title, tasks, message] of [
  ['of no skill', '# first\nBilling = send : invoices', /Line 2 of the tasks: "Billing" is no name/],
  ['with one list', 'Payroll = pay', /Line 1 of the tasks: a task needs two lists/],
  ['with an empty list', 'Payroll = pay : ', /Line 1 of the tasks: a task needs two lists/],
] as const) {
  test(`a task ${title} is refused`, () => {
    assert.throws(
      () => readTaxonomy('Payroll', tasks),
      (error: unknown) => error instanceof TaxonomyError && message.test(error.message),
    );
  });
}

for (const [title, text, message] of [
  ['a name with two meanings', 'Billing\nInvoicing = billings', /Line 2: .* already means "Billing"/],
  ['a line without a name', '= alias', /Line 1 has no name/],
  ['a name of nothing but joining words', 'Unix = of the', /Line 1: .* no telling word/],
] as const) {
  test(`a book with ${title} is refused`, () => {
    assert.throws(
      () => readTaxonomy(text),
      (error: unknown) => error instanceof TaxonomyError && message.test(error.message),
    );
  });
}

test('the book holds the 800 commonest skills and a version', () => {
  assert.ok(taxonomies.skills.concepts.length >= 800, String(taxonomies.skills.concepts.length));
  assert.match(taxonomies.version, /^[0-9a-f]{12}$/);
});

test('every language of the book has a code of its own', () => {
  const codes = taxonomies.languages.concepts.map(({ near }) => near);
  for (const code of codes) assert.match(code.join(), /^[a-z]{2,3}$/);
  assert.equal(new Set(codes.flat()).size, codes.length);
});
