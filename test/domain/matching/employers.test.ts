import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readEmployers } from '#server/domain/matching/employers.ts';
import { TaxonomyError } from '#server/domain/matching/taxonomy-error.ts';
import { taxonomies } from '#test/support/written-cv.ts';

const isIndustry = (name: string) => ['Banking', 'Hotels', 'Non-profit'].includes(name);
const read = (text: string) => readEmployers(text, isIndustry);

test('an employer is of its industry by its name, whatever stands around it', () => {
  const { industriesOf } = read('Banking = HSBC, Société Générale | bank');
  assert.deepEqual(industriesOf('HSBC Holdings plc, London'), ['Banking']);
  assert.deepEqual(industriesOf('SOCIETE GENERALE'), ['Banking']);
  assert.deepEqual(industriesOf('First National Bank'), ['Banking']);
});

test('only whole words tell', () => {
  assert.deepEqual(read('Banking = ING | bank').industriesOf('Boring Embankment Works'), []);
});

test('a word does not count beside those that change it', () => {
  const { industriesOf } = read(
    'Banking = HSBC | bank !food bank !blood bank\nNon-profit = Oxfam | food bank',
  );
  assert.deepEqual(industriesOf('Riverside Food Bank'), ['Non-profit']);
  assert.deepEqual(industriesOf('Riverside Bank'), ['Banking']);
});

test("an apostrophe more or less is the same name, and an industry's line may be in two parts", () => {
  const { industriesOf } = read("Hotels = Claridge's\nHotels = Ritz | hotel");
  assert.deepEqual(industriesOf('Claridges'), ['Hotels']);
  assert.deepEqual(industriesOf('Claridge’s of Mayfair'), ['Hotels']);
  assert.deepEqual(industriesOf('Park Hotel'), ['Hotels']);
});

test('a line of no industry is refused with its number', () => {
  assert.throws(
    () => read('# heading\nCooking = Bakers | bread'),
    (error: Error) => error instanceof TaxonomyError && /Line 2: "Cooking"/.test(error.message),
  );
});

for (const [employer, industry] of [
  ['BMW Group', 'Automotive'],
  ['Leeds City Council', 'Government'],
  ['Northgate Primary School', 'Primary schools'],
  ["St Mary's Hospital", 'Healthcare'],
  ['McKinsey & Company', 'Consulting'],
] as const)
  test(`${employer} is of ${industry}`, () => {
    assert.ok(taxonomies.employers.industriesOf(employer).includes(industry));
  });

test('a name that says nothing is of no industry', () => {
  assert.deepEqual(taxonomies.employers.industriesOf('Company Name'), []);
});
