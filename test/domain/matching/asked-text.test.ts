import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAsked } from '#server/domain/matching/asked-text.ts';
import { taxonomies } from '#test/support/written-cv.ts';

const asked = (text: string) => readAsked(text, taxonomies);
const phrases = (text: string) =>
  asked(text).things.map((anyOf) => anyOf.map(({ phrase }) => phrase).join(' | '));

for (const [text, things] of [
  ['5+ years of experience in Microsoft technology stack', ['Microsoft technology stack']],
  ['Experience with WCF', ['WCF']],
  ['At least 3 years with SAP or Oracle and fluent German', ['SAP | Oracle']],
  ['Research and development, unit testing', ['Research and development', 'unit testing']],
  ['Strong experience with Java/Kotlin', ['Java | Kotlin']],
  ['Fluent in Dutch and English', []],
  ["Bachelor's degree in marketing or similar", []],
] as const) {
  test(`"${text}" asks for ${things.join(', ') || 'no thing'}`, () => {
    assert.deepEqual(phrases(text), [...things]);
  });
}

for (const [text, years] of [
  ['5+ years of Java', 5],
  ['3-5 years in sales', 3],
  ['At least two years in childcare', 2],
  ["Minimum of 4 years' experience as a paralegal", 4],
  ['7 or more years of accounting', 7],
  ['Experience with Java 17', null],
  ['Born to lead', null],
] as const) {
  test(`"${text}" asks for ${years ?? 'no'} years`, () => assert.equal(asked(text).years, years));
}

for (const [text, level] of [
  ['English at C1 level or above', 'C1'],
  ['Good command of English (B2)', 'B2'],
  ['Native or near-native English', 'Native'],
  ['Business fluent English', 'C1'],
  ['Professional working proficiency in English', 'B2'],
  ['Conversational English', 'B1'],
  ['Basic English', 'A2'],
  ['English', null],
  ['Verhandlungssicheres Englisch, fließend', 'C1'],
] as const) {
  test(`"${text}" asks for ${level ?? 'any level'}`, () => {
    assert.deepEqual(asked(text).languages, [{ name: 'English', level }]);
  });
}

for (const [text, degree] of [
  ["Master's degree in computer science", { name: 'Master', fields: ['computer science'] }],
  ["Bachelor's degree in marketing or similar", { name: 'Bachelor', fields: ['marketing'] }],
  ['High school diploma', { name: 'High school', fields: [] }],
  ['Driving licence', null],
  ['Experience as a scrum master', null],
  ['High degree of care', null],
] as const) {
  test(`"${text}" asks for ${degree ? `a degree: ${degree.name}` : 'no degree'}`, () => {
    const found = asked(text).degree;
    assert.deepEqual(found, degree && { ...degree, fields: [...degree.fields] });
  });
}

test('what asks for nothing is known as such', () => {
  assert.equal(asked('No previous experience with SAP needed').asksNothing, true);
  assert.equal(asked('A driving licence is not required').asksNothing, true);
  assert.equal(asked('Experience with SAP is required').asksNothing, false);
});

test('the longest name is meant, and the sentence is taken apart once', () => {
  const [thing] = asked('Experience with network security').things.flat();
  assert.deepEqual(
    thing?.concepts.map(({ concept }) => concept.name),
    ['Network security'],
  );
  assert.equal(asked('Experience with WCF'), asked('Experience with WCF'));
});
