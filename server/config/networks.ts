import ipaddr from 'ipaddr.js';
import type { Reader } from './reader.ts';

/** A CIDR block that webhooks of one client, or of all (null), may go to. */
export interface AllowedNetwork {
  readonly clientId: string | null;
  readonly network: string;
}

/** "10.0.0.0/8" for every client, "CLIENT_ID=10.0.0.0/8" for one. */
export function readAllowedNetworks({
  text,
  faults,
}: Pick<Reader, 'text' | 'faults'>): readonly AllowedNetwork[] {
  const entries = text('WEBHOOK_ALLOWED_NETWORKS', '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
  return entries.map((entry) => {
    const at = entry.indexOf('=');
    const clientId = at < 0 ? null : entry.slice(0, at).trim();
    const given = entry.slice(at + 1).trim();
    const network = given.includes('/') ? given : `${given}/${given.includes(':') ? 128 : 32}`;
    if (
      clientId === '' ||
      (!ipaddr.IPv4.isValidCIDRFourPartDecimal(network) && !ipaddr.IPv6.isValidCIDR(network))
    ) {
      faults.push(
        `WEBHOOK_ALLOWED_NETWORKS must hold addresses or CIDR blocks such as 10.0.0.0/8, or CLIENT_ID=10.0.0.0/8; "${entry}" is neither.`,
      );
    } else if (network.endsWith('/0')) {
      faults.push(
        `WEBHOOK_ALLOWED_NETWORKS must name your own networks; "${entry}" would let webhooks go anywhere.`,
      );
    }
    return Object.freeze({ clientId, network });
  });
}

/** Addresses and CIDR blocks of proxies. */
export function readTrustedProxies({ text, faults }: Pick<Reader, 'text' | 'faults'>): readonly string[] {
  const trustProxy = text('TRUST_PROXY', '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
  for (const entry of trustProxy) {
    const isAddress = ipaddr.IPv4.isValidFourPartDecimal(entry) || ipaddr.IPv6.isValid(entry);
    // Shorter forms are addresses to inet_aton, "1" being 0.0.0.1, and are hardly ever meant so.
    if (isAddress || ipaddr.IPv4.isValidCIDRFourPartDecimal(entry) || ipaddr.IPv6.isValidCIDR(entry))
      continue;
    faults.push(`TRUST_PROXY must hold addresses or CIDR blocks such as 10.0.0.0/8; "${entry}" is neither.`);
  }
  return Object.freeze(trustProxy);
}
