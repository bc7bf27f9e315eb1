import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { lookEveryMs } from '#server/web/console/pages/matches/upload/uploads.ts';
import { useUploads } from '#server/web/console/pages/matches/upload/use-uploads.ts';
import { replaceGlobal } from '#test/support/console-hooks.ts';
import { FakeUpload } from '#test/support/fake-upload.ts';
import { renderHook } from '#test/support/render-hook.ts';

/** A page of client `c`; `told` says whose `onAccepted` was called. */
async function begin(t: TestContext) {
  let leave: (() => Promise<void>) | undefined;
  // Before the globals are put back: leaving needs them.
  t.after(() => leave?.());
  const sent = FakeUpload.replace(t);
  const asked: URL[] = [];
  const matches = new Map<string, { id: string; finishedAt: string | null }>();
  replaceGlobal(t, 'fetch', async (url: string) => {
    const address = new URL(url, 'http://assay');
    asked.push(address);
    const items = (address.searchParams.get('ids') ?? '').split(',').flatMap((id) => matches.get(id) ?? []);
    return Response.json({ items, next: null });
  });
  const warnings = new Set<unknown>();
  replaceGlobal(t, 'addEventListener', (type: string, listener: unknown) => {
    if (type === 'beforeunload') warnings.add(listener);
  });
  replaceGlobal(t, 'removeEventListener', (_: string, listener: unknown) => warnings.delete(listener));
  const told: string[] = [];
  const hook = await renderHook(t, ({ name }: { name: string }) => useUploads('c', () => told.push(name)), {
    name: 'first',
  });
  leave = hook.leave;
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  t.mock.timers.enable({ apis: ['setTimeout'] });
  return {
    ...{ hook, sent, asked, matches, warnings, told },
    kinds: () => hook.result().items.map(({ state }) => state.kind),
    add: (name: string, jobId = 'j') => hook.act(() => hook.result().add(jobId, [new File(['%PDF-'], name)])),
    accept: (upload: FakeUpload, id: string) =>
      hook.act(async () => {
        matches.set(id, { id, finishedAt: null });
        upload.answer(202, matches.get(id)!);
        await settled();
      }),
    pass: (ms: number) =>
      hook.act(async () => {
        t.mock.timers.tick(ms);
        for (let turn = 0; turn < 10; turn++) await settled();
      }),
  };
}
const keyIn = ({ headers }: FakeUpload) => headers['idempotency-key'];

test('a CV is sent to the job it was added for, and its match asked for by id until it has ended', async (t) => {
  const { hook, sent, asked, matches, told, kinds, add, accept, pass } = await begin(t);
  await add('a.pdf', 'job-1');
  assert.equal(sent[0]!.url, '/console/api/clients/c/matches');
  assert.deepEqual([...sent[0]!.form!.keys()], ['jobId', 'cv']);
  assert.equal(sent[0]!.form!.get('jobId'), 'job-1');
  await hook.act(() => sent[0]!.upload.onprogress?.({ loaded: 1, total: 4 }));
  assert.deepEqual(hook.result().items[0]!.state, { kind: 'uploading', share: 0.25 });
  await hook.render({ name: 'second' });
  await accept(sent[0]!, 'm');
  assert.deepEqual([kinds(), told], [['accepted'], ['second']], 'the page is told as it is now');

  await pass(lookEveryMs.min);
  assert.equal(asked.length, 1);
  assert.equal(asked[0]!.pathname, '/console/api/clients/c/matches');
  assert.equal(asked[0]!.searchParams.get('ids'), 'm');
  const ended = { id: 'm', finishedAt: '2026-01-01T00:00:00.000Z' };
  matches.set('m', ended);
  await pass(lookEveryMs.max);
  assert.deepEqual(hook.result().items[0]!.state, { kind: 'accepted', match: ended });
  await pass(10 * lookEveryMs.max);
  assert.equal(asked.length, 2, 'nobody asks for what has ended');
  await hook.act(() => hook.result().clear());
  assert.deepEqual(kinds(), []);
});

test('after a lost answer the same key is sent again; another file has another', async (t) => {
  const { hook, sent, kinds, add, accept } = await begin(t);
  await add('a.pdf');
  await hook.act(() => sent[0]!.onerror?.());
  assert.deepEqual(kinds(), ['refused']);
  await hook.act(() => hook.result().retry(1));
  assert.deepEqual([sent.length, kinds()], [2, ['uploading']]);
  assert.match(keyIn(sent[0]!)!, /^[0-9a-f]{32}$/);
  assert.equal(keyIn(sent[1]!), keyIn(sent[0]!));
  await accept(sent[1]!, 'm');
  await add('a.pdf');
  assert.equal(sent.length, 3);
  assert.notEqual(keyIn(sent[2]!), keyIn(sent[0]!));
});

for (const [status, code, tries] of [
  [400, 'CV_UNREADABLE', 1],
  [402, 'INSUFFICIENT_CREDITS', 2],
] as const) {
  test(`a file refused with ${status} is sent ${tries} times, however often it is tried again`, async (t) => {
    const { hook, sent, kinds, add } = await begin(t);
    await add('a.pdf');
    await hook.act(() => sent[0]!.answer(status, { error: { code, message: 'No.' } }));
    assert.deepEqual(kinds(), ['refused']);
    await hook.act(() => hook.result().retry(1));
    await hook.act(() => hook.result().retry(1));
    assert.equal(sent.length, tries);
  });
}

test('whoever leaves while files are sent is warned, and only then', async (t) => {
  const { sent, warnings, add, accept } = await begin(t);
  assert.equal(warnings.size, 0);
  await add('a.pdf');
  await add('b.pdf');
  assert.equal(warnings.size, 1);
  await accept(sent[0]!, 'm');
  assert.equal(warnings.size, 1);
  await accept(sent[1]!, 'n');
  assert.equal(warnings.size, 0);
});

test('with its page left nothing is asked any more, and nobody is warned', async (t) => {
  const { hook, sent, asked, warnings, add, accept } = await begin(t);
  await add('a.pdf');
  await add('b.pdf');
  await accept(sent[0]!, 'm');
  await hook.leave();
  t.mock.timers.tick(10 * lookEveryMs.max);
  assert.deepEqual([asked.length, warnings.size], [0, 0]);
});
