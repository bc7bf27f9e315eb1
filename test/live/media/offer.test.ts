import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainAnswer, plainOffer } from '#server/live/media/offer.ts';
import { offers } from '#test/support/offers.ts';
import { seededRandom } from '../../../scripts/shared/random.ts';

const udp = (address: string) => `a=candidate:1 1 udp 2122260223 ${address} 40000 typ host`;

test('one section of sound is offered with what a connection needs, and nothing else of it', () => {
  const plain = plainOffer(offers.sound())!;
  for (const kept of [
    'a=ice-ufrag:abcd',
    'a=mid:audio',
    'a=sendrecv',
    'a=ssrc:1234 cname:page',
    'a=rtpmap:111 opus/48000/2',
  ]) {
    assert.ok(plain.includes(`${kept}\r\n`), kept);
  }
  assert.equal(plainOffer(plain), plain, 'what is plain stays as it is');
  assert.equal(plainOffer(offers.sound().replaceAll('\r\n', '\n')), plain);
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
    assert.equal(plainOffer(offers.sound(more)), plainOffer(offers.sound())));
}

for (const [what, from, to] of [
  ['no user', 'a=ice-ufrag:abcd', 'a=ice-ufrag:'],
  ['a password too short', 'a=ice-pwd:abcdefghijklmnopqrstuvwx', 'a=ice-pwd:short'],
  ['a fingerprint of another length', 'AB:AB:AB:AB', 'AB'],
  ['a format without its line', '111 opus/48000/2', '112 opus/48000/2'],
  ['another codec', 'opus/48000/2', 'opus/48000/99'],
  ['a format beyond all', / 111\b|:111\b/g, (found: string) => found.replace('111', '999')],
  ['another profile', 'UDP/TLS/RTP/SAVPF', 'RTP/AVP'],
  ['a source beyond all', 'a=ssrc:1234 cname', 'a=ssrc:9999999999 cname'],
  ['no name', 'a=mid:audio', 'a=mid:'],
] as const) {
  test(`${what} is refused`, () => {
    const changed = offers.sound().replaceAll(from, to as string);
    assert.notEqual(changed, offers.sound());
    assert.equal(plainOffer(changed), undefined);
  });
}

test('of very many addresses a few are passed on', () => {
  const many = Array.from({ length: 800 }, (_, at) => udp(`10.0.${at >> 8}.${at & 255}`));
  const passed = plainOffer(offers.sound(...many))!.match(/a=candidate/g);
  assert.equal(passed?.length, 40);
});

test('an answer tells no TCP port, and no loopback where there is another address', () => {
  const answer = (...candidates: string[]) =>
    ['v=0', 'm=audio 9 UDP/TLS/RTP/SAVPF 111', ...candidates, ''].join('\r\n');
  const tcp = 'a=candidate:2 1 tcp 1518280447 192.0.2.2 9 typ host tcptype passive';
  const [own, other] = [udp('127.0.0.1'), udp('192.0.2.2')];
  assert.equal(plainAnswer(answer(own, tcp, other)), answer(other));
  assert.equal(plainAnswer(answer(own, tcp)), answer(own));
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
  test(`${title} is refused`, () => assert.equal(plainOffer(sdp), undefined));
}

for (const line of [
  udp('8.8.8.8'),
  udp('192.168.1.20'),
  udp('10.0.0.7'),
  udp('2001:4860:4860::8888'),
  udp('fd12::7'),
  'a=candidate:842163049 1 UDP 1677729535 203.0.113.9 60769 typ srflx raddr 0.0.0.0 rport 0 generation 0 network-cost 999',
]) {
  const kept = line.replace(' UDP ', ' udp ').replace(/ raddr .*/, '');
  test(`kept: ${line}`, () => assert.ok(plainOffer(offers.sound(line))?.includes(`${kept}\r\n`)));
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
  test(`left out: ${line}`, () => assert.equal(plainOffer(offers.sound(line)), plainOffer(offers.sound())));
}

test('of ten thousand changed offers, whatever passes is of the one form', () => {
  const random = seededRandom(36);
  const upTo = (end: number) => Math.floor(random() * end);
  const form = [
    /v=0/,
    /o=- 1 1 IN IP4 127\.0\.0\.1/,
    /s=-/,
    /t=0 0/,
    /a=group:BUNDLE [\w-]{1,32}/,
    /m=audio 9 UDP\/TLS\/RTP\/SAVPF \d{1,3}/,
    /c=IN IP4 0\.0\.0\.0/,
    /a=mid:[\w-]{1,32}/,
    /a=(?:sendrecv|sendonly|recvonly)/,
    /a=ice-ufrag:[\w+/]{4,256}/,
    /a=ice-pwd:[\w+/]{22,256}/,
    /a=fingerprint:sha-256 (?:[\dA-F]{2}:){31}[\dA-F]{2}/i,
    /a=setup:actpass/,
    /a=rtcp-mux/,
    /a=rtpmap:\d{1,3} opus\/48000\/2/,
    /a=fmtp:\d{1,3} minptime=10;useinbandfec=1/,
    /(?:a=ssrc:\d{1,10} cname:page\r\n)?(?:a=candidate:[\w+/]{1,32} [12] udp \d{1,10} [\da-f.:]+ \d{1,5} typ \w+\r\n){0,40}/i,
  ];
  const whole = new RegExp(`^${form.map(({ source }) => source).join('\\r\\n')}$`, 'i');
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
    const plain = plainOffer(lines.join('\r\n'));
    if (plain === undefined) continue;
    passed++;
    assert.match(plain, whole);
  }
  assert.ok(passed > 500, `${passed} passed`);
});
