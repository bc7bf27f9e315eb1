import { networkInterfaces } from 'node:os';
import { createAddressPolicy } from './address-policy.ts';
import { createPinnedSender } from './pinned-sender.ts';
import type { WebhookSender } from './port.ts';
import { createHostResolver } from './resolve-host.ts';

/** A CIDR block that webhooks may go to besides the public internet: those of one client, or of every one (null). */
export interface AllowedNetwork {
  clientId: string | null;
  network: string;
}

/** The sender of the appliance: the machine's own name servers, the system's certificate authorities. */
export function createWebhookSender({
  allowedNetworks,
}: {
  allowedNetworks: readonly AllowedNetwork[];
}): WebhookSender {
  const senderFor = (clientId: string | null): WebhookSender => {
    const allowed = allowedNetworks.filter((one) => one.clientId === null || one.clientId === clientId);
    return createPinnedSender({
      policy: createAddressPolicy({
        allowedNetworks: allowed.map(({ network }) => network),
        ownAddresses: addressesOfThisMachine,
      }),
      // Receivers on one's own network are often known to the hosts file or a search domain only.
      resolveHost: createHostResolver({ readHostsFile: allowed.length > 0 }),
      hasAllowedNetworks: allowed.length > 0,
    });
  };
  const anybodys = senderFor(null);
  const named = new Set(allowedNetworks.flatMap(({ clientId }) => clientId ?? []));
  const own = new Map([...named].map((clientId) => [clientId, senderFor(clientId)]));
  const senderOf = (clientId: string) => own.get(clientId) ?? anybodys;
  return {
    checkUrl: (url, clientId) => senderOf(clientId).checkUrl(url, clientId),
    send: (request) => senderOf(request.clientId).send(request),
  };
}

/** Asked every time: a laptop or a container may be given others while it runs. */
const addressesOfThisMachine = (): string[] =>
  Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address));
