import { Type } from 'typebox';
import { CandidateRow } from '../candidates/contract.ts';
import type { ContractOf } from '../shapes.ts';
import type { samplesAccess } from './access.ts';

/** Empty while the client does not look at samples. */
export const SampleCandidates = Type.Object({ items: Type.Array(CandidateRow) });

export const samplesContract = {
  'GET /clients/:clientId/samples': { answer: SampleCandidates },
  'POST /clients/:clientId/samples': { answer: SampleCandidates },
  'DELETE /clients/:clientId/samples': { answer: 'nothing' },
} as const satisfies ContractOf<typeof samplesAccess>;
