import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyOf } from '#server/web/console/api/reads.ts';
import { useMatchEvents } from '#server/web/console/pages/matches/use-match-events.ts';
import { useRunEvents } from '#server/web/console/pages/runs/use-run-events.ts';
import { FakeEvents, renderConsoleHook } from '#test/support/console-hooks.ts';

const params = { clientId: 'c', runId: 'r' };
const inClient = { params: { clientId: 'c' } };

for (const { title, useEvents, under, one, list, step, last } of [
  {
    title: 'a run',
    useEvents: useRunEvents,
    under: 'runs',
    one: keyOf('GET /clients/:clientId/runs/:runId', { params }),
    list: keyOf('GET /clients/:clientId/runs', inClient),
    step: { status: 'processing', rescoring: null },
    last: { status: 'success', rescoring: null },
  },
  {
    title: 'a match',
    useEvents: useMatchEvents,
    under: 'matches',
    one: keyOf('GET /clients/:clientId/matches/:runId', { params }),
    list: keyOf('GET /clients/:clientId/matches', inClient),
    step: { status: 'processing' },
    last: { status: 'finished' },
  },
] as const) {
  test(`${title} is followed to its end, then it and its list are asked for anew`, async (t) => {
    const opened = FakeEvents.replace(t);
    const hook = await renderConsoleHook(
      t,
      (isUnderWay: boolean) => useEvents('c', 'r', isUnderWay) as unknown,
      true,
    );
    for (const key of [one, list]) hook.queries.setQueryData(key, {});
    const isStale = () => [one, list].map((key) => hook.queries.getQueryState(key)?.isInvalidated);
    assert.deepEqual(
      opened.map(({ url }) => url),
      [`/console/api/clients/c/${under}/r/events`],
    );
    await hook.act(() => opened[0]!.tell(step));
    assert.deepEqual(hook.result(), step);
    assert.deepEqual(isStale(), [false, false]);
    await hook.act(() => opened[0]!.tell(last));
    assert.deepEqual(hook.result(), last);
    assert.deepEqual(isStale(), [true, true]);
    assert.equal(opened[0]!.isClosed, true, 'a browser opens a stream anew that the server has ended');
  });

  test(`${title} that has ended, or whose page is left, is not followed`, async (t) => {
    const opened = FakeEvents.replace(t);
    const hook = await renderConsoleHook(
      t,
      (isUnderWay: boolean) => useEvents('c', 'r', isUnderWay) as unknown,
      false as boolean,
    );
    assert.equal(opened.length, 0);
    await hook.render(true);
    assert.equal(opened.length, 1);
    await hook.leave();
    assert.equal(opened[0]!.isClosed, true);
  });
}

test('a run that is scored again is followed until that is done', async (t) => {
  const opened = FakeEvents.replace(t);
  const hook = await renderConsoleHook(t, () => useRunEvents('c', 'r', true), undefined);
  await hook.act(() => opened[0]!.tell({ status: 'success', rescoring: { status: 'open' } }));
  assert.equal(opened[0]!.isClosed, false);
  await hook.act(() => opened[0]!.tell({ status: 'success', rescoring: { status: 'done' } }));
  assert.equal(opened[0]!.isClosed, true);
});
