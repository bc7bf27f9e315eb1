import { networkInterfaces } from 'node:os';
import { createAddressPolicy } from './address-policy.ts';
import { createPinnedSender } from './pinned-sender.ts';
import type { WebhookSender } from './port.ts';
import { createHostResolver } from './resolve-host.ts';

/**
 * The sender of the appliance: the machine's own name servers, the system's certificate authorities.
 *
 * @param allowedNetworks CIDR blocks that webhooks may go to besides the public internet
 */
export function createWebhookSender({
  allowedNetworks,
}: {
  allowedNetworks: readonly string[];
}): WebhookSender {
  const hasAllowedNetworks = allowedNetworks.length > 0;
  return createPinnedSender({
    policy: createAddressPolicy({ allowedNetworks, ownAddresses: addressesOfThisMachine }),
    // Receivers on one's own network are often known to the hosts file or a search domain only.
    resolveHost: createHostResolver({ readHostsFile: hasAllowedNetworks }),
    hasAllowedNetworks,
  });
}

/** Asked every time: a laptop or a container may be given others while it runs. */
const addressesOfThisMachine = (): string[] =>
  Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address));
