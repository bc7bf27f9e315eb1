import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { DtlsClient } from 'werift';
import { createSequence, type Keys, openDtls } from '#server/live/media/peer/dtls.ts';
import { newCertificate } from '#test/support/rtc-page.ts';

type Pem = Awaited<ReturnType<typeof newCertificate>>;

/** A page that does a handshake. @param way how often each of its datagrams arrives, in which order */
async function shaken(
  page: { cert: Pem; key: Pem },
  expected: Pem,
  change: (client: DtlsClient) => void = () => undefined,
  way: (data: Buffer) => Buffer[] = (data) => [data],
): Promise<Keys | Error> {
  const { promise, resolve } = Promise.withResolvers<Keys | Error>();
  const transport = {
    ...{ type: 'udp', address: { address: '', family: '', port: 0 }, closed: false },
    onData: (_data: Buffer, _from: readonly [string, number]): void => {},
    send: async (data: Buffer) => {
      for (const one of way(data)) setImmediate(() => server.receive(one));
    },
    close: async () => undefined,
  };
  const server = await openDtls(new X509Certificate(expected.certPem).fingerprint256, {
    send: (data) => setImmediate(() => transport.onData(data, ['', 0])),
    keys: resolve,
    fault: resolve,
  });
  const client = new DtlsClient({
    transport,
    ...{ cert: page.cert.certPem, key: page.key.keyPem, signatureHash: page.cert.signatureHash },
    srtpProfiles: [7],
    extendedMasterSecret: true,
  });
  change(client);
  client.connect().catch(() => undefined);
  return promise;
}

test('the page of the offer gets keys, also where each datagram comes twice', async () => {
  const own = await newCertificate();
  for (const way of [(data: Buffer) => [data], (data: Buffer) => [data, data]]) {
    const keys = await shaken({ cert: own, key: own }, own, undefined, way);
    assert.ok('sound' in keys, String(keys));
  }
});

test('a peer with another certificate, without its key, or with a changed handshake gets none', async () => {
  const [own, other] = await Promise.all([newCertificate(), newCertificate()]);
  assert.match(String(await shaken({ cert: other, key: other }, own)), /Another certificate/);
  assert.match(String(await shaken({ cert: own, key: other }, own)), /without its key/);
  const changed = await shaken({ cert: own, key: own }, own, (client) => {
    const verifyData = client.cipher.verifyData.bind(client.cipher);
    client.cipher.verifyData = (seen) => verifyData(Buffer.concat([seen, Buffer.of(1)]));
  });
  assert.match(String(changed), /changed on its way/);
});

type Part = Parameters<ReturnType<typeof createSequence>>[0];
const part = (place: number, type: number, text: string, from = 0, to = text.length) =>
  ({
    ...{ message_seq: place, msg_type: type, length: text.length, fragment_offset: from },
    ...{ fragment_length: to - from, fragment: Buffer.from(text.slice(from, to)) },
  }) as Part;
const texts = (parts: readonly Part[]) => parts.map(({ fragment }) => String(fragment));

test('messages go on in their order and whole, however they come', () => {
  const take = createSequence(() => false);
  assert.deepEqual(texts(take(part(0, 1, 'hello', 3, 5))), []);
  assert.deepEqual(texts(take(part(1, 1, 'again'))), []);
  assert.deepEqual(texts(take(part(0, 1, 'hello', 0, 4))), ['hello', 'again']);
  assert.deepEqual(texts(take(part(1, 1, 'again'))), ['again'], 'it has not heard us');
  assert.deepEqual(texts(take(part(1, 1, 'other'))), []);
  assert.deepEqual(texts(take(part(3, 16, 'key'))), []);
  assert.deepEqual(texts(take(part(2, 11, 'certificate'))), ['certificate', 'key']);
  assert.deepEqual(texts(take(part(3, 16, 'another key'))), []);
  assert.deepEqual(texts(take(part(1, 1, 'again'))), []);
});

for (const [title, odd] of [
  ['a second key in place of the proof', part(4, 16, 'key')],
  ['an end before the proof', part(4, 20, 'end')],
  ['a second certificate', part(3, 11, 'certificate')],
  ['a message beyond all size', { ...part(2, 11, 'x'), length: 2 ** 24 - 1 } as Part],
] as const) {
  test(`${title} ends the connection`, () => assert.throws(() => createSequence(() => false)(odd)));
}
