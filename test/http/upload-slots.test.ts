import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { limits } from '#server/config/limits.ts';
import { createUploadSlots, type UploadSlots } from '#server/http/upload-slots.ts';
import { buildTestApp, encodeForm, fakeAudio, submit } from '#test/support/build-test-app.ts';
import { submitMatchForm } from './reach-catalogue.ts';

type Options = Parameters<typeof buildTestApp>[1];

async function listening(t: TestContext, slots = createUploadSlots(), options: Options = {}) {
  let held = 0;
  let givenBack = Promise.withResolvers<void>();
  const uploadSlots: UploadSlots = {
    take(clientId) {
      const giveBack = slots.take(clientId);
      held += 1;
      return () => {
        giveBack();
        held -= 1;
        givenBack.resolve();
        givenBack = Promise.withResolvers();
      };
    },
  };
  const server = await buildTestApp(t, { ...options, replace: () => ({ uploadSlots }) });
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.app.server.address() as { port: number };
  const { headers, payload } = encodeForm([{ name: 'audio', value: fakeAudio(240_000), fileName: 'a.wav' }]);
  /** Begins to upload 20 MB, and sends no more than the file's first bytes. */
  const open = (apiKey: string): { socket: Socket; answer: Promise<string> } => {
    const socket = connect(port, '127.0.0.1');
    t.after(() => socket.destroy());
    socket.on('error', () => undefined);
    socket.write(
      `POST /api/v1/speech/analyze HTTP/1.1\r\nhost: a\r\nx-api-key: ${apiKey}\r\ncontent-length: 20000000\r\n` +
        `content-type: ${headers['content-type']}\r\n\r\n`,
    );
    socket.write(payload.subarray(0, payload.indexOf('\r\n--assay', 10)));
    socket.write(Buffer.alloc(64 * 1024));
    const answer = (async () => {
      let heard = '';
      try {
        for await (const chunk of socket) heard += chunk;
      } catch {
        // Some are given up by the test itself.
      }
      return heard;
    })();
    return { socket, answer };
  };
  const underWay = async (count: number) => {
    for (let attempt = 0; attempt < 100; attempt++) {
      if ((await server.blobFiles()).length === count) return;
      await delay(50);
    }
    assert.equal((await server.blobFiles()).length, count);
  };
  /** A place is given back after the file is gone. */
  const holding = async (count: number) => {
    while (held > count) await givenBack.promise;
  };
  return { ...server, open, underWay, holding };
}

test('a key without credits is refused before its recording is read, and nothing looks at it', async (t) => {
  let probes = 0;
  const audio = {
    async probe() {
      probes += 1;
      throw new Error('must not be asked');
    },
  };
  const { open, customer, blobFiles } = await listening(t, createUploadSlots(), { audio });
  // Two of the three credits that the shortest recording costs.
  const { apiKey } = await customer({ credits: 2 });
  const answer = await open(apiKey).answer;
  assert.match(answer, /^HTTP\/1\.1 402 /);
  assert.match(answer, /"INSUFFICIENT_CREDITS".*"details":\{"cost":3,"available":2,/);
  assert.equal(probes, 0);
  assert.deepEqual(await blobFiles(), []);
});

test('a CV without the credits for it is refused before it is read', async (t) => {
  const { app, customer, blobFiles } = await buildTestApp(t);
  const { apiKey } = await customer({ credits: 1 });
  const refused = await submitMatchForm(app, { apiKey, file: Buffer.from('no PDF: not looked at') });
  assert.equal(refused.json().error.code, 'INSUFFICIENT_CREDITS');
  assert.deepEqual(await blobFiles(), []);
});

test('an answer given before is given again when the credits are gone', async (t) => {
  const { app, customer } = await buildTestApp(t);
  const { apiKey } = await customer({ credits: 4 });
  const headers = { 'idempotency-key': 'once' };
  const first = await submit(app, { apiKey, headers });
  assert.equal(first.statusCode, 202);
  assert.deepEqual((await submit(app, { apiKey, headers })).json(), first.json());
  assert.equal((await submit(app, { apiKey })).statusCode, 402);
});

test('a client may have so many uploads under way, then 429 until one ends', async (t) => {
  const { app, open, underWay, holding, customer } = await listening(t);
  const { apiKey } = await customer();
  const { perClient, retryAfterSeconds } = limits.uploads;
  const uploads = Array.from({ length: perClient }, () => open(apiKey));
  await underWay(perClient);

  const refused = await open(apiKey).answer;
  assert.match(refused, /^HTTP\/1\.1 429 /);
  assert.match(refused, new RegExp(`\r\nretry-after: ${retryAfterSeconds}\r\n`, 'i'));
  assert.match(refused, /RATE_LIMIT_EXCEEDED.*sending 32 files already/);
  const other = await customer();
  assert.equal((await submit(app, { apiKey: other.apiKey })).statusCode, 202, 'others go on');

  uploads[0]!.socket.destroy();
  await holding(perClient - 1);
  assert.equal((await submit(app, { apiKey })).statusCode, 202);
});

test('beyond what all clients together may send the answer is 503 with Retry-After', async (t) => {
  const uploadSlots = createUploadSlots({ total: 2, perClient: 2, retryAfterSeconds: 7 });
  const { app, open, underWay, holding, customer } = await listening(t, uploadSlots);
  const [one, two, three] = [await customer(), await customer(), await customer()];
  open(one.apiKey);
  const second = open(two.apiKey);
  await underWay(2);
  const refused = await submit(app, { apiKey: three.apiKey });
  assert.deepEqual([refused.statusCode, refused.json().error.code], [503, 'SERVER_BUSY']);
  assert.equal(refused.headers['retry-after'], '7');
  second.socket.destroy();
  await holding(1);
  assert.equal((await submit(app, { apiKey: three.apiKey })).statusCode, 202);
});
