import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { createCommandContext } from '#server/commands/context.ts';
import { runCommandLine } from '#server/commands/program.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { systemClock } from '#server/time.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { startReceiver } from '#test/support/webhook-receiver.ts';
import { announce, deliverDue, webhooksOn } from '#test/support/webhooks.ts';

const keyPepper = 'the pepper of this command line test';

async function installation(t: TestContext) {
  const env = {
    DATA_DIR: await tempFolder(t),
    KEY_PEPPER: keyPepper,
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  };
  const run = async (...argv: string[]) => {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const status = await runCommandLine(argv, createCommandContext({ env, stdout, stderr }));
    return { status, out: String(stdout.read() ?? ''), err: String(stderr.read() ?? '') };
  };
  const json = async (...argv: string[]) => {
    const { status, out, err } = await run(...argv, '--json');
    assert.deepEqual([status, err], [0, '']);
    return JSON.parse(out);
  };
  const { clientId } = await json('clients', 'create', '--name', 'Acme', '--credits', '1');
  return { env, run, json, clientId: clientId as string };
}

test('a receiver is tried out with one command, and can check the signature with the secret shown', async (t) => {
  const receiver = await startReceiver(t);
  const { run, json, clientId } = await installation(t);
  const url = `http://127.0.0.1:${receiver.port}/hook`;
  const { secret } = await json('webhooks', 'secret', 'rotate', '--client', clientId, '--overlap-hours', '0');
  const { out, status } = await run('webhooks', 'test', '--client', clientId, '--url', url);
  assert.equal(status, 0);
  assert.match(out, /^Delivered: http:.+ answered 200 after \d+ ms\.\nIt said: thank you\n$/);

  const [{ headers, body }] = receiver.received as [(typeof receiver.received)[number]];
  const sample = new Webhook(secret).verify(body, headers as Record<string, string>) as Record<
    string,
    unknown
  >;
  assert.deepEqual([sample.event, sample.test], ['cvdeepmatch.finished', true]);
  const [, time, hex] = /^t=(\d+),v1=(\w+)$/.exec(String(headers['x-cvdm-signature']))!;
  assert.equal(createHmac('sha256', secret).update(`${time}.${body}`).digest('hex'), hex);

  const { messages } = await json('webhooks', 'list', '--client', clientId);
  const shown = await run('webhooks', 'show', messages[0].id);
  assert.match(shown.out, /cvdeepmatch\.finished \(test\)/);
  assert.match(shown.out, /delivered +200/);
});

test('a test-send that fails says why and ends with 1; a forbidden address is never connected to', async (t) => {
  const receiver = await startReceiver(t, {
    answer: (response) => response.writeHead(500).end('no \u001b[2Jidea'),
  });
  const { run, clientId } = await installation(t);
  const send = (url: string) => run('webhooks', 'test', '--client', clientId, '--url', url);
  const failed = await send(`http://127.0.0.1:${receiver.port}/`);
  assert.deepEqual([failed.status, failed.err], [1, '']);
  assert.equal(failed.out, 'Not delivered: The receiver answered 500.\nIt said: no  [2Jidea\n');
  const forbidden = await send('https://10.0.0.1/');
  assert.equal(forbidden.status, 1);
  assert.match(
    forbidden.err,
    /^assay: The URL cannot be used: Must lead to a public host; its address is private/,
  );
});

test('failed and disabled messages are found and sent again', async (t) => {
  const { env, run, json, clientId } = await installation(t);
  const db = await openDatabase({ dataDir: env.DATA_DIR, databaseUrl: null });
  t.after(() => db.destroy());
  const webhooks = webhooksOn({ db, clock: systemClock }, { keyPepper });
  const gone = await startReceiver(t, {
    answer: (response) => response.writeHead(gone.received.length === 1 ? 410 : 200).end(),
  });
  const url = `http://127.0.0.1:${gone.port}/`;
  const runId = randomUUID();
  const { messageId } = await announce({ db }, webhooks, { clientId, url, subjectId: runId });
  await deliverDue(webhooks);
  const list = await json('webhooks', 'list', '--status', 'disabled', '--run', runId);
  assert.deepEqual(
    list.messages.map(({ id, attempts }: { id: string; attempts: number }) => [id, attempts]),
    [[messageId, 1]],
  );
  assert.match((await run('webhooks', 'disabled')).out, new RegExp(url));
  assert.deepEqual(await json('webhooks', 'enable', '--client', clientId, '--url', url), { enabled: true });
  assert.deepEqual(await json('webhooks', 'enable', '--client', clientId, '--url', url), { enabled: false });
  const resent = await json('webhooks', 'resend', messageId);
  assert.deepEqual([resent.status, resent.attempts], ['pending', 1]);
  await deliverDue(webhooks);
  const { message, attempts, body } = await json('webhooks', 'show', messageId);
  assert.deepEqual([message.status, attempts.length, JSON.parse(body).id], ['delivered', 2, runId]);
  assert.match((await run('webhooks', 'resend', 'msg_unknown')).err, /There is no webhook message/);
});

test("a client's secret is shown once, the installation's whenever asked for", async (t) => {
  const { run, json, clientId } = await installation(t);
  const { secret: standard } = await json('webhooks', 'secret', 'default');
  assert.equal((await json('webhooks', 'secret', 'default')).secret, standard);
  assert.deepEqual(await json('webhooks', 'secret', 'show', '--client', clientId), {
    usesDefault: true,
    secrets: [],
  });
  const { out } = await run('webhooks', 'secret', 'rotate', '--client', clientId);
  const secret = /whsec_\S+/.exec(out)![0];
  assert.notEqual(secret, standard);
  const shown = await run('webhooks', 'secret', 'show', '--client', clientId);
  assert.ok(shown.out.includes(`whsec_…${secret.slice(-4)}`));
  assert.ok(!shown.out.includes(secret));
  const { secret: rotated } = await json('webhooks', 'secret', 'default', '--rotate', '--overlap-hours', '0');
  assert.notEqual(rotated, standard);
  const refused = await run('webhooks', 'secret', 'rotate', '--client', clientId, '--overlap-hours', '9999');
  assert.match(refused.err, /from 0 to 720 hours/);
});
