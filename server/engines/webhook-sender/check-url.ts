import { isIP, isIPv4 } from 'node:net';
import { limits } from '../../config/limits.ts';
import type { AddressPolicy } from './address-policy.ts';

/** Names that no public DNS serves (RFC 6761, 6762, 8375, and ICANN's reservation of "internal"). */
const privateNames = /(^|\.)(localhost|local|internal|home\.arpa)$/;

/** The host of a URL as a socket takes it: an IPv6 address without its brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1');

/**
 * What can be said of a receiver's URL without asking the network. What a name leads to is judged when it is sent to:
 * an answer given now would not hold then.
 *
 * @param hasAllowedNetworks whether an administrator allows networks of their own; plain HTTP and private names can
 *   then be right, and the addresses decide
 */
export function checkWebhookUrl(
  text: string,
  { policy, hasAllowedNetworks }: { policy: AddressPolicy; hasAllowedNetworks: boolean },
): { url: string } | { fault: string } {
  const fault = (what: string) => ({ fault: what });
  if (text.length > limits.webhooks.maxUrlChars) {
    return fault(`Must have at most ${limits.webhooks.maxUrlChars} characters.`);
  }
  // Programs differ in what they make of these; a URL that needs them is not worth the risk.
  if (/[\s\\]/.test(text) || hasControlCharacter(text)) {
    return fault('Must not contain spaces, control characters or backslashes.');
  }
  const parts = /^(https?):\/\/([^/?#]+)/i.exec(text);
  const url = parts && URL.parse(text);
  if (!url) return fault('Must be a full URL such as https://example.com/hook.');
  if (url.protocol === 'http:' && !hasAllowedNetworks) return fault('Must begin with https://.');
  if (parts[2]!.includes('@')) return fault('Must not contain a user name or password.');
  if (text.includes('#')) return fault('Must not contain a fragment ("#…").');
  if (url.port === '0') return fault('Must have a port from 1 to 65535.');
  const host = hostOf(url);
  if (isIP(host)) {
    // 2130706433, 0x7f.1 and 0177.0.0.1 are ways to write an address past a reader, never a receiver's real name.
    if (isIPv4(host) && parts[2]!.replace(/:\d*$/, '') !== host) {
      return fault('Must have its address written as four decimal numbers.');
    }
    const refusal = policy.refusal(host);
    if (refusal) return fault(`Must lead to a public host; its address is ${refusal}.`);
    if (url.protocol === 'http:' && !policy.isAllowListed(host)) return fault('Must begin with https://.');
    return { url: url.href };
  }
  if (host.endsWith('.')) return fault('Must not have a host name that ends with a dot.');
  if (!hasAllowedNetworks && (!host.includes('.') || privateNames.test(host))) {
    return fault(`Must lead to a public host; "${host}" is not a public name.`);
  }
  return { url: url.href };
}

function hasControlCharacter(text: string): boolean {
  return [...text].some((character) => character < ' ' || character === '\u007f');
}
