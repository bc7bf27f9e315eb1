import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCv } from '#server/domain/cv/parse-cv.ts';
import { writtenCv } from '#test/support/written-cv.ts';

const parse = (text: string) => parseCv(writtenCv(text), { year: 2026, month: 11 }, 'en');

const educationIn = (lines: string) =>
  parse(`Education\n${lines}`).education.map(({ degree, field, institution, dates }) => [
    degree?.value.level ?? null,
    field?.value ?? null,
    institution?.value ?? null,
    dates?.value.end?.year ?? null,
  ]);

for (const [lines, expected] of [
  [
    'Business Management 2018 Hill State College\nHigh School Diploma : General Studies 2012 Lake Community Academy',
    [
      [null, 'Business Management', 'Hill State College', 2018],
      ['school', 'General Studies', 'Lake Community Academy', 2012],
    ],
  ],
  [
    'Associate : Electrical Engineering 1992 Hill College\nBachelor : Electronics 2005 Lake Institute',
    [
      ['vocational', 'Electrical Engineering', 'Hill College', 1992],
      ['bachelor', 'Electronics', 'Lake Institute', 2005],
    ],
  ],
  [
    'Master of Science : Literacy , 2010 Hill College\nMaster of Science : School Leadership , 2005 Hill College',
    [
      ['master', 'Literacy', 'Hill College', 2010],
      ['master', 'School Leadership', 'Hill College', 2005],
    ],
  ],
  ['MBA Eastern Lake State University', [['master', null, 'Eastern Lake State University', null]]],
  [
    'B.S : Communications University of Lakeside Communications',
    [['bachelor', 'Communications', 'University of Lakeside', null]],
  ],
  [
    'Bachelor of Arts, Hill State University\nCoursework and field study under the late Dr. Roy Lake',
    [['bachelor', null, 'Hill State University', null]],
  ],
] as const) {
  test(`education of "${lines.split('\n')[0]}"`, () => assert.deepEqual(educationIn(lines), expected));
}

test('a master certificate is no master', () => {
  assert.equal(
    parse('Education\nMaster Certificate in Six Sigma 2008 Hill University').education[0]?.degree?.value
      .level === 'master',
    false,
  );
});

for (const [title, text, expected] of [
  [
    'a list with commas',
    'Certifications\nFall Protection, OSHA 10 Hour, First Aid/Adult CPR, Anritsu Certified',
    ['Fall Protection', 'OSHA 10 Hour', 'First Aid/Adult CPR', 'Anritsu Certified'],
  ],
  [
    'one and who gave it',
    'Certifications\nProject Management Professional, Hill Institute, 2017',
    ['Project Management Professional, Hill Institute'],
  ],
  ['among the skills', 'Skills\nPatience\nCPR Certified\nExcel', ['CPR Certified']],
  ['letters behind a name', 'Highlights\nROBIN SAMPLE, PHR HUMAN RESOURCES PROFESSIONAL', ['PHR']],
  [
    'in the education',
    'Education\nTeacher Certification : Education 2002 Hill State University',
    ['Teacher Certification'],
  ],
  [
    'in a position that says so',
    'Experience\nDriver, Northwind Ltd  2010 – 2012\n- Obtained my class A CDL license',
    ['Obtained my class A CDL license'],
  ],
  [
    'in a position that only speaks of it',
    'Experience\nClerk, Northwind Bank  2010 – 2012\n- Sold certificates of deposit and filed insurance certificates',
    [],
  ],
  ['what is still wanted', 'Summary\nPursuing CPA certification', []],
] as const) {
  test(`certificates: ${title}`, () => {
    assert.deepEqual(
      parse(text).certificates.map(({ value }) => value),
      expected,
    );
  });
}
