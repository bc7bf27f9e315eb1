import { type ClientRequest, request as httpRequest, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, isIPv6, type LookupFunction, type Socket } from 'node:net';
import { limits } from '../../config/limits.ts';
import { seconds } from '../../time.ts';
import type { AddressPolicy } from './address-policy.ts';
import { checkWebhookUrl, hostOf } from './check-url.ts';
import type { SendResult, WebhookSender } from './port.ts';
import { readExcerpt } from './read-excerpt.ts';
import type { ResolveHost } from './resolve-host.ts';
import { type ConnectionPhase, explained, messageOf, SendError } from './send-error.ts';

const MAX_HEADER_BYTES = 16 * 1024;
/** Of several addresses, how long each may take to accept before the next is tried. */
const NEXT_ADDRESS_AFTER_MS = seconds(1);

type PinnedOptions = RequestOptions & {
  autoSelectFamilyAttemptTimeout: number;
  rejectUnauthorized: boolean;
  servername?: string;
  ca?: string[];
};

/** Of a try that came to nothing. */
const nothing = { statusCode: null, failure: null, error: null, answerExcerpt: null, retryAfter: null };

/**
 * Posts over connections of its own: no proxy, no reuse, no redirect, certificates verified.
 *
 * @param certificateAuthorities PEM texts trusted in place of the system's; NODE_EXTRA_CA_CERTS adds to the latter
 * @param timeoutMs for the whole try, from the question for the name to the status line
 */
export function createPinnedSender({
  policy,
  resolveHost,
  hasAllowedNetworks,
  certificateAuthorities,
  timeoutMs = limits.webhooks.tryTimeoutMs,
}: {
  policy: AddressPolicy;
  resolveHost: ResolveHost;
  hasAllowedNetworks: boolean;
  certificateAuthorities?: readonly string[];
  timeoutMs?: number;
}): WebhookSender {
  const judgement = { policy, hasAllowedNetworks };

  const permittedAddresses = async (url: URL, signal: AbortSignal): Promise<string[]> => {
    const host = hostOf(url);
    const addresses = isIP(host) ? [host] : await resolveOrExplain(resolveHost, host, signal);
    for (const address of addresses) refuseUnpermitted(policy, url, address);
    return addresses;
  };

  const post = async (
    { url: text, headers, body }: { url: string; headers: Readonly<Record<string, string>>; body: string },
    signal: AbortSignal,
    seen: { remoteAddress: string | null },
  ) => {
    const checked = checkWebhookUrl(text, judgement);
    if ('fault' in checked)
      throw new SendError('refused_address', `The URL cannot be used: ${checked.fault}`);
    const url = new URL(checked.url);
    const addresses = await permittedAddresses(url, signal);
    signal.throwIfAborted();
    const options = optionsFor(url, { headers, body, addresses, certificateAuthorities, signal });
    const request = url.protocol === 'https:' ? httpsRequest(options) : httpRequest(options);
    const phase = watchPhases(request, (remoteAddress) => {
      seen.remoteAddress = remoteAddress;
      refuseUnpermitted(policy, url, remoteAddress);
    });
    try {
      return await answerTo(request, body);
    } catch (error) {
      throw signal.aborted
        ? signal.reason
        : explained(error, url.protocol === 'https:' ? phase() : 'exchange');
    } finally {
      request.destroy();
    }
  };

  return {
    checkUrl: (url) => checkWebhookUrl(url, judgement),

    async send({ signal, ...message }) {
      const startedAtMs = performance.now();
      const deadline = new AbortController();
      const late = new SendError('timeout', `There was no answer within ${timeoutMs / 1000} seconds.`);
      const timer = setTimeout(() => deadline.abort(late), timeoutMs);
      const seen: { remoteAddress: string | null } = { remoteAddress: null };
      const told = (result: Partial<SendResult>): SendResult => ({
        ...nothing,
        ...result,
        remoteAddress: seen.remoteAddress,
        durationMs: Math.round(performance.now() - startedAtMs),
      });
      try {
        return told(await post(message, AbortSignal.any([signal, deadline.signal]), seen));
      } catch (error) {
        signal.throwIfAborted();
        const { failure, message: text } = error instanceof SendError ? error : explained(error, 'exchange');
        return told({ failure, error: text });
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

function optionsFor(
  url: URL,
  {
    headers,
    body,
    addresses,
    certificateAuthorities,
    signal,
  }: {
    headers: Readonly<Record<string, string>>;
    body: string;
    addresses: readonly string[];
    certificateAuthorities: readonly string[] | undefined;
    signal: AbortSignal;
  },
): PinnedOptions {
  const options: PinnedOptions = {
    method: 'POST',
    host: hostOf(url),
    port: url.port || (url.protocol === 'https:' ? 443 : 80),
    path: `${url.pathname}${url.search}`,
    headers: { ...headers, host: url.host, 'content-length': String(Buffer.byteLength(body)) },
    agent: false,
    lookup: pinnedTo(addresses),
    maxHeaderSize: MAX_HEADER_BYTES,
    // Said aloud, because NODE_TLS_REJECT_UNAUTHORIZED would decide otherwise.
    rejectUnauthorized: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER_MS,
    signal,
  };
  if (url.protocol === 'https:') {
    options.servername = isIP(hostOf(url)) ? '' : hostOf(url);
    if (certificateAuthorities) options.ca = [...certificateAuthorities];
  }
  return options;
}

async function resolveOrExplain(
  resolveHost: ResolveHost,
  host: string,
  signal: AbortSignal,
): Promise<string[]> {
  try {
    return await resolveHost(host, signal);
  } catch (error) {
    signal.throwIfAborted();
    throw new SendError('dns', `The host name "${host}" could not be resolved: ${messageOf(error)}`);
  }
}

/** Every address of a name must be good: a mixed answer is how a stranger's name server gets around a check. */
function refuseUnpermitted(policy: AddressPolicy, url: URL, address: string): void {
  const refusal = policy.refusal(address);
  if (refusal) {
    throw new SendError(
      'refused_address',
      `"${hostOf(url)}" does not lead to a public host: it is ${refusal}.`,
    );
  }
  if (url.protocol === 'http:' && !policy.isAllowListed(address)) {
    throw new SendError('refused_address', 'Plain HTTP goes to allow-listed networks only; use https://.');
  }
}

/** The socket gets the addresses that were judged, without a second look-up. */
const pinnedTo =
  (addresses: readonly string[]): LookupFunction =>
  (_hostname, options, callback) => {
    const all = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
    if (options.all) callback(null, all);
    else callback(null, all[0]!.address, all[0]!.family);
  };

/** Tells how far a connection has come, and shows each peer before a byte of the message is sent to it. */
function watchPhases(
  request: ClientRequest,
  onConnected: (remoteAddress: string) => void,
): () => ConnectionPhase {
  let phase: ConnectionPhase = 'connect';
  request.once('socket', (socket: Socket) => {
    socket.once('connect', () => {
      phase = 'tls';
      try {
        onConnected(socket.remoteAddress ?? '');
      } catch (error) {
        request.destroy(error as Error);
      }
    });
    socket.once('secureConnect', () => {
      phase = 'exchange';
    });
  });
  return () => phase;
}

function answerTo(
  request: ClientRequest,
  body: string,
): Promise<Pick<SendResult, 'statusCode' | 'retryAfter' | 'answerExcerpt'>> {
  const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<typeof answerTo>>>();
  let isAnswered = false;
  request.once('response', async (response) => {
    // The status line decides; a body that drips in for ever must not undo it.
    isAnswered = true;
    resolve({
      statusCode: response.statusCode ?? 0,
      retryAfter: response.headers['retry-after'] ?? null,
      answerExcerpt: await readExcerpt(response),
    });
  });
  const fail = (error: Error) => {
    if (!isAnswered) reject(error);
  };
  request.on('error', fail);
  request.once('close', () => fail(new Error('The connection was closed without an answer.')));
  request.end(body);
  return promise;
}
