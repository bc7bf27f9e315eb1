import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAsked } from '#server/domain/matching/asked-text.ts';
import { isInflection, isInOrder, isTurned } from '#server/domain/matching/inflections.ts';
import { indexPassages, type Zone } from '#server/domain/matching/passage-index.ts';
import { matchingStemmerFor } from '#server/domain/matching/stem.ts';
import { matchOf, taxonomies } from '#test/support/written-cv.ts';

const stem = matchingStemmerFor('en');

const cvOf = (title: string, lines: readonly string[], more = '') =>
  `Jo Doe\n\nExperience\n\n${title}\nNorthwind Traders, Leeds\nMarch 2018 – Present\n${lines
    .map((line) => `- ${line}`)
    .join('\n')}\n${more}`;

const askedOf = (text: string, cv: string) =>
  matchOf(cv, { minimal_qualifications: [{ text, importance: 3 }] }).requirements[0]!;
const skillOf = (kind: 'hard_skills' | 'soft_skills', name: string, cv: string) =>
  matchOf(cv, { skills: { [kind]: [{ name, importance: 3 }] } }).requirements[0]!;
const industryOf = (name: string, cv: string) =>
  matchOf(cv, { relevant_industries: [name] }).requirements.find(({ kind }) => kind === 'industry')!.met;

test('an irregular past and the other spelling are the same word', () => {
  for (const [one, other] of [
    ['taught', 'teaching'],
    ['wrote', 'writing'],
    ['sold', 'selling'],
    ['programmes', 'programs'],
    ['organised', 'organizing'],
  ] as const)
    assert.equal(stem(one), stem(other));
  assert.notEqual(stem('driven'), stem('driving'));
});

for (const [form, name, before, says] of [
  ['recruited', 'recruitment', 'Last year ', true],
  ['recruited', 'recruitment', 'Was ', false],
  ['trained', 'training', 'Moved up; I was ', false],
  ['invoices', 'invoice', 'Paid ', true],
  ['oriented', 'orientation', 'goal-', false],
  ['negotiable', 'negotiation', 'Kept ', false],
  ['briefings', 'brief', 'Held ', false],
  ['medical', 'medication', 'Filed ', false],
] as const) {
  test(`"${before}${form}" ${says ? 'says' : 'does not say'} ${name}`, () => {
    assert.equal(isInflection(form, name, before), says);
  });
}

test('two words belong together as they do in the name', () => {
  assert.ok(isInOrder('network', 'network', ' '));
  assert.ok(isInOrder('supervised', 'supervised', ' the work of '));
  assert.ok(!isInOrder('networked', 'network', ' with '));
  assert.ok(!isInOrder('cabins', 'cabin', ' in a '));
  assert.ok(isTurned('administration', ' of the '));
  assert.ok(isTurned('planned', ', covered and executed large '));
  assert.ok(!isTurned('migration', ' of birds under '));
  assert.ok(!isTurned('maintained', ' order and swept the '));
});

test('a name does not reach over a joining word that is not its own', () => {
  const find = (name: string, text: string) => {
    const line = {
      text,
      claimed: text,
      denied: null,
      page: 1,
      zone: 'work' as Zone,
      position: 0,
      recency: 1,
    };
    const index = indexPassages([{ ...line, box: { x: 0, y: 0, width: 1, height: 0.01 } }], stem);
    return index.mentionsOf(index.phraseOf(name)).length;
  };
  assert.equal(find('cabin crew', 'Built cabins in a crew'), 0);
  assert.equal(find('cabin crew', 'Led the cabin crew'), 1);
  assert.equal(find('profit and loss', 'Answered for profit & loss'), 1);
});

for (const [text, cv, met] of [
  // What stands behind another verb is done by that.
  ['Experience in bookkeeping', cvOf('Beekeeper', ['Kept hives and sold books at fairs']), 'no'],
  ['Experience in event planning', cvOf('Clerk', ['Planned, announced and ran events']), 'yes'],
  // Verbs and objects are shared over "or".
  ['Has coached or mentored apprentices', cvOf('Salesman', ['Coached customers in the use of saws']), 'no'],
  ['Has negotiated leases or pensions', cvOf('Clerk', ['Sorted letters', 'Filed pensions']), 'no'],
  // A noun before another noun narrows it down.
  ['Experience with job evaluation', cvOf('Student', ['Evaluation of soil samples']), 'no'],
  // A candidate who leads people says how many in any line.
  [
    'Has led teams of 20 or more people',
    cvOf('Foreman', ['Led by example', 'Oversight of 45 workers']),
    'yes',
  ],
  ['Has led teams of 20 or more people', cvOf('Clerk', ['Led by example', 'Paid 300 workers']), 'no'],
  ['Has hired more than 100 people a year', cvOf('Recruiter', ['Hired 120 people a year']), 'yes'],
  ['Has hired more than 100 people a year', cvOf('Clerk', ['Supervised 120 people']), 'no'],
  [
    'Has reduced energy costs by at least 10 %',
    cvOf('Plant Manager', ['Responsible for cost control', 'Reduced energy costs by 14 %']),
    'yes',
  ],
  ['Experience with SAP', cvOf('Clerk', ['Read Science, Astronomy, Poetry and Prose']), 'no'],
  ['3 years as a project manager', cvOf('Engineering Project Manager III', ['Led works']), 'yes'],
  ['Experience as a stage assistant', cvOf('Stage Carpenter', ['Built stairs']), 'partly'],
  ['Experience as a software architect', cvOf('Architect', ['Drew town halls']), 'no'],
  ['Experience as a chief engineer', cvOf('Head of Engineering', ['Led the works']), 'yes'],
] as const) {
  test(`"${text}" of "${cv.split('\n').slice(4, 5)}: ${cv.split('\n').slice(7).join(' ').trim()}": ${met}`, () => {
    const verdict = askedOf(text, cv);
    assert.equal(verdict.met, met, JSON.stringify(verdict));
  });
}

test('a verb before "or" asks for the object behind it', () => {
  const { things } = readAsked('Has trained or precepted new nurses', taxonomies);
  assert.deepEqual(
    things.flatMap(({ anyOf }) => anyOf.map(({ phrase }) => phrase)),
    ['trained new nurses', 'precepted new nurses'],
  );
});

test('a skill that is listed by name is met however long the CV is; words of it far apart are not it', () => {
  const long = Array.from(
    { length: 200 },
    (_, n) => `Carried box number ${n} from the yard to the shed and back`,
  );
  const verdict = skillOf('hard_skills', 'Excel', cvOf('Clerk', long, '\nSkills\nExcel, Word, filing\n'));
  assert.equal(verdict.met, 'yes', JSON.stringify(verdict));
  const apart = cvOf('Clerk', ['Prepared the launch of a film for the media', 'Arranged social evenings']);
  assert.equal(skillOf('hard_skills', 'Social media', apart).met, 'no');
});

test('a soft skill is shown or not spoken of, nothing between', () => {
  const long = Array.from(
    { length: 200 },
    (_, n) => `Carried box number ${n} from the yard to the shed and back`,
  );
  const verdict = skillOf(
    'soft_skills',
    'Creativity',
    cvOf('Clerk', ['Was there when others began to innovate in the yard', ...long]),
  );
  assert.equal(verdict.met, 'unknown', JSON.stringify(verdict));
});

test('an industry is where a candidate worked, not what they studied or wish for', () => {
  const student = cvOf(
    'Waiter',
    ['Served guests'],
    '\nEducation\nBachelor of Marketing, 2019\n\nSkills\nMarketing\n',
  );
  assert.notEqual(industryOf('Marketing', student), 'yes');
  assert.equal(industryOf('Retail', cvOf('Pharmaceutical Sales Representative', ['Visited doctors'])), 'no');
  assert.equal(industryOf('Retail', cvOf('Store Manager', ['Ran the shop'])), 'yes');
});
