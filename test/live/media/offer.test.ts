import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainOffer } from '#server/live/media/offer.ts';
import { offers } from '#test/support/offers.ts';

test('one section of sound is offered as it came', () => {
  assert.equal(plainOffer(offers.sound()), offers.sound());
  assert.equal(plainOffer(offers.sound().replaceAll('\r\n', '\n')), offers.sound());
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

const udp = (address: string) => `a=candidate:1 1 udp 2122260223 ${address} 40000 typ host`;

for (const line of [
  udp('8.8.8.8'),
  udp('192.168.1.20'),
  udp('10.0.0.7'),
  udp('2001:4860:4860::8888'),
  udp('fd12::7'),
  'a=candidate:842163049 1 UDP 1677729535 203.0.113.9 60769 typ srflx raddr 0.0.0.0 rport 0 generation 0 network-cost 999',
]) {
  test(`kept: ${line}`, () => assert.ok(plainOffer(offers.sound(line))?.includes(`${line}\r\n`)));
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
]) {
  test(`left out: ${line}`, () => assert.equal(plainOffer(offers.sound(line)), offers.sound()));
}
