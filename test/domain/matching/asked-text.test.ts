import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAsked } from '#server/domain/matching/asked-text.ts';
import { taxonomies } from '#test/support/written-cv.ts';

const asked = (text: string) => readAsked(text, taxonomies);
const phrases = (text: string) =>
  asked(text).things.map(({ anyOf }) => anyOf.map(({ phrase }) => phrase).join(' | '));

for (const [text, things] of [
  ['5+ years of experience in Microsoft technology stack', ['Microsoft technology stack']],
  ['Experience with WCF', ['WCF']],
  ['At least 3 years with SAP or Oracle and fluent German', ['SAP | Oracle']],
  ['Research and development, unit testing', ['Research and development', 'unit testing']],
  ['Strong experience with Java/Kotlin', ['Java | Kotlin']],
  ['Fluent in Dutch and English', []],
  ['Business fluent English', []],
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
  ['Several years of teaching', 3],
  ['A couple of years in retail', 2],
  ['Experience with Java 17', null],
  ['Born to lead', null],
] as const) {
  test(`"${text}" asks for ${years ?? 'no'} years`, () => {
    const { things, years: ofNothing } = asked(text);
    assert.equal(things.find((thing) => thing.years !== null)?.years ?? ofNothing, years);
  });
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
  ['Secondary school teaching', null],
  ['Valid state teaching certificate or licence', null],
  ['Welding certificate', null],
  ['MBA', { name: 'MBA', fields: [] }],
  ['Vocational training as an electrician', { name: 'Vocational training', fields: ['electrician'] }],
] as const) {
  test(`"${text}" asks for ${degree ? `a degree: ${degree.name}` : 'no degree'}`, () => {
    const found = asked(text).degree;
    assert.deepEqual(found, degree && { ...degree, fields: [...degree.fields] });
  });
}

test('what is not required is not asked for', () => {
  for (const text of ['No previous experience with SAP needed', 'A driving licence is not required']) {
    const { things, years, degree, languages } = asked(text);
    assert.deepEqual([things, years, degree, languages], [[], null, null, []], text);
  }
  assert.deepEqual(phrases('3 years of Java; a degree is not required'), ['Java']);
  assert.deepEqual(phrases('Experience with SAP is required'), ['SAP']);
});

test('years and levels belong to what they stand with', () => {
  const { things, languages } = asked('5 years of accounting, strong Excel, fluent German, basic French');
  assert.deepEqual(
    things.map(({ anyOf, years, level }) => [anyOf[0]?.phrase, years, level]),
    [
      ['accounting', 5, null],
      ['Excel', null, 3],
    ],
  );
  assert.deepEqual(languages, [
    { name: 'German', level: 'C1' },
    { name: 'French', level: 'A2' },
  ]);
});

test('the longest name is meant, and the sentence is taken apart once', () => {
  const [thing] = asked('Experience with network security').things.flatMap(({ anyOf }) => anyOf);
  assert.deepEqual(
    thing?.concepts.map(({ concept }) => concept.name),
    ['Network security'],
  );
  assert.equal(asked('Experience with WCF'), asked('Experience with WCF'));
});

for (const [text, concept] of [
  ['Experience in supervising a team', 'Team management'],
  ['Building websites', 'Web development'],
  ['Experience repairing cars', 'Vehicle maintenance'],
] as const) {
  test(`"${text}" describes ${concept}`, () => {
    const { concepts, otherWords } = asked(text).things[0]!.anyOf[0]!;
    assert.ok(concepts.some((one) => one.concept.name === concept));
    assert.deepEqual(otherWords, []);
  });
}

for (const [text, role, words] of [
  ['Experience as a pastry chef', 'pastry chef', []],
  ['Senior web developer', 'Senior web developer', []],
  ['3 years as a registered nurse in operating theatres', 'registered nurse', ['operating', 'theatres']],
  ['5+ years in an HR manager role', 'HR manager', []],
] as const) {
  test(`"${text}" asks for a position: ${role}`, () => {
    const { isRole, phrase, otherWords } = asked(text).things[0]!.anyOf[0]!;
    assert.deepEqual({ isRole, phrase, otherWords }, { isRole: true, phrase: role, otherWords: [...words] });
  });
}

for (const [text, words] of [
  ['3 years teaching children in a classroom', ['children', 'classroom']],
  ['Experience in paediatric nursing', ['paediatric']],
  ['Has led HR for large hospitals', ['large']],
] as const) {
  test(`"${text}" is narrowed down by ${words.join(', ')}`, () =>
    assert.deepEqual(asked(text).things[0]!.anyOf[0]!.otherWords, [...words]));
}

for (const [text, ...groups] of [
  ['CISSP, CISM or MCSE certification', 'CISSP | CISM | MCSE certification'],
  ['Holds a CPA or ACCA', 'CPA | ACCA'],
  ['Valid state teaching certificate or licence', 'state teaching certificate'],
  ['Excel, Word and PowerPoint', 'Excel', 'Word', 'PowerPoint'],
  ['5 years of accounting, strong Excel and SAP or Oracle', 'accounting', 'Excel', 'SAP | Oracle'],
  ['Python, Go, or Rust', 'Python | Go | Rust'],
] as const) {
  test(`"${text}" asks for ${groups.join(' and ')}`, () => assert.deepEqual(phrases(text), [...groups]));
}

for (const [text, isAny] of [
  ['Fluent in German or French', true],
  ['Fluent in German and French', false],
  ['German, French', false],
  ['German, French or Italian', true],
] as const) {
  test(`"${text}": ${isAny ? 'one language is' : 'all languages are'} asked for`, () =>
    assert.equal(asked(text).isAnyLanguageEnough, isAny));
}

for (const [text, value, kind] of [
  ['Has managed payroll for more than 100 employees', 100, 'people'],
  ['Has managed a team of at least 10 people', 10, 'people'],
  ['Construction projects worth more than $100 million', 100_000_000, 'money'],
  ['Cooking for more than 500 guests', 500, 'guests'],
  ['Led between 5-8 stores', 5, 'sites'],
  ['HR for multiple sites', 2, 'sites'],
] as const) {
  test(`"${text}" asks for ${value} ${kind}`, () => {
    const { amount } = asked(text).things[0]!;
    assert.deepEqual([amount?.value, amount?.kind], [value, kind]);
  });
}

test('what is asked not to be there is told apart from what is not required', () => {
  assert.ok(asked('No experience in fast food').isInverted);
  assert.ok(asked('Has never worked in a call centre').isInverted);
  assert.ok(!asked('No experience with SAP needed').isInverted);
  assert.ok(!asked('Experience in fast food').isInverted);
});

for (const [text, said] of [
  ['At least five years of answering customers on the telephone', 'answering customers on the telephone'],
  [
    'You have shown new colleagues how the work is done',
    'You have shown new colleagues how the work is done',
  ],
  ['Experience in closing the monthly accounts', 'closing the monthly accounts'],
] as const) {
  test(`of "${text}" the years are left out of what is said`, () => {
    assert.equal(asked(text).said, said);
  });
}

for (const [text, industry] of [
  ['Experience in the automotive industry', 'Automotive'],
  ['Experience in telecommunications', 'Telecommunications'],
  ['Agency experience in advertising', 'Advertising'],
  ['Experience in a primary school', 'Primary schools'],
] as const) {
  test(`"${text}" is met by who worked in the industry`, () => {
    const meant = asked(text).things.flatMap(({ anyOf }) =>
      anyOf.flatMap(({ concepts }) =>
        concepts
          .filter(({ taxonomy }) => taxonomy === taxonomies.industries)
          .map(({ concept }) => concept.name),
      ),
    );
    assert.deepEqual(meant, [industry]);
    assert.equal(asked(text).degree, null);
  });
}

for (const text of [
  'Experience with marketing tools',
  'Experience in marketing',
  'Knowledge of accounting',
]) {
  test(`"${text}" asks for the work, not for an employer`, () => {
    assert.ok(
      asked(text).things.every(({ anyOf }) =>
        anyOf.every(({ concepts }) => concepts.every(({ taxonomy }) => taxonomy !== taxonomies.industries)),
      ),
    );
  });
}

test('of a list of which one is enough each will do', () => {
  assert.deepEqual(
    phrases('Experience of at least one of the following: bar work, waiting at tables, hotel housekeeping'),
    ['bar | waiting at tables | hotel housekeeping'],
  );
});
