import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBudget } from '#server/live/budget.ts';

test('what is spent beyond the budget is waited for, and no more than the most is saved', () => {
  let nowMs = 0;
  const budget = createBudget({ most: 1000, perSecond: 100 }, () => nowMs);
  assert.equal(budget.spend(1000), 0);
  assert.equal(budget.spend(50), 500);
  nowMs += 500;
  assert.equal(budget.spend(0), 0);
  nowMs += 3_600_000;
  assert.equal(budget.spend(1000), 0);
  assert.equal(budget.spend(1), 10);
});
