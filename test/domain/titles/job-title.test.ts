import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '#server/config/limits.ts';
import { jobTitleOf } from '#server/domain/titles/job-title.ts';
import { processorCostMs } from '#test/support/processor-cost.ts';

const long = 'We are a company by the sea that has been baking bread since the year 1900.';

for (const [description, title] of [
  ['Senior accountant', 'Senior accountant'],
  ['\n\n  Senior   accountant \n\nYou close the books.', 'Senior accountant'],
  ['Job title: Senior accountant\nYou close the books.', 'Senior accountant'],
  ['** Position :  Cook', 'Cook'],
  [`${long}\n\n- Role: night porter; full time`, 'night porter'],
  [`${long}\r\nPosition: night porter\r\nApply now`, 'night porter'],
  [`${long} We are looking for an experienced accountant to close the books.`, 'experienced accountant'],
  [`${long} We are seeking our next head of finance, based in York.`, 'head of finance'],
  [`${long} We are hiring accountants.`, 'accountants'],
  [`${long} We need another baker who sings.`, 'another baker'],
  [
    `${long} We are looking for one two three four five six seven eight nine ten eleven twelve.`,
    'two three four five six seven eight nine ten eleven',
  ],
  [long, ''],
  ['', ''],
] as const) {
  test(`${JSON.stringify(description.slice(-60))} is called "${title}"`, () => {
    assert.equal(jobTitleOf(description), title);
  });
}

for (const repeated of [
  '\n',
  '\n-',
  ' ',
  'need ',
  'need a ',
  ' to',
  '- title',
  'looking for\t',
  '\u2028',
  '. ',
]) {
  test(`a description of ${JSON.stringify(repeated)} alone costs milliseconds`, async () => {
    const body = repeated.repeat(limits.jobs.maxDescriptionChars);
    for (const description of [body, `${long}${body}`]) {
      const whole = `${description.slice(0, limits.jobs.maxDescriptionChars - 1)}x`;
      const costMs = await processorCostMs(() => {
        for (let time = 0; time < 10; time += 1) jobTitleOf(whole);
      });
      // The earlier patterns took seconds for one.
      assert.ok(costMs < 5000, `${costMs} ms`);
    }
  });
}
