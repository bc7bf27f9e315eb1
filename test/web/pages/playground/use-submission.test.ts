import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyOf } from '#server/web/console/api/reads.ts';
import { useSubmission } from '#server/web/console/pages/playground/use-submission.ts';
import { renderConsoleHook } from '#test/support/console-hooks.ts';
import { FakeUpload } from '#test/support/fake-upload.ts';

async function begin(t: { after(end: () => unknown): void }) {
  const made = FakeUpload.replace(t);
  const accepted: unknown[] = [];
  const hook = await renderConsoleHook(
    t,
    () => useSubmission('c', (answer) => accepted.push(answer)),
    undefined,
  );
  const submit = async () => {
    await hook.act(() =>
      hook.result().submit({ file: new File(['sound'], 'a.wav'), language: 'en', externalId: 'cand-1' }),
    );
    return made.at(-1)!;
  };
  return { hook, accepted, submit };
}
const keyIn = ({ headers }: FakeUpload) => headers['idempotency-key'];
const refusal = (code: string) => ({ error: { code, message: 'No.' } });
const accepted202 = { runId: 'r', status: 'queued', costCredits: 4 };

test('a recording is sent with its fields before it, and how far it is can be seen', async (t) => {
  const { hook, accepted, submit } = await begin(t);
  const runs = keyOf('GET /clients/:clientId/runs', { params: { clientId: 'c' } });
  hook.queries.setQueryData(runs, {});
  const sent = await submit();
  assert.equal(sent.url, '/console/api/clients/c/playground');
  assert.deepEqual([...sent.form!.keys()], ['language', 'externalId', 'audio']);
  await hook.act(() => sent.upload.onprogress?.({ loaded: 1, total: 4 }));
  assert.equal(hook.result().share, 0.25);
  await hook.act(() => sent.answer(202, accepted202));
  assert.deepEqual(accepted, [accepted202]);
  assert.equal(hook.queries.getQueryState(runs)?.isInvalidated, true);
});

test('after a lost answer the same key is sent again, so that nothing is charged twice', async (t) => {
  const { hook, submit } = await begin(t);
  const first = await submit();
  await hook.act(() => first.onerror?.());
  assert.equal(hook.result().isLost, true);
  const again = await submit();
  assert.equal(keyIn(again), keyIn(first));
});

for (const [title, end] of [
  ['refused', (sent: FakeUpload) => sent.answer(400, refusal('INVALID_INPUT'))],
  ['accepted', (sent: FakeUpload) => sent.answer(202, accepted202)],
] as const) {
  test(`once a recording was ${title}, the next is another submission`, async (t) => {
    const { hook, submit } = await begin(t);
    const first = await submit();
    await hook.act(() => end(first));
    assert.equal(hook.result().isLost, false);
    const next = await submit();
    assert.match(keyIn(next)!, /^[0-9a-f]{32}$/);
    assert.notEqual(keyIn(next), keyIn(first));
  });
}

test('another file is another submission, even while it is unknown what became of the first', async (t) => {
  const { hook, submit } = await begin(t);
  const first = await submit();
  await hook.act(() => first.onerror?.());
  await hook.act(() => hook.result().forget());
  assert.equal(hook.result().fault, null);
  const next = await submit();
  assert.notEqual(keyIn(next), keyIn(first));
});
