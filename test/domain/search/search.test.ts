import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentOf, type ParsedCv } from '#server/domain/cv/parsed-cv.ts';
import { createFaults } from '#server/domain/requirements/faults.ts';
import { readConfig } from '#server/domain/requirements/validate.ts';
import { fuse } from '#server/domain/search/fuse.ts';
import { guessLanguage } from '#server/domain/search/guess-language.ts';
import { askedTexts, chooseTerms, indexTerms } from '#server/domain/search/index-terms.ts';
import { askedVectorTexts, vectorTexts } from '#server/domain/search/vector-text.ts';

const cv: ParsedCv = {
  language: 'en',
  fullName: 'Ada Baker',
  headline: 'Senior accountant',
  summary:
    'Ada Baker from Graz keeps books. Write to ada@baker.example or +43 316 123456, www.baker.example/ada.',
  location: 'Graz, Austria',
  skills: ['SAP FI', 'C++'],
  experience: [
    {
      title: 'Accountant',
      employer: 'Birch Ltd',
      location: 'Vienna',
      dates: { start: { year: 2019, month: 3 }, end: null },
      description: '• Closed the books\n- Wrote reports',
    },
  ],
  education: [
    {
      degree: 'MSc Accounting',
      field: 'Accounting',
      institution: 'University of Graz',
      dates: { start: { year: 2018, month: null }, end: { year: 2018, month: null } },
      isOngoing: false,
    },
  ],
  languages: [
    { name: 'German', level: 'native' },
    { name: 'French', level: 'B1' },
    { name: 'it', level: null },
  ],
  certificates: ['CPA'],
  text: 'Ada likes hiking.',
};
const asOf = { year: 2026, month: 3 };

const equally = (...lists: number[][]) => fuse(lists.map((numbers) => ({ numbers, weight: 1 })));

test('what both lists name comes first, then whatever one names higher', () => {
  assert.deepEqual(equally([1, 2, 3], [4, 3]), [3, 1, 4, 2]);
  assert.deepEqual(equally([], []), []);
  assert.deepEqual(equally([7, 5], [5, 7]), [5, 7], 'equal ones by their number');
});

test('a list that counts half comes in between', () => {
  const fused = fuse([
    { numbers: [1, 2, 3, 4, 5, 6], weight: 0.5 },
    { numbers: [10, 20, 30, 40], weight: 1 },
  ]);
  assert.deepEqual(fused.slice(0, 5), [10, 20, 30, 40, 1]);
  const far = Array.from({ length: 20 }, (_, n) => 100 + n);
  const mixed = fuse([
    { numbers: [1], weight: 0.5 },
    { numbers: far, weight: 1 },
  ]);
  assert.equal(mixed.indexOf(1), 11, 'as high as the twelfth of the other');
});

test('neither words nor vectors say who a candidate is', () => {
  const { head, body } = indexTerms(cv);
  const { titles, text: vector } = vectorTexts(cv);
  assert.equal(titles, 'Senior accountant. Accountant');
  for (const hidden of ['ada', 'baker', 'graz', 'austria', 'example', '316', 'vienna'])
    assert.ok(![...head, ...body].includes(hidden) && !vector.toLowerCase().includes(hidden), hidden);
  assert.ok(head.includes('c++') && head.includes('accounting.') && body.includes('book'));
  for (const kept of ['Senior accountant', 'SAP FI', 'Closed the books', 'CPA'])
    assert.ok(vector.includes(kept), kept);
});

test('of a search its title is embedded, and all that it asks for', () => {
  const asked = askedVectorTexts({
    title: 'Accountant',
    named: ['Accountant', 'SAP FI', 'SAP FI'],
    told: ['Write to jobs@example.org.'],
  });
  assert.deepEqual(asked, { titles: 'Accountant', text: 'Accountant. SAP FI. Write to  .' });
  assert.equal(askedVectorTexts({ title: '', named: [], told: [] }).titles, '');
});

test('a parsed CV becomes what a PDF becomes, and each line knows its field', () => {
  const { document, profile, fieldOf } = documentOf(cv, asOf);
  const placeOf = (text: string) => fieldOf(document.lines.find((line) => line.text === text)!.box);
  assert.equal(placeOf('Closed the books'), 'experience[0].description');
  assert.equal(placeOf('C++'), 'skills[1]');
  assert.deepEqual(
    profile.positions.map(({ months, firstLine, endLine }) => [months, endLine - firstLine]),
    [[85, 4]],
  );
  assert.equal(profile.totalExperienceMonths, 85);
  assert.deepEqual(
    profile.education.map(({ degree }) => degree?.value.level),
    ['master'],
  );
  assert.deepEqual(
    profile.languages.map(({ value }) => value),
    [
      { code: 'de', level: 'C2', isNative: true },
      { code: 'fr', level: 'B1', isNative: false },
      { code: 'it', level: null, isNative: false },
    ],
  );
  assert.equal(profile.contacts.name?.value, 'Ada Baker');
});

test('the language is told by joining words and letters, or not at all', () => {
  for (const [text, code] of [
    ['He kept the books of the company and wrote reports for the board.', 'en'],
    [
      'Leitung der Buchhaltung und Erstellung von Berichten für die Geschäftsführung mit dem Team in der Zentrale',
      'de',
    ],
    ['Gestion de la comptabilité et des rapports pour les clients avec le directeur dans une équipe', 'fr'],
    ['会计师负责每月结账', 'zh'],
    ['経理を担当しました', 'ja'],
    ['회계 담당', 'ko'],
    ['SAP, Excel, Java', null],
    ['', null],
  ] as const)
    assert.equal(guessLanguage(text), code, text);
});

test('terms: what is named before what is told, rare before common, never half of the corpus', () => {
  const counts = new Map(Object.entries({ common: 90_000, sql: 4000, java: 9000, team: 60_000, rare: 3 }));
  const chosen = chooseTerms(
    { named: ['java', 'common', 'sql', 'unknown'], told: ['team', 'rare', 'sql'] },
    (stem) => counts.get(stem),
  );
  assert.deepEqual(chosen, ['unknown', 'sql', 'java', 'rare']);
  assert.deepEqual(
    chooseTerms({ named: ['common'], told: [] }, (stem) => counts.get(stem)),
    ['common'],
  );
  const many = Array.from({ length: 90 }, (_, index) => `w${index}`);
  assert.equal(chooseTerms({ named: many, told: many }, () => 1).length, 40);
});

test('a search asks for what is named under its other names, too', () => {
  const { requirements } = readConfig(
    {
      requirements: {
        skills: { hard_skills: [{ name: 'Accounts payable' }], soft_skills: [{ name: 'Patience' }] },
        education: { is_enabled: false, fields: ['Law'] },
      },
    },
    'config',
    createFaults(),
  )!;
  const asked = askedTexts({ requirements, title: 'Clerk', description: 'We look.' }, () => ['AP']);
  assert.deepEqual(asked, {
    title: 'Clerk',
    named: ['Clerk', 'Accounts payable', 'AP'],
    told: ['Patience', 'We look.'],
  });
});
