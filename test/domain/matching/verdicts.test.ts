import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RequirementScore } from '#server/domain/matching/types.ts';
import { meantMatchOf } from '#test/support/written-cv.ts';

/** A CV of one position and of what else is given under headings of their own. */
const cvOf = (title: string, lines: string, more = '') =>
  `Jo Doe\n\nExperience\n\n${title}\nNorthwind Traders, Leeds\nMarch 2018 – Present\n${lines
    .split('; ')
    .map((line) => `- ${line}`)
    .join('\n')}\n${more}`;

const verdictOf = async (
  text: string,
  cv: string,
  asked: Record<string, unknown> = { minimal_qualifications: [{ text, importance: 3 }] },
): Promise<RequirementScore> => (await meantMatchOf(cv, asked)).requirements[0]!;

const skill = (name: string) => ({ skills: { hard_skills: [{ name, importance: 3 }] } });

for (const [text, cv, met, reason] of [
  [
    'Has managed payroll for more than 100 employees',
    cvOf('Bookkeeper', 'Managed payroll for 5 employees'),
    'partly',
    /with 5 people; 100 people or more are asked for/,
  ],
  [
    'Has managed payroll for more than 100 employees',
    cvOf('Bookkeeper', 'Managed payroll for 500 employees'),
    'yes',
    /shows payroll/,
  ],
  ['Has managed a team of at least 10 people', cvOf('Clerk', 'Led a team of 2 people'), 'partly', /2 people/],
  ['Has managed a team of at least 10 people', cvOf('Clerk', 'Led a team of 12'), 'yes', /./],
  [
    'Construction projects worth more than $100 million',
    cvOf('Construction Manager', 'Ran construction projects'),
    'partly',
    /gives no number/,
  ],
  [
    'Experience cooking for more than 500 guests',
    cvOf('Chef', 'Cooked seasonal menus'),
    'partly',
    /gives no number: 500 guests or more are asked for/,
  ],
  [
    'CISSP, CISM or MCSE certification',
    cvOf('ASSISTANT FOOTBALL COACH', 'Trained the defence'),
    'no',
    /^The CV does not mention a CISSP certificate\.$/,
  ],
  ['Holds a CPA', cvOf('FINANCIAL ACCOUNTANT', 'Closed books'), 'no', /^The CV does not mention a CPA\.$/],
  ['ACCA', cvOf('FINANCIAL ACCOUNTANT', 'Closed the books'), 'no', /does not mention an ACCA/],
  [
    'Holds a CPA',
    cvOf('Accountant', 'Closed the books', '\nSummary\nI am not a CPA.\n'),
    'no',
    /itself says/,
  ],
  [
    'Valid state teaching certificate or licence',
    cvOf(
      'Clerk',
      'Filed letters',
      '\nEducation\nBachelor of Science in Business, University of Leeds, 2014\n',
    ),
    'no',
    /does not mention a teaching licence/,
  ],
  [
    'MBA',
    cvOf(
      'Clerk',
      'Filed letters',
      '\nEducation\nBachelor of Science in Business, University of Leeds, 2014\n',
    ),
    'no',
    /does not mention an MBA/,
  ],
  ['CNOR certified', cvOf('RN', 'Assisted in surgery', '\nCertifications\nBLS CNOR\n'), 'yes', /CNOR/],
  [
    'OSHA 30-hour certificate',
    cvOf('Foreman', 'Led crews', '\nCertifications\nOSHA 30-Hour\n'),
    'yes',
    /OSHA 30/,
  ],
  [
    'ServSafe certification',
    cvOf('Cook', 'Cooked', '\nCertifications\nServ Safe Manager\n'),
    'yes',
    /ServSafe/,
  ],
  ['ServSafe certification', cvOf('Cook', 'Kept OSHA and safety regulations'), 'no', /ServSafe/],
  [
    'Fluent in German or French',
    cvOf('Clerk', 'Filed letters', '\nLanguages\nEnglish (C1), German (native)\n'),
    'yes',
    /German/,
  ],
  ['No experience in fast food', cvOf('Chef', 'Cooked seasonal menus'), 'yes', /does not show it/],
  ['No experience in fast food', cvOf('Cook', 'Fried burgers in a fast food restaurant'), 'no', /fast food/],
  [
    '5+ years in an HR business partner or HR manager role',
    cvOf('HR Assistant', 'Filed contracts'),
    'partly',
    /lower level than .*HR Assistant|HR Assistant/,
  ],
  ['5+ years as sous chef or head chef', cvOf('Cake Decorator', 'Decorated cakes'), 'no', /does not mention/],
  ['3+ years as a nurse supervisor', cvOf('Scheduler', 'Scheduled aides and nurses'), 'no', /./],
  ['Experience in banking', cvOf('Accountant', 'Prepared monthly bank reconciliations'), 'no', /banking/],
  ['Experience driving heavy goods vehicles', cvOf('IT Specialist', 'Mapped the H: drive'), 'no', /heavy/],
  [
    'Experience in lending',
    cvOf('Librarian', 'Did the lending of books and films to readers'),
    'no',
    /lending/,
  ],
  ['Experience in lending', cvOf('Loan Officer', 'Handled lending to small companies'), 'yes', /lending/],
  ['Welding', cvOf('Teacher', 'Welding of a quarrelling class into one on school trips'), 'no', /Welding/],
  ['Welding', cvOf('Fitter', 'Welding of steel pipes and frames'), 'yes', /Welding/],
  ['Budgeting', cvOf('Nurse', 'Did the budgeting of the ward'), 'yes', /Budgeting/],
  ['Photoshop, Illustrator or InDesign', cvOf('Designer', 'Made flyers with InDesign'), 'yes', /InDesign/],
  ['Experience as an electrician', cvOf('Electrical fitter', 'Wired houses'), 'yes', /electrician/i],
  ['Executive assistant', cvOf('Executive Chef', 'Ran a kitchen'), 'no', /does not mention/],
  ['Sales force of at least 20 people', cvOf('Sales Manager', 'Led a sales force of 35'), 'yes', /./],
  [
    'Sales force of at least 20 people',
    cvOf('Sales Manager', 'Led a sales force of 8'),
    'partly',
    /8 people/,
  ],
  ['Payroll experience', cvOf('Office Manager', 'Payroll was outsourced to an agency'), 'no', /itself says/],
  [
    'Payroll experience',
    cvOf('Office Manager', 'Ran payroll; Managed an outsourced cleaning service'),
    'yes',
    /./,
  ],
  ['C++', cvOf('Clerk', 'Currently taking a course to learn C++'), 'no', /itself says/],
  [
    'Residential construction',
    cvOf('Site manager', 'Built commercial towers and malls'),
    'no',
    /close to it/,
  ],
  ['Residential construction', cvOf('Site manager', 'Built houses and apartments'), 'yes', /other words/],
  [
    'Degree in economics, finance or accounting',
    cvOf('Clerk', 'Filed', '\nEducation\nBachelor of Science in Finance, University of Leeds, 2014\n'),
    'yes',
    /education/,
  ],
  // That a candidate leads is all that is asked for.
  ['Experience managing people', cvOf('Team Lead', 'Managed a team of 7 engineers'), 'yes', /./],
  ['Experience managing people', cvOf('Analyst', 'Wrote reports for managers'), 'no', /./],
  ['Line management', cvOf('Shop Manager', 'Led a department of five colleagues'), 'yes', /./],
  [
    '2 years of supervisory experience',
    cvOf('Shift Lead', 'Supervised 12 sales assistants'),
    'yes',
    /8.* years/,
  ],
  ['Supervisory experience', cvOf('Clerk', 'Was supervised by the head clerk'), 'no', /./],
  ['Managing direct reports', cvOf('Journalist', 'Wrote reports'), 'no', /./],
  ['Line management of nurses', cvOf('Shift Lead', 'Supervised 12 sales assistants'), 'no', /nurses/],
  ['Experience in hiring', cvOf('Team Leader', 'Hiring is done by head office'), 'no', /itself says/],
  ['Payroll experience', cvOf('Accountant', 'Kept all accounts except payroll'), 'no', /itself says/],
  [
    'Never worked in the tobacco industry',
    cvOf('Sales Rep', 'Sold cigarettes and tobacco'),
    'no',
    /not to be there/,
  ],
  ['Never worked in the tobacco industry', cvOf('Sales Rep', 'Sold soft drinks'), 'yes', /does not show it/],
  [
    'Forklift licence',
    cvOf('Clerk', 'Filed', '\nCertificates\nLicensed forklift driver (counterbalance), 2020\n'),
    'yes',
    /forklift licence/,
  ],
  [
    'CDL class A',
    cvOf('Clerk', 'Filed', "\nLicenses\nCommercial Driver's License, Class A\n"),
    'yes',
    /CDL class A/,
  ],
  ['CDL class A', cvOf('Clerk', 'Filed', '\nLicenses\nClass A amateur radio licence\n'), 'no', /./],
  [
    'Real estate license',
    cvOf('Clerk', 'Filed', '\nLicenses\nLicensed Real Estate Salesperson, New York\n'),
    'yes',
    /real estate licence/,
  ],
  ['HGV licence', cvOf('Clerk', 'Filed', "\nLicences\nDriver's licence B, C, CE\n"), 'yes', /./],
  ['HGV licence', cvOf('Clerk', 'Filed', '\nLicences\nDriving licence, category B\n'), 'no', /./],
  // A programming language behind a driving licence is no class of lorries, and software's licences are none for forklifts.
  ['HGV licence', cvOf('Clerk', 'Filed', '\nSkills\nDriving licence, C++, Java\n'), 'no', /./],
  ['HGV licence', cvOf('Clerk', 'Filed', '\nSkills\nDriving licence C programming\n'), 'no', /./],
  ['Forklift licence', cvOf('Clerk', 'Filed', '\nSkills\nSoftware licences, forklift\n'), 'no', /./],
  // "Apart from" adds as often as it takes away, and who is mentored in something learns it.
  ['Payroll experience', cvOf('Accountant', 'Apart from payroll, kept the ledgers'), 'yes', /./],
  ['Payroll experience', cvOf('Accountant', 'Ran payroll, kept the ledgers'), 'yes', /./],
  ['Python', cvOf('Developer', 'Was mentored by seniors in Python'), 'yes', /./],
  ['Managing reports', cvOf('Team Lead', 'Managed a team of 7 engineers'), 'no', /./],
  ['3 years teaching children', cvOf('Lecturer', 'Teaching adults at a college'), 'partly', /children/],
] as const) {
  test(`"${text}" of "${cv.split('\n')[4]}: ${cv.split('\n')[7]}": ${met}`, async () => {
    const verdict = await verdictOf(text, cv);
    assert.equal(verdict.met, met, JSON.stringify(verdict));
    assert.match(verdict.reason, reason);
  });
}

for (const [cv, met] of [
  [cvOf('Receptionist', 'Supported the marketing team on a daily basis; Answered calls'), 'partly'],
  [cvOf('Marketing Assistant', 'Wrote newsletters'), 'yes'],
  [cvOf('Receptionist', 'Answered calls', '\nSkills\nMarketing, sales\n'), 'partly'],
] as const) {
  test(`"Marketing" as an industry, of "${cv.split('\n')[4]}: ${cv.split('\n')[7]}": ${met}`, async () => {
    const asked = {
      relevant_industries: ['Marketing'],
      industries_config: [{ name: 'Marketing', importance: 3 }],
    };
    const verdict = await verdictOf('', cv, asked);
    assert.equal(verdict.met, met, JSON.stringify(verdict));
  });
}

const language = (name: string) => ({ skills: { language_skills_config: [{ name, importance: 3 }] } });
for (const [name, more, met] of [
  ['German', '\nSummary\nI do not speak German.\n', 'no'],
  ['French', '\nLanguages\nGerman (native), no French\n', 'no'],
  ['German', '\nLanguages\nGerman (native), no French\n', 'yes'],
  ['German', '\nLanguages\nGerman (native)\n\nSummary\nNever without my German dictionary.\n', 'yes'],
] as const) {
  test(`${name} of a candidate who writes "${more.trim().replaceAll('\n', ' ')}": ${met}`, async () => {
    const verdict = await verdictOf('', cvOf('Clerk', 'Filed letters', more), language(name));
    assert.equal(verdict.met, met, JSON.stringify(verdict));
  });
}

const officeManager = cvOf(
  'Office Manager',
  'Go to market plans and go the extra mile; Excel at teamwork and excel under pressure; Swift answers to guests; Spark new ideas in workshops; R and R days for the staff, vitamin C campaign; Rust removal and ruby jewellery cleaning; Access control at the gate; Outlook on the market; Teams of five led',
);
for (const name of 'Go,Excel,Swift,Spark,R,C,Rust,Ruby,Access,Outlook,Teams'.split(',')) {
  test(`${name} is a word of everyday life without a second sign`, async () => {
    assert.equal((await verdictOf(name, officeManager, skill(name))).met, 'no');
    const listed = cvOf('Developer', 'Wrote software', `\nSkills\nJava, ${name}, Photoshop\n`);
    const verdict = await verdictOf(name, listed, skill(name));
    assert.notEqual(verdict.met, 'no', JSON.stringify(verdict));
  });
}

const years = (from: number) => ({ workExperience: { from, to: 25, importance: 3 } });
for (const [description, title, met] of [
  ['Primary school teacher in Denver. You teach a class of eight-year-olds.', 'Teacher', 'yes'],
  ['Head of IT Infrastructure', 'IT Director', 'yes'],
  ['Head of IT Infrastructure', 'IT Support Specialist', 'partly'],
  ['Registered nurse, operating theatre. You assist surgeons.', 'Staff Nurse', 'yes'],
  ['HR manager', 'HR Assistant', 'partly'],
  ['Construction project manager', 'Baker', 'no'],
  ['Truck driver', 'HGV Driver', 'yes'],
  ['Head of IT', 'Chief Technology Officer', 'yes'],
  ['Restaurant manager', 'Restaurantleiterin', 'yes'],
  ['Head chef', 'Chef de partie', 'partly'],
  ['Data scientist', 'Data Entry Clerk', 'no'],
  ['Primary school teacher', 'School Bus Driver', 'no'],
  ['Customer service representative', 'Customer Support Agent', 'yes'],
] as const) {
  test(`years as ${title} for "${description}": ${met}`, async () => {
    const cv = cvOf(title, 'Worked with care');
    const { requirements } = await meantMatchOf(cv, years(5), description);
    assert.equal(requirements[0]!.met, met, JSON.stringify(requirements[0]));
  });
}

test('the title may be given by itself, and where there is none the match says so', async () => {
  const cv = cvOf('Head Chef', 'Ran the kitchen');
  const vague = 'We are a company by the sea that has been there since 1900, with a view.';
  const without = await meantMatchOf(cv, years(5), vague);
  assert.match(without.warnings!.join(), /requirements\.job_title/);
  const given = await meantMatchOf(cv, { ...years(5), job_title: 'Chef' }, vague);
  assert.equal(given.warnings, undefined);
  assert.equal(given.requirements[0]!.met, 'yes');
});

test('what is only near gives no points and is told as near', async () => {
  const teacher = cvOf('Mathematics Teacher', 'Taught algebra to tenth graders');
  for (const name of ['Early childhood education', 'Special education']) {
    const verdict = await verdictOf(name, teacher, skill(name));
    assert.deepEqual([verdict.met, verdict.score], ['no', 0], JSON.stringify(verdict));
    assert.match(verdict.reason, /close to it/);
  }
});

test('a waiter, who may be called a server, does not work in information technology, nor does a tailor in welding', async () => {
  const industryOf = async (name: string, cv: string) =>
    (await meantMatchOf(cv, { relevant_industries: [name] })).requirements.find(
      ({ kind }) => kind === 'industry',
    )!.met;
  const waiter = cvOf('Waiter', 'Served guests; Kept the till');
  assert.equal(await industryOf('Information technology', waiter), 'no');
  assert.equal(await industryOf('Software', waiter), 'no');
  assert.equal(await industryOf('Hospitality', waiter), 'yes');
  assert.equal(
    await industryOf('Information technology', cvOf('System administrator', 'Kept servers running')),
    'yes',
  );
});

test('a kind of a skill proves it under all its names: who drives a lorry or a bus drives', async () => {
  const metOf = async (name: string, title: string) =>
    (await verdictOf('', cvOf(title, 'Worked in shifts'), skill(name))).met;
  for (const title of ['Truck Driver', 'HGV Driver', 'Lorry driver', 'Coach driver', 'Delivery driver'])
    assert.equal(await metOf('Driving', title), 'yes', title);
  assert.equal(await metOf('Truck driving', 'Bus driver'), 'no');
  assert.equal(await metOf('Driving', 'Waiter'), 'no');
});

test('a name that says less than what is asked for does not show it, the same in other words does', async () => {
  for (const [asked, title, task, met] of [
    ['Internal audit', 'Accounts Clerk', 'Helped with the yearly audit', 'partly'],
    ['Internal audit', 'Accountant', 'Internal audit of eleven plants', 'yes'],
    ['Preventive maintenance', 'Caretaker', 'Maintenance of lifts', 'partly'],
    ['Preventive maintenance', 'Technician', 'Preventive maintenance of lifts', 'yes'],
    ['Workforce scheduling', 'Receptionist', 'Scheduling of visits', 'partly'],
    ['Microsoft Excel', 'Clerk', 'Monthly reports in Excel', 'yes'],
  ] as const) {
    const verdict = await verdictOf('', cvOf(title, task), skill(asked));
    assert.equal(verdict.met, met, `${asked}: ${task}: ${verdict.reason}`);
    assert.equal(/only something more general/.test(verdict.reason), met === 'partly', verdict.reason);
  }
});

test('a product that is asked for by its name has to be there', async () => {
  const implemented = cvOf('Project Manager', 'Implementation of IT systems in nine airports');
  assert.notEqual((await verdictOf('SAP implementation experience', implemented)).met, 'yes');
  assert.equal((await verdictOf('Experience in IT implementation', implemented)).met, 'yes');
  const sap = cvOf('Project Manager', 'SAP implementation in nine airports');
  assert.equal((await verdictOf('SAP implementation experience', sap)).met, 'yes');
});

test('who writes a whole CV in a language has a C1 of it, who writes a few lines has a B2', async () => {
  const english = (level: string) => ({
    skills: { language_skills_config: [{ name: 'English', level, importance: 3 }] },
  });
  const task =
    'Answered the questions of guests about their rooms, the town and the trains that leave in the morning';
  const long = cvOf('Receptionist', Array.from({ length: 20 }, (_, n) => `${task} on day ${n}`).join('; '));
  const short = cvOf('Receptionist', task);
  for (const [cv, level, met] of [
    [long, 'C1', 'yes'],
    [long, 'C2', 'partly'],
    [short, 'C1', 'partly'],
    [short, 'B2', 'yes'],
  ] as const)
    assert.equal((await verdictOf('', cv, english(level))).met, met, level);
});
