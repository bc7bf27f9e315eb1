import ipaddr from 'ipaddr.js';

/** As the library reads it: fields with one space between them. Only UDP is ever needed. */
const udpCandidate = /^a=candidate:[^ ]+ \d+ udp \d+ ([^ ]+) \d+ typ [^ ]+/i;
const anyCandidate = /^a=\s*candidate/i;
const line = /^[a-z]=[^\p{Cc}]*$/u;
/** Where nobody's microphone is: this machine, its neighbours on the wire, and groups of machines. */
const noPeers = new Set(['loopback', 'linkLocal', 'unspecified', 'multicast', 'broadcast']);

/**
 * An offer as the WebRTC library may see it: one section, of sound, and no candidates but UDP addresses on which a candidate's device
 * may be. What is left out costs no connection: the page knocks at this server's addresses, and is answered where it came from.
 *
 * @returns undefined for an offer that no page of ours makes
 */
export function plainOffer(sdp: string): string | undefined {
  const lines = sdp.split(/\r?\n/).filter((text, index, all) => text !== '' || index < all.length - 1);
  if (!lines.every((text) => line.test(text))) return undefined;
  const sections = lines.filter((text) => text.startsWith('m='));
  if (sections.length !== 1 || !sections[0]!.startsWith('m=audio ')) return undefined;
  return lines
    .filter((text) => !anyCandidate.test(text) || isPeer(udpCandidate.exec(text)?.[1]))
    .map((text) => `${text}\r\n`)
    .join('');
}

function isPeer(address = ''): boolean {
  const isPlain = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  return isPlain && !noPeers.has(ipaddr.process(address).range());
}
