import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCv } from '#server/domain/cv/parse-cv.ts';
import { scoreMatch } from '#server/domain/matching/score-match.ts';
import {
  accountantCv,
  configWith,
  matchOf,
  taxonomies,
  verdictOn,
  writtenCv,
} from '#test/support/written-cv.ts';

const emptyProfile = parseCv(writtenCv('Jo Doe'), { year: 2026, month: 11 }, 'en');

const skill = (name: string) => ({ skills: { hard_skills: [{ name, importance: 3 }] } });

for (const [title, name, met] of [
  ['by its own name', 'QuickBooks', 'yes'],
  ['in another form of the word', 'Account reconciliation', 'yes'],
  ['by its abbreviation', 'General ledger', 'yes'],
  ['by its long name where the CV has the short one', 'Accounts payable', 'yes'],
  ['spelt in two words', 'Quick Books', 'yes'],
  ['in another language', 'Buchhaltung', 'yes'],
  ['when the wording is a sentence around it', 'Sound knowledge of SAP', 'yes'],
  ['as a near thing only', 'Google Sheets', 'partly'],
  ['not at all', 'Welding', 'no'],
  ['not because a word of it stands somewhere', 'Bank robbery investigation', 'no'],
] as const) {
  test(`a skill is found ${title}`, () => {
    const verdict = verdictOn(accountantCv, skill(name));
    assert.equal(
      verdict.met === 'partly' && met === 'yes' ? `partly ${verdict.score}` : verdict.met,
      met,
      JSON.stringify(verdict),
    );
    assert.equal(verdict.evidence.length > 0, met !== 'no' || (verdict.score ?? 0) > 0);
  });
}

const administratorCv = `Jo Doe

Experience

Network administrator
Acme Ltd
May 2019 – May 2022
- Looked after routers, LAN and WAN of four offices
- Ran Citrix for the staff and managed the project of its renewal
- Chose an HR system with the personnel department
`;
for (const [asked, family] of [
  ['Cisco', 'Network administration'],
  ['VMware', 'Virtualisation'],
  ['Workday', 'HRIS'],
  ['PMP', 'Project management'],
] as const) {
  test(`${asked} is not met by what else belongs to ${family}, which it proves`, () => {
    assert.notEqual(verdictOn(administratorCv, skill(asked)).met, 'yes');
    assert.equal(verdictOn(administratorCv, skill(family)).met, 'yes');
    const named = administratorCv.replace('four offices', `four offices with ${asked} and ${asked} again`);
    assert.equal(verdictOn(named, skill(asked)).met, 'yes');
  });
}

test('an accountant has no CPA certificate for being one', () => {
  const certified = (line: string) =>
    verdictOn(`Jo Doe\n\nExperience\n\nAccountant\nAcme Ltd\nMay 2019 – May 2022\n- ${line}\n`, {
      minimal_qualifications: [{ text: 'CPA certificate', importance: 3 }],
    });
  assert.notEqual(certified('Kept the certificates of suppliers').met, 'yes');
  assert.equal(certified('Earned the CPA certificate').met, 'yes');
});

test('two letters count as a name only in capitals', () => {
  const cv = (line: string) => `Jo Doe\n\nExperience\n\nClerk\nAcme Ltd\nMay 2019 – May 2022\n- ${line}\n`;
  assert.equal(verdictOn(cv('Made it work for the whole office'), skill('IT')).met, 'no');
  assert.notEqual(verdictOn(cv('Looked after IT for the whole office'), skill('IT')).met, 'no');
});

test('every quote stands in the CV, on the page and at the place it names', () => {
  const document = writtenCv(`${accountantCv}${'\nfiller'.repeat(60)}`);
  const { requirements } = matchOf(document, {
    workExperience: { from: 2, to: 10, importance: 3 },
    relevant_industries: ['Banking'],
    industries_config: [{ name: 'Banking', importance: 2 }],
    skills: {
      hard_skills: [{ name: 'QuickBooks', importance: 3 }],
      language_skills_config: [{ name: 'German', level: 'B1', importance: 3 }],
    },
    minimal_qualifications: [{ text: 'Experience with SAP', importance: 3 }],
  });
  for (const { name, evidence } of requirements) {
    assert.ok(evidence.length > 0, `no evidence for ${name}`);
    for (const { text, page, box } of evidence) {
      assert.ok(
        document.lines.some(
          (line) => line.page === page && line.text.includes(text) && Math.abs(line.box.y - box.y) < 0.001,
        ),
        `"${text}" of ${name} is not there`,
      );
    }
  }
});

test('the score is 100 × Σ importance·score / Σ importance over what is known', () => {
  const { score, requirements, knownShare } = matchOf(accountantCv, {
    skills: {
      hard_skills: [
        { name: 'QuickBooks', importance: 5 },
        { name: 'Welding', importance: 2 },
      ],
      soft_skills: [{ name: 'Empathy', importance: 3 }],
    },
  });
  const [quickbooks, welding, empathy] = requirements;
  assert.equal(empathy!.met, 'unknown');
  assert.equal(empathy!.score, null);
  assert.equal(score, Math.round((1000 * (5 * quickbooks!.score! + 2 * welding!.score!)) / 7) / 10);
  assert.equal(knownShare, 0.7);
});

test('an unmet minimal qualification caps the score and says so', () => {
  const asked = {
    skills: { hard_skills: [{ name: 'Accounting', importance: 5 }] },
    workExperience: { from: 1, to: 20, importance: 5 },
  };
  const free = matchOf(accountantCv, asked);
  assert.ok(free.score > 60);
  assert.equal(free.cap, null);
  const capped = matchOf(accountantCv, {
    ...asked,
    minimal_qualifications: [{ text: 'Welding certificate', importance: 1 }],
  });
  assert.equal(capped.score, 60);
  assert.equal(capped.cap?.limit, 60);
  assert.ok(capped.cap!.uncappedScore > 60);
  assert.match(capped.summary, /capped at 60 .*Welding certificate/);
});

test('a minimal qualification that cannot be told from the CV does not cap', () => {
  const bare =
    'Jo Doe\n\nExperience\n\nAccountant\nAcme Ltd\nMay 2012 – Present\n- Accounting, ledgers, audits and accounting reports\n';
  const match = matchOf(bare, {
    workExperience: { from: 1, to: 20, importance: 5 },
    minimal_qualifications: [{ text: 'Fluent Polish', importance: 5 }],
  });
  assert.equal(match.requirements[0]!.met, 'unknown');
  assert.equal(match.cap, null);
});

for (const [from, to, met] of [
  [2, 10, 'yes'],
  [0, 8, 'yes'],
  [5, 6, 'yes'],
  [15, 20, 'partly'],
] as const) {
  test(`eight years and eleven months against ${from}–${to} years: ${met}`, () => {
    const verdict = verdictOn(accountantCv, { workExperience: { from, to, importance: 3 } });
    assert.equal(verdict.met, met, JSON.stringify(verdict));
    assert.match(verdict.reason, /8\.9 years in 2 relevant positions/);
  });
}

test('positions at the same time count once', () => {
  const cv = (second: string) =>
    `Jo Doe\n\nExperience\n\nAccountant\nAcme Ltd\nJanuary 2015 – December 2018\n- Ledgers\n\nAccountant\nOther Ltd\n${second}\n- Ledgers\n`;
  const years = (second: string) =>
    verdictOn(cv(second), { workExperience: { from: 5, to: 9, importance: 3 } }).reason.split(' ')[0];
  assert.equal(years('January 2016 – December 2017'), '4');
  assert.equal(years('January 2017 – December 2019'), '5');
});

test('years in another line of work are no relevant experience', () => {
  const verdict = verdictOn(
    accountantCv,
    { workExperience: { from: 2, to: 10, importance: 3 } },
    'Pastry chef',
  );
  assert.equal(verdict.met, 'no');
});

for (const [name, level, met] of [
  ['German', 'B1', 'yes'],
  ['German', 'B2', 'yes'],
  ['German', 'Fluent', 'partly'],
  ['English', 'Native', 'yes'],
  ['French', null, 'no'],
] as const) {
  test(`language ${name} ${level ?? 'at any level'}: ${met}`, () => {
    const language_skills_config = [{ name, ...(level && { level }), importance: 3 }];
    assert.equal(verdictOn(accountantCv, { skills: { language_skills_config } }).met, met);
  });
}

for (const [degree, fields, met] of [
  ['Bachelor', ['Accounting'], 'yes'],
  ['Bachelor', ['Physics', 'Accountancy'], 'yes'],
  ['Master', ['Accounting'], 'partly'],
  ['Bachelor', ['Fine arts'], 'partly'],
] as const) {
  test(`education ${degree} in ${fields.join(' or ')}: ${met}`, () => {
    const education = { is_enabled: true, degree, fields, study_status: 'Graduate', importance: 3 };
    assert.equal(verdictOn(accountantCv, { education }).met, met);
  });
}

test('an industry is read from employers and tasks', () => {
  const industry = (name: string) =>
    verdictOn(accountantCv, { relevant_industries: [name], industries_config: [{ name, importance: 3 }] });
  assert.equal(industry('Banking').met, 'yes');
  assert.ok(industry('Banking').evidence.some(({ text }) => text.includes('Contoso Bank')));
  assert.equal(industry('Aviation').met, 'no');
});

test('the same question has the same answer', () => {
  const asked = { workExperience: { from: 2, to: 10, importance: 3 }, ...skill('Accounting') };
  assert.deepEqual(matchOf(accountantCv, asked), matchOf(accountantCv, asked));
});

test('a CV that says nothing scores nothing rather than something', () => {
  const match = matchOf('Jo Doe', { workExperience: { from: 2, to: 10, importance: 3 } });
  assert.equal(match.score, 0);
  assert.equal(match.knownShare, 0);
});

for (const [title, text] of [
  ['one endless word', 'A'.repeat(200_000)],
  ['one endless line', 'Led University of Accounting '.repeat(20_000)],
  ['ten thousand lines', `${accountantCv}\n${'- Posted journal entries\n'.repeat(10_000)}`],
  ['a line of letters and dots', 'a.'.repeat(100_000)],
] as const) {
  test(`a CV of ${title} is scored in time`, () => {
    const document = writtenCv('Jo Doe');
    const lines = text.split('\n').map((one) => ({ ...document.lines[0]!, text: one }));
    const profile = {
      ...emptyProfile,
      sections: [{ kind: 'experience' as const, title: 'Experience', firstLine: 0, endLine: lines.length }],
      education: [],
    };
    const { requirements } = scoreMatch(
      {
        document: { ...document, lines },
        profile,
        jobDescription: 'Accountant',
        config: configWith(skill('General ledger')),
        submittedAt: '2026-11-15T10:00:00.000Z',
      },
      taxonomies,
    );
    assert.equal(requirements.length, 1);
  });
}

for (const [text, years] of [
  ['5 years in accounting', 5],
  ['3  -  5 years in accounting', 3],
  ['At least 10+   years\tin accounting', 10],
  ['7 or more years in accounting', 7],
] as const) {
  test(`"${text}" asks for ${years} years`, () => {
    const { reason } = verdictOn(accountantCv, { minimal_qualifications: [{ text, importance: 2 }] });
    assert.ok(reason.includes(`${years} years`), reason);
  });
}

test('a qualification of nothing but a number and spaces is judged in time', () => {
  const gap = ' '.repeat(996);
  const qualifications = [1, 2, 3].map((number) => ({ text: `${number}${gap}.!`, importance: 2 }));
  const before = process.cpuUsage();
  const match = matchOf(accountantCv, {
    minimal_qualifications: qualifications,
    preferable_qualifications: qualifications,
  });
  assert.equal(match.requirements.length, 6);
  // Each of them took half a second.
  assert.ok(process.cpuUsage(before).user < 1_000_000);
});
