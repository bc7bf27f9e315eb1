import assert from 'node:assert/strict';
import { test } from 'node:test';
import { meantMatchOf } from '#test/support/written-cv.ts';

const programmer = `
Jane Baker
jane.baker@example.org

Experience

.NET Programmer
Datalogic Systems, Leeds
October 2023 – Present
- Wrote C# web services and SQL Server procedures
- Looked after the queues of Windows Communication Foundation

Junior Web Developer
Pixel Agency, Leeds
June 2019 – May 2023
- Built pages in PHP and WordPress
- Interested in learning Kotlin, never worked with Java

Skills
Git, Excel (basic), Photoshop

Languages
English (native), German (B1)
`;

const verdictOf = async (text: string, cv = programmer) =>
  (await meantMatchOf(cv, { minimal_qualifications: [{ text, importance: 3 }] }, 'Software developer'))
    .requirements[0]!;

for (const [text, met, reason, quote] of [
  [
    '5+ years of experience in Microsoft technology stack',
    'partly',
    /^5 years with Microsoft technology stack are asked for; the CV shows 3\.2 years in 1 position \(\.NET Programmer\)\.$/,
    'C#',
  ],
  ['3+ years of experience in Microsoft technology stack', 'yes', /3\.2 years/, 'C#'],
  ['Experience with WCF', 'yes', /WCF in 1 position, as \.NET Programmer/, 'Windows Communication'],
  ['Experience with Java', 'no', /itself says that Java is missing/, 'never worked with Java'],
  ['Experience with Kotlin', 'no', /itself says that Kotlin is missing/, 'learning Kotlin'],
  ['Experience with SharePoint or C#', 'yes', /C# in 1 position/, 'C#'],
  ['Experience with PostgreSQL', 'partly', /does not mention PostgreSQL, but something close to it/, 'SQL'],
  ['Advanced Excel', 'partly', /calls its Excel basic; asked for is advanced/, 'Excel (basic)'],
  ['Fluent in German', 'partly', /says B1 .* asked for is C1/, 'German'],
  ['Senior web developer', 'partly', /lower level than Senior web developer: /, 'Web Developer'],
  [
    '2 years of experience with Photoshop',
    'partly',
    /2 years with Photoshop are asked for, but the CV names it in no position/,
    'Photoshop',
  ],
  ['Experience with deep-sea fishing', 'no', /does not mention "deep-sea fishing"/, null],
  ['No experience with SAP needed', 'unknown', /asks for nothing/, null],
] as const) {
  test(`"${text}": ${met}`, async () => {
    const verdict = await verdictOf(text);
    const shown = JSON.stringify(verdict);
    assert.equal(verdict.met, met, shown);
    assert.match(verdict.reason, reason);
    // Where nothing is to be quoted there is no evidence at all.
    const quoted = verdict.evidence.filter(({ text: line }) => quote !== null && line.includes(quote));
    assert.equal(quoted.length > 0, quote !== null, shown);
    assert.equal(verdict.evidence.length > 0, quote !== null, shown);
  });
}

test('what is said in other words is found by its meaning, and not without vectors of it', async () => {
  const cv = `Jo Doe

Experience

Primary School Teacher
Hillside School
August 2018 – Present
- Planned and gave lessons to a class of 28 seven-year-olds
`;
  const verdict = await verdictOf('Experience in teaching children', cv);
  assert.equal(verdict.met, 'yes', JSON.stringify(verdict));
  assert.equal((await verdictOf('Experience in opera singing', cv)).met, 'no');
});

test('a sibling of what is asked is no more than a hint', async () => {
  const lawyer = `Jo Doe

Experience

Lawyer
Kern Legal
August 2018 – Present
- Represented parents in divorce and custody cases
`;
  assert.equal((await verdictOf('Experience in family law', lawyer)).met, 'yes');
  assert.equal((await verdictOf('Experience in criminal law', lawyer)).met, 'partly');
});

test('what a candidate does shows a skill that is named nowhere', async () => {
  const clerk = `Jo Doe

Experience

Clerk
Acme Ltd
August 2018 – Present
- Calculated wages and overtime for 350 people
`;
  const verdict = await verdictOf('5 years of payroll experience', clerk);
  assert.equal(verdict.met, 'yes', JSON.stringify(verdict));
  assert.equal(verdict.evidence[0]!.text, 'Calculated wages and overtime for 350 people');
  assert.equal((await verdictOf('Experience in supervising a team', clerk)).met, 'no');
});

test('an industry is seen in titles and tasks where no employer names it', async () => {
  const of = async (name: string) =>
    (
      await meantMatchOf(programmer, {
        relevant_industries: [name],
        industries_config: [{ name, importance: 3 }],
      })
    ).requirements[0]!;
  const software = await of('Software');
  assert.equal(software.met, 'yes', JSON.stringify(software));
  assert.match(software.reason, /belongs to the industry/);
  assert.equal((await of('Agriculture')).met, 'no');
});

test('years at the same time count once, and a number the CV claims itself counts', async () => {
  const cv = (dates: string) =>
    `Jo Doe\n\nExperience\n\nWelder\nAcme Ltd\nJanuary 2015 – December 2018\n- Welding\n\nWelder\nOther Ltd\n${dates}\n- Welding\n`;
  const years = async (text: string) =>
    /shows ([\d.]+) years/.exec((await verdictOf('9 years of welding', text)).reason)?.[1];
  assert.equal(await years(cv('January 2016 – December 2017')), '4');
  assert.equal(await years(cv('January 2017 – December 2019')), '5');
  const claimed = await verdictOf(
    '5 years of welding',
    'Jo Doe\n\nSummary\nWelder with 8 years of welding of pipes and tanks.\n',
  );
  assert.equal(claimed.met, 'yes', JSON.stringify(claimed));
});

test('who a candidate is moves no verdict by meaning either', async () => {
  const asked = {
    minimal_qualifications: [
      { text: 'Experience in a bakery', importance: 3 },
      { text: 'Fashion experience', importance: 3 },
    ],
    skills: { hard_skills: [{ name: 'Bread making', importance: 3 }] },
  };
  const decided = async (cv: string) => {
    const { score, requirements } = await meantMatchOf(cv, asked);
    return { score, met: requirements.map(({ met, reason }) => [met, reason]) };
  };
  const other = programmer
    .replace('Jane Baker', 'Pierre Couture')
    .replace('jane.baker@example.org', 'fashion.bakery@example.org\nNationality: French');
  assert.deepEqual(await decided(other), await decided(programmer));
});

test('the method names the vectors', async () => {
  const { method } = await meantMatchOf(programmer, {
    minimal_qualifications: [{ text: 'Experience with WCF', importance: 3 }],
  });
  assert.match(
    method,
    /^assay-match 9, taxonomy [0-9a-f]{12}, vectors wordllama-256.*, statements statements-en/,
  );
});
