import type { statusLabels } from '../texts/common.ts';

export type Tone = 'positive' | 'negative' | 'warning' | 'info' | 'neutral';
export type Status = keyof typeof statusLabels;

export const toneColours = {
  positive: 'green',
  negative: 'red',
  warning: 'yellow',
  info: 'blue',
  neutral: 'gray',
} as const satisfies Record<Tone, string>;

/** How each state is meant; the badge adds a sign of its own to each tone. */
export const statusTones = {
  queued: 'neutral',
  processing: 'info',
  success: 'positive',
  finished: 'positive',
  done: 'positive',
  partial: 'warning',
  failed: 'negative',
  active: 'positive',
  valid: 'positive',
  inactive: 'neutral',
  disabled: 'neutral',
  archived: 'neutral',
  revoked: 'negative',
  expired: 'negative',
  expiring: 'warning',
  pending: 'neutral',
  delivered: 'positive',
  retrying: 'warning',
  healthy: 'positive',
  degraded: 'warning',
  down: 'negative',
  missing: 'warning',
  ready: 'positive',
} as const satisfies Record<Status, Tone>;
