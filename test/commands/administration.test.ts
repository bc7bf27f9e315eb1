import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { composition } from '#server/app/composition.ts';
import { createCommandContext } from '#server/commands/context.ts';
import { runCommandLine } from '#server/commands/program.ts';
import { settingsHelp } from '#server/config/settings-help.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { createIdentityService } from '#server/modules/identity/service.ts';
import { loadKeyPepper } from '#server/modules/installation/key-pepper.ts';
import { runRole } from '#server/process/run-role.ts';
import { systemClock } from '#server/time.ts';
import { createDataLayer, newRun, succeeded } from '#test/support/data-layer.ts';
import { builtProgram } from '../../testkit/built-program.ts';

type Env = Record<string, string>;

/** Runs a command line in this process, as `assay` would. */
async function assay(env: Env, ...argv: string[]) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const status = await runCommandLine(argv, createCommandContext({ env, stdout, stderr }));
  return { status, out: String(stdout.read() ?? ''), err: String(stderr.read() ?? '') };
}

async function json(env: Env, ...argv: string[]) {
  const { status, out, err } = await assay(env, ...argv, '--json');
  assert.deepEqual([status, err], [0, '']);
  assert.equal(out.trim().split('\n').length, 1, 'one document on one line');
  return JSON.parse(out);
}

async function installation(t: TestContext) {
  const dataDir = await mkdtemp(join(tmpdir(), 'assay-cli-'));
  t.after(() => rm(dataDir, { recursive: true }));
  return { env: { DATA_DIR: dataDir }, config: { dataDir, databaseUrl: null, keyPepper: null } };
}

test('client and key can be made from nothing, in the forms that scripts rely on', async (t) => {
  const { env, config } = await installation(t);
  const { clientId } = await json(env, 'clients', 'create', '--name', 'Acme', '--credits', '500');
  const { projectId } = await json(env, 'projects', 'create', '--client', clientId, '--name', 'Graduates');
  const made = await json(
    env,
    'keys',
    'create',
    '--client',
    clientId,
    '--project',
    projectId,
    '--permissions',
    'speech,interview',
    '--expires-days',
    'never',
    '--allow-ip',
    '10.0.0.0/8',
    '--allow-ip',
    '2001:db8::/32',
    '--rate-limit',
    '60',
  );
  assert.match(made.keyId, /^[0-9a-f-]{36}$/);
  assert.deepEqual(
    [made.permissions, made.expiresAt, made.allowedIps, made.rateLimitPerMinute, made.projectId],
    [['speech', 'interview'], null, ['10.0.0.0/8', '2001:db8::/32'], 60, projectId],
  );

  // The server's own services accept it: same database, same pepper.
  const db = await openDatabase(config);
  t.after(() => db.destroy());
  const identity = createIdentityService({ db, clock: systemClock, keyPepper: await loadKeyPepper(config) });
  const caller = await identity.authenticate({ apiKey: made.apiKey, ipAddress: '10.1.2.3' });
  assert.equal(caller.client.id, clientId);

  // And the command works while that database is open.
  const { clients } = await json(env, 'clients', 'list');
  assert.deepEqual([clients[0].clientId, clients[0].creditBalance], [clientId, 500]);
  const { keys } = await json(env, 'keys', 'list', '--client', clientId);
  assert.ok(keys[0].lastUsedAt);
  assert.ok(!JSON.stringify(keys).includes(made.apiKey));

  await json(env, 'clients', 'disable', clientId);
  const ask = () => identity.authenticate({ apiKey: made.apiKey, ipAddress: '10.1.2.3' });
  await assert.rejects(ask, { code: 'CLIENT_INACTIVE' });
  await json(env, 'clients', 'enable', '--client', clientId);
  await ask();
  const rotated = await json(env, 'keys', 'rotate', made.keyId, '--overlap-hours', '0');
  assert.equal(rotated.previousKeyId, made.keyId);
  await assert.rejects(ask, { code: 'INVALID_API_KEY' });
  await identity.authenticate({ apiKey: rotated.apiKey, ipAddress: '10.1.2.3' });
  await json(env, 'keys', 'revoke', rotated.keyId);
  await assert.rejects(identity.authenticate({ apiKey: rotated.apiKey, ipAddress: '10.1.2.3' }), {
    code: 'INVALID_API_KEY',
  });
});

test('keys live for 90 days unless told, and can be extended', async (t) => {
  const { env } = await installation(t);
  const { clientId } = await json(env, 'clients', 'create', '--name', 'Acme', '--credits', '0');
  const key = await json(env, 'keys', 'create', '--client', clientId);
  const daysOf = ({ createdAt, expiresAt }: { createdAt: string; expiresAt: string }) =>
    Math.round((Date.parse(expiresAt) - Date.parse(createdAt)) / 86_400_000);
  assert.equal(daysOf(key), 90);
  assert.equal(daysOf(await json(env, 'keys', 'extend', key.keyId, '--days', '30')), 120);
  assert.equal((await json(env, 'keys', 'extend', key.keyId, '--days', 'never')).expiresAt, null);
});

test('credits, limits and runs can be seen and changed', async (t) => {
  const { env, config } = await installation(t);
  const { clientId } = await json(env, 'clients', 'create', '--name', 'Acme', '--credits', '10');
  const added = await json(
    env,
    'credits',
    'add',
    '--client',
    clientId,
    '--amount',
    '5',
    '--description',
    'Invoice 7',
  );
  assert.deepEqual([added.balance, added.recent[0].description], [15, 'Invoice 7']);
  const updated = await json(
    env,
    'clients',
    'update',
    clientId,
    '--max-concurrent-runs',
    '2',
    '--multilingual',
    'off',
    '--accent-use',
    'hidden',
  );
  assert.deepEqual(
    [updated.maxConcurrentRuns, updated.multilingual, updated.accentUse],
    [2, false, 'hidden'],
  );

  const db = await openDatabase(config);
  t.after(() => db.destroy());
  const { runs, queue } = createDataLayer(db);
  for (const id of ['one', 'two', 'three']) await runs.submit(newRun({ id, clientId }));
  await queue.settle((await queue.claim('w'))!, 'w', succeeded(3));

  const shown = await json(env, 'credits', 'show', '--client', clientId);
  assert.deepEqual([shown.balance, shown.held, shown.available], [12, 8, 4]);
  const listed = await json(env, 'runs', 'list', '--limit', '2');
  assert.deepEqual(
    [listed.runs.map(({ id }: { id: string }) => id), listed.hasMore],
    [['three', 'two'], true],
  );
  const failedOnly = await json(env, 'runs', 'list', '--status', 'success', '--client', clientId);
  assert.equal(failedOnly.runs.length, 1);
  const { run } = await json(env, 'runs', 'show', 'one');
  assert.deepEqual([run.status, run.chargedCredits], ['success', 3]);

  const forPeople = await assay(env, 'runs', 'show', 'one');
  assert.match(forPeople.out, /Run one .*: success\n.*\nCredits: 3 of 4 charged\./);
  assert.match((await assay(env, 'credits', 'show', '--client', clientId)).out, /12 credits, 8 of them held/);
});

for (const [title, argv, code] of [
  ['an unknown command', ['cleints', 'list'], 'INVALID_USAGE'],
  ['a missing option', ['clients', 'create', '--credits', '5'], 'INVALID_USAGE'],
  ['an unknown option', ['clients', 'list', '--colour'], 'INVALID_USAGE'],
  ['a malformed number', ['clients', 'create', '--name', 'a', '--credits', '5 apples'], 'INVALID_USAGE'],
  [
    'an unknown permission',
    ['keys', 'create', '--client', 'x', '--permissions', 'speech,all'],
    'INVALID_USAGE',
  ],
  ['an unknown client', ['keys', 'create', '--client', 'x'], 'NOT_FOUND'],
  ['an unknown key', ['keys', 'extend', 'x', '--days', '30'], 'NOT_FOUND'],
  ['a negative balance', ['clients', 'create', '--name', 'a', '--credits', '-5'], 'INVALID_INPUT'],
  ['no id', ['keys', 'revoke'], 'INVALID_INPUT'],
  ['an unknown run', ['runs', 'show', 'x'], 'REQUEST_NOT_FOUND'],
] as const) {
  test(`${title} is one clear line on stderr and exit code 1`, async (t) => {
    const { env } = await installation(t);
    await json(env, 'clients', 'create', '--name', 'Acme', '--credits', '0');
    const plain = await assay(env, ...argv);
    assert.deepEqual([plain.status, plain.out], [1, '']);
    assert.match(plain.err, /^assay: [^\n]+\n$/);
    const asJson = await assay(env, ...argv, '--json');
    assert.deepEqual([asJson.status, asJson.out], [1, '']);
    const { error } = JSON.parse(asJson.err);
    assert.equal(error.code, code);
    assert.equal(`assay: ${error.message}\n`, plain.err);
  });
}

test('faulty settings are all named', async (t) => {
  const { env } = await installation(t);
  const { status, err } = await assay({ ...env, PORT: 'x', LOG_LEVEL: 'loud' }, 'clients', 'list');
  assert.equal(status, 1);
  assert.match(err, /PORT must be/);
  assert.match(err, /LOG_LEVEL must be/);
});

test('help names every command and every setting', async () => {
  const { status, out } = await assay({}, '--help');
  assert.equal(status, 0);
  for (const word of [
    'serve',
    'clients',
    'projects',
    'keys',
    'credits',
    'runs',
    'models',
    'demo',
    'doctor',
    'bench',
  ]) {
    assert.match(out, new RegExp(`^ {2}${word}\\b`, 'm'));
  }
  for (const [name] of settingsHelp) assert.ok(out.includes(name), name);
});

for (const argv of [
  ['clients', 'create'],
  ['clients', 'update'],
  ['projects', 'create'],
  ['keys', 'create'],
  ['keys', 'extend'],
  ['credits', 'add'],
  ['runs', 'list'],
]) {
  test(`assay ${argv.join(' ')} --help explains itself by example`, async () => {
    const { status, out } = await assay({}, ...argv, '--help');
    assert.equal(status, 0);
    assert.match(out, new RegExp(`Examples?:\\n {2}assay ${argv.join(' ')} `));
  });
}

test('with another pepper than the first no command and no server starts, and the doctor says why', async (t) => {
  const { env, config } = await installation(t);
  const doctor = async (settings: Env) => {
    const { status, out } = await assay({ ...settings, PORT: '0' }, 'doctor', '--json');
    return {
      status,
      pepper: JSON.parse(out).checks.find((one: { name: string }) => one.name === 'key pepper'),
    };
  };
  assert.equal((await doctor(env)).pepper, undefined, 'nothing to compare with yet');
  await json(env, 'clients', 'create', '--name', 'Acme', '--credits', '0');
  const known = await doctor(env);
  assert.deepEqual([known.pepper.status, known.pepper.advice], ['ok', undefined]);

  const other = { ...env, KEY_PEPPER: 'another pepper of at least 32 characters' };
  const advice = 'Set KEY_PEPPER to what that file holds.';
  const refused = await assay(other, 'keys', 'list', '--client', 'x');
  assert.equal(refused.status, 1);
  assert.ok(refused.err.includes(join(config.dataDir, 'secrets/key-pepper')), refused.err);
  assert.ok(refused.err.trim().endsWith(advice), refused.err);
  const told = await doctor(other);
  assert.deepEqual([told.status, told.pepper.status, told.pepper.advice], [1, 'missing', advice]);

  const said: string[] = [];
  const exit = await runRole({
    role: 'all',
    env: { ...other, PORT: '0', LOG_LEVEL: 'silent' },
    mainPath: builtProgram('server/main.ts'),
    composition,
    say: () => assert.fail('it must not serve'),
    complain: (line) => said.push(line),
  });
  assert.equal(exit, 1);
  assert.equal(`assay: ${said.join('\n')}\n`, refused.err);
});

test('the program itself ends with the right status, also when its reader has gone', async (t) => {
  const { env } = await installation(t);
  const program = builtProgram('server/cli.ts');
  const start = (...argv: string[]) =>
    spawn(process.execPath, [program, ...argv], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  const refused = start('keys', 'create', '--client', 'x');
  refused.stdout.resume();
  assert.deepEqual(await once(refused, 'exit'), [1, null]);
  const unread = start('--help');
  unread.stdout.destroy();
  assert.deepEqual(await once(unread, 'exit'), [0, null]);
});

test('the doctor tries the voices and names the languages that none of them speaks', async (t) => {
  const { env } = await installation(t);
  const settings = { ...env, PORT: '0', TTS_HTTP_URL: 'http://127.0.0.1:9' };
  const { out } = await assay(settings, 'doctor', '--json');
  const voice = JSON.parse(out).checks.find((one: { name: string }) => one.name === 'voice');
  assert.equal(voice.status, 'warning');
  assert.match(voice.detail, /cannot be reached.*flite speaks English.*cannot be spoken in ja/);
  assert.match(voice.advice, /TTS_HTTP_URL/);
});
