import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPages } from '#server/domain/cv/layout/read-pages.ts';
import { parseCv } from '#server/domain/cv/parse-cv.ts';
import type { CvDocument, CvProfile, Evidence } from '#server/domain/cv/types.ts';

const asOf = { year: 2026, month: 11 };

/** A page with a line for each line of the text; an empty line is a gap, "**" makes a line bold. */
function cv(text: string): CvDocument {
  const items = text
    .trim()
    .split('\n')
    .map((line, index) => ({ line: line.trim(), y: 40 + 12 * index }))
    .filter(({ line }) => line)
    .map(({ line, y }) => {
      const shown = line.replaceAll('**', '');
      return {
        text: shown,
        x: 50,
        y,
        width: Math.min(500, 5 * shown.length),
        fontSizePt: 10,
        isBold: shown !== line,
      };
    });
  return readPages([
    {
      number: 1,
      widthPt: 600,
      heightPt: 60 + 12 * text.split('\n').length,
      source: 'text',
      items,
      turned: [],
    },
  ]);
}

const parse = (text: string) => parseCv(cv(text), asOf, 'en');

const english = `
  **Maria Lopez**
  Senior Accountant | Austin, TX | maria.lopez@example.com | +1 (512) 555-0147 | linkedin.com/in/marialopez

  **Professional Summary**
  Accountant with nine years of experience in reporting.

  **Work Experience**
  Senior Accountant, Acme Inc., Austin, TX  Mar 2019 – Present
  • Closed the books of four companies every month
  • Managed a team of three

  Staff Accountant at Beta LLC  06/2015 - 02/2019
  • Prepared tax returns

  **Education**
  Bachelor of Science in Accounting, University of Texas, 2011 – 2015
  High School Diploma, Lincoln High School, 2011

  **Skills**
  SAP, Excel (pivot tables, macros), QuickBooks; financial reporting
  Programming: SQL, Python

  **Languages**
  English – native
  Spanish: C1
  French (basic)

  **Certifications**
  Certified Public Accountant (CPA), 2017
`;

test('reads contacts, headline and language of a CV', () => {
  const { contacts, headline, language } = parse(english);
  assert.equal(contacts.name?.value, 'Maria Lopez');
  assert.equal(headline?.value, 'Senior Accountant');
  assert.equal(contacts.location?.value, 'Austin, TX');
  assert.deepEqual(
    contacts.emails.map(({ value }) => value),
    ['maria.lopez@example.com'],
  );
  assert.deepEqual(
    contacts.phones.map(({ value }) => value),
    ['+15125550147'],
  );
  assert.deepEqual(
    contacts.links.map(({ value }) => value),
    ['https://linkedin.com/in/marialopez'],
  );
  assert.equal(language, 'en');
});

test('reads positions with title, employer, place, dates and months', () => {
  const { positions, totalExperienceMonths } = parse(english);
  assert.deepEqual(
    positions.map(({ title, employer, location, months }) => [
      title?.value,
      employer?.value,
      location?.value ?? null,
      months,
    ]),
    [
      ['Senior Accountant', 'Acme Inc.', 'Austin, TX', 93],
      ['Staff Accountant', 'Beta LLC', null, 45],
    ],
  );
  assert.deepEqual(positions[0]?.dates?.value, { start: { year: 2019, month: 3 }, end: null });
  assert.equal(totalExperienceMonths, 138);
});

test('says which lines describe a position', () => {
  const document = cv(english);
  const [first] = parseCv(document, asOf, 'en').positions;
  assert.deepEqual(
    document.lines.slice(first!.firstLine, first!.endLine).map(({ text }) => text),
    ['Closed the books of four companies every month', 'Managed a team of three'],
  );
});

test('reads education with degree, level, field, school and dates', () => {
  const { education } = parse(english);
  assert.deepEqual(
    education.map(({ degree, field, institution, dates, isOngoing }) => [
      degree?.value.level,
      field?.value ?? null,
      institution?.value,
      dates?.value.end?.year,
      isOngoing,
    ]),
    [
      ['bachelor', 'Accounting', 'University of Texas', 2015, false],
      ['school', null, 'Lincoln High School', 2011, false],
    ],
  );
});

test('reads skills one by one, languages with levels, certificates', () => {
  const { skills, languages, certificates } = parse(english);
  assert.deepEqual(
    skills.map(({ value }) => value),
    ['SAP', 'Excel (pivot tables, macros)', 'QuickBooks', 'financial reporting', 'SQL', 'Python'],
  );
  assert.deepEqual(
    languages.map(({ value }) => value),
    [
      { code: 'en', level: 'C2', isNative: true },
      { code: 'es', level: 'C1', isNative: false },
      { code: 'fr', level: 'A2', isNative: false },
    ],
  );
  assert.deepEqual(
    certificates.map(({ value }) => value),
    ['Certified Public Accountant (CPA)'],
  );
});

test('every field shows words of the CV, on its page', () => {
  const document = cv(english);
  const text = document.lines.map((line) => line.text.replace(/\s+/g, ' ')).join('\n');
  const found = evidenceIn(parseCv(document, asOf, 'en'));
  assert.ok(found.length > 25);
  for (const { text: quote, page, box } of found) {
    assert.ok(text.includes(quote), quote);
    assert.equal(page, 1);
    assert.ok(
      box.x >= 0 && box.width > 0 && box.x + box.width <= 1.0001 && box.y >= 0 && box.y + box.height <= 1,
    );
  }
});

for (const [language, text, title, level] of [
  [
    'de',
    `Lebenslauf\n\nBerufserfahrung\n\nBuchhalterin, Muster GmbH  März 2018 – heute\nAbschlüsse und Berichte\n\nAusbildung\n\nMaster in Betriebswirtschaft, Universität Wien, 2012 – 2014`,
    'Buchhalterin',
    'master',
  ],
  [
    'fr',
    `Expérience professionnelle\n\nIngénieur logiciel, Exemple SARL  mars 2018 – aujourd'hui\nDéveloppement de services\n\nFormation\n\nDoctorat en informatique, Université de Lyon, 2014`,
    'Ingénieur logiciel',
    'doctorate',
  ],
  [
    'es',
    `Experiencia laboral\n\nContador, Empresa Ejemplo S.A.  enero de 2012 - actualidad\nInformes\n\nFormación académica\n\nLicenciatura en Economía, Universidad de Chile, 2011`,
    'Contador',
    'bachelor',
  ],
  [
    'pl',
    `Doświadczenie zawodowe\n\nKsięgowa, Przykład Sp. z o.o.  marzec 2015 – obecnie\nRaporty\n\nWykształcenie\n\nMagister ekonomii, Uniwersytet Warszawski, 2014`,
    'Księgowa',
    'master',
  ],
  [
    'ru',
    `Опыт работы\n\nБухгалтер, ООО Пример  март 2015 – настоящее время\nОтчёты\n\nОбразование\n\nБакалавр экономики, Московский университет, 2014`,
    'Бухгалтер',
    'bachelor',
  ],
  [
    'ja',
    `職歴\n\n2015年4月 – 現在  エンジニア、株式会社サンプル\n開発\n\n学歴\n\n2015年3月  東京大学 修士`,
    'エンジニア',
    'master',
  ],
] as const) {
  test(`reads positions and education of a CV in ${language}`, () => {
    const { positions, education } = parse(text);
    assert.equal(positions.length, 1);
    assert.equal(positions[0]?.title?.value, title);
    assert.equal(positions[0]?.dates?.value.end, null);
    assert.equal(education[0]?.degree?.value.level, level);
  });
}

test('reads dates in lines of their own, before and after the title', () => {
  const { positions } = parse(`
    Experience

    01/2016 to 12/2017
    Financial Analyst  Acme Bank, Chicago, IL
    Prepared reports every week.

    05/2014 to 12/2015
    Accounting Clerk  Beta Company, Chicago, IL
    Entered invoices every day.
  `);
  assert.deepEqual(
    positions.map(({ title, employer, months }) => [title?.value, employer?.value, months]),
    [
      ['Financial Analyst', 'Acme Bank', 24],
      ['Accounting Clerk', 'Beta Company', 20],
    ],
  );
});

test('sentences with years in them are no positions', () => {
  const { positions } = parse(`
    Experience

    Teacher, Lincoln School  2010 – 2014
    Between 2011 and 2013 I was the head of the science club, which won prizes.
    Raised the share of passing pupils from 70 to 85 percent in 2012.
  `);
  assert.equal(positions.length, 1);
});

test('gives nothing where a CV says nothing', () => {
  const profile = parse(
    'A letter without any of it, sent on a rainy afternoon by somebody who likes to write.',
  );
  assert.deepEqual(
    [profile.positions, profile.education, profile.skills, profile.languages, profile.certificates],
    [[], [], [], [], []],
  );
  assert.equal(profile.totalExperienceMonths, null);
});

test('the same CV gives the same profile', () => {
  assert.deepEqual(parse(english), parse(english));
});

function evidenceIn(value: unknown): Evidence[] {
  if (value === null || typeof value !== 'object') return [];
  const { evidence, ...rest } = value as Partial<CvProfile> & { evidence?: Evidence[] };
  return [...(Array.isArray(evidence) ? evidence : []), ...Object.values(rest).flatMap(evidenceIn)];
}
