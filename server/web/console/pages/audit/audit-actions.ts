import { audit } from '../../texts/audit.ts';

/** What an entry's action is called. */
export const actionLabel = (action: string): string => audit.actions[action] ?? action;

/** Every action that has words, in the order of the log's chapters. */
export const actionChoices = Object.entries(audit.actions).map(([value, label]) => ({ value, label }));
