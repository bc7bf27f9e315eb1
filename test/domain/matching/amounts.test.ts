import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amountsIn, leastIn } from '#server/domain/matching/amounts.ts';

for (const [text, ...amounts] of [
  ['Managed payroll for 5 employees', [5, 'people']],
  ['Supervised twenty-five nurses', [25, 'people']],
  ['Led 12 full-time and part-time cooks', [12, 'people']],
  ['Supervises team 8', [8, 'people']],
  ['A 12-person team', [12, 'people']],
  ['$2.5M budget', [2_500_000, 'money']],
  ['A portfolio of €3–5 million', [5_000_000, 'money']],
  ['Sales of 1,200,000 dollars', [1_200_000, 'money']],
  ['Raised sales by 30%', [30, 'percent']],
  ['Multi-site responsibility', [2, 'sites']],
  ['200 covers a night', [200, 'guests']],
  ['Classes of up to 30', [30, 'students']],
  ['Hundreds of customers', [200, 'customers']],
  ['Windows 10 clients, ISO 9001, OSHA 30 hour, 5 years'],
  ['2004 Board member, 2003-2005 Employees council'],
] as const) {
  test(`"${text}" has ${amounts.map((amount) => amount.join(' ')).join(', ') || 'no quantity'}`, () => {
    assert.deepEqual(
      amountsIn(text).map(({ value, kind }) => [value, kind]),
      amounts.map((amount) => [...amount]),
    );
  });
}

test('of a range the least is asked for, the most is held', () => {
  assert.equal(leastIn('3-5 employees'), 3);
  assert.equal(leastIn('€1–2 million'), 1_000_000);
  assert.equal(amountsIn('10-15 staff')[0]?.value, 15);
});
