import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * IPv4 that is not the public internet, from IANA's special-purpose registry, and two addresses that are public by
 * number only: clouds answer on them from inside the machine's own network.
 */
const specialIpv4: readonly (readonly [cidr: string, what: string])[] = [
  ['0.0.0.0/8', 'this network'],
  ['10.0.0.0/8', 'private'],
  ['100.64.0.0/10', "a carrier's shared range"],
  ['127.0.0.0/8', 'loopback'],
  ['168.63.129.16/32', "a cloud provider's own service"],
  ['169.254.0.0/16', 'link-local'],
  ['172.16.0.0/12', 'private'],
  ['192.0.0.0/24', 'reserved for protocols'],
  ['192.0.2.0/24', 'reserved for documentation'],
  ['192.31.196.0/24', 'reserved for protocols'],
  ['192.52.193.0/24', 'reserved for protocols'],
  ['192.88.99.0/24', 'a relay'],
  ['192.168.0.0/16', 'private'],
  ['192.175.48.0/24', 'reserved for protocols'],
  ['198.18.0.0/15', 'reserved for benchmarks'],
  ['198.51.100.0/24', 'reserved for documentation'],
  ['203.0.113.0/24', 'reserved for documentation'],
  ['224.0.0.0/4', 'multicast'],
  ['240.0.0.0/4', 'reserved'],
];

/** IPv6 within 2000::/3 that is not the public internet; nothing outside that block is. */
const specialIpv6: readonly (readonly [cidr: string, what: string])[] = [
  ['2001::/23', 'reserved for protocols'],
  ['2001:db8::/32', 'reserved for documentation'],
  ['2002::/16', 'a tunnel into IPv4'],
  ['2620:4f:8000::/48', 'reserved for protocols'],
  ['3fff::/20', 'reserved for documentation'],
];

const globalIpv6 = '2000::/3';

export interface AddressPolicy {
  /** Whether an administrator named it. */
  isAllowListed(address: string): boolean;
  /** Why nothing may be sent there, to go after "it is"; null for a public address and for what is allow-listed. */
  refusal(address: string): string | null;
}

/**
 * Which addresses may be connected to: those of the public internet, and networks an administrator allows.
 *
 * @param allowedNetworks CIDR blocks; one of IPv4 also covers its IPv4-mapped form
 * @param ownAddresses this machine's addresses now; a service that listens on them may trust us as local
 */
export function createAddressPolicy({
  allowedNetworks,
  ownAddresses,
}: {
  allowedNetworks: readonly string[];
  ownAddresses: () => readonly string[];
}): AddressPolicy {
  const isAllowListed = (address: string) => {
    const parsed = parseAddress(address);
    return parsed !== undefined && allowedNetworks.some((network) => isWithin(parsed, network));
  };
  return {
    isAllowListed,
    refusal(address) {
      const parsed = parseAddress(address);
      if (!parsed) return 'not an IP address';
      if (isAllowListed(address)) return null;
      const special = specialPurpose(parsed);
      if (special) return `${special} (${parsed.toString()})`;
      const isOwn = ownAddresses().some((own) => parseAddress(own)?.toString() === parsed.toString());
      return isOwn ? `this machine itself (${parsed.toString()})` : null;
    },
  };
}

function specialPurpose(address: Address): string | null {
  const isIpv4 = address.kind() === 'ipv4';
  if (!isIpv4 && !isWithin(address, globalIpv6)) return 'not a public IPv6 address';
  const found = (isIpv4 ? specialIpv4 : specialIpv6).find(([cidr]) => isWithin(address, cidr));
  return found ? found[1] : null;
}

/** IPv4-mapped IPv6 is the IPv4 address it stands for: the kernel connects to that. Zones are dropped. */
function parseAddress(text: string): Address | undefined {
  const plain = text.replace(/%.*$/, '');
  if (ipaddr.IPv4.isValidFourPartDecimal(plain)) return ipaddr.IPv4.parse(plain);
  if (!plain.includes(':') || !ipaddr.IPv6.isValid(plain)) return undefined;
  const parsed = ipaddr.IPv6.parse(plain);
  return parsed.isIPv4MappedAddress() ? parsed.toIPv4Address() : parsed;
}

function isWithin(address: Address, cidr: string): boolean {
  const [network, prefixBits] = ipaddr.parseCIDR(cidr);
  return network.kind() === address.kind() && address.match(network, prefixBits);
}
