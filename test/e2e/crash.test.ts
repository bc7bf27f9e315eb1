import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { servicesOf } from '#server/app/installation-services.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { loadKeyPepper } from '#server/modules/installation/key-pepper.ts';
import { seededRandom } from '../../testkit/random.ts';
import { type ServerProcess, startServer } from '../../testkit/server-process.ts';
import { silentWav } from '../../testkit/silent-wav.ts';

/**
 * The real processes, HTTP, database, threads and files; only what the steps compute is made up, so that a dozen
 * deaths fit in half a minute.
 */
const mainPath = join(import.meta.dirname, '../../testkit/fake-speech/main.ts');
const KILLS = 12;
/** Every third death takes the api and the supervisor with it. */
const GROUP_EVERY = 3;
/** Deaths that come faster than uploads get through would meet the same few runs. */
const KILLS_PER_RUN = 5;
const RUN_COST = 4;
const CREDITS = 100_000;
const SEED = 20261121;
/** Uploads that come faster take the processor from the worker, which stands back for everything else. */
const REFUSED_PAUSE_MS = 300;

test(`${KILLS} kill -9 while runs are processed: every run ends, none charged twice, none lost, no orphan file`, async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'assay-crash-'));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  const config = { dataDir, databaseUrl: null, keyPepper: null };
  const db = await openDatabase(config);
  t.after(() => db.destroy());
  const { queue, identity } = servicesOf(
    { webhookAllowedNetworks: [], auditAnchors: null },
    { db, keyPepper: await loadKeyPepper(config) },
  );
  const clients = await Promise.all(
    ['one', 'two'].map(async (name) => {
      const client = await identity.createClient({ name, credits: CREDITS });
      const { apiKey } = await identity.createKey({ clientId: client.id, rateLimitPerMinute: 100_000 });
      return { id: client.id, apiKey };
    }),
  );

  const env = { DATA_DIR: dataDir, LOG_LEVEL: 'info', WORKER_CONCURRENCY: '3', LANE_THREADS: '2' };
  let server: ServerProcess = await startServer({ mainPath, env });
  t.after(async () => {
    if (server.supervisor.exitCode === null && !server.supervisor.signalCode) await server.killGroup();
  });

  const random = seededRandom(SEED);
  const wav = silentWav(3 * 60 + 5);
  const accepted = new Set<string>();
  let refused = 0;
  let submitting = true;

  /** Other than 202. */
  const answers: string[] = [];
  /** Keeps a few runs in the air all the time; an upload cut off by a death simply is no run. */
  const submitLoop = async (apiKey: string) => {
    while (submitting) {
      const open = await db
        .selectFrom('runs')
        .select((of) => of.fn.countAll<number>().as('count'))
        .where('status', 'in', ['queued', 'processing'])
        .executeTakeFirstOrThrow();
      if (open.count >= 6) {
        await delay(30);
        continue;
      }
      const form = new FormData();
      form.append('audio', new Blob([wav]), 'interview.wav');
      try {
        const response = await fetch(`${server.url}/api/v1/speech/analyze?includeCutAudio=true`, {
          method: 'POST',
          headers: { 'x-api-key': apiKey },
          body: form,
        });
        const body = (await response.json()) as { id?: string };
        if (response.status === 202 && body.id) accepted.add(body.id);
        else {
          answers.push(`${response.status} ${JSON.stringify(body)}`);
          refused++;
          await delay(REFUSED_PAUSE_MS);
        }
      } catch {
        refused++;
        await delay(REFUSED_PAUSE_MS);
      }
    }
  };
  const submitters = clients.map(({ apiKey }) => submitLoop(apiKey));

  const isProcessing = async () => {
    const row = await db
      .selectFrom('runs')
      .select('id')
      .where('status', '=', 'processing')
      .where('progress_step', 'is not', null)
      .executeTakeFirst();
    const leased = await db
      .selectFrom('runs')
      .select('id')
      .where('lease_owner', 'is not', null)
      .executeTakeFirst();
    return row !== undefined || leased !== undefined;
  };
  for (let kill = 1; kill <= KILLS; kill++) {
    await until(
      async () => accepted.size >= kill / KILLS_PER_RUN && (await isProcessing()),
      () => `${accepted.size} runs were accepted, none was taken up before kill ${kill}\n${server.log()}`,
    );
    await delay(random() * 400);
    if (kill % GROUP_EVERY === 0) {
      await server.killGroup();
      server = await startServer({ mainPath, env });
    } else {
      const { worker } = await until(
        async () => {
          const children = await server.children();
          return children.worker === undefined ? undefined : children;
        },
        () => `no worker to kill\n${server.log()}`,
      );
      process.kill(worker!, 'SIGKILL');
    }
  }
  submitting = false;
  await Promise.all(submitters);
  assert.deepEqual(
    answers.filter((answer) => !answer.startsWith('503 ')),
    [],
  );

  const unended = () =>
    db.selectFrom('runs').select(['id', 'status']).where('status', 'in', ['queued', 'processing']).execute();
  await until(
    async () => (await unended()).length === 0 || undefined,
    () => `runs did not end\n${server.log()}`,
    120_000,
  );

  const runs = await db.selectFrom('runs').selectAll().execute();
  t.diagnostic(`${runs.length} runs, ${refused} submissions refused or cut off, ${accepted.size} accepted`);
  assert.ok(runs.length >= KILLS / KILLS_PER_RUN, `only ${runs.length} runs`);
  const ids = new Set(runs.map(({ id }) => id));
  for (const id of accepted) assert.ok(ids.has(id), `run ${id} was accepted and is lost`);

  // Nothing but death stood in their way: each run ends well, or, when deaths met it again and again, as stuck.
  for (const run of runs) {
    const end = String(run.status === 'failed' ? run.error_code : run.status);
    assert.match(end, /^(?:success|STUCK_TIMEOUT)$/, `${run.id} ${run.error_message}`);
    assert.equal(run.charged_credits, run.status === 'success' ? RUN_COST : 0);
    assert.equal(run.lease_owner, null);
  }
  const succeeded = runs.filter(({ status }) => status === 'success');
  assert.ok(succeeded.length > runs.length / 2, `${succeeded.length} of ${runs.length} succeeded`);

  // The ledger: one debit for each success, none for anything else, sums that match, nothing held.
  const debits = await db.selectFrom('ledger').selectAll().where('type', '=', 'debit').execute();
  assert.deepEqual(
    debits.map(({ reference_id }) => reference_id).sort(),
    succeeded.map(({ id }) => id).sort(),
  );
  for (const { id } of clients) {
    const spent = debits
      .filter((debit) => debit.client_id === id)
      .reduce((sum, { amount }) => sum + amount, 0);
    const { credit_balance } = await db
      .selectFrom('clients')
      .select('credit_balance')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    assert.equal(credit_balance, CREDITS - spent);
  }
  assert.deepEqual(await db.selectFrom('holds').selectAll().execute(), []);

  // Each outcome stands once, in order: resumed runs did not repeat what was stored.
  for (const { id } of succeeded) {
    const outcomes = await queue.outcomes(id);
    assert.equal(outcomes.length, 13);
    assert.ok(outcomes.every(({ status }) => status === 'ok'));
  }

  // One more life, undisturbed, clears up what the deaths left; then no file is without its run.
  assert.equal(await server.stop(), 0);
  server = await startServer({ mainPath, env });
  await until(
    async () => (await queue.workers()).some(({ readyAt }) => readyAt !== null) || undefined,
    () => `the worker did not get ready\n${server.log()}`,
  );
  await until(
    async () => (await readdir(join(dataDir, 'work'))).length === 0 || undefined,
    () => `work folders of ended runs were left`,
  );
  assert.deepEqual(await readdir(join(dataDir, 'blobs', '.incoming')), []);
  for (const runId of await readdir(join(dataDir, 'blobs', 'speech'))) {
    assert.ok(ids.has(runId), `the files of ${runId} belong to no run`);
  }
  for (const { id } of succeeded) {
    assert.deepEqual((await readdir(join(dataDir, 'blobs', 'speech', id))).sort(), [
      'cut.mp3',
      'evidence.json.gz',
      'upload',
    ]);
  }
  assert.equal((await queue.workers()).length, 1, 'dead workers are struck off the list');
  assert.equal(await server.stop(), 0);
  assert.deepEqual(await server.children(), {});
});

async function until<Value>(
  look: () => Promise<Value | undefined | false>,
  why: () => string,
  withinMs = 90_000,
): Promise<Value> {
  for (const giveUpAt = performance.now() + withinMs; ; await delay(20)) {
    const value = await look();
    if (value !== undefined && value !== false) return value;
    if (performance.now() > giveUpAt) assert.fail(why());
  }
}
