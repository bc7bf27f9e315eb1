import ipaddr from 'ipaddr.js';

const line = /^[a-z]=[^\p{Cc}]*$/u;
/** Fields with one space between them, as pages write them. Only UDP is ever needed. */
const udpCandidate =
  /^a=candidate:[\w+/]{1,32} [12] udp (\d{1,10}) ([\da-f.:]{2,45}) (\d{1,5}) typ (?:host|srflx|prflx|relay)(?: |$)/i;
const anyCandidate = /^a=\s*candidate/i;
/** A device has a few addresses; each candidate costs packets. */
const mostCandidates = 40;
const mostNumber = 2 ** 32 - 1;
/** Where no candidate's microphone is: this machine, its neighbours on the wire, and groups of machines. */
const noPeers = new Set(['loopback', 'linkLocal', 'unspecified', 'multicast', 'broadcast']);

/** A UDP address. */
export interface Address {
  readonly address: string;
  readonly port: number;
}

/** What is used of a page's offer. */
export interface Offer {
  readonly mid: string;
  readonly user: string;
  readonly password: string;
  /** SHA-256 of the page's certificate, as `AB:CD:…`. */
  readonly fingerprint: string;
  /** RTP's number for Opus. */
  readonly payloadType: number;
  readonly direction: 'sendrecv' | 'sendonly' | 'recvonly';
  /** On which a candidate's device may be; the ones it prefers first. */
  readonly candidates: readonly Address[];
}

/**
 * Reads of an offer what a connection needs, each value of the form that it has to have: one section of Opus, keys, and UDP addresses on
 * which a candidate's device may be. Nothing else of what a page sends is used.
 * What is left out costs no connection: the page knocks at this server's addresses, and is answered where it came from.
 *
 * @returns undefined for an offer that no page of ours makes
 */
export function readOffer(sdp: string): Offer | undefined {
  const lines = sdp.split(/\r?\n/).filter((text, index, all) => text !== '' || index < all.length - 1);
  if (!lines.every((text) => line.test(text))) return undefined;
  const sections = lines.filter((text) => text.startsWith('m='));
  const [, formats] = /^m=audio \d{1,5} UDP\/TLS\/RTP\/SAVPF((?: \d{1,3})+)$/.exec(sections[0] ?? '') ?? [];
  if (sections.length !== 1 || formats === undefined) return undefined;
  /** The first line that says it, of the session or of its only section. */
  const value = (form: RegExp) =>
    lines.map((text) => form.exec(text)?.[1]).find((found) => found !== undefined);
  const user = value(/^a=ice-ufrag:([\w+/]{4,256})$/);
  const password = value(/^a=ice-pwd:([\w+/]{22,256})$/);
  const fingerprint = value(/^a=fingerprint:sha-256 ((?:[\dA-F]{2}:){31}[\dA-F]{2})$/i)?.toUpperCase();
  const opus = value(/^a=rtpmap:(\d{1,3}) opus\/48000\/2$/i);
  const mid = value(/^a=mid:([\w-]{1,32})$/);
  const direction = (value(/^a=(sendrecv|sendonly|recvonly)$/) ?? 'sendrecv') as Offer['direction'];
  const isOffered = opus !== undefined && Number(opus) < 128 && formats.split(' ').includes(opus);
  if (!user || !password || !fingerprint || !mid || !isOffered) return undefined;
  const candidates = new Map<string, Address & { priority: number }>();
  for (const text of lines) {
    const found = candidateIn(text);
    if (found) candidates.set(`${found.address} ${found.port}`, found);
  }
  return {
    ...{ mid, user, password, fingerprint, direction, payloadType: Number(opus) },
    candidates: [...candidates.values()]
      .sort((a, b) => b.priority - a.priority)
      .slice(0, mostCandidates)
      .map(({ address, port }) => ({ address, port })),
  };
}

/** What this side of a connection is, for its page. */
export interface OwnSide {
  readonly user: string;
  readonly password: string;
  readonly fingerprint: string;
  readonly source: number;
  readonly candidates: readonly (Address & { type: 'host' | 'srflx' | 'relay' })[];
}

const typePreference = { host: 126, srflx: 100, relay: 0 };
const answered = { sendrecv: 'sendrecv', sendonly: 'recvonly', recvonly: 'sendonly' };

/**
 * The answer to an offer. Opus is asked for with what mends lost packets, and only as wide as it is used: up to 8 kHz of sound.
 *
 * @returns SDP (RFC 8866)
 */
export function answerTo(offer: Offer, own: OwnSide): string {
  const { mid, payloadType: opus } = offer;
  const candidates = own.candidates.map(
    ({ address, port, type }, at) =>
      `a=candidate:${at + 1} 1 udp ${2 ** 24 * typePreference[type] + 2 ** 8 * (65_535 - at) + 255} ${address} ${port} typ ${type}${
        type === 'host' ? '' : ' raddr 0.0.0.0 rport 0'
      }`,
  );
  return [
    ...['v=0', 'o=- 1 1 IN IP4 0.0.0.0', 's=-', 't=0 0', `a=group:BUNDLE ${mid}`],
    ...[`m=audio 9 UDP/TLS/RTP/SAVPF ${opus}`, 'c=IN IP4 0.0.0.0', `a=mid:${mid}`],
    ...[`a=${answered[offer.direction]}`, 'a=rtcp-mux', `a=rtpmap:${opus} opus/48000/2`],
    `a=fmtp:${opus} minptime=10;useinbandfec=1;maxplaybackrate=16000;maxaveragebitrate=32000`,
    ...['a=ptime:20', `a=ice-ufrag:${own.user}`, `a=ice-pwd:${own.password}`],
    ...[`a=fingerprint:sha-256 ${own.fingerprint}`, 'a=setup:passive'],
    ...[`a=ssrc:${own.source} cname:assay`, 'a=msid:assay voice'],
    ...candidates,
    'a=end-of-candidates',
  ]
    .map((text) => `${text}\r\n`)
    .join('');
}

function candidateIn(text: string): (Address & { priority: number }) | undefined {
  if (!anyCandidate.test(text)) return undefined;
  const [, priority, address = '', port] = udpCandidate.exec(text) ?? [];
  if (!isPeer(address) || Number(priority) > mostNumber) return undefined;
  if (Number(port) < 1 || Number(port) > 65_535) return undefined;
  return { address: address.toLowerCase(), port: Number(port), priority: Number(priority) };
}

/** Whether a candidate's device may be there. @param address an IP address, else false */
export function isPeer(address: string): boolean {
  const isPlain = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  return isPlain && !noPeers.has(ipaddr.process(address).range());
}
