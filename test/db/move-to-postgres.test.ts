import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { moveToPostgres } from '#server/db/move/move-to-postgres.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { rowCounts } from '#server/db/row-counts.ts';
import type { Tables } from '#server/db/tables.ts';
import { assayWith } from '#test/support/backup-installation.ts';
import { newRun, succeeded } from '#test/support/data-layer.ts';
import { freshPostgres, withoutPostgres } from '#test/support/fresh-postgres.ts';
import { searchLayer } from '#test/support/search-layer.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { builtProgram } from '../../testkit/built-program.ts';
import { inherited } from '../../testkit/server-process.ts';

const cliPath = builtProgram('server/cli.ts');
const skip = withoutPostgres;

const person = (id: number) => ({
  external_id: `p-${id}`,
  full_name: `Ünal “${id}” O'Neill`,
  headline: id % 2 ? 'Accountant' : 'Baker',
  skills: ['SQL', 'C++'],
  tags: ['open'],
});

/** A data folder with an installation that has been used: clients, an audit log, runs, candidates with words and vectors. */
async function installation(t: TestContext, { people, runs }: { people: number; runs: number }) {
  const dataDir = await tempFolder(t);
  const env = { DATA_DIR: dataDir, KEY_PEPPER: 'a pepper for tests, 32 characters' };
  await assayWith(env).json('clients', 'create', '--name', 'Acme', '--credits', '1000');
  const db = await openDatabase({ dataDir, databaseUrl: null });
  const layer = searchLayer(db, { dataDir });
  const clientId = await layer.newClient(1000);
  for (let from = 0; from < people; from += 500) {
    const some = Array.from({ length: Math.min(500, people - from) }, (_, i) => person(from + i));
    await layer.upsert(clientId, some, 'pool');
  }
  await layer.embed();
  for (let i = 0; i < runs; i++) {
    await layer.runs.submit(newRun({ clientId, tags: ['a', `t-${i}`] }));
    await layer.queue.settle((await layer.queue.claim('w'))!, 'w', succeeded());
  }
  await db.destroy();
  // Files of runs stay where they are, beside a database that knows nothing of them yet.
  await mkdir(join(dataDir, 'blobs', 'speech', 'run-1'), { recursive: true });
  await writeFile(join(dataDir, 'blobs', 'speech', 'run-1', 'upload'), 'sound');
  return { dataDir, env, clientId };
}

async function open(t: TestContext, config: { dataDir: string; databaseUrl: string | null }) {
  const db = await openDatabase(config, { mayBeFilled: true, mayBeMoved: true });
  t.after(() => db.destroy());
  return db;
}

/** Rows of the tables that both databases have; without the audit log, in which a move notes itself. */
async function counts(db: Kysely<Tables>) {
  const tables = (await rowCounts(db)).filter(
    ({ table }) => !/^(kysely_|sqlite_|candidate_word|audit_log|assay_moved)/.test(table),
  );
  return Object.fromEntries(tables.map(({ table, rows }) => [table, rows]));
}

test('everything is there afterwards, and work goes on', { skip }, async (t) => {
  const { dataDir, env, clientId } = await installation(t, { people: 7, runs: 3 });
  const source = await open(t, { dataDir, databaseUrl: null });
  const databaseUrl = await freshPostgres();
  const moved = assayWith({ ...env, DATABASE_URL: databaseUrl });
  const told = await moved.json('migrate-to-postgres');
  assert.equal(told.tables.find(({ table }: { table: string }) => table === 'candidates').rows, 7);

  const target = await open(t, { dataDir, databaseUrl });
  assert.deepEqual(await counts(target), await counts(source));
  assert.equal((await moved.json('audit', 'verify')).isIntact, true);
  const { entries } = await moved.json('audit', 'list');
  assert.equal(entries[0].action, 'database.move');

  const [old, layer] = [searchLayer(source, { dataDir }), searchLayer(target, { dataDir })];
  assert.deepEqual(await layer.credits.balance(clientId), await old.credits.balance(clientId));
  await layer.runs.submit(newRun({ clientId }));
  const { rows: runs } = await sql<{ sequence: number }>`
    select sequence from runs order by sequence`.execute(target);
  assert.deepEqual(
    runs.map(({ sequence }) => sequence),
    [1, 2, 3, 4],
  );
  await layer.upsert(clientId, [person(99)], 'pool');
  const { rows: found } = await sql<{ count: number }>`
    select count(*) as count from candidate_words where words @@ '''account'':*'::tsquery`.execute(target);
  assert.equal(found[0]!.count, 4, 'candidates 1, 3, 5 and the new one');
});

test('cut off anywhere by kill -9, the next call goes on and the result is the same', { skip }, async (t) => {
  const { dataDir, env } = await installation(t, { people: 2500, runs: 20 });
  const databaseUrl = await freshPostgres();
  const all = { ...inherited, ...env, DATABASE_URL: databaseUrl } as Record<string, string>;
  let deaths = 0;
  const refusals: string[] = [];
  let ended = { code: 0, said: '' };
  for (;;) {
    const child = spawn(process.execPath, [cliPath, 'migrate-to-postgres'], {
      env: all,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        said += chunk;
      });
    const closed = once(child, 'close');
    await Promise.race([once(child.stdout, 'data'), closed]);
    await Promise.race([delay(60 + 90 * deaths), closed]);
    child.kill('SIGKILL');
    const [code, signal] = await closed;
    if (signal !== 'SIGKILL') {
      ended = { code, said };
      break;
    }
    deaths++;
    if (deaths > 100) throw new Error('The move never comes to its end.');
    // A server that opens it meanwhile is refused; unless the move died at its very end, when everything is there.
    const { status, err } = await assayWith(all).answer('clients', 'list');
    if (status === 0) break;
    refusals.push(err);
  }
  for (const refusal of refusals) assert.match(refusal, /being filled by assay migrate-to-postgres/);
  assert.equal(ended.code, 0, ended.said);
  t.diagnostic(`${deaths} deaths`);
  assert.ok(deaths > 1, `only ${deaths} deaths`);
  const [source, target] = [
    await open(t, { dataDir, databaseUrl: null }),
    await open(t, { dataDir, databaseUrl }),
  ];
  assert.deepEqual(await counts(target), await counts(source));
});

test('what must not be filled is refused, and says what to do', { skip }, async (t) => {
  const { dataDir, env } = await installation(t, { people: 1, runs: 1 });
  const source = await open(t, { dataDir, databaseUrl: null });
  const stopAt = (name: string) => ({
    origin: 'here',
    moved: { at: '2026-11-26T12:00:00.000Z', to: 'db/assay' },
    onTable: ({ table }: { table: string }) => {
      if (table === name) throw new Error('the power went');
    },
  });

  const used = await freshPostgres();
  await assayWith({ ...env, DATA_DIR: await tempFolder(t), DATABASE_URL: used }).json(
    'clients',
    'create',
    '--name',
    'B',
    '--credits',
    '1',
  );
  const other = await open(t, { dataDir, databaseUrl: used });
  await assert.rejects(moveToPostgres(source, other, stopAt('')), /is in use.*Give an empty one/s);

  const target = await open(t, { dataDir, databaseUrl: await freshPostgres() });
  await assert.rejects(moveToPostgres(source, target, stopAt('clients')), /power/);
  await assert.rejects(
    moveToPostgres(source, target, { ...stopAt(''), origin: 'elsewhere' }),
    /another installation/,
  );
  // Used between two calls: what was copied is no longer what is here.
  await sql`update clients set name = 'renamed'`.execute(source);
  await assert.rejects(moveToPostgres(source, target, stopAt('')), /table "clients".*not the same/s);

  const nothing = assayWith({ ...env, DATA_DIR: join(dataDir, 'none'), DATABASE_URL: await freshPostgres() });
  assert.match((await nothing.answer('migrate-to-postgres')).err, /no database to move/);
  assert.match((await assayWith(env).answer('migrate-to-postgres')).err, /Say where to/);
});

/** Commands that read or change the database, of every kind there is. */
const commands: readonly (readonly string[])[] = [
  ['clients', 'list'],
  ['clients', 'create', '--name', 'B', '--credits', '1'],
  ['keys', 'list', '--client', 'c'],
  ['runs', 'list', '--client', 'c'],
  ['jobs', 'list', '--client', 'c'],
  ['webhooks', 'list', '--client', 'c'],
  ['console', 'people'],
  ['audit', 'verify'],
];

test('the old file is refused by every command, and a second move says that it was moved', {
  skip,
}, async (t) => {
  const { dataDir, env } = await installation(t, { people: 1, runs: 1 });
  const databaseUrl = await freshPostgres();
  const moving = assayWith({ ...env, DATABASE_URL: databaseUrl });
  await moving.json('migrate-to-postgres');
  const source = await open(t, { dataDir, databaseUrl: null });
  const before = await counts(source);

  const keyFile = join(await tempFolder(t), 'key');
  await assayWith(env).json('backup', 'keygen', '--out', keyFile);
  const to = await tempFolder(t);
  const { host } = new URL(databaseUrl);
  for (const argv of [...commands, ['backup', 'create', '--to', to, '--key-file', keyFile]]) {
    const { status, out, err } = await assayWith(env).answer(...argv);
    assert.deepEqual([status, out], [1, ''], argv.join(' '));
    assert.ok(err.includes(`was moved to PostgreSQL (${host}/`), `${argv.join(' ')}: ${err}`);
    assert.match(err, /Set DATABASE_URL to that database/);
    assert.equal(err.trim().split('\n').length, 1);
  }
  assert.deepEqual(await counts(source), before, 'nothing was written into it');
  assert.deepEqual(await readdir(to), [], 'nothing of it was backed up');
  const { checks } = (await assayWith({ ...env, PATH: process.env.PATH! }).answer('doctor', '--json')).said;
  const finding = checks.find(({ name }: { name: string }) => name === 'database');
  assert.equal(finding.status, 'missing');
  assert.match(finding.advice, /^Set DATABASE_URL/);

  for (const again of [databaseUrl, await freshPostgres()]) {
    const second = await assayWith({ ...env, DATABASE_URL: again }).answer('migrate-to-postgres');
    assert.equal(second.status, 1);
    assert.match(second.err, /was already moved to PostgreSQL .+; nothing was done\. Set DATABASE_URL/);
  }
  assert.equal((await moving.json('clients', 'list')).clients.length > 0, true, 'the new one serves');
});

test('a move that was cut off between its last two steps goes on', { skip }, async (t) => {
  const { dataDir, env } = await installation(t, { people: 1, runs: 1 });
  const databaseUrl = await freshPostgres();
  const [source, target] = [
    await open(t, { dataDir, databaseUrl: null }),
    await open(t, { dataDir, databaseUrl }),
  ];
  await sql`create function never() returns event_trigger language plpgsql as $$ begin
    if tg_tag = 'DROP TABLE' then raise 'the power went'; end if; end $$`.execute(target);
  await sql`create event trigger never on ddl_command_start execute function never()`.execute(target);
  const moving = assayWith({ ...env, DATABASE_URL: databaseUrl });
  assert.match((await moving.answer('migrate-to-postgres')).err, /the power went/);
  assert.match((await assayWith(env).answer('clients', 'list')).err, /was moved to PostgreSQL/);
  assert.match((await moving.answer('clients', 'list')).err, /is being filled/);
  await sql`drop event trigger never`.execute(target);
  await moving.json('migrate-to-postgres');
  assert.deepEqual(await counts(target), await counts(source));
  assert.equal((await moving.answer('clients', 'list')).status, 0);
});

test('an operator who goes back to the old file gets it as it was, and can move again', {
  skip,
}, async (t) => {
  const { env } = await installation(t, { people: 1, runs: 1 });
  const old = assayWith(env);
  assert.match((await old.answer('migrate-to-postgres', '--undo')).err, /was not moved to PostgreSQL/);
  const moving = assayWith({ ...env, DATABASE_URL: await freshPostgres() });
  await moving.json('migrate-to-postgres');
  // Also where DATABASE_URL is still set.
  await moving.json('migrate-to-postgres', '--undo');
  assert.equal((await old.json('audit', 'list')).entries[0].action, 'database.move.undo');
  await assayWith({ ...env, DATABASE_URL: await freshPostgres() }).json('migrate-to-postgres');
  assert.match((await old.answer('clients', 'list')).err, /was moved to PostgreSQL/);
});
