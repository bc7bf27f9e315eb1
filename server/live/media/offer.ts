import ipaddr from 'ipaddr.js';

const line = /^[a-z]=[^\p{Cc}]*$/u;
/** Fields with one space between them, as pages write them. Only UDP is ever needed. */
const udpCandidate =
  /^a=candidate:([\w+/]{1,32}) ([12]) udp (\d{1,10}) ([\da-f.:]{2,45}) (\d{1,5}) typ (host|srflx|prflx|relay)(?: |$)/i;
const anyCandidate = /^a=\s*candidate/i;
/** A device has a few addresses; each candidate costs packets. */
const mostCandidates = 40;
const mostPriority = 2 ** 32 - 1;
/** Where nobody's microphone is: this machine, its neighbours on the wire, and groups of machines. */
const noPeers = new Set(['loopback', 'linkLocal', 'unspecified', 'multicast', 'broadcast']);

/**
 * An offer as the WebRTC library gets to see it, written anew: one section of Opus, with the values that a connection needs, each of the
 * form that it has to have, and UDP addresses on which a candidate's device may be. Nothing else of what a page sends reaches the library.
 * What is left out costs no connection: the page knocks at this server's addresses, and is answered where it came from.
 *
 * @returns undefined for an offer that no page of ours makes
 */
export function plainOffer(sdp: string): string | undefined {
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
  const print = value(/^a=fingerprint:(sha-256 (?:[\dA-F]{2}:){31}[\dA-F]{2})$/i);
  const opus = value(/^a=rtpmap:(\d{1,3}) opus\/48000\/2$/i);
  const name = value(/^a=mid:([\w-]{1,32})$/);
  const direction = value(/^a=(sendrecv|sendonly|recvonly)$/) ?? 'sendrecv';
  const source = value(/^a=ssrc:(\d{1,10}) /);
  const isOffered = opus !== undefined && Number(opus) < 128 && formats.split(' ').includes(opus);
  if (!user || !password || !print || !name || !isOffered) return undefined;
  if (source !== undefined && Number(source) > mostPriority) return undefined;
  const candidates = lines
    .filter((text) => anyCandidate.test(text))
    .flatMap((text) => plainCandidate(text) ?? []);
  return [
    ...['v=0', 'o=- 1 1 IN IP4 127.0.0.1', 's=-', 't=0 0', `a=group:BUNDLE ${name}`],
    ...[`m=audio 9 UDP/TLS/RTP/SAVPF ${opus}`, 'c=IN IP4 0.0.0.0', `a=mid:${name}`, `a=${direction}`],
    ...[`a=ice-ufrag:${user}`, `a=ice-pwd:${password}`, `a=fingerprint:${print}`, 'a=setup:actpass'],
    ...['a=rtcp-mux', `a=rtpmap:${opus} opus/48000/2`, `a=fmtp:${opus} minptime=10;useinbandfec=1`],
    ...(source === undefined ? [] : [`a=ssrc:${source} cname:page`]),
    ...[...new Set(candidates)].slice(0, mostCandidates),
  ]
    .map((text) => `${text}\r\n`)
    .join('');
}

/** An answer without what no page needs to know: TCP, and this machine's own loopback where it has other addresses. */
export function plainAnswer(sdp: string): string {
  const lines = sdp.split('\r\n');
  const isUseful = (text: string) => !anyCandidate.test(text) || plainCandidate(text) !== undefined;
  const useful = lines.filter(isUseful);
  const isUdp = (text: string) => !anyCandidate.test(text) || udpCandidate.test(text);
  return (useful.some((text) => anyCandidate.test(text)) ? useful : lines.filter(isUdp)).join('\r\n');
}

function plainCandidate(text: string): string | undefined {
  const [, foundation, component, priority, address = '', port, type] = udpCandidate.exec(text) ?? [];
  if (!isPeer(address) || Number(priority) > mostPriority) return undefined;
  if (Number(port) < 1 || Number(port) > 65_535) return undefined;
  return `a=candidate:${foundation} ${component} udp ${priority} ${address} ${port} typ ${type!.toLowerCase()}`;
}

function isPeer(address: string): boolean {
  const isPlain = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  return isPlain && !noPeers.has(ipaddr.process(address).range());
}
