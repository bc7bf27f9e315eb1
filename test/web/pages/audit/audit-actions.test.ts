import assert from 'node:assert/strict';
import { test } from 'node:test';
import { access, type RouteAccess } from '#server/modules/console/access.ts';
import { actionLabel, shortTarget } from '#server/web/console/pages/audit/audit-actions.ts';

test('has words for every action that the console records', () => {
  const actions = Object.values(access).flatMap(({ action }: RouteAccess) => action ?? []);
  assert.ok(actions.length > 20);
  assert.deepEqual(
    actions.filter((action) => actionLabel(action) === action),
    [],
  );
});

test('shows an action without words by its name', () => {
  assert.equal(actionLabel('something.new'), 'something.new');
});

for (const [target, shown] of [
  ['run:8f14e45f-ceea-4671-9e2a-1f1d2c3b4a5e', 'run 8f14e45f…'],
  ['key:3f2a91c0', 'key 3f2a91c0'],
  ['externalId of 8f14e45f', 'externalId of 8f14e45f'],
] as const) {
  test(`shortens "${target}" to "${shown}"`, () => assert.equal(shortTarget(target), shown));
}
