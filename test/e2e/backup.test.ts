import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { makeIdentity } from '#server/backup/keys.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { assayWith, hashesOf } from '#test/support/backup-installation.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { postgresAt, postgresBinaries, startPostgres, type TestPostgres } from '../../testkit/postgres.ts';
import { type ServerProcess, startServer } from '../../testkit/server-process.ts';
import { silentWav } from '../../testkit/silent-wav.ts';

/** The real processes, HTTP, database, files and commands; only what the steps compute is made up. */
const mainPath = join(import.meta.dirname, '../../testkit/fake-speech/main.ts');

let postgres: Promise<TestPostgres> | undefined;
after(async () => {
  await (await postgres)?.stop();
});
const createDatabase = async () => {
  const url = process.env.ASSAY_TEST_POSTGRES;
  postgres ??= url ? Promise.resolve(postgresAt(url)) : startPostgres();
  return (await postgres).createDatabase();
};

async function until<Found>(
  look: () => Promise<Found | undefined | false>,
  what: () => string,
  withinMs = 60_000,
) {
  const giveUpAt = performance.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (performance.now() > giveUpAt) throw new Error(what());
    await delay(100);
  }
}

async function serve(t: TestContext, env: Record<string, string>): Promise<ServerProcess> {
  const server = await startServer({ mainPath, env: { LOG_LEVEL: 'info', LANE_THREADS: '1', ...env } });
  t.after(async () => {
    if (server.supervisor.exitCode === null && !server.supervisor.signalCode) await server.killGroup();
  });
  return server;
}

/** Where data and backups go, with a key for these. */
async function placesFor(t: TestContext) {
  const folder = await tempFolder(t);
  const keyFile = join(folder, 'key');
  await writeFile(keyFile, (await makeIdentity()).identity);
  return { folder, dataDir: join(folder, 'data'), to: join(folder, 'backups'), keyFile };
}

/** Everything a client can see of its runs. */
async function seenBy(server: ServerProcess, apiKey: string, runIds: readonly string[]) {
  const get = async (path: string) => {
    const answer = await fetch(`${server.url}/api/v1/${path}`, { headers: { 'x-api-key': apiKey } });
    // When the question was answered, not what about.
    const { timestamp: _, ...body } = (await answer.json()) as { timestamp?: string };
    return { status: answer.status, body };
  };
  return {
    runs: await Promise.all(runIds.map((id) => get(`speech/analyze/${id}`))),
    list: await get('speech/runs?limit=100'),
    credits: await get('credits'),
  };
}

for (const kind of ['SQLite', 'PostgreSQL'] as const) {
  const skip = kind === 'PostgreSQL' && !postgresBinaries() ? 'PostgreSQL is not installed' : false;
  test(`restore drill: backed up while runs come in, restored elsewhere, the same answers (${kind})`, {
    skip,
  }, async (t) => {
    const { folder, dataDir, to, keyFile } = await placesFor(t);
    const base = { PATH: process.env.PATH!, ASSAY_BACKUP_KEY_FILE: keyFile };
    const env = {
      ...base,
      DATA_DIR: dataDir,
      ...(kind === 'PostgreSQL' && { DATABASE_URL: await createDatabase() }),
    };
    const assay = assayWith(env);
    const { clientId } = await assay.json('clients', 'create', '--name', 'Acme', '--credits', '500');
    const { apiKey } = await assay.json('keys', 'create', '--client', clientId);
    const server = await serve(t, env);

    const accepted: string[] = [];
    const submit = async () => {
      const form = new FormData();
      form.append('audio', new Blob([silentWav(185)]), 'interview.wav');
      const answer = await fetch(`${server.url}/api/v1/speech/analyze?includeCutAudio=true`, {
        method: 'POST',
        headers: { 'x-api-key': apiKey },
        body: form,
      });
      const body = (await answer.json()) as { id?: string };
      if (answer.status === 202) accepted.push(body.id!);
      else await delay(200);
    };
    const source = await openDatabase({ dataDir, databaseUrl: env.DATABASE_URL ?? null });
    t.after(() => source.destroy());
    /** Asked of the database: the API answers about a run under way every ten seconds only. */
    const ended = (db: typeof source, ids: readonly string[], log: () => string) =>
      until(
        async () => {
          const rows = await db.selectFrom('runs').select('status').where('id', 'in', ids).execute();
          return rows.length === ids.length && rows.every(({ status }) => status === 'success');
        },
        () => `the runs did not end well\n${log()}`,
        180_000,
      );
    while (accepted.length < 2) await submit();
    await ended(source, accepted, server.log);
    const settled = [...accepted];
    const before = await seenBy(server, apiKey, settled);

    // Uploads and steps go on while it is made.
    let isSubmitting = true;
    const submitting = (async () => {
      while (isSubmitting) await submit();
    })();
    const made = await assay.json('backup', 'create', '--to', to);
    isSubmitting = false;
    await submitting;
    const later = accepted.length - settled.length;
    t.diagnostic(`${later} runs came while the backup was made`);
    await ended(source, accepted, server.log);
    const kept = await hashesOf(join(dataDir, 'blobs/speech'));
    assert.equal(await server.stop(), 0);

    const into = join(folder, 'restored');
    const restoredEnv = {
      ...base,
      DATA_DIR: into,
      ...(kind === 'PostgreSQL' && { DATABASE_URL: await createDatabase() }),
    };
    const restored = await assayWith(restoredEnv).json('restore', '--from', to);
    assert.equal(restored.backup.id, made.backup.id);
    const again = await serve(t, restoredEnv);
    const after = await seenBy(again, apiKey, settled);
    assert.deepEqual(after.runs, before.runs);
    assert.equal(after.runs[0]!.status, 200);
    const ofSettled = (files: Record<string, string>) =>
      Object.entries(files).filter(([path]) => settled.some((id) => path.startsWith(id)));
    assert.deepEqual(ofSettled(await hashesOf(join(into, 'blobs/speech'))), ofSettled(kept));
    assert.ok(ofSettled(kept).length >= settled.length);

    // Whatever the database names is there: runs that were under way end, and well.
    const db = await openDatabase({ dataDir: into, databaseUrl: restoredEnv.DATABASE_URL ?? null });
    t.after(() => db.destroy());
    const rows = await db.selectFrom('runs').select('id').execute();
    const ids = rows.map(({ id }) => id);
    assert.ok(settled.every((id) => ids.includes(id)));
    await ended(db, ids, again.log);
    assert.equal((await assayWith(restoredEnv).json('audit', 'verify')).isIntact, true);
    const { entries } = await assayWith(restoredEnv).json('audit', 'list', '--action', 'backup');
    assert.equal(entries[0].action, 'backup.restore');
    assert.equal(await again.stop(), 0);

    // A second time into the same place: only by force, and with the database.
    const refused = await assayWith(restoredEnv).answer('restore', '--from', to, '--json');
    assert.equal(refused.fault.code, 'RESTORE_REFUSED');
    await db.destroy();
    const forced = await assayWith(restoredEnv).json('restore', '--from', to, '--force');
    assert.match(forced.replaced, /replaced-/);
  });
}

/** Which rows are deleted on which database: test/contract/dialects/repeat-deletion.test.ts. */
test('what was deleted with a certificate is deleted again after an older backup was restored', async (t) => {
  const { folder, dataDir, to, keyFile } = await placesFor(t);
  const env = {
    PATH: process.env.PATH!,
    ASSAY_BACKUP_KEY_FILE: keyFile,
    DATA_DIR: dataDir,
  };
  const assay = assayWith(env);
  const { clientId } = await assay.json('clients', 'create', '--name', 'Acme', '--credits', '500');
  const { apiKey } = await assay.json('keys', 'create', '--client', clientId);
  const server = await serve(t, env);
  const submit = async () => {
    const form = new FormData();
    form.append('audio', new Blob([silentWav(185)]), 'interview.wav');
    const answer = await fetch(`${server.url}/api/v1/speech/analyze`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey },
      body: form,
    });
    return ((await answer.json()) as { id: string }).id;
  };
  const until202 = () => until(submit, () => `nothing was accepted\n${server.log()}`);
  const [gone, stays] = [await until202(), await until202()];
  const db = await openDatabase({ dataDir, databaseUrl: null });
  t.after(() => db.destroy());
  const statusOf = async (id: string) =>
    (await db.selectFrom('runs').select('status').where('id', '=', id).executeTakeFirst())?.status;
  await until(
    async () => (await statusOf(gone)) === 'success' && (await statusOf(stays)) === 'success',
    () => `they did not end\n${server.log()}`,
  );
  await assay.json('backup', 'create', '--to', to);

  await db
    .insertInto('deletions')
    .values({
      id: 'deletion-1',
      client_id: clientId,
      subject_kind: 'run',
      subject: gone,
      note: 'Request 17',
      requested_by: JSON.stringify({ id: 'user-1', name: 'Ada', email: 'ada@example.com' }),
      status: 'open',
      created_at: new Date().toISOString(),
      run_count: 1,
      candidate_count: 0,
    })
    .execute();
  await db
    .insertInto('deletion_items')
    .values({ deletion_id: 'deletion-1', run_id: gone, status: 'open' })
    .execute();
  await until(
    async () => (await statusOf(gone)) === undefined,
    () => `it was not deleted\n${server.log()}`,
  );
  assert.equal((await assay.json('backup', 'note-deletions', '--to', to)).noted, 1);
  assert.equal((await assay.json('backup', 'note-deletions', '--to', to)).noted, 0, 'once is enough');
  assert.equal(await server.stop(), 0);

  const into = join(folder, 'restored');
  const restoredEnv = {
    ...env,
    DATA_DIR: into,
  };
  const { deletions } = await assayWith(restoredEnv).json('restore', '--from', to);
  assert.equal(deletions, 1);
  assert.ok((await readdir(join(into, 'blobs/speech'))).includes(gone), 'the backup still had it');
  const again = await serve(t, restoredEnv);
  const restored = await openDatabase({ dataDir: into, databaseUrl: null });
  t.after(() => restored.destroy());
  const certificate = await until(
    async () => {
      const row = await restored
        .selectFrom('deletions')
        .selectAll()
        .where('id', '=', 'deletion-1')
        .executeTakeFirst();
      return row?.status === 'done' && row.certificate;
    },
    () => `it was not deleted again\n${again.log()}`,
  );
  assert.match(certificate, new RegExp(gone));
  assert.deepEqual(await readdir(join(into, 'blobs/speech')), [stays]);
  const rows = await restored.selectFrom('runs').select('id').execute();
  assert.deepEqual(
    rows.map(({ id }) => id),
    [stays],
  );
  assert.equal(await again.stop(), 0);
});

test('the server backs itself up when it is time, prunes, and says in health, log and doctor when it cannot', async (t) => {
  const { dataDir, to, keyFile } = await placesFor(t);
  const env = {
    PATH: process.env.PATH!,
    DATA_DIR: dataDir,
    ASSAY_BACKUP_TO: to,
    ASSAY_BACKUP_KEY_FILE: keyFile,
    ASSAY_BACKUP_KEEP: '1',
  };
  const assay = assayWith(env);
  await assay.json('clients', 'create', '--name', 'Acme', '--credits', '500');
  await assay.json('backup', 'create');
  const server = await serve(t, env);
  await until(
    async () => /"msg":"backed up"/.test(server.log()),
    () => `no backup was made\n${server.log()}`,
  );
  const { backups } = await assay.json('backup', 'list');
  assert.equal(backups.length, 1, 'the older one is pruned');
  const health = async () =>
    (
      (await (await fetch(`${server.url}/api/v1/health`)).json()) as {
        checks: Record<string, { status: string }>;
      }
    ).checks.backup?.status;
  await until(
    async () => (await health()) === 'healthy',
    () => 'health does not know of it',
  );
  const finding = async () => {
    const { said } = await assay.answer('doctor', '--json');
    return said.checks.find(({ name }: { name: string }) => name === 'backups');
  };
  assert.equal((await finding()).status, 'ok');

  // Its time has come again, and the key is gone; then the newest grows old.
  const db = await openDatabase({ dataDir, databaseUrl: null });
  t.after(() => db.destroy());
  await writeFile(keyFile, 'too short');
  const change = (values: { due_at?: string; finished_at?: string }) =>
    db.updateTable('scheduled_jobs').set(values).where('name', '=', 'backup').execute();
  await change({ due_at: '2026-01-01T00:00:00.000Z' });
  await until(
    async () => /"level":50.*THE BACKUP FAILED/.test(server.log()),
    () => `nothing was said\n${server.log()}`,
  );
  assert.match(server.log(), /can be guessed/);
  assert.equal((await finding()).status, 'missing');
  await change({ finished_at: '2026-01-01T00:00:00.000Z' });
  await until(
    async () => (await health()) === 'unhealthy',
    () => 'health does not say so',
  );
  assert.equal(await server.stop(), 0);
});
