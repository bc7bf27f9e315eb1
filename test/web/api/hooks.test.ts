import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useQuery } from '@tanstack/react-query';
import { useChange } from '#server/web/console/api/changes.ts';
import { reading } from '#server/web/console/api/reads.ts';
import { type Draft, emptyDraft } from '#server/web/console/pages/jobs/editor/draft.ts';
import { useJobCheck } from '#server/web/console/pages/jobs/editor/use-job-check.ts';
import { useRules } from '#server/web/console/pages/retention/retention-queries.ts';
import { renderConsoleHook, replaceGlobal } from '#test/support/console-hooks.ts';

type Test = { after(end: () => unknown): void };

/** A server of which each call is told, and answered by `answer`. */
function serve(t: Test, answer: (call: string, body: unknown) => unknown): string[] {
  const calls: string[] = [];
  replaceGlobal(t, 'fetch', async (url: string, { method, body }: RequestInit) => {
    const call = `${method} ${url.replace('/console/api', '')}`;
    calls.push(call);
    const given = answer(call, body === undefined ? undefined : JSON.parse(String(body)));
    return given === undefined
      ? new Response(null, { status: 204 })
      : new Response(JSON.stringify(given), { status: 200 });
  });
  return calls;
}
const params = { clientId: 'c' };

test('what a page shows is asked for again before its change counts as done', async (t) => {
  let name = 'old';
  const calls = serve(t, (call) => {
    if (call.startsWith('PATCH')) name = 'new';
    return call.startsWith('PATCH') ? {} : { items: [{ id: 'p', name }], next: null };
  });
  const hook = await renderConsoleHook(
    t,
    () => ({
      projects: useQuery(reading('GET /clients/:clientId/projects', { params })),
      change: useChange(),
    }),
    undefined,
  );
  await hook.act(() => undefined);
  assert.equal(hook.result().projects.data?.items[0]?.name, 'old');
  await hook.act(() =>
    hook.result().change('PATCH /clients/:clientId/projects/:projectId', {
      params: { ...params, projectId: 'p' },
      body: { name: 'new' },
    }),
  );
  assert.equal(hook.result().projects.data?.items[0]?.name, 'new');
  assert.deepEqual(calls, [
    'GET /clients/c/projects',
    'PATCH /clients/c/projects/p',
    'GET /clients/c/projects',
  ]);
});

test('a change that was refused makes nothing stale', async (t) => {
  replaceGlobal(t, 'fetch', async () =>
    Response.json({ error: { code: 'NOT_FOUND', message: 'No.' } }, { status: 404 }),
  );
  const hook = await renderConsoleHook(t, useChange, undefined);
  const { queryKey } = reading('GET /account');
  hook.queries.setQueryData(queryKey, {});
  await assert.rejects(hook.result()('PATCH /account', { body: { name: 'x' } }), { code: 'NOT_FOUND' });
  assert.equal(hook.queries.getQueryState(queryKey)?.isInvalidated, false);
});

test('a draft is checked after a moment without changes, and what was found stays until then', async (t) => {
  const calls = serve(t, (_, body) => ({ faults: {}, config: null, title: (body as Draft).description }));
  const draft = (description: string): Draft => ({ ...emptyDraft(), description });
  const hook = await renderConsoleHook(t, (now: Draft) => useJobCheck('c', now, 'j'), draft('a'));
  await hook.act(() => undefined);
  assert.deepEqual(calls, ['POST /clients/c/jobs/check?jobId=j']);
  assert.equal(hook.result().check?.title, 'a');
  for (const text of ['ab', 'abc']) {
    await hook.render(draft(text));
    assert.equal(hook.result().isChecking, true);
  }
  assert.equal(hook.result().check?.title, 'a');
  await hook.act(() => new Promise((resolve) => setTimeout(resolve, 350)));
  await hook.act(() => undefined);
  assert.equal(calls.length, 2);
  assert.deepEqual([hook.result().check?.title, hook.result().isChecking], ['abc', false]);
});

test('rules of the installation and of a client are shown in one shape', async (t) => {
  const days = { audio: 30, transcripts: null, cvs: 90, results: null, runs: null };
  const calls = serve(t, (call) =>
    call.includes('installation')
      ? { days, enforcement: {} }
      : { kinds: [{ kind: 'audio', days: 7, own: 7, installation: 30 }], enforcement: {} },
  );
  const hook = await renderConsoleHook(
    t,
    (clientId: string | null) => useRules(clientId),
    null as string | null,
  );
  await hook.act(() => undefined);
  const [first] = hook.result().data!.kinds;
  assert.deepEqual(first, { kind: 'audio', days: 30, own: 30, installation: 30 });
  await hook.render('c');
  await hook.act(() => undefined);
  assert.deepEqual(hook.result().data!.kinds, [{ kind: 'audio', days: 7, own: 7, installation: 30 }]);
  assert.deepEqual(calls, ['GET /installation/retention', 'GET /clients/c/retention']);
});
