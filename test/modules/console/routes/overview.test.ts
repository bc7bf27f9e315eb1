import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { limits } from '#server/config/limits.ts';
import type {
  HealthAnswer,
  HearingAnswer,
  ModelsAnswer,
  SystemAnswer,
} from '#server/modules/console/installation/contract.ts';
import type {
  InstallationOverviewAnswer,
  OverviewAnswer,
} from '#server/modules/console/overview/contract.ts';
import { days, minutes, seconds } from '#server/time.ts';
import { submit } from '#test/support/build-test-app.ts';
import { buildConsoleApp } from '#test/support/console-app.ts';
import { failed, newRun, succeeded } from '#test/support/data-layer.ts';

const server = await buildConsoleApp({ after });

async function run(apiKey: string, ends?: typeof failed, tookMs = seconds(30)): Promise<void> {
  const { requestId, id = requestId } = (await submit(server.app, { apiKey })).json();
  if (!ends) return;
  const claimed = await server.queue.claim('worker_test');
  if (!claimed || claimed.id !== id) throw new Error(`The run ${id} is not the next one.`);
  server.clock.advance(tookMs);
  await server.queue.settle(claimed, 'worker_test', ends);
}

test("a client's overview counts its own runs, by the visitor's days", async () => {
  const { clientId, apiKey } = await server.customer({ credits: 1000 });
  const other = await server.customer();
  await run(apiKey, succeeded(), seconds(20));
  await run(apiKey, failed);
  server.clock.advance(days(1));
  await run(apiKey, succeeded(), seconds(40));
  await run(apiKey, succeeded(), seconds(60));
  await run(apiKey);
  await run(other.apiKey);
  const viewer = await server.as('viewer', clientId);
  const seen = (
    await viewer.get(`/clients/${clientId}/overview?timeZone=Europe/Belgrade`)
  ).json<OverviewAnswer>();

  assert.deepEqual(seen.today, { queued: 0, processing: 1, success: 2, partial: 0, failed: 0 });
  assert.equal(seen.days.length, 14);
  assert.deepEqual(seen.days.at(-2), { date: '2026-03-01', success: 1, partial: 0, failed: 1, open: 0 });
  assert.deepEqual(seen.days.at(-1), { date: '2026-03-02', success: 2, partial: 0, failed: 0, open: 1 });
  assert.deepEqual(seen.failures, [{ code: 'TRANSCRIPTION_FAILED', count: 1 }]);
  assert.deepEqual(seen.services.speech, { today: 3, medianProcessingMs: 40_000, measured: 3 });
  assert.equal(seen.services.cv_deepmatch.medianProcessingMs, null);
  assert.deepEqual(seen.queue, { queued: 0, processing: 1, slots: 8, oldestQueuedAt: null });
  assert.deepEqual(seen.credits, { balance: 988, held: 4, available: 984, usedInDays: 12 });
  assert.deepEqual(seen.set, { keys: 1, hasRuns: true, hasApiRuns: true });
  assert.equal(seen.recent.length, 5);
  assert.deepEqual([seen.recent[1]!.score, seen.recent[1]!.name], [3.4, 'interview.wav']);

  const owner = await server.as('owner');
  const all = (await owner.get('/installation/overview?timeZone=UTC')).json<InstallationOverviewAnswer>();
  assert.deepEqual(all.queue, { queued: 0, processing: 2 });
  const row = all.clients.find(({ id }) => id === clientId)!;
  assert.deepEqual([row.today, row.processing, row.failedToday], [3, 1, 0]);
  assert.equal(all.days.at(-2)!.failed, 1);
  assert.ok(all.disk.totalBytes > all.disk.freeBytes);
});

test('recordings of the playground are on the overview like any other', async () => {
  const { clientId } = await server.customer({ credits: 1000 });
  await server.runs.submit(newRun({ clientId, id: 'tried', playground: true }));
  await server.finish('tried', succeeded());
  await server.runs.submit(newRun({ clientId, id: 'tried-2', playground: true }));
  await server.finish('tried-2', failed);
  const viewer = await server.as('viewer', clientId);
  const seen = (await viewer.get(`/clients/${clientId}/overview`)).json<OverviewAnswer>();
  assert.deepEqual([seen.today.success, seen.today.failed, seen.services.speech.measured], [1, 1, 1]);
  assert.deepEqual([seen.days.at(-1)!.success, seen.failures.length], [1, 1]);
  assert.deepEqual(seen.set, { keys: 1, hasRuns: true, hasApiRuns: false });
  assert.deepEqual(
    seen.recent.map(({ id, isPlayground }) => [id, isPlayground]),
    [
      ['tried-2', true],
      ['tried', true],
    ],
  );
  const owner = await server.as('owner');
  const all = (await owner.get('/installation/overview')).json<InstallationOverviewAnswer>();
  const row = all.clients.find(({ id }) => id === clientId)!;
  assert.deepEqual([row.today, row.failedToday], [2, 1]);
  assert.notEqual(row.lastRunAt, null);
});

test('a time zone that does not exist is refused', async () => {
  const { clientId } = await server.customer();
  const viewer = await server.as('viewer', clientId);
  assert.equal((await viewer.get(`/clients/${clientId}/overview?timeZone=Mars`)).statusCode, 400);
});

test('a client with nothing yet has an overview, too', async () => {
  const { id } = await server.identity.createClient({ name: 'New', credits: 0 });
  const admin = await server.as('admin', id);
  const seen = (await admin.get(`/clients/${id}/overview`)).json<OverviewAnswer>();
  assert.deepEqual(seen.set, { keys: 0, hasRuns: false, hasApiRuns: false });
  assert.deepEqual(seen.failures, []);
});

test('health names what works; where workers run is for owners', async () => {
  const { clientId } = await server.customer();
  const seenBy = async (visitor: { get: typeof server.anonymous.get }) =>
    (await visitor.get('/installation/health')).json<HealthAnswer>();
  // As a worker does every few seconds.
  await server.queue.workerHeartbeat('worker_test');
  const owners = await seenBy(await server.as('owner'));
  const viewers = await seenBy(await server.as('viewer', clientId));
  assert.equal(owners.checks.database!.status, 'healthy');
  assert.deepEqual([owners.workers[0]!.host, viewers.workers[0]!.host], ['test', null]);
  assert.equal(owners.workers[0]!.isAlive, true);
  server.clock.advance(minutes(1));
  assert.equal((await seenBy(await server.as('owner'))).workers[0]!.isAlive, false);
});

test('models come with licence and hash, and with what could be imported', async () => {
  const owner = await server.as('owner');
  const { items, folder } = (await owner.get('/installation/models')).json<ModelsAnswer>();
  const bundled = items.filter(({ state }) => state === 'bundled');
  assert.ok(bundled.length > 5);
  for (const { id, licence, files } of bundled) {
    assert.ok(licence, id);
    assert.match(files[0]!.sha256, /^[0-9a-f]{64}$/, id);
  }
  const small = items.find(({ id }) => id === 'whisper-small')!;
  assert.deepEqual([small.state, small.inUse, small.needs], ['available', false, { cores: 4, memoryGb: 6 }]);
  assert.equal(items.filter(({ isRecommended }) => isRecommended).length, 1, 'one suits this machine best');
  assert.notEqual(folder, null);
});

test('what cannot be heard is named, with one model that would help', async () => {
  const { clientId } = await server.customer();
  const viewer = await server.as('viewer', clientId);
  const ask = async () => (await viewer.get('/installation/hearing')).json<HearingAnswer>();
  server.clock.advance(minutes(1));
  assert.deepEqual(await ask(), { languages: null, advice: null, install: null }, 'no worker has told');

  await server.workerIsReady(['en']);
  const { languages, advice } = await ask();
  assert.deepEqual(languages!.available, ['en']);
  assert.equal(languages!.notAvailable.length, 15);
  const { items } = (await viewer.get('/installation/models')).json<ModelsAnswer>();
  const recommended = items.filter(({ isRecommended }) => isRecommended);
  // This installation downloads nothing.
  assert.deepEqual([advice!.modelId, advice!.action], [recommended[0]!.id, 'import']);
  assert.deepEqual([recommended.length, advice!.adds], [1, languages!.notAvailable]);

  await server.workerIsReady([]);
  assert.equal((await ask()).advice!.modelId, 'moonshine-base-en', 'what set-up would have brought');

  await server.workerIsReady(limits.languages);
  assert.deepEqual(await ask(), {
    languages: { available: [...limits.languages], notAvailable: [] },
    advice: null,
    install: null,
  });
  await server.workerIsReady();
});

test('the system page measures this machine', async () => {
  const owner = await server.as('owner');
  const system = (await owner.get('/installation/system')).json<SystemAnswer>();
  assert.equal(system.node, process.version);
  assert.equal(system.database.kind, 'SQLite');
  assert.match(system.database.version, /^3\./);
  assert.ok(system.database.sizeBytes > 0);
  assert.ok(system.memory.totalBytes > system.memory.freeBytes);
  assert.equal(system.programs.find(({ name }) => name === 'ffmpeg')?.status, 'ok');
  assert.equal(
    system.disk.parts.find(({ name }) => name === 'database')?.sizeBytes,
    system.database.sizeBytes,
  );
});
