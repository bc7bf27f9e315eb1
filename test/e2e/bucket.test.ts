import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '#server/db/open-database.ts';
import { repeatDeletion } from '#server/modules/retention/queries.ts';
import { assayWith } from '#test/support/backup-installation.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { type S3Server, startS3Server } from '../../testkit/s3-server/server.ts';
import { type ServerProcess, startServer } from '../../testkit/server-process.ts';
import { silentWav } from '../../testkit/silent-wav.ts';

/** The real processes, HTTP, database and bucket; only what the steps compute is made up. */
const mainPath = join(import.meta.dirname, '../../testkit/fake-speech/main.ts');
/** Of one recording: 185 s are four started minutes. */
const COST = 4;

/** Asks until it is so; how long that takes on a slow machine is no fault. */
async function until<Found>(look: () => Promise<Found | undefined | false>, what: () => string) {
  const giveUpAt = performance.now() + 180_000;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (performance.now() > giveUpAt) throw new Error(what());
    await delay(100);
  }
}

async function installation(t: TestContext) {
  const bucket = await startS3Server({ mostPerPage: 3 });
  t.after(bucket.stop);
  const DATA_DIR = join(await tempFolder(t), 'data');
  const env = { PATH: process.env.PATH!, ...bucket.env, BLOB_STORE: 's3', DATA_DIR };
  const assay = assayWith(env);
  const { clientId } = await assay.json('clients', 'create', '--name', 'Acme', '--credits', '500');
  const { apiKey } = await assay.json('keys', 'create', '--client', clientId);
  return { bucket, env, clientId: clientId as string, apiKey: apiKey as string };
}

async function serve(t: TestContext, env: Record<string, string>): Promise<ServerProcess> {
  const server = await startServer({ mainPath, env: { LOG_LEVEL: 'info', LANE_THREADS: '1', ...env } });
  t.after(async () => {
    if (server.supervisor.exitCode === null && !server.supervisor.signalCode) await server.killGroup();
  });
  return server;
}

async function submit(server: ServerProcess, apiKey: string) {
  const form = new FormData();
  form.append('audio', new Blob([silentWav(185)]), 'interview.wav');
  const answer = await fetch(`${server.url}/api/v1/speech/analyze?includeCutAudio=true`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey },
    body: form,
  });
  const body = (await answer.json()) as { id?: string; error?: { code: string; message: string } };
  return { ...body, status: answer.status };
}

/** Until the workers have loaded what they need, the answer is 503. */
const accepted = (server: ServerProcess, apiKey: string) =>
  until(
    async () => {
      const { status, id } = await submit(server, apiKey);
      return status === 202 && id;
    },
    () => `nothing was accepted\n${server.log().slice(-5000)}`,
  );

async function get(server: ServerProcess, apiKey: string, path: string) {
  const answer = await fetch(`${server.url}/api/v1/${path}`, { headers: { 'x-api-key': apiKey } });
  // When the question was answered, not what about.
  const { timestamp: _, ...body } = (await answer.json()) as Record<string, unknown>;
  return { status: answer.status, body };
}

const keysOf = ({ objects }: S3Server, runId: string) => objects.keys(`assay/speech/${runId}/`);

test('recordings live in the bucket alone: stored, heard, given back, deleted for good, and waited for while it is away', async (t) => {
  const { bucket, env, clientId, apiKey } = await installation(t);
  const server = await serve(t, env);
  const db = await openDatabase({ dataDir: env.DATA_DIR, databaseUrl: null });
  t.after(() => db.destroy());
  /** Asked of the database: the API answers about a run under way every ten seconds only. */
  const ended = (runId: string) =>
    until(
      async () => {
        const row = await db.selectFrom('runs').select('status').where('id', '=', runId).executeTakeFirst();
        return row?.status === 'success';
      },
      () => `run ${runId} did not end well\n${server.log()}`,
    );

  const first = await accepted(server, apiKey);
  await ended(first);
  assert.ok(keysOf(bucket, first).includes(`assay/speech/${first}/upload`));
  const { body } = await get(server, apiKey, `speech/analyze/${first}`);
  const { cutAudio } = body as { cutAudio: { base64: string } };
  assert.ok(cutAudio.base64.length > 0);
  const here = await readdir(env.DATA_DIR);
  assert.ok(!here.includes('blobs'), String(here));
  assert.deepEqual(await readdir(join(env.DATA_DIR, 'lent')), [], 'no copy stays on this machine');

  // The bucket takes the next recording and then cannot be read: the run goes back into the queue.
  bucket.failWhen(({ method, key }) =>
    method === 'GET' && key.endsWith('/upload') && !key.includes(first)
      ? { status: 503, code: 'SlowDown' }
      : undefined,
  );
  let second: string | undefined;
  await until(
    async () => {
      const answer = await submit(server, apiKey);
      second = answer.id;
      // The length of a recording is read when it is submitted, from the bucket: an outage, and nothing is made.
      return answer.status === 503 && answer.error?.message.includes('object storage');
    },
    () => `no outage was told\n${server.log()}`,
  );
  assert.equal(second, undefined);
  // From here on a recording is read once, for its length, and not again.
  const reads = new Set<string>();
  bucket.failWhen(({ method, key }) => {
    if (method !== 'GET' || !key.endsWith('/upload') || key.includes(first)) return undefined;
    if (reads.has(key)) return { status: 503, code: 'SlowDown' };
    reads.add(key);
    return undefined;
  });
  second = await accepted(server, apiKey);
  await until(
    async () => server.log().includes('run returned to the queue'),
    () => server.log(),
  );

  await bucket.goAway();
  const unwell = await until(
    async () => {
      const { status, body: health } = await get(server, apiKey, 'health');
      const { storage } = health.checks as { storage: { status: string } };
      return storage.status !== 'healthy' && { status, storage };
    },
    () => 'health did not notice',
  );
  assert.equal(unwell.status, 503);
  const refused = await submit(server, apiKey);
  assert.equal(refused.status, 503);
  assert.match(
    refused.error!.message,
    /object storage that keeps them does not answer.*Nothing was made or charged/,
  );

  bucket.failWhen();
  await bucket.comeBack();
  await ended(second);
  await until(
    async () => (await get(server, apiKey, 'health')).status === 200,
    () => server.log(),
  );
  const credits = (await get(server, apiKey, 'credits')).body as { usage: { speechCreditsUsed: number } };
  assert.equal(credits.usage.speechCreditsUsed, 2 * COST, 'each run was charged once');

  const now = new Date().toISOString();
  const order = {
    id: 'deletion_of_a_test',
    clientId,
    subjectKind: 'run' as const,
    subject: first,
    note: '',
    requestedBy: { id: 'test', name: 'Test', email: 'test@example.org' },
    createdAt: now,
    candidateCount: 0,
    runIds: [first],
  };
  assert.ok(await repeatDeletion(db, order, now));
  await until(
    async () => {
      const row = await db
        .selectFrom('deletions')
        .select('certificate')
        .where('id', '=', order.id)
        .executeTakeFirst();
      return row?.certificate !== null;
    },
    () => `the deletion was not carried out\n${server.log()}`,
  );
  assert.deepEqual(keysOf(bucket, first), []);
  assert.ok(keysOf(bucket, second).length > 0);
  assert.equal(await server.stop(), 0);
});

test('a wrong key or bucket ends the start with words; a bucket that is away does not', async (t) => {
  const { bucket, env } = await installation(t);
  const start = (more: Record<string, string>) =>
    startServer({ mainPath, env: { LOG_LEVEL: 'info', ...env, ...more } }).catch(
      (error: Error) => error.message,
    );
  assert.match(
    String(await start({ S3_SECRET_ACCESS_KEY: 'wrong' })),
    /key is not accepted.*S3_SECRET_ACCESS_KEY/,
  );
  assert.match(String(await start({ S3_BUCKET: 'nobodys' })), /no such bucket: the bucket nobodys/);
  assert.match(
    String(await start({ S3_ENDPOINT: 'ftp://x', S3_ACCESS_KEY_ID: '', S3_BUCKET: '' })),
    /S3_ENDPOINT must be(.|\n)*missing: S3_ACCESS_KEY_ID(.|\n)*BLOB_STORE=s3 needs S3_BUCKET/,
  );
  await bucket.goAway();
  const server = await serve(t, env);
  assert.match(server.log(), /bucket not usable yet: uploads are refused/);
  await bucket.comeBack();
  assert.equal(await server.stop(), 0);
});
