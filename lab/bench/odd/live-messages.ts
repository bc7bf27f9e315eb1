import { pick, type Random, upTo } from './chance.ts';
import { oddJson } from './json.ts';

/** A message written by hand over a candidate's WebSocket. */
export interface OddMessage {
  kind: string;
  data: string | Buffer;
}

const transport = [
  'c=IN IP4 0.0.0.0',
  'a=ice-ufrag:abcd',
  'a=ice-pwd:abcdefghijklmnopqrstuvwx',
  `a=fingerprint:sha-256 ${Array(32).fill('AB').join(':')}`,
  'a=setup:actpass',
];
const section = (kind: string, rest: string, mid: string) => [
  `m=${kind} 9 ${rest}`,
  ...transport,
  `a=mid:${mid}`,
  'a=sendrecv',
  'a=rtcp-mux',
];
const audio = (mid = '0') => [
  ...section('audio', 'UDP/TLS/RTP/SAVPF 111', mid),
  'a=rtpmap:111 opus/48000/2',
  'a=ssrc:1234 cname:c',
];
const session = ['v=0', 'o=- 1 2 IN IP4 127.0.0.1', 's=-', 't=0 0', 'a=group:BUNDLE 0'];
const candidate = (address: string, port: number | string, transportName = 'udp') =>
  `a=candidate:1 1 ${transportName} 2122260223 ${address} ${port} typ host`;

const otherSections: readonly string[][] = [
  [...section('video', 'UDP/TLS/RTP/SAVPF 96', '1'), 'a=rtpmap:96 VP8/90000', 'a=ssrc:9 msid:s v'],
  [...section('application', 'UDP/DTLS/SCTP webrtc-datachannel', '2'), 'a=sctp-port:5000'],
  audio('1'),
  ['m=text 9 RTP/AVP 98'],
  ['m=image 0 udptl t38'],
];
const hostileLines: readonly string[] = [
  'a=ssrc:-1 cname:x',
  'a=ssrc:99999999999999999999 cname:x',
  'a=rtpmap:111 opus/0/0',
  'a=rtpmap:4294967295 opus/48000/2',
  'a=fmtp:111 ptime=-1;maxptime=1e999;stereo=NaN',
  'a=extmap:-1 urn:x',
  'a=extmap:99999 urn:ietf:params:rtp-hdrext:sdes:mid',
  'a=rid:1 recv pt=111;max-width=-1',
  'a=simulcast:recv 1;2;3',
  'a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:AAAA',
  'a=ssrc-group:FID 1 1 1',
  'a=rtcp:-9 IN IP4 0.0.0.0',
  'a=msid:%s%n %x',
  'a=ice-lite',
  'a=ice-options:renomination trickle',
  'b=AS:-1',
  'b=TIAS:99999999999999999999',
  'a=maxptime:0',
  'a=ptime:-20',
  'a=candidate:',
  'a=candidate:1 1 udp NaN 8.8.8.8 1 typ host',
  candidate('8.8.8.8', -1),
  candidate('8.8.8.8', 99_999),
  candidate('127.0.0.1', 22, 'tcp'),
  candidate('localhost', 80),
  candidate('255.255.255.255', 53),
  candidate('::1', 1),
  'a=fingerprint:sha-1 AB',
  'a=setup:holdconn',
  `a=x:${'y'.repeat(20_000)}`,
];

function oddSdp(random: Random): { kind: string; sdp: string } {
  const base = [...session, ...audio()];
  const write = (lines: readonly string[]) => `${lines.join('\r\n')}\r\n`;
  switch (upTo(random, 7)) {
    case 0:
      return { kind: 'more sections', sdp: write([...base, ...pick(random, otherSections)]) };
    case 1:
      return { kind: 'another section', sdp: write([...session, ...pick(random, otherSections)]) };
    case 2: {
      const many = Array.from({ length: 1 + upTo(random, 900) }, () =>
        candidate(
          `10.${upTo(random, 256)}.${upTo(random, 256)}.${1 + upTo(random, 254)}`,
          1 + upTo(random, 65_535),
        ),
      );
      return { kind: 'candidates', sdp: write([...base, ...many]) };
    }
    case 3: {
      const lines = [...base];
      for (let left = 1 + upTo(random, 4); left > 0; left--) {
        lines.splice(upTo(random, lines.length + 1), 0, pick(random, hostileLines));
      }
      return { kind: 'hostile lines', sdp: write(lines) };
    }
    case 4: {
      const lines = [...base];
      for (let left = 1 + upTo(random, 4); left > 0; left--) {
        const at = upTo(random, lines.length);
        if (random() < 0.5) lines.splice(at, 1);
        else lines.splice(upTo(random, lines.length), 0, lines[at]!);
      }
      return { kind: 'lines lost, doubled, moved', sdp: write(lines) };
    }
    case 5: {
      const characters = [...write(base)];
      for (let left = 1 + upTo(random, 12); left > 0; left--) {
        characters[upTo(random, characters.length)] = String.fromCharCode(
          upTo(random, random() < 0.8 ? 128 : 0xffff),
        );
      }
      return { kind: 'characters', sdp: characters.join('') };
    }
    default:
      return {
        kind: 'numbers',
        sdp: write(base).replaceAll(/\d+/g, (number) =>
          random() < 0.15
            ? pick(random, ['-1', '0', '4294967296', '99999999999999999999', 'NaN', '1e9'])
            : number,
        ),
      };
  }
}

/** Each of the protocol's messages, as a page would send it. */
const usual = (token: string) => [
  { type: 'hello', token, compact: true },
  { type: 'consent', notice: 'x' },
  { type: 'decline' },
  { type: 'begin', typed: true },
  { type: 'offer', sdp: 'v=0' },
  { type: 'media', over: 'webrtc' },
  { type: 'mute', on: true },
  { type: 'say', text: 'I have been a baker for ten years.' },
  { type: 'end' },
  { type: 'ping', at: 1 },
];

/** @param token of a link of the attacker's own */
export function oddMessage(random: Random, token: string): OddMessage {
  const chance = random();
  if (chance < 0.4) {
    const { kind, sdp } = oddSdp(random);
    return { kind: `offer, ${kind}`, data: JSON.stringify({ type: 'offer', sdp }) };
  }
  if (chance < 0.7) {
    return { kind: 'odd JSON', data: oddJson(random, pick(random, usual(token))).text };
  }
  if (chance < 0.85) {
    // As it should be, and not when it should be.
    return { kind: 'out of order', data: JSON.stringify(pick(random, usual(token))) };
  }
  if (chance < 0.95) {
    const bytes = Buffer.alloc(pick(random, [0, 1, 2, 3, 319, 640, 641, 1281, 6400, 65_535, 200_000]));
    for (let at = 0; at < bytes.length; at += 97) bytes[at] = upTo(random, 256);
    return { kind: 'sound of odd size', data: bytes };
  }
  if (chance < 0.98)
    return { kind: 'a message in a binary frame', data: Buffer.from(JSON.stringify({ type: 'end' })) };
  return { kind: 'a frame too large', data: 'x'.repeat(300_000) };
}
