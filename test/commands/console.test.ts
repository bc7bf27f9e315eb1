import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { createCommandContext } from '#server/commands/context.ts';
import { runCommandLine } from '#server/commands/program.ts';
import { openDatabase } from '#server/db/open-database.ts';

async function installation(t: TestContext) {
  const dataDir = await mkdtemp(join(tmpdir(), 'assay-cli-'));
  t.after(() => rm(dataDir, { recursive: true }));
  const env = { DATA_DIR: dataDir, PUBLIC_URL: 'https://assay.example' };
  const assay = async (...argv: string[]) => {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const status = await runCommandLine(argv, createCommandContext({ env, stdout, stderr }));
    return { status, out: String(stdout.read() ?? ''), err: String(stderr.read() ?? '') };
  };
  const json = async (...argv: string[]) => {
    const { status, out, err } = await assay(...argv, '--json');
    assert.deepEqual([status, err], [0, ''], argv.join(' '));
    return JSON.parse(out);
  };
  return { dataDir, assay, json, openDb: () => openDatabase({ dataDir, databaseUrl: null }) };
}

test('a link for the first owner needs no options, one for a member all three', async (t) => {
  const { json, assay } = await installation(t);
  const first = await json('console', 'invite');
  assert.match(first.link, /^https:\/\/assay\.example\/console\/welcome#[\w-]{43}$/);
  assert.equal(first.link.split('#')[1], first.token);
  const { clientId } = await json('clients', 'create', '--name', 'Acme', '--credits', '5');
  for (const [argv, message] of [
    [['--client', clientId], /needs --client, --role and --email/],
    [['--client', clientId, '--role', 'viewer'], /needs --client, --role and --email/],
    [['--role', 'viewer'], /give --client/],
    [['--client', 'nobody', '--role', 'viewer', '--email', 'a@b.example'], /no client "nobody"/],
    [['--client', clientId, '--role', 'boss', '--email', 'a@b.example'], /Allowed choices are/],
    [['--email', 'nonsense'], /e-mail address/],
  ] as [string[], RegExp][]) {
    const { status, err } = await assay('console', 'invite', ...argv);
    assert.equal(status, 1, argv.join(' '));
    assert.match(err, message);
  }
  await json('console', 'invite', '--client', clientId, '--role', 'viewer', '--email', 'a@b.example');
  assert.match((await assay('console', 'people')).out, /No accounts yet/);
  assert.match((await assay('console', 'reset', '--email', 'a@b.example')).err, /no account/);
});

test('whatever a command changes is in the audit log, and the secret it shows is not', async (t) => {
  const { json, assay } = await installation(t);
  const { clientId } = await json('clients', 'create', '--name', 'Acme', '--credits', '5');
  await json('clients', 'update', clientId, '--max-concurrent-runs', '9');
  await json('clients', 'disable', clientId);
  await json('clients', 'enable', clientId);
  await json('projects', 'create', '--client', clientId, '--name', 'Graduates');
  const { keyId, apiKey } = await json('keys', 'create', '--client', clientId);
  await json('keys', 'extend', keyId, '--days', '30');
  const rotated = await json('keys', 'rotate', keyId);
  await json('keys', 'revoke', keyId);
  await json('credits', 'add', '--client', clientId, '--amount', '7');
  const { secret } = await json('webhooks', 'secret', 'rotate', '--client', clientId);
  await json('webhooks', 'secret', 'default');
  const { token } = await json('console', 'invite');
  const { entries } = await json('audit', 'list', '--limit', '50');
  assert.deepEqual(
    entries.map((entry: { action: string }) => entry.action),
    [
      'owner.invite',
      'webhook.default-secret.show',
      'webhook.secret.rotate',
      'credits.add',
      'key.revoke',
      'key.rotate',
      'key.extend',
      'key.create',
      'project.create',
      'client.change',
      'client.change',
      'client.change',
      'client.create',
    ],
  );
  for (const { actor } of entries) assert.equal(actor.kind, 'command');
  const { out } = await assay('audit', 'export');
  for (const hidden of [apiKey, rotated.apiKey, secret, token]) assert.ok(!out.includes(hidden));
});

test('the chain proves itself in the database and in an export, and says where it is broken', async (t) => {
  const { json, assay, dataDir, openDb } = await installation(t);
  for (const name of ['One', 'Two', 'Three'])
    await json('clients', 'create', '--name', name, '--credits', '0');
  const verdict = await json('audit', 'verify');
  assert.deepEqual([verdict.isIntact, verdict.entries], [true, 3]);
  const anchor = `3:${verdict.head}`;

  const file = join(dataDir, 'audit.jsonl');
  assert.equal((await assay('audit', 'export', '--output', file)).status, 0);
  assert.match((await assay('audit', 'export', '--output', file)).err, /exist/, 'nothing is overwritten');
  const intact = await assay('audit', 'verify', '--file', file, '--anchor', anchor);
  assert.equal(intact.status, 0, intact.err);
  await writeFile(file, (await readFile(file, 'utf8')).replace('"Two"', '"Zwo"'));
  const changed = await assay('audit', 'verify', '--file', file);
  assert.equal(changed.status, 1);
  assert.match(changed.out, /broken at entry 2/);
  await writeFile(file, 'no export\n');
  assert.match((await assay('audit', 'verify', '--file', file)).err, /not an export/);

  const db = await openDb();
  await db.updateTable('audit_log').set({ actor_name: 'somebody' }).where('sequence', '=', 2).execute();
  await db.destroy();
  const broken = await assay('audit', 'verify', '--json');
  assert.equal(broken.status, 1);
  assert.equal(JSON.parse(broken.out).brokenAt, 2);
  assert.match((await assay('audit', 'verify', '--anchor', 'nonsense')).err, /NUMBER:HASH/);
});
