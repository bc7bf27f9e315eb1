import { admins, type RouteAccess } from '../route-access.ts';

export const webhooksAccess = {
  'GET /installation/webhook-secret': { who: 'owner', action: 'webhook.default-secret.show' },
  // The secret is shown when a person asks, which is recorded, and never by itself.
  'POST /installation/webhook-secret/rotate': {
    who: 'owner',
    action: 'webhook.default-secret.rotate',
    stale: [],
  },
  'GET /clients/:clientId/webhooks/secrets': { who: admins },
  'POST /clients/:clientId/webhooks/secrets/rotate': {
    who: admins,
    action: 'webhook.secret.rotate',
    stale: ['GET /clients/:clientId/webhooks/secrets'],
  },
  'GET /clients/:clientId/webhooks/deliveries': { who: admins },
  'GET /clients/:clientId/webhooks/deliveries/:messageId': { who: admins },
  // It lifts the 410 of its address.
  'POST /clients/:clientId/webhooks/deliveries/:messageId/resend': {
    who: admins,
    action: 'webhook.resend',
    stale: [
      'GET /clients/:clientId/webhooks/deliveries',
      'GET /clients/:clientId/webhooks/deliveries/:messageId',
      'GET /clients/:clientId/webhooks/disabled',
    ],
  },
  'POST /clients/:clientId/webhooks/test': {
    who: admins,
    action: 'webhook.test',
    recordsItself: true,
    stale: ['GET /clients/:clientId/webhooks/deliveries', 'GET /clients/:clientId/webhooks/disabled'],
  },
  'GET /clients/:clientId/webhooks/disabled': { who: admins },
  'POST /clients/:clientId/webhooks/enable': {
    who: admins,
    action: 'webhook.enable',
    stale: ['GET /clients/:clientId/webhooks/deliveries', 'GET /clients/:clientId/webhooks/disabled'],
  },
} as const satisfies Record<string, RouteAccess>;
