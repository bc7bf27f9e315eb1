import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { createIdempotencyService } from '#server/modules/idempotency/service.ts';
import type { HeldKey } from '#server/modules/idempotency/types.ts';
import { hours, isoTime, minutes } from '#server/time.ts';
import { createDataLayer, newRun, succeeded } from '#test/support/data-layer.ts';
import { type DialectTest, dialectTest } from '#test/support/dialect-test.ts';

async function prepared({ db, openAnother }: DialectTest) {
  const layer = createDataLayer(db);
  const { clock } = layer;
  const { id: clientId } = await layer.identity.createClient({ name: 'Acme', credits: 1000 });
  const here = createIdempotencyService({ db, clock });
  /** The same in another process. */
  const there = createIdempotencyService({ db: await openAnother(), clock });
  const request = (change: object = {}) => ({
    clientId,
    key: 'k',
    fingerprint: 'f',
    resourceId: 'r1',
    ...change,
  });
  return { here, there, request, clock, db, layer, clientId };
}

const made = (id: string) => ({ status: 202, body: { id } });

dialectTest('of two processes with one key only one serves, the other gets its answer', async (context) => {
  const { here, there, request } = await prepared(context);
  let served = 0;
  const serve = async () => {
    served++;
    await delay(150);
    return made(`run ${served}`);
  };
  const answers = await Promise.all([
    here.once(request(), serve),
    there.once(request({ resourceId: 'r2' }), serve),
    here.once(request({ resourceId: 'r3' }), serve),
  ]);
  assert.equal(served, 1);
  assert.deepEqual(
    answers.map(({ body }) => body),
    [{ id: 'run 1' }, { id: 'run 1' }, { id: 'run 1' }],
  );
  assert.equal(answers.filter(({ replayed }) => replayed).length, 2);
});

dialectTest('when the first is refused, one that waits takes its place', async (context) => {
  const { here, there, request } = await prepared(context);
  const [first, second] = await Promise.allSettled([
    here.once(request(), async () => {
      await delay(150);
      throw new Error('refused');
    }),
    delay(50).then(() => there.once(request({ resourceId: 'r2' }), async () => made('second'))),
  ]);
  assert.equal(first.status, 'rejected');
  assert.deepEqual(second.status === 'fulfilled' && second.value, { ...made('second'), replayed: false });
});

dialectTest('an answer is kept for 24 hours and belongs to its fingerprint', async (context) => {
  const { here, there, request, clock } = await prepared(context);
  await here.once(request(), async () => made('a'));
  await assert.rejects(
    there.once(request({ fingerprint: 'other' }), async () => made('b')),
    { code: 'IDEMPOTENCY_CONFLICT' },
  );
  clock.advance(hours(24) - 1);
  assert.deepEqual((await there.once(request(), async () => made('c'))).body, { id: 'a' });
  clock.advance(1);
  const after = await there.once(request({ fingerprint: 'other' }), async () => made('d'));
  assert.deepEqual(after, { ...made('d'), replayed: false });
});

dialectTest(
  'a request cut off by a crash is taken up by one successor, who learns its id',
  async (context) => {
    const { here, there, request, clock, db } = await prepared(context);
    await here.once(request({ resourceId: 'lost' }), async () => made('lost'));
    await db.updateTable('idempotency').set({ status: null, body: 'lost' }).execute();
    clock.advance(minutes(2));
    const told: unknown[] = [];
    const serve = async ({ unfinishedResourceId }: HeldKey) => {
      told.push(unfinishedResourceId);
      await delay(100);
      return made('found');
    };
    const answers = await Promise.all([
      here.once(request({ resourceId: 'r2' }), serve),
      there.once(request({ resourceId: 'r3' }), serve),
    ]);
    assert.deepEqual(told, ['lost']);
    assert.deepEqual(
      answers.map(({ body }) => body),
      [{ id: 'found' }, { id: 'found' }],
    );
  },
);

/** Makes a run as routes do, having looked into the recording for as long as `probe` takes. */
function submitting({ layer, clientId }: Awaited<ReturnType<typeof prepared>>) {
  const { runs } = layer;
  return (id: string, probe: Promise<unknown> = Promise.resolve()) =>
    async ({ unfinishedResourceId, hold }: HeldKey) => {
      const made = unfinishedResourceId && (await runs.find({ clientId, runId: unfinishedResourceId }));
      if (made) return { status: 202, body: { id: made.id } };
      await probe;
      const { run } = await runs.submit(newRun({ clientId, id }), async (trx) => {
        await hold(trx);
        return {};
      });
      return { status: 202, body: { id: run.id } };
    };
}

/** Takes every run to its end; answers the runs and what they cost, in debits. */
async function settled({ layer, clientId, db }: Awaited<ReturnType<typeof prepared>>) {
  for (let run = await layer.queue.claim('w'); run; run = await layer.queue.claim('w')) {
    await layer.queue.settle(run, 'w', succeeded());
  }
  const { runs } = await layer.runs.list({ clientId, limit: 100, offset: 0 });
  const debits = await db.selectFrom('ledger').select('reference_id').where('type', '=', 'debit').execute();
  return { runIds: runs.map(({ id }) => id), debits: debits.map(({ reference_id }) => reference_id) };
}

dialectTest('who has lost the key while probing makes no run: one run, one debit', async (context) => {
  const all = await prepared(context);
  const { here, there, request, clock } = all;
  const serve = submitting(all);
  const probe = Promise.withResolvers<void>();
  const slow = assert.rejects(here.once(request(), serve('r1', probe.promise)), {
    code: 'IDEMPOTENCY_CONFLICT',
    retryAfterSeconds: 5,
  });
  await delay(50);
  // The process of the first one stood still: nothing was renewed.
  clock.advance(minutes(2));
  const second = await there.once(request({ resourceId: 'r2' }), serve('r2'));
  assert.deepEqual(second, { ...made('r2'), replayed: false });
  probe.resolve();
  await slow;
  assert.deepEqual(await settled(all), { runIds: ['r2'], debits: ['r2'] });
  const again = await here.once(request({ resourceId: 'r3' }), serve('r3'));
  assert.deepEqual(again, { ...made('r2'), replayed: true });
});

dialectTest('two holders that go on at the same moment make one run', async (context) => {
  const all = await prepared(context);
  const { here, there, clock } = all;
  const serve = submitting(all);
  const wanted: string[] = [];
  for (let round = 0; round < 12; round++) {
    const request = (resourceId: string) => all.request({ key: `k${round}`, resourceId });
    const probe = Promise.withResolvers<void>();
    const first = here.once(request(`${round}-first`), serve(`${round}-first`, probe.promise));
    await delay(5);
    clock.advance(minutes(2));
    const second = there.once(request(`${round}-second`), serve(`${round}-second`));
    if (round % 4 > 0) await delay(round);
    probe.resolve();
    const [one, two] = await Promise.allSettled([first, second]);
    assert.ok(two.status === 'fulfilled', String(two.status === 'rejected' && two.reason));
    const [heard, expected] =
      one.status === 'fulfilled'
        ? [one.value.body, two.value.body]
        : [(one.reason as { code: string }).code, 'IDEMPOTENCY_CONFLICT'];
    assert.deepEqual(heard, expected);
    wanted.push((two.value.body as { id: string }).id);
  }
  const { runIds, debits } = await settled(all);
  assert.deepEqual(runIds.toSorted(), wanted.toSorted());
  assert.deepEqual(debits.toSorted(), wanted.toSorted());
});

dialectTest('a key is kept for as long as its request is being served', async (context) => {
  const all = await prepared(context);
  const { request, clock, db, there } = all;
  const here = createIdempotencyService({ db, clock, renewEveryMs: 5 });
  const serve = submitting(all);
  const probe = Promise.withResolvers<void>();
  const first = here.once(request(), serve('r1', probe.promise));
  await delay(30);
  const second = there.once(request({ resourceId: 'r2' }), serve('r2'));
  for (let minute = 0; minute < 10; minute++) {
    clock.advance(minutes(1));
    const renewedAt = isoTime(clock.now());
    for (;;) {
      const row = await db.selectFrom('idempotency').select(['body', 'created_at']).executeTakeFirstOrThrow();
      assert.equal(row.body, 'r1');
      if (row.created_at === renewedAt) break;
      await delay(5);
    }
  }
  probe.resolve();
  assert.deepEqual(await first, { ...made('r1'), replayed: false });
  assert.deepEqual(await second, { ...made('r1'), replayed: true });
  assert.deepEqual(await settled(all), { runIds: ['r1'], debits: ['r1'] });
});

dialectTest('without a key every request is served', async (context) => {
  const { here, request } = await prepared(context);
  for (const id of ['a', 'b']) {
    const answer = await here.once(request({ key: undefined }), async () => made(id));
    assert.deepEqual(answer, { ...made(id), replayed: false });
  }
});

dialectTest(
  'a key is known from its first request on, for 24 hours, unless that is refused',
  async (context) => {
    const { here, there, request, clock } = await prepared(context);
    const isKnown = (key: string, clientId = request().clientId) => there.isKnown({ clientId, key });
    assert.equal(await isKnown('k'), false);
    await here.once(request(), async () => {
      assert.equal(await isKnown('k'), true, 'while it is being served');
      return made('one');
    });
    assert.equal(await isKnown('k'), true);
    assert.equal(await isKnown('other'), false);
    assert.equal(await isKnown('k', 'another client'), false);
    await here
      .once(request({ key: 'refused' }), () => Promise.reject(new Error('refused')))
      .catch(() => undefined);
    assert.equal(await isKnown('refused'), false);
    clock.advance(hours(24));
    assert.equal(await isKnown('k'), false);
  },
);
