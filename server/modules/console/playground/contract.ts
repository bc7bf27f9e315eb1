import { type Static, Type } from 'typebox';
import { type ContractOf, IdempotencyHeader, RunStatus } from '../shapes.ts';
import type { playgroundAccess } from './access.ts';

export const PlaygroundAnswer = Type.Object({
  runId: Type.String(),
  status: RunStatus,
  costCredits: Type.Number(),
});
export type PlaygroundAnswer = Static<typeof PlaygroundAnswer>;

export const playgroundContract = {
  'POST /clients/:clientId/playground': {
    headers: IdempotencyHeader,
    answer: PlaygroundAnswer,
    status: 202,
  },
} as const satisfies ContractOf<typeof playgroundAccess>;
