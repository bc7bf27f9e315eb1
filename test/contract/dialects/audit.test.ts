import assert from 'node:assert/strict';
import { auditedThings } from '#server/app/audited-things.ts';
import { transaction } from '#server/db/transaction.ts';
import { createAuditService } from '#server/modules/audit/service.ts';
import type { AuditRecord, NewAuditEntry } from '#server/modules/audit/types.ts';
import { dialectTest } from '#test/support/dialect-test.ts';
import { createMovingClock } from '#test/support/moving-clock.ts';
import { testPepper as keyPepper } from '#test/support/webhooks.ts';

const entry = (given: Partial<NewAuditEntry> = {}): NewAuditEntry => ({
  actor: { kind: 'user', id: 'u1', name: 'ada@people.example' },
  action: 'key.create',
  clientId: null,
  target: 'key:1',
  details: {
    name: 'Über – “quoted” \n\u0000'.replace('\u0000', ''),
    nested: { 2: 'b', 1: 'a' },
    none: undefined,
  },
  ipAddress: '203.0.113.7',
  ...given,
});
const clock = createMovingClock();

dialectTest(
  'entries of several processes at once form one chain without gaps',
  async ({ db, openAnother }) => {
    const audits = [db, await openAnother(), await openAnother()].map((handle) => ({
      handle,
      audit: createAuditService({ db: handle, clock, things: auditedThings, keyPepper }),
    }));
    await Promise.all(
      Array.from({ length: 45 }, (_, index) => {
        const { handle, audit } = audits[index % audits.length]!;
        return audit.record(handle, entry({ target: `key:${index}` }));
      }),
    );
    const { audit } = audits[0]!;
    const verdict = await audit.verify();
    assert.deepEqual([verdict.isIntact, verdict.entries, verdict.reason], [true, 45, null]);
    const records: AuditRecord[] = [];
    for await (const record of audit.walk({})) records.push(record);
    assert.deepEqual(
      records.map(({ sequence }) => sequence),
      Array.from({ length: 45 }, (_, index) => index + 1),
    );
    assert.equal(new Set(records.map(({ target }) => target)).size, 45);
  },
);

dialectTest('what is rolled back leaves no entry and no gap', async ({ db }) => {
  const audit = createAuditService({ db, clock, things: auditedThings, keyPepper });
  await audit.record(db, entry());
  await assert.rejects(
    transaction(db, async (trx) => {
      await audit.record(trx, entry({ action: 'key.revoke' }));
      throw new Error('and then something failed');
    }),
    /something failed/,
  );
  await audit.record(db, entry({ action: 'key.extend' }));
  const { entries } = await audit.list({ limit: 10 });
  assert.deepEqual(
    entries.map(({ sequence, action }) => [sequence, action]),
    [
      [2, 'key.extend'],
      [1, 'key.create'],
    ],
  );
  assert.equal((await audit.verify()).isIntact, true);
});

dialectTest('whatever is changed in the log, the chain tells where', async ({ db }) => {
  const audit = createAuditService({ db, clock, things: auditedThings, keyPepper });
  assert.deepEqual(await audit.verify(), {
    isIntact: true,
    entries: 0,
    head: null,
    brokenAt: null,
    reason: null,
  });
  for (let index = 1; index <= 6; index++) await audit.record(db, entry({ target: `key:${index}` }));
  const rows = await db.selectFrom('audit_log').selectAll().orderBy('sequence').execute();
  const head = await db.selectFrom('audit_head').selectAll().executeTakeFirstOrThrow();
  const restore = async () => {
    await db.deleteFrom('audit_log').execute();
    await db.insertInto('audit_log').values(rows).execute();
    await db.updateTable('audit_head').set(head).execute();
    assert.equal((await audit.verify()).isIntact, true);
  };
  const brokenAt = async () => (await audit.verify()).brokenAt;

  for (const [column, value] of Object.entries({
    at: '2020-01-01T00:00:00.000Z',
    actor_kind: 'system',
    actor_id: 'u2',
    actor_name: 'eve@people.example',
    action: 'key.revoke',
    client_id: 'c1',
    target: 'key:9',
    ip_address: null,
    details: '{}',
    previous_hash: 'f'.repeat(64),
    hash: 'f'.repeat(64),
  })) {
    await db
      .updateTable('audit_log')
      .set({ [column]: value })
      .where('sequence', '=', 4)
      .execute();
    assert.equal(await brokenAt(), 4, column);
    await restore();
  }
  await db.updateTable('audit_log').set({ details: 'no JSON' }).where('sequence', '=', 2).execute();
  assert.equal(await brokenAt(), 2);
  await restore();
  await db.deleteFrom('audit_log').where('sequence', '=', 3).execute();
  assert.equal(await brokenAt(), 3, 'one taken out');
  await restore();
  await db.deleteFrom('audit_log').where('sequence', '>', 4).execute();
  assert.equal(await brokenAt(), 5, 'the end cut off');
  await db.updateTable('audit_head').set({ sequence: 4, hash: rows[3]!.hash }).execute();
  assert.equal(await brokenAt(), 4, 'the end cut off, and the head moved: the seal does not fit');
});

dialectTest('a whole new chain is told by its seal, and by an entry noted down before', async ({ db }) => {
  const audit = createAuditService({ db, clock, things: auditedThings, keyPepper });
  for (let index = 1; index <= 3; index++) await audit.record(db, entry({ target: `key:${index}` }));
  const noted = (await audit.list({ limit: 1 })).entries[0]!;
  assert.equal((await audit.verify({ anchor: noted })).isIntact, true);

  const forge = async (pepper: string) => {
    await db.deleteFrom('audit_log').execute();
    await db.deleteFrom('audit_head').execute();
    const forger = createAuditService({ db, clock, things: auditedThings, keyPepper: pepper });
    for (let index = 1; index <= 3; index++) await forger.record(db, entry({ target: 'key:innocent' }));
  };
  await forge('a thief with the database alone has another');
  assert.equal((await audit.verify()).isIntact, false);
  // A thief who has the secrets, too, can forge the log, but not the anchors kept elsewhere.
  await forge(keyPepper);
  assert.equal((await audit.verify()).isIntact, true);
  assert.equal((await audit.verify({ anchor: noted })).brokenAt, 3);
});

dialectTest('lists filter by client, action, words and time, newest first', async ({ db }) => {
  const moving = createMovingClock('2026-03-01T00:00:00.000Z');
  const audit = createAuditService({ db, clock: moving, things: auditedThings, keyPepper });
  await db
    .insertInto('clients')
    .values({
      id: 'c1',
      name: 'Acme',
      active: 1,
      permissions: '[]',
      multilingual: 1,
      max_concurrent_runs: 8,
      credit_balance: 0,
      created_at: '2026-01-01T00:00:00.000Z',
    })
    .execute();
  const bob = { kind: 'command', id: 'bob', name: '100%_Bob\\' } as const;
  for (const given of [
    { action: 'key.create', clientId: 'c1', target: 'key:A' },
    { action: 'key.revoke', clientId: 'c2', target: 'key:B' },
    { action: 'keyring.open', clientId: null, target: null },
    { action: 'member.invite', clientId: 'c1', target: 'invite:C', actor: bob },
  ]) {
    await audit.record(db, entry(given));
    moving.advance(3_600_000);
  }
  const found = async (filter: Partial<Parameters<typeof audit.list>[0]>) =>
    (await audit.list({ limit: 10, ...filter })).entries.map(({ sequence }) => sequence);
  assert.deepEqual(await found({}), [4, 3, 2, 1]);
  assert.deepEqual(await found({ clientId: 'c1' }), [4, 1]);
  assert.deepEqual(await found({ action: 'key' }), [2, 1], 'not "keyring"');
  assert.deepEqual(await found({ action: 'key.revoke' }), [2]);
  assert.deepEqual(await found({ search: 'ADA@' }), [3, 2, 1]);
  assert.deepEqual(await found({ search: '%_bob\\' }), [4], 'signs are no wildcards');
  assert.deepEqual(await found({ search: 'key:b' }), [2]);
  assert.deepEqual(await found({ from: '2026-03-01T01:00:00.000Z', to: '2026-03-01T03:00:00.000Z' }), [3, 2]);
  assert.deepEqual(await found({ before: 3 }), [2, 1]);
  const page = await audit.list({ limit: 2 });
  assert.deepEqual([page.entries.length, page.hasMore], [2, true]);
  assert.deepEqual(
    page.entries.map(({ clientName }) => clientName),
    ['Acme', null],
  );
});
