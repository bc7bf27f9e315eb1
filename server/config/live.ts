import type { Reader } from './reader.ts';

/** How sound gets from candidates to the live process and back. */
export interface LiveConfig {
  /** Where api processes reach this live process: it listens there for them alone. */
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** As other machines write it, without a slash at the end; null: made of `host` (or this machine's name) and `port`. */
  readonly address: string | null;
  /** WebRTC where a page can reach the live process by it, else, or where this is null, the WebSocket. */
  readonly webRtc: {
    /** STUN and TURN servers that both sides may use; empty: only machines that reach each other directly. */
    readonly iceServers: readonly {
      readonly urls: readonly string[];
      readonly username?: string;
      readonly credential?: string;
    }[];
    /** UDP ports; null: any. */
    readonly portRange: { readonly min: number; readonly max: number } | null;
    /** Address of this machine for those ports; 0.0.0.0 or ::, all of them. */
    readonly host: string;
  } | null;
}

/** Only this machine reaches it. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);

export function readLive({
  text,
  number,
  oneOf,
  faults,
  databaseUrl,
}: Reader & { databaseUrl: string | null }): LiveConfig {
  const host = text('LIVE_HOST', '127.0.0.1');
  const address = text('LIVE_ADDRESS', '').replace(/\/+$/, '') || null;
  if (!isLoopback(host) && databaseUrl === null) {
    faults.push(
      `LIVE_HOST "${host}" is for api processes on other machines, and those need PostgreSQL: set DATABASE_URL, or leave LIVE_HOST out.`,
    );
  }
  if (address !== null && !/^http:\/\/[^/?#@]+$/.test(address)) {
    faults.push(
      `LIVE_ADDRESS must be an address without a path, such as http://10.0.0.7:8090; it is "${address}".`,
    );
  }
  const listens = Object.freeze({ host, port: number('LIVE_PORT', 0, 0, 65_535), address });
  const isOn = oneOf('LIVE_WEBRTC', ['0', '1'], '1') === '1';
  const given = text('LIVE_PORT_RANGE', '');
  const [, min, max] = /^(\d{1,5})\s*-\s*(\d{1,5})$/.exec(given)?.map(Number) ?? [];
  const isRange = min !== undefined && max !== undefined && min >= 1024 && min <= max && max <= 65_535;
  if (given !== '' && !isRange) {
    faults.push(
      `LIVE_PORT_RANGE must be two ports from 1024 to 65535, such as 40000-40100; it is "${given}".`,
    );
  }
  const urls = text('LIVE_ICE_SERVERS', '')
    .split(',')
    .map((url) => url.trim())
    .filter(Boolean);
  for (const url of urls) {
    if (/^(stun|turn)s?:[^/]/.test(url)) continue;
    faults.push(`LIVE_ICE_SERVERS must hold addresses such as turn:turn.example:3478; "${url}" is none.`);
  }
  const username = text('LIVE_ICE_USERNAME', '');
  const credential = text('LIVE_ICE_CREDENTIAL', '');
  if ((username === '') !== (credential === '')) {
    faults.push('LIVE_ICE_USERNAME and LIVE_ICE_CREDENTIAL must be set together.');
  }
  if (!isOn) return Object.freeze({ ...listens, webRtc: null });
  const server = { urls: Object.freeze(urls), ...(username !== '' && { username, credential }) };
  return Object.freeze({
    ...listens,
    webRtc: Object.freeze({
      iceServers: Object.freeze(urls.length > 0 ? [Object.freeze(server)] : []),
      portRange: isRange ? Object.freeze({ min, max }) : null,
      host: text('LIVE_WEBRTC_HOST', text('HOST', '0.0.0.0')),
    }),
  });
}
