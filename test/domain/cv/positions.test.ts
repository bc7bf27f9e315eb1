import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCv } from '#server/domain/cv/parse-cv.ts';
import { matchOf, writtenCv } from '#test/support/written-cv.ts';

const asOf = { year: 2026, month: 11 };
const parse = (text: string) => parseCv(writtenCv(text), asOf, 'en');

const cvWith = (dates: string, description: string) => `
Robin Sample
robin.sample@example.com

Experience

Systems Administrator, Northwind Ltd
${dates}
${description}

Education
BSc Computer Science, University of Leeds, 2005 – 2008
`;

for (const line of [
  'Ran Windows Server 2008 – 2019 for two offices',
  'Windows Server 2012-2019, SQL Server 2008, Active Directory',
  'Moved mailboxes from Exchange 2010 to 2016',
  'Raised capacity from 1999 to 2019 seats',
  'Analysed sales figures for 2005 – 2018 and wrote a report',
  'Prepared returns for the tax years 2012 – 2015',
  'Taught grades 9 and 10 in the school years 2012 – 2014',
  'Edited pp. 1998–2004 of the company history',
  'Certified the site to ISO 9001:2015',
  'Kept the archive of 2001 – 2016',
]) {
  for (const bullet of ['- ', '']) {
    test(`years in a text are no position: "${bullet}${line}"`, () => {
      const { positions, totalExperienceMonths } = parse(
        cvWith('March 2019 – March 2020', `${bullet}${line}`),
      );
      assert.deepEqual([positions.length, totalExperienceMonths], [1, 13]);
    });
  }
}

for (const dates of [
  'April 2105 – March 2019',
  '2015 – ?',
  'April 2015; March 2019',
  'until March 2019',
  '20XX – 2019',
]) {
  test(`"${dates}" counts no months, and the CV's reader is told`, () => {
    const { positions, totalExperienceMonths, warnings } = parse(cvWith(dates, '- Ran the servers'));
    assert.equal(positions.length, 1);
    assert.equal(positions[0]!.title?.value, 'Systems Administrator');
    assert.deepEqual([positions[0]!.dates, totalExperienceMonths], [null, null]);
    assert.deepEqual(warnings, ['The dates of 1 position were not understood; they count no months.']);
  });
}

test('one date among ranges is no month of work', () => {
  const { positions, warnings } = parse(`
    Experience

    Sales Associate, Northwind Ltd  11/2008
    - Sold things

    Decorator, Contoso Inc  04/1996 to 11/2000
    - Decorated cakes
  `);
  assert.deepEqual(
    positions.map(({ title, months }) => [title?.value, months]),
    [
      ['Sales Associate', null],
      ['Decorator', 56],
    ],
  );
  assert.equal(warnings.length, 1);
});

test('a heading whose description runs on in its line heads a position', () => {
  const { positions } = parse(`
    Experience

    Business Analyst 05/1998 to 05/2001 Contoso Ltd Before the move I was part of the quality team, reported to its head and wrote all of its reports
    Support Analyst 06/2001 to 05/2007 Contoso Ltd In this role I kept the servers of three offices running and trained those who used them every day
  `);
  assert.deepEqual(
    positions.map(({ title, months }) => [title?.value, months]),
    [
      ['Business Analyst', 37],
      ['Support Analyst', 72],
    ],
  );
});

for (const words of [
  'Career break (parental leave)',
  'Sabbatical',
  'Maternity leave',
  'Elternzeit',
  'Congé parental',
  'Excedencia',
  'Отпуск по уходу за ребенком',
]) {
  test(`"${words}" is no position`, () => {
    const { positions, totalExperienceMonths } = parse(`
      Experience

      Engineer, Northwind Ltd
      April 2018 – March 2019

      ${words}
      April 2014 – March 2018

      Engineer, Contoso Ltd
      April 2012 – March 2014
    `);
    assert.deepEqual([positions.length, totalExperienceMonths], [2, 36]);
  });
}

test('who covers a leave works', () => {
  const { positions } = parse(
    cvWith('March 2019 – March 2020', '').replace('Systems', 'Maternity Leave Cover,'),
  );
  assert.equal(positions.length, 1);
});

test('what the summary says does not outweigh dated positions, and both are told', () => {
  const cv = cvWith('April 2018 – March 2019', '- Ran Kubernetes').replace(
    'Experience\n',
    'Summary\nEngineer with 15 years of experience in Kubernetes\n\nExperience\n',
  );
  const [minimal] = matchOf(cv, {
    minimal_qualifications: [{ text: '5 years with Kubernetes', importance: 3 }],
  }).requirements.filter(({ kind }) => kind === 'minimal_qualification');
  assert.equal(minimal!.met, 'partly');
  assert.match(minimal!.reason, /1 year in 1 position.*15 years/);
});
