import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerTo, isPeer, readOffer } from '#server/live/media/offer.ts';
import { offers } from '#test/support/offers.ts';
import { seededRandom } from '../../../testkit/random.ts';

const udp = (address: string) => `a=candidate:1 1 udp 2122260223 ${address} 40000 typ host`;

test('one section of sound is read with what a connection needs, and nothing else of it', () => {
  const read = readOffer(offers.sound(udp('8.8.8.8')));
  assert.deepEqual(read, {
    ...{ mid: 'audio', user: 'abcd', password: 'abcdefghijklmnopqrstuvwx', direction: 'sendrecv' },
    ...{ fingerprint: Array(32).fill('AB').join(':'), payloadType: 111 },
    candidates: [{ address: '8.8.8.8', port: 40_000 }],
  });
  assert.deepEqual(readOffer(offers.sound(udp('8.8.8.8')).replaceAll('\r\n', '\n')), read);
});

for (const more of [
  'a=sctp-port:5000',
  'a=rid:1 send',
  'a=simulcast:send 1',
  'a=extmap:99999999999 urn:x',
  'a=rtpmap:112 red/48000/2',
  'a=fmtp:111 stereo=1;maxaveragebitrate=99999999999999',
  'a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:x',
  'a=ssrc-group:FIM 1 2',
  'a=ssrc:1234 msid:s audio',
  'a=msid:- %n%n%s',
  'a=group:BUNDLE a b c',
  'a=ice-lite',
  'b=AS:-1',
  'a=rtcp-fb:* nack',
]) {
  test(`not passed on: ${more}`, () =>
    assert.deepEqual(readOffer(offers.sound(more)), readOffer(offers.sound())));
}

for (const [what, from, to] of [
  ['no user', 'a=ice-ufrag:abcd', 'a=ice-ufrag:'],
  ['a password too short', 'a=ice-pwd:abcdefghijklmnopqrstuvwx', 'a=ice-pwd:short'],
  ['a fingerprint of another length', 'AB:AB:AB:AB', 'AB'],
  ['a format without its line', '111 opus/48000/2', '112 opus/48000/2'],
  ['another codec', 'opus/48000/2', 'opus/48000/99'],
  ['a format beyond all', / 111\b|:111\b/g, (found: string) => found.replace('111', '999')],
  ['another profile', 'UDP/TLS/RTP/SAVPF', 'RTP/AVP'],
  ['no name', 'a=mid:audio', 'a=mid:'],
] as const) {
  test(`${what} is refused`, () => {
    const changed = offers.sound().replaceAll(from, to as string);
    assert.notEqual(changed, offers.sound());
    assert.equal(readOffer(changed), undefined);
  });
}

test('of very many addresses a few are passed on', () => {
  const many = Array.from({ length: 800 }, (_, at) => udp(`10.0.${at >> 8}.${at & 255}`));
  assert.equal(readOffer(offers.sound(...many))?.candidates.length, 40);
});

test('an answer names the addresses that it is given, and this side as the one that waits', () => {
  const own = { user: 'u', password: 'p', fingerprint: 'AB', source: 7 };
  const candidates = [
    { address: '192.0.2.2', port: 40_000, type: 'host' as const },
    { address: '203.0.113.9', port: 5000, type: 'srflx' as const },
  ];
  const answer = (direction: string) =>
    answerTo(readOffer(offers.sound().replace('a=sendrecv', `a=${direction}`))!, { ...own, candidates });
  const lines = answer('sendrecv').split('\r\n');
  assert.deepEqual(
    lines
      .filter((text) => text.startsWith('a=candidate'))
      .map((text) => text.split(' ').slice(2, 8).join(' ')),
    ['udp 2130706431 192.0.2.2 40000 typ host', 'udp 1694498559 203.0.113.9 5000 typ srflx'],
  );
  for (const one of ['a=setup:passive', 'a=sendrecv', 'a=mid:audio', 'a=ice-ufrag:u']) {
    assert.ok(lines.includes(one), one);
  }
  assert.ok(answer('sendonly').includes('a=recvonly\r\n'));
  assert.ok(answer('recvonly').includes('a=sendonly\r\n'));
});

for (const [title, sdp] of [
  ['a picture', offers.video],
  ['sound and a picture', offers.soundAndVideo],
  ['two sections of sound', offers.soundTwice],
  ['sound and data', offers.soundAndData],
  ['nothing at all', offers.nothing],
  ['an empty text', ''],
  ['a section behind a space', offers.sound().replace('m=audio', ' m=video 9 RTP/AVP 96\r\nm=audio')],
  ['a section behind a bare return', offers.sound('a=x\rm=video 9 UDP/TLS/RTP/SAVPF 111')],
  ['an empty line before a section', offers.sound('', 'm=video 9 UDP/TLS/RTP/SAVPF 111')],
] as const) {
  test(`${title} is refused`, () => assert.equal(readOffer(sdp), undefined));
}

for (const line of [
  udp('8.8.8.8'),
  udp('192.168.1.20'),
  udp('10.0.0.7'),
  udp('2001:4860:4860::8888'),
  udp('fd12::7'),
  'a=candidate:842163049 1 UDP 1677729535 203.0.113.9 60769 typ srflx raddr 0.0.0.0 rport 0 generation 0 network-cost 999',
]) {
  const [, , , , address, port] = line.split(' ');
  test(`kept: ${line}`, () =>
    assert.deepEqual(readOffer(offers.sound(line))?.candidates, [{ address, port: Number(port) }]));
}

for (const line of [
  'a=candidate:2 1 tcp 1518280447 8.8.8.8 9 typ host tcptype active',
  'a=candidate:2 1 TCP 1518280447 8.8.8.8 22 typ host tcptype passive',
  'a=candidate:2 1 ssltcp 1518280447 8.8.8.8 443 typ host',
  udp('localhost'),
  udp('3f2a.local'),
  udp('intranet.example.com'),
  udp('2130706433'),
  udp('0x7f.1'),
  udp('127.0.0.1'),
  udp('127.8.8.8'),
  udp('0.0.0.0'),
  udp('169.254.169.254'),
  udp('224.0.0.251'),
  udp('255.255.255.255'),
  udp('::1'),
  udp('::'),
  udp('::ffff:127.0.0.1'),
  udp('::ffff:7f00:1'),
  udp('fe80::1'),
  udp('fe80::1%eth0'),
  udp('ff02::1'),
  'a=candidate:1 1  udp 2122260223 8.8.8.8 127.0.0.1 40000 typ host',
  'a=candidate:1 1 udp 2122260223 8.8.8.8',
  'a=Candidate:1 1 udp 1 127.0.0.1 4 typ host',
  'a=candidate:1 1 udp 99999999999 8.8.8.8 40000 typ host',
  'a=candidate:1 1 udp 4294967296 8.8.8.8 40000 typ host',
  'a=candidate:1 1 udp 2122260223 8.8.8.8 0 typ host',
  'a=candidate:1 1 udp 2122260223 8.8.8.8 70000 typ host',
  'a=candidate:1 1 udp -1 8.8.8.8 40000 typ host',
  'a=candidate:1 3 udp 2122260223 8.8.8.8 40000 typ host',
  'a=candidate:1 1 udp 2122260223 8.8.8.8 40000 typ other',
]) {
  test(`left out: ${line}`, () => assert.deepEqual(readOffer(offers.sound(line))?.candidates, []));
}

test('of ten thousand changed offers, whatever passes is of the one form', () => {
  const random = seededRandom(36);
  const upTo = (end: number) => Math.floor(random() * end);
  const forms = {
    mid: /^[\w-]{1,32}$/,
    user: /^[\w+/]{4,256}$/,
    password: /^[\w+/]{22,256}$/,
    fingerprint: /^(?:[\dA-F]{2}:){31}[\dA-F]{2}$/,
    direction: /^(?:sendrecv|sendonly|recvonly)$/,
    payloadType: /^(?:\d|[1-9]\d|1[01]\d|12[0-7])$/,
  };
  let passed = 0;
  for (let number = 0; number < 10_000; number++) {
    const lines = offers.sound(udp('8.8.8.8'), udp('10.0.0.7')).split('\r\n');
    for (let left = 1 + upTo(4); left > 0; left--) {
      const at = upTo(lines.length);
      const way = upTo(4);
      if (way === 0) lines.splice(at, 1);
      else if (way === 1) lines.splice(upTo(lines.length), 0, lines[at]!);
      else if (way === 2) {
        const number = ['-1', '99999999999', 'NaN', '1e9', '0'][upTo(5)]!;
        lines[at] = lines[at]!.replace(/\d+/, number);
      } else {
        const text = lines[at]!;
        const place = upTo(text.length + 1);
        lines[at] = text.slice(0, place) + String.fromCharCode(upTo(300)) + text.slice(place + 1);
      }
    }
    const read = readOffer(lines.join('\r\n'));
    if (read === undefined) continue;
    passed++;
    for (const [name, form] of Object.entries(forms)) {
      assert.match(String(read[name as keyof typeof forms]), form);
    }
    for (const { address, port } of read.candidates) {
      assert.ok(isPeer(address) && port > 0 && port < 65_536, `${address} ${port}`);
    }
  }
  assert.ok(passed > 500, `${passed} passed`);
});
