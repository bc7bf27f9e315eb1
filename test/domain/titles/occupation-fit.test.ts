import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askedOccupation, occupationFit, occupationReason } from '#server/domain/titles/occupation-fit.ts';
import { readCandidate } from '#server/modules/search/ingest/candidate-fields.ts';
import { titles } from '#test/support/written-cv.ts';

const cvOf = (fields: object) => {
  const row = readCandidate({ external_id: 'x', ...fields });
  assert.ok('candidate' in row, JSON.stringify(row));
  return row.candidate.cv;
};
const fitOf = (description: string, fields: object) =>
  occupationFit(cvOf(fields), askedOccupation(description, titles), titles);
const positions = (...held: [title: string, start: string, end: string | null][]) => ({
  experience: held.map(([title, start, end]) => ({ title, start, end })),
});

for (const [description, occupation] of [
  ['Truck driver CE', 'Truck driver'],
  ['Truck driver CE. You drive abroad and secure your load by yourself, at night too.', 'Truck driver'],
  ['We are looking for a registered nurse (RN) for our intensive care unit.', 'Intensive care nurse'],
  ['Our clinic needs a physiotherapist who works with people after an operation.', 'Physiotherapist'],
] as const) {
  test(`"${description}" asks for: ${occupation}`, () => {
    const asked = askedOccupation(description, titles);
    assert.deepEqual(
      asked.occupations.map(({ name }) => name),
      [occupation],
    );
  });
}

test('a job without a title asks for no occupation', () => {
  const asked = askedOccupation('', titles);
  assert.deepEqual(asked, { title: '', occupations: [] });
  assert.deepEqual(occupationFit(cvOf({ headline: 'Cook' }), asked, titles), {
    score: 0,
    title: null,
    field: null,
  });
});

for (const [what, description, nearer, farther] of [
  ['the same in another language', 'Pastry chef', { headline: 'Konditorin' }, { headline: 'Baker' }],
  [
    'who does it now',
    'Nurse',
    positions(['Nurse', '2020', null], ['Cook', '2010', '2020']),
    positions(['Cook', '2020', null], ['Nurse', '2010', '2020']),
  ],
  [
    'a kind of it',
    'Software developer',
    { headline: 'Java developer' },
    { headline: 'Systems administrator' },
  ],
  [
    'what it is a kind of',
    'Java developer',
    { headline: 'Software engineer' },
    { headline: 'PHP developer' },
  ],
  ['work of the same field', 'Waiter', { headline: 'Baker' }, { headline: 'Welder' }],
  ['who drives', 'Truck driver', { headline: 'Bus driver' }, { headline: 'Driving instructor' }],
  [
    'a title that the table lacks, by its words',
    'Beekeeper',
    { headline: 'Senior beekeeper' },
    { headline: 'Cook' },
  ],
  [
    'a title',
    'Truck driver',
    { headline: 'Driver' },
    { text: 'IT specialist\nMoved files to the H: drive.\nInstalled the printer driver of the office.' },
  ],
] as const) {
  test(`nearer lies ${what}`, () => {
    const [near, far] = [fitOf(description, nearer), fitOf(description, farther)];
    assert.ok(near.score > far.score, `${JSON.stringify(near)} ${JSON.stringify(far)}`);
  });
}

test('of a text by itself the lines that are titles count', () => {
  const text = 'Kim Example\nKrankenschwester\nStation 4, 2015 – 2020\nIch koche gern und fahre Lkw.';
  assert.deepEqual(fitOf('Registered nurse', { text }), {
    score: 1,
    title: 'Krankenschwester',
    field: 'text',
  });
  assert.equal(fitOf('Cook', { text }).score < 0.3, true);
});

test('the reason names the title that decided', () => {
  const asked = askedOccupation('Truck driver', titles);
  const reasonOf = (fields: object) => occupationReason(occupationFit(cvOf(fields), asked, titles), asked);
  assert.equal(
    reasonOf({ headline: 'Camionera' }),
    'Truck driver: The CV has the title "Camionera", which means the same.',
  );
  assert.equal(reasonOf({ headline: 'Baker' }), 'Truck driver: The CV has no title close to it.');
  assert.equal(reasonOf({ skills: ['SQL'] }), 'Truck driver: The CV has no title.');
});

test('a title that the customer gives counts for that of the description', () => {
  const description = 'Chef de partie wanted for a school canteen.';
  assert.match(askedOccupation(description, titles).title, /chef/i);
  const given = askedOccupation(description, titles, 'Truck driver');
  assert.equal(given.title, 'Truck driver');
  assert.deepEqual(given.occupations, askedOccupation('Truck driver', titles).occupations);
  const unknown = askedOccupation(description, titles, 'Zorblatt');
  assert.deepEqual([unknown.title, unknown.occupations], ['Zorblatt', []]);
});
