import assert from 'node:assert/strict';
import { test } from 'node:test';
import { titleFit } from '#server/domain/matching/title-fit.ts';
import { taxonomies } from '#test/support/written-cv.ts';

for (const [asked, held, fit] of [
  ['Head of IT infrastructure', 'IT Director', 'same'],
  ['Head of IT infrastructure', 'IT Support Specialist', 'lower'],
  ['HR manager', 'Human Resources Manager', 'same'],
  ['HR manager', 'HR Assistant', 'lower'],
  ['HR business partner', 'HR Manager', 'akin'],
  ['Registered nurse', 'RN Case Manager', 'same'],
  ['Head chef', 'Executive Chef', 'same'],
  ['Sous chef', 'Cake Decorator', null],
  ['Construction manager', 'Handyman', 'near'],
  ['Software engineer', 'Java Developer', 'same'],
  ['CTO / IT director', 'IT Director', 'same'],
  ['Store manager', 'Assistant Store Manager', 'lower'],
  ['Art teacher', 'English Language Arts Teacher', 'akin'],
] as const) {
  test(`"${held}" for "${asked}": ${fit ?? 'nothing'}`, () =>
    assert.equal(titleFit(asked, held, taxonomies), fit));
}
