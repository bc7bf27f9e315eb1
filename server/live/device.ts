import { deviceCookie, secureDeviceCookie } from './protocol.ts';

/** The device that a page's cookies name: 256 bits in base64url; anything else is no device of ours. */
export function deviceOf(cookies: string | undefined): string | null {
  const pairs = (cookies ?? '').split(';').map((pair) => pair.trim().split('='));
  const named = (name: string) => pairs.find(([key]) => key === name)?.[1];
  const value = named(secureDeviceCookie) ?? named(deviceCookie);
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : null;
}
