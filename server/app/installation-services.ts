import type { Config } from '../config/env.ts';
import { createWebhookSender } from '../engines/webhook-sender/sender.ts';
import { systemClock } from '../time.ts';
import { createServices, type ServiceParts, type Services } from './services.ts';

/** The services of an installation, as its settings have them. */
export const servicesOf = (
  config: Pick<Config, 'webhookAllowedNetworks'> & Pick<ServiceParts, 'auditAnchors'>,
  parts: Pick<ServiceParts, 'db' | 'keyPepper' | 'logger' | 'accounts'>,
): Services =>
  createServices({
    ...parts,
    clock: systemClock,
    webhookSender: createWebhookSender({ allowedNetworks: config.webhookAllowedNetworks }),
    auditAnchors: config.auditAnchors,
  });
