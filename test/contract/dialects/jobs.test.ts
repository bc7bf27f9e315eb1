import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { transaction } from '#server/db/transaction.ts';
import { createFaults } from '#server/domain/requirements/faults.ts';
import { readConfig } from '#server/domain/requirements/validate.ts';
import { ApiError } from '#server/errors.ts';
import { seconds } from '#server/time.ts';
import { createDataLayer } from '#test/support/data-layer.ts';
import { dialectTest } from '#test/support/dialect-test.ts';

const config = readConfig({ requirements: {} }, 'config', createFaults())!;
const content = { description: 'Zoë’s job 👩‍💻', config };

dialectTest('of many who store a position id at once, one does', async ({ db, openAnother }) => {
  const layer = createDataLayer(db);
  const { id: clientId } = await layer.identity.createClient({ name: 'Acme', credits: 0 });
  const other = createDataLayer(await openAnother());
  const stored = await Promise.allSettled(
    Array.from({ length: 8 }, (_, index) =>
      (index % 2 ? layer : other).jobs.create({ clientId, id: randomUUID(), positionId: 'p', ...content }),
    ),
  );
  assert.equal(stored.filter(({ status }) => status === 'fulfilled').length, 1);
  assert.deepEqual(
    stored.flatMap((one) => (one.status === 'rejected' ? [(one.reason as ApiError).code] : [])),
    Array(7).fill('POSITION_ID_CONFLICT'),
  );
  const { jobs } = await layer.jobs.list({ clientId, status: 'active', limit: 10 });
  assert.deepEqual(
    jobs.map(({ positionId, description, config }) => ({ positionId, description, config })),
    [{ positionId: 'p', ...content }],
  );
});

dialectTest('the database itself refuses a second active position id', async ({ db }) => {
  const layer = createDataLayer(db);
  const { id: clientId } = await layer.identity.createClient({ name: 'Acme', credits: 0 });
  const first = await layer.jobs.create({ clientId, id: 'a', positionId: 'p', ...content });
  const row = { client_id: clientId, position_id: 'p', config: '{}', description: 'd' };
  const at = first.createdAt;
  const insert = () =>
    db
      .insertInto('jobs')
      .values({ id: 'b', ...row, created_at: at, updated_at: at, archived_at: null })
      .execute();
  await assert.rejects(insert());
  await layer.jobs.archive({ clientId, jobId: 'a' });
  await insert();
});

dialectTest(
  'saving under a position id makes a job, or refuses; saving under a job id changes it',
  async ({ db }) => {
    const layer = createDataLayer(db);
    const { jobs, clock } = layer;
    const { id: clientId } = await layer.identity.createClient({ name: 'Acme', credits: 0 });
    const save = (reference: { jobId: string | null; positionId: string | null }, description: string) =>
      transaction(db, (trx) =>
        jobs.save(trx, { clientId, newId: randomUUID(), reference, description, config }),
      );
    const made = await save({ jobId: null, positionId: 'p' }, 'first');
    clock.advance(seconds(1));
    assert.deepEqual(await save({ jobId: made.id, positionId: null }, 'first'), made, 'nothing changed');
    await assert.rejects(save({ jobId: null, positionId: 'p' }, 'first'), { code: 'POSITION_ID_CONFLICT' });
    const changed = await save({ jobId: made.id, positionId: null }, 'second');
    assert.deepEqual(changed, {
      ...made,
      description: 'second',
      title: 'second',
      updatedAt: changed.updatedAt,
      version: 2,
    });
    assert.ok(changed.updatedAt > made.updatedAt);
    const refused = { code: 'JOB_NOT_FOUND' };
    await assert.rejects(save({ jobId: made.id, positionId: 'q' }, 'third'), refused);
    await assert.rejects(save({ jobId: 'unknown', positionId: null }, 'third'), refused);
    await jobs.archive({ clientId, jobId: made.id });
    await assert.rejects(save({ jobId: made.id, positionId: null }, 'third'), refused);
    assert.notEqual((await save({ jobId: null, positionId: 'p' }, 'first')).id, made.id);
  },
);

dialectTest('a reference means an active job of this client, or nothing', async ({ db }) => {
  const { jobs, identity } = createDataLayer(db);
  const { id: clientId } = await identity.createClient({ name: 'Acme', credits: 0 });
  const { id: otherId } = await identity.createClient({ name: 'Other', credits: 0 });
  const job = await jobs.create({ clientId, id: 'a', positionId: 'p', ...content });
  await jobs.create({ clientId, id: 'b', positionId: null, ...content });
  for (const reference of [
    { jobId: 'a', positionId: null },
    { jobId: null, positionId: 'p' },
    { jobId: 'a', positionId: 'p' },
  ]) {
    assert.deepEqual(await jobs.resolve(clientId, reference), job);
    await assert.rejects(jobs.resolve(otherId, reference), ApiError);
  }
  for (const reference of [
    { jobId: 'b', positionId: 'p' },
    { jobId: 'a', positionId: 'P' },
    { jobId: null, positionId: 'nul\0' },
    { jobId: 'nul\0', positionId: null },
  ]) {
    await assert.rejects(jobs.resolve(clientId, reference), { code: 'JOB_NOT_FOUND' });
  }
});

dialectTest(
  'every state of a job is kept with who made it; what changes nothing makes none',
  async ({ db }) => {
    const { jobs, identity, clock } = createDataLayer(db);
    const { id: clientId } = await identity.createClient({ name: 'Acme', credits: 0 });
    const { id: otherId } = await identity.createClient({ name: 'Other', credits: 0 });
    const ana = { kind: 'user' as const, name: 'Ana' };
    await jobs.create({ clientId, id: 'a', positionId: 'p', ...content, by: ana });
    clock.advance(seconds(1));
    const request = { clientId, jobId: 'a' };
    await jobs.update({ ...request, by: { kind: 'key', name: 'Intake' } }, { description: 'second' });
    await jobs.update(request, { description: 'second' });
    const changed = await jobs.update(request, { positionId: null });
    await jobs.archive(request);
    assert.equal(changed?.version, 3);
    assert.deepEqual(
      (await jobs.versions(request))?.map(({ number, description, positionId, author }) => [
        number,
        description,
        positionId,
        author?.name,
      ]),
      [
        [3, 'second', null, undefined],
        [2, 'second', 'p', 'Intake'],
        [1, content.description, 'p', 'Ana'],
      ],
    );
    assert.deepEqual((await jobs.versions(request))?.[0]?.config, config);
    assert.equal(await jobs.versions({ clientId: otherId, jobId: 'a' }), undefined);
  },
);
