import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { auditedThings } from '#server/app/audited-things.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { createAnchorPost } from '#server/modules/audit/anchor-post.ts';
import { createFileAnchors } from '#server/modules/audit/anchors.ts';
import { createAuditService } from '#server/modules/audit/service.ts';
import { createDataLayer } from '#test/support/data-layer.ts';
import { createMovingClock } from '#test/support/moving-clock.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { testPepper as keyPepper } from '#test/support/webhooks.ts';

const anchorKey = 'kept in a safe, far from the data';

async function auditedInstallation(t: TestContext) {
  const dataDir = await tempFolder(t);
  const path = join(dataDir, 'audit-anchors.jsonl');
  const db = await openDatabase({ dataDir, databaseUrl: null });
  t.after(() => db.destroy());
  const clock = createMovingClock();
  const anchors = createFileAnchors({ path, key: anchorKey, clock });
  const audit = createAuditService({ db, clock, things: auditedThings, keyPepper, anchors });
  const enter = (target: string) =>
    audit.record(db, {
      actor: { kind: 'user', id: 'u1', name: 'ada@people.example' },
      action: 'key.create',
      clientId: null,
      target,
      details: {},
      ipAddress: null,
    });
  const { identity } = createDataLayer(db, clock);
  await identity.createClient({ name: 'Acme', credits: 0 });
  for (let index = 1; index <= 6; index++) await enter(`key:${index}`);
  assert.equal((await audit.verify()).isIntact, true);
  return { db, path, clock, audit, enter, anchors };
}

test('a thief with the database alone cannot take the whole log away', async (t) => {
  const { db, audit, path } = await auditedInstallation(t);
  await db.deleteFrom('audit_log').execute();
  await db.deleteFrom('audit_head').execute();
  const verdict = await audit.verify();
  assert.equal(verdict.isIntact, false);
  assert.match(verdict.reason!, /has no end, although there are people or clients/);
  assert.match((await audit.takeUp())!, /has no end/);
  // Nor where nothing was ever written outside the database.
  await rm(path);
  assert.equal(
    (await createAuditService({ db, clock: createMovingClock(), things: auditedThings, keyPepper }).verify())
      .isIntact,
    false,
  );
});

test('an older state of the log that was put back is told by the file beside the database', async (t) => {
  const { db, audit, enter } = await auditedInstallation(t);
  const older = await db.selectFrom('audit_head').selectAll().executeTakeFirstOrThrow();
  for (const target of ['key:7', 'key:8', 'key:9']) await enter(target);
  // The three newest go, and the head that was sealed before them comes back: everything in the database fits.
  await db.deleteFrom('audit_log').where('sequence', '>', 6).execute();
  await db.updateTable('audit_head').set(older).execute();
  const verdict = await audit.verify();
  assert.deepEqual([verdict.isIntact, verdict.brokenAt], [false, 7]);
  assert.match(verdict.reason!, /no entry 7 any more, which was noted down at 20/);
  assert.match((await audit.takeUp())!, /no entry 9 any more/);
  // Going on does not hide it.
  for (const target of ['key:a', 'key:b', 'key:c', 'key:d']) await enter(target);
  const later = await audit.verify();
  assert.deepEqual([later.isIntact, later.brokenAt], [false, 7]);
  assert.match(later.reason!, /somebody wrote the log anew/);
});

test('anchors that an attacker wrote, or took away, are reported', async (t) => {
  const { audit, path, anchors, clock } = await auditedInstallation(t);
  const text = await readFile(path, 'utf8');
  const forged = createFileAnchors({ path, key: 'another key, which the attacker chose', clock });
  await writeFile(path, '');
  await forged.add({ sequence: 6, hash: 'f'.repeat(64) });
  assert.match((await audit.verify()).reason!, /Line 1 of .+ is not one that this installation wrote/);
  await rm(path);
  assert.match((await audit.verify()).reason!, /audit-anchors.jsonl is missing/);
  // The first start after an update, and that of a new machine, begin one.
  assert.equal(await audit.takeUp(), null);
  assert.equal((await audit.verify()).isIntact, true);
  // A power cut may leave half a line.
  await writeFile(path, text);
  await appendFile(path, '{"sequence":7,"ha');
  assert.equal((await audit.verify()).isIntact, true);
  assert.equal((await anchors.newest())!.anchors[0]!.sequence, 6);
});

test('a file of many anchors is thinned and stays a file of anchors', async (t) => {
  const { path, clock, audit, enter } = await auditedInstallation(t);
  const line = (await readFile(path, 'utf8')).split('\n')[0]!;
  await writeFile(path, `${line}\n`.repeat(45_000));
  await enter('key:7');
  const lines = (await readFile(path, 'utf8')).split('\n');
  assert.ok(lines.length < 2000, `${lines.length} lines`);
  assert.equal((JSON.parse(lines.at(-2)!) as { sequence: number }).sequence, 7);
  assert.equal((await audit.verify()).isIntact, true);
  assert.equal((await createFileAnchors({ path, key: anchorKey, clock }).read()).fault, null);
});

test('the end of the log is posted elsewhere, signed, and what was collected there is held against the log', async (t) => {
  const { audit, db, enter, path } = await auditedInstallation(t);
  const collected: string[] = [];
  let isDown = true;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    const signature = createHmac('sha256', anchorKey).update(body).digest('hex');
    assert.equal(request.headers['x-assay-signature'], `sha256=${signature}`);
    if (!isDown) collected.push(body);
    response.writeHead(isDown ? 503 : 204).end();
    isDown = false;
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  t.after(() => server.close());
  const said: unknown[] = [];
  const log = {
    info: (fields: object) => void said.push(fields),
    warn: (_: object, message: string) => void said.push(message),
    error: (_: object, message: string) => void said.push(message),
  };
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const current = () => audit.currentAnchor();
  const post = createAnchorPost({ current, url, key: anchorKey, log, everyMs: 20 });
  post.start();
  const waitFor = async (count: number) => {
    for (let tries = 0; collected.length < count && tries < 500; tries++)
      await new Promise((done) => setTimeout(done, 10));
    assert.equal(collected.length, count);
  };
  await waitFor(1);
  await enter('key:7');
  await waitFor(2);
  await post.stop();
  assert.deepEqual(
    collected.map((line) => (JSON.parse(line) as { sequence: number }).sequence),
    [6, 7],
  );
  assert.equal(said[1], 'could not post the audit log anchor; tried again');

  // With the database, the folder beside it and the pepper one could write everything anew; not what lies elsewhere.
  const anchorFile = `${path}.collected`;
  await writeFile(anchorFile, collected.join(''));
  assert.equal((await audit.verify({ anchorFile })).isIntact, true);
  await db.deleteFrom('audit_log').execute();
  await db.deleteFrom('audit_head').execute();
  await rm(path);
  for (let index = 1; index <= 7; index++) await enter('key:innocent');
  assert.equal((await audit.verify()).isIntact, true);
  assert.deepEqual((await audit.verify({ anchorFile })).brokenAt, 6);
});
