import ipaddr from 'ipaddr.js';
import { ApiError } from '../../errors.ts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * Brings one entry of an allow-list into its one form: "10.0.0.5/8" -> "10.0.0.0/8", "10.0.0.5" -> "10.0.0.5/32",
 * "::ffff:10.0.0.5" -> "10.0.0.5/32". ApiError INVALID_INPUT when it is neither an address nor a CIDR block.
 */
export function normaliseCidr(entry: string): string {
  const refuse = (why: string) =>
    new ApiError('INVALID_INPUT', `"${entry}" is not an allowed address or CIDR block: ${why}.`);
  const [addressText = '', prefixText, ...rest] = entry.trim().split('/');
  if (rest.length > 0) throw refuse('it has more than one "/"');
  const given = parseStrictly(addressText);
  if (!given) throw refuse('give an IPv4 or IPv6 address such as 203.0.113.7, 10.0.0.0/8 or 2001:db8::/32');
  const mostBits = given.kind() === 'ipv4' ? 32 : 128;
  let prefixBits = mostBits;
  if (prefixText !== undefined) {
    prefixBits = /^\d{1,3}$/.test(prefixText) ? Number(prefixText) : Number.NaN;
    if (!(prefixBits <= mostBits)) throw refuse(`the prefix length must be from 0 to ${mostBits}`);
  }
  const mapped = unmapped(given);
  if (mapped !== given) {
    if (prefixBits < 96) throw refuse('a block of IPv4-mapped addresses needs a prefix length of 96 or more');
    prefixBits -= 96;
  }
  const network =
    mapped.kind() === 'ipv4'
      ? ipaddr.IPv4.networkAddressFromCIDR(`${mapped.toString()}/${prefixBits}`)
      : ipaddr.IPv6.networkAddressFromCIDR(`${mapped.toString()}/${prefixBits}`);
  return `${network.toString()}/${prefixBits}`;
}

/** An empty list allows every address. `cidrs` as `normaliseCidr` writes them; an unreadable address is refused. */
export function isAddressAllowed(ipAddress: string, cidrs: readonly string[]): boolean {
  if (cidrs.length === 0) return true;
  const parsed = parseStrictly(ipAddress);
  if (!parsed) return false;
  const address = unmapped(parsed);
  return cidrs.some((cidr) => {
    const [network, prefixBits] = ipaddr.parseCIDR(cidr);
    return network.kind() === address.kind() && address.match(network, prefixBits);
  });
}

/** Four decimal parts only: "010.1" and "0x7f.1" mean different hosts to different programs. */
function parseStrictly(text: string): Address | undefined {
  const withoutZone = text.trim().replace(/%.*$/, '');
  if (ipaddr.IPv4.isValidFourPartDecimal(withoutZone)) return ipaddr.IPv4.parse(withoutZone);
  if (withoutZone.includes(':') && ipaddr.IPv6.isValid(withoutZone)) return ipaddr.IPv6.parse(withoutZone);
  return undefined;
}

/** A dual-stack socket shows IPv4 callers as ::ffff:a.b.c.d. */
function unmapped(address: Address): Address {
  return address.kind() === 'ipv6' && (address as ipaddr.IPv6).isIPv4MappedAddress()
    ? (address as ipaddr.IPv6).toIPv4Address()
    : address;
}
