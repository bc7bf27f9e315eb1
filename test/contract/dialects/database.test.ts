import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import BetterSqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { lockClient } from '#server/db/lock-client.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { transaction, whenCommitted } from '#server/db/transaction.ts';
import { findPersona } from '#server/modules/interview/persona-repository.ts';
import { findActiveByPosition, findJob } from '#server/modules/jobs/repository.ts';
import { findCandidate } from '#server/modules/search/repository.ts';
import { createDataLayer } from '#test/support/data-layer.ts';
import { dialectTest } from '#test/support/dialect-test.ts';

dialectTest('what was committed is durable and foreign keys hold', async ({ dialect, db }) => {
  if (dialect === 'SQLite') {
    const pragma = async (name: string) =>
      Object.values((await sql.raw<Record<string, unknown>>(`pragma ${name}`).execute(db)).rows[0]!)[0];
    assert.equal(await pragma('journal_mode'), 'wal');
    assert.equal(await pragma('synchronous'), 2);
    assert.equal(await pragma('foreign_keys'), 1);
  }
  await assert.rejects(
    db
      .insertInto('projects')
      .values({ id: 'p', client_id: 'nobody', name: 'p', created_at: 'now', archived_at: null })
      .execute(),
    /foreign key/i,
  );
});

dialectTest(
  'a failed transaction leaves nothing behind, and one inside another is part of it',
  async ({ db }) => {
    const { identity } = createDataLayer(db);
    await assert.rejects(
      transaction(db, async (trx) => {
        await createDataLayer(trx).identity.createClient({ name: 'inner', credits: 5 });
        throw new Error('changed my mind');
      }),
      /changed my mind/,
    );
    assert.deepEqual(await identity.listClients(), []);
  },
);

dialectTest('what is asked of the handle inside its transaction is part of it', async ({ db }) => {
  // Services that were made with the handle, and know nothing of the transaction.
  const { identity } = createDataLayer(db);
  const told: string[] = [];
  const make = (name: string) =>
    transaction(db, async () => {
      await whenCommitted(db, async () => void told.push(name));
      await identity.createClient({ name, credits: 5 });
      const [clients, again] = await Promise.all([identity.listClients(), identity.listClients()]);
      assert.deepEqual(clients, again);
      assert.deepEqual(told, []);
      return clients.length;
    });
  await assert.rejects(
    transaction(db, async () => {
      await make('Acme');
      throw new Error('changed my mind');
    }),
    /changed my mind/,
  );
  assert.deepEqual([await identity.listClients(), told], [[], []]);
  let later: Promise<unknown> | undefined;
  const release = Promise.withResolvers<void>();
  await transaction(db, async () => {
    await make('Globex');
    later = release.promise.then(() => identity.createClient({ name: 'after it was over', credits: 0 }));
  });
  assert.deepEqual(told, ['Globex']);
  release.resolve();
  await later;
  assert.equal((await identity.listClients()).length, 2);
});

test('a write waits for another process that holds the database, and requests go on meanwhile', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'assay-busy-'));
  const db = await openDatabase({ dataDir, databaseUrl: null });
  const other = new BetterSqlite(join(dataDir, 'assay.db'));
  try {
    other.exec('begin immediate');
    const { identity } = createDataLayer(db);
    let isDone = false;
    const write = identity.createClient({ name: 'a', credits: 0 }).then(() => {
      isDone = true;
    });
    for (let tick = 0; tick < 20; tick++) await delay(10);
    assert.equal(isDone, false, 'timers fire while the write waits');
    other.exec('rollback');
    await write;
    assert.equal((await identity.listClients()).length, 1);
  } finally {
    other.close();
    await db.destroy();
    await rm(dataDir, { recursive: true });
  }
});

dialectTest('counts, sums and truths come as numbers', async ({ db }) => {
  const { identity } = createDataLayer(db);
  await identity.createClient({ name: 'a', credits: 7 });
  const row = await db
    .selectFrom('clients')
    .select((of) => [
      of.fn.countAll().as('count'),
      of.fn.sum('credit_balance').as('sum'),
      of.exists(of.selectFrom('ledger').select('id')).as('exists'),
    ])
    .executeTakeFirstOrThrow();
  assert.deepEqual(row, { count: 1, sum: 7, exists: 1 });
});

dialectTest(
  'a transaction that locks a client reads what others committed before',
  async ({ db, openAnother }) => {
    const { identity } = createDataLayer(db);
    const { id } = await identity.createClient({ name: 'counter', credits: 1 });
    const handles = [db, await openAnother()];
    const increment = (index: number) =>
      transaction(handles[index % 2]!, async (trx) => {
        const { balance } = await lockClient(trx, id);
        await trx
          .updateTable('clients')
          .set({ credit_balance: balance + 1 })
          .where('id', '=', id)
          .execute();
      });
    await Promise.all(Array.from({ length: 30 }, (_, index) => increment(index)));
    assert.equal((await identity.listClients())[0]!.creditBalance, 31);
  },
);

dialectTest('a balance can never become negative, whatever the code does', async ({ db }) => {
  const { identity } = createDataLayer(db);
  const { id } = await identity.createClient({ name: 'a', credits: 1 });
  await assert.rejects(
    db.updateTable('clients').set({ credit_balance: -1 }).where('id', '=', id).execute(),
    /check constraint/i,
  );
});

dialectTest('processes that start at once share one new database and one pepper', async ({ freshConfig }) => {
  const fresh = await freshConfig();
  const program = `
    import { openDatabase } from '#server/db/open-database.ts';
    import { loadKeyPepper } from '#server/modules/installation/key-pepper.ts';
    const config = { ...JSON.parse(process.argv[1]), keyPepper: null };
    const db = await openDatabase(config);
    await db.selectFrom('runs').select('id').execute();
    await db.destroy();
    console.log(await loadKeyPepper(config));
  `;
  const answers = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const child = spawn(
        process.execPath,
        ['--input-type=module', '--eval', program, JSON.stringify(fresh)],
        { cwd: `${import.meta.dirname}/../../..`, stdio: ['ignore', 'pipe', 'inherit'] },
      );
      let output = '';
      child.stdout.on('data', (chunk) => {
        output += chunk;
      });
      const [status] = await once(child, 'close');
      assert.equal(status, 0);
      return output;
    }),
  );
  assert.equal(new Set(answers).size, 1);
  assert.ok(answers[0]!.trim().length >= 32);
});

dialectTest('text with a NUL can be asked for like any other, and is nowhere', async ({ db }) => {
  const { id } = await createDataLayer(db).identity.createClient({ name: 'a', credits: 0 });
  const clients = (ids: string[]) => db.selectFrom('clients').select('id').where('id', 'in', ids).execute();
  for (const text of ['\0', `${id}\0`, `\0${id}`]) assert.deepEqual(await clients([text]), []);
  assert.deepEqual(await clients(['\0', id]), [{ id }]);
  assert.equal(await findCandidate(db, { corpus: 1, externalId: 'a\0' }), undefined);
  assert.equal(await findJob(db, id, 'a\0'), undefined);
  assert.equal(await findActiveByPosition(db, id, 'a\0'), undefined);
  assert.equal(await findPersona(db, id, 'a\0'), undefined);
});
