import type { ModulePermission } from '../../modules/console/contract/clients.ts';
import type { WebhookEventName } from '../../modules/console/contract/webhooks.ts';

/**
 * Parts of the product that are still being built. Nothing of one is shown, in no navigation and in no list of modules,
 * until its switch is turned here.
 */
export const features = { cvSearch: false, personas: true, sessions: true };

export type Feature = keyof typeof features;

/** Modules and webhook events that come with a feature; the others are there. */
const featureOf: Partial<Record<ModulePermission | WebhookEventName, Feature>> = {
  cvdeepsearch: 'cvSearch',
  'cvds.finished': 'cvSearch',
  'cvds.failed': 'cvSearch',
  interview: 'sessions',
  'interview.completed': 'sessions',
};

/** Whether a module can be allowed, or a webhook event happen. */
export function isOffered(
  name: ModulePermission | WebhookEventName,
  on: typeof features = features,
): boolean {
  const feature = featureOf[name];
  return feature === undefined || on[feature];
}
