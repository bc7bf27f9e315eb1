import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { saidIn } from '#server/domain/matching/denials.ts';
import { processorCostMs } from '#test/support/processor-cost.ts';

for (const [text, claimed] of [
  ['Kept the books of 30 companies', 'Kept the books of 30 companies'],
  ['No experience with Kubernetes yet', ''],
  ['No experience with Java, Python or Go', ''],
  ['No MATLAB, but solid Octave', 'but solid Octave'],
  ['Used Git every day, not Subversion', 'Used Git every day,'],
  ['Did not manage staff; planned shifts', 'planned shifts'],
  ["I haven't used C++. I know Rust well.", 'I know Rust well.'],
  ['Eager to learn Go', ''],
  ['Accountant, seeking to gain experience in audit', 'Accountant,'],
  ['Would like to work with React', ''],
  ['Forklift licence not held', ''],
  ['Fundraising: none', ''],
  ['Budgeting was not part of my role', ''],
  ['Hoping to move into nursing', ''],
  ['Accountant, looking forward to leading a team', 'Accountant,'],
  ['Hoping to use my ten years of nursing', 'Hoping to use my ten years of nursing'],
  ['Excel course starts in May', ''],
  ['Tenders were prepared by an agency', ''],
  ['Tenders were prepared by a team of four', 'Tenders were prepared by a team of four'],
  ['Budgeting lay outside my role', ''],
  ['Figma (not yet)', ''],
  ['No release without Selenium tests', 'No release without Selenium tests'],
  ['Willing to travel', 'Willing to travel'],
  ['Trained and supervised nurses', 'Trained and supervised nurses'],
  ['Not only built Docker images but also ran them', 'Not only built Docker images but also ran them'],
  ['Never missed a deadline in eight releases', 'Never missed a deadline in eight releases'],
  ['I have never missed a deadline', 'I have never missed a deadline'],
  ['Ran payroll for 200 people, never late', 'Ran payroll for 200 people, never late'],
  [
    'Catering for 500 guests without a single complaint',
    'Catering for 500 guests without a single complaint',
  ],
] as const) {
  test(`of "${text}" is claimed "${claimed}"`, () => assert.equal(saidIn(text).claimed, claimed));
}

test('of any text, what is claimed and what is denied are all of it', () => {
  const words = fc.array(
    fc.constantFrom(
      'no',
      'not',
      'never',
      'eager to learn',
      'SAP',
      'Go',
      ',',
      ';',
      '.',
      'but',
      'none',
      'used',
    ),
    { maxLength: 14 },
  );
  const bare = (text: string) => text.replaceAll(/\s+/g, '');
  fc.assert(
    fc.property(words, (list) => {
      const text = list.join(' ');
      const { claimed, denied } = saidIn(text);
      const both = [...bare(claimed + (denied ?? ''))].toSorted().join('');
      assert.equal(both, [...bare(text)].toSorted().join(''));
    }),
    { numRuns: 300, seed: 3 },
  );
});

for (const text of [
  'no '.repeat(200),
  'not only '.repeat(60),
  'eager to '.repeat(60),
  `${'a '.repeat(240)}no`,
]) {
  test(`a line of ${JSON.stringify(text.slice(0, 12))} costs little`, async () => {
    const costMs = await processorCostMs(() => {
      for (let time = 0; time < 50; time++) saidIn(text.slice(0, 500));
    });
    assert.ok(costMs < 1000, `${costMs} ms`);
  });
}
