import { audit } from '../../texts/audit.ts';

const actions: Readonly<Record<string, string>> = audit.actions;

/** What an entry's action is called. */
export const actionLabel = (action: string): string => actions[action] ?? action;

/** Every action that has words, in the order of the log's chapters. */
export const actionChoices = Object.entries(actions).map(([value, label]) => ({ value, label }));

/** "run 8f14e45f…" of "run:8f14e45f-ceea-…": enough to tell apart; the entry itself shows it whole. */
export function shortTarget(target: string): string {
  return target.replace(/^([\w-]+):/, '$1 ').replaceAll(/\b([0-9a-f]{8})-[0-9a-f-]{27}\b/g, '$1…');
}
