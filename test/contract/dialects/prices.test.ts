import assert from 'node:assert/strict';
import { limits } from '#server/config/limits.ts';
import { describeDatabase } from '#server/db/dialects/describe.ts';
import { createOverviewService } from '#server/modules/overview/service.ts';
import { createDataLayer, newRun } from '#test/support/data-layer.ts';
import { dialectTest } from '#test/support/dialect-test.ts';

dialectTest('prices fall back from the client to the installation to Assay', async ({ db }) => {
  const { prices, identity } = createDataLayer(db);
  const { id } = await identity.createClient({ name: 'Acme', credits: 0 });
  const other = await identity.createClient({ name: 'Other', credits: 0 });
  assert.deepEqual(await prices.of(id), limits.prices);
  await prices.setInstallation({ cvMatch: 7 });
  await prices.setInstallation({ cvMatch: 8 });
  await prices.setClient(id, { cvMatch: 0, speechPerStartedMinute: 2 });
  await prices.setClient(id, { cvMatch: 1 });
  assert.deepEqual(await prices.of(id), { ...limits.prices, cvMatch: 1, speechPerStartedMinute: 2 });
  assert.deepEqual(await prices.of(other.id), { ...limits.prices, cvMatch: 8 });
  assert.equal(await prices.clientsWithOwn(), 1);
  await prices.setClient(id, { cvMatch: null });
  assert.equal((await prices.of(id)).cvMatch, 8);
  await prices.setInstallation({ cvMatch: null });
  assert.deepEqual(await prices.installation(), limits.prices);
});

dialectTest('what happened lately is counted alike on both databases', async ({ db }) => {
  const { identity, runs, credits, clock } = createDataLayer(db);
  const overview = createOverviewService({ db, clock });
  const { id } = await identity.createClient({ name: 'Acme', credits: 100, maxConcurrentRuns: 1 });
  const project = await identity.createProject({ clientId: id, name: 'Nurses' });
  await identity.createKey({ clientId: id, projectId: project.id });
  await runs.submit(newRun({ clientId: id, projectId: project.id }));
  await runs.submit(newRun({ clientId: id }));
  await runs.submit(newRun({ clientId: id, playground: true }));
  const seen = await overview.client(id, 'UTC');
  assert.deepEqual(seen.today, { queued: 2, processing: 1, success: 0, partial: 0, failed: 0 });
  assert.deepEqual([seen.queue.queued, seen.queue.processing], [2, 1]);
  assert.equal(seen.days.at(-1)!.open, 3);
  assert.deepEqual(seen.set, { keys: 1, hasRuns: true, hasApiRuns: true });
  assert.deepEqual(await overview.projectUse(id), new Map([[project.id, { validKeys: 1, runs: 1 }]]));
  const all = await overview.installation([id], 'UTC');
  assert.deepEqual(all.clients.get(id), {
    today: 3,
    failedToday: 0,
    queued: 2,
    processing: 1,
    lastRunAt: new Date(clock.now()).toISOString(),
  });
  assert.equal(await credits.chargedSince(id, seen.since), 0);
});

dialectTest('a database tells its kind, version and size', async ({ db, config, dialect }) => {
  const facts = await describeDatabase(db, config);
  assert.equal(facts.kind, dialect);
  assert.match(facts.version, /^\d+\.\d+/);
  assert.ok(facts.sizeBytes > 1000);
});
