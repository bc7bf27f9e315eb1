import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { createIdempotencyService } from '#server/modules/idempotency/service.ts';
import { hours, minutes } from '#server/time.ts';
import { createDataLayer } from '#test/support/data-layer.ts';
import { type DialectTest, dialectTest } from '#test/support/dialect-test.ts';

async function prepared({ db, openAnother }: DialectTest) {
  const layer = createDataLayer(db);
  const { clock } = layer;
  const { id: clientId } = await layer.identity.createClient({ name: 'Acme', credits: 1 });
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
  return { here, there, request, clock, db };
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
    const serve = async (unfinished: string | undefined) => {
      told.push(unfinished);
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
