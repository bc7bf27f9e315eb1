import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { classes, Message, makeIntegrityKey, methods, parseMessage } from 'werift';
import { readOffer } from '#server/live/media/offer.ts';
import { createPeerSound } from '#server/live/media/webrtc.ts';
import { offers } from '#test/support/offers.ts';
import { peerInProcess } from '#test/support/peer-in-process.ts';
import { rtcPage } from '#test/support/rtc-page.ts';

async function socketOf(t: TestContext) {
  const socket = createSocket('udp4');
  t.after(() => socket.close());
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return socket;
}

const [username, realm, credential] = ['ann', 'here', 'secret'];

/** A STUN and TURN server: it sees every caller at 203.0.113.9:5000, and gives one relay to those who know the password. */
async function iceServer(t: TestContext) {
  const [server, relay] = [await socketOf(t), await socketOf(t)];
  const key = makeIntegrityKey(username!, realm!, credential!);
  const channels = new Map<number, readonly [string, number]>();
  let client = 0;
  server.on('message', (data, { port }) => {
    if (data[0]! >= 0x40) {
      const [address, to] = channels.get(data.readUInt16BE(0))!;
      return relay.send(data.subarray(4, 4 + data.readUInt16BE(2)), to, address);
    }
    const message = parseMessage(data)!;
    if (message.messageClass !== classes.REQUEST) return;
    const answer = (kind: number) => new Message(message.messageMethod, kind, message.transactionId);
    const send = (one: Message) => server.send(one.bytes, port, '127.0.0.1');
    if (message.messageMethod === methods.BINDING) {
      return send(answer(classes.RESPONSE).setAttribute('XOR-MAPPED-ADDRESS', ['203.0.113.9', 5000]));
    }
    if (!parseMessage(data, key)) {
      const refusal = answer(classes.ERROR).setAttribute('ERROR-CODE', [401, 'who are you?']);
      return send(refusal.setAttribute('REALM', realm).setAttribute('NONCE', Buffer.from('once')));
    }
    client = port;
    const peer = message.getAttributeValue('XOR-PEER-ADDRESS');
    if (message.messageMethod === methods.CHANNEL_BIND) {
      channels.set(message.getAttributeValue('CHANNEL-NUMBER')!, peer!);
    }
    const done = answer(classes.RESPONSE).setAttribute('LIFETIME', 600);
    if (message.messageMethod === methods.ALLOCATE) {
      done.setAttribute('XOR-RELAYED-ADDRESS', ['127.0.0.1', relay.address().port]);
      done.setAttribute('XOR-MAPPED-ADDRESS', ['127.0.0.1', port]);
    }
    send(done.addMessageIntegrity(key).addFingerprint());
  });
  relay.on('message', (data, { port }) => {
    const carried = new Message(methods.DATA, classes.INDICATION);
    carried.setAttribute('XOR-PEER-ADDRESS', ['127.0.0.1', port]).setAttribute('DATA', data);
    server.send(carried.bytes, client, '127.0.0.1');
  });
  return { port: server.address().port, relayPort: relay.address().port };
}

const opened = (t: TestContext, urls: string[], sound: (samples: Int16Array) => void = () => undefined) => {
  const peer = createPeerSound(
    {
      iceServers: [{ urls, username: username!, credential: credential! }],
      portRange: null,
      host: '127.0.0.1',
    },
    { sound, fault: (error) => assert.fail(String(error)) },
    peerInProcess,
  );
  t.after(() => peer.close());
  return peer;
};

test('a STUN server tells how this side is seen from outside, and pages are told', async (t) => {
  const { port } = await iceServer(t);
  const answer = await opened(t, [`stun:127.0.0.1:${port}`]).answer(readOffer(offers.sound())!);
  assert.match(answer!, / 203\.0\.113\.9 5000 typ srflx/);
});

test('a page that reaches this side only by its TURN server is heard', async (t) => {
  const { port, relayPort } = await iceServer(t);
  let heard = 0;
  const peer = opened(t, [`turn:127.0.0.1:${port}?transport=udp`], () => heard++);
  const page = await rtcPage(t);
  const answer = (await peer.answer(readOffer(page.offer)!))!;
  const relayed = answer.replace(/a=candidate.* typ host\r\n/, '');
  assert.match(relayed, new RegExp(` 127\\.0\\.0\\.1 ${relayPort} typ relay`));
  await page.connect(relayed);
  for (let tries = 0; heard < 10; tries++) {
    page.speak(new Int16Array(320).fill(tries % 2 ? 3000 : -3000));
    await delay(5);
    assert.ok(tries < 5000, 'nothing is heard');
  }
});

test('servers that do not answer, that only pages may ask, and that have no address delay no connection', async (t) => {
  const silent = await socketOf(t);
  const urls = [
    `stun:127.0.0.1:${silent.address().port}`,
    'turns:127.0.0.1:5349',
    'stun:no-such-name.invalid',
  ];
  const answer = await opened(t, urls).answer(readOffer(offers.sound())!);
  assert.equal(answer!.match(/a=candidate/g)?.length, 1);
});
