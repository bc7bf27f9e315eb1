import { useMutation, useQuery } from '@tanstack/react-query';
import type { CandidateDetails } from '../../../../modules/console/candidates/contract.ts';
import { useChange } from '../../api/changes.ts';
import { reading } from '../../api/reads.ts';
import { useClientId } from '../../api/session.ts';

/** How often it is looked at while something of it is being worked on. */
const LIVE_EVERY_MS = 3000;
const underWay: readonly string[] = ['queued', 'processing', 'active'];

/** A candidate, looked at again now and then: colleagues work on the same one. */
export function useCandidate(candidateId: string) {
  const clientId = useClientId();
  return useQuery({
    ...reading('GET /clients/:clientId/candidates/:candidateId', { params: { clientId, candidateId } }),
    refetchOnWindowFocus: true,
    refetchInterval: ({ state: { data } }) =>
      data?.entries.some(({ status }) => underWay.includes(status)) ? LIVE_EVERY_MS : false,
  });
}

/** Decisions on a candidate. What another reviewer has changed meanwhile is shown, and nothing is overwritten. */
export function useDecisions(candidate: CandidateDetails, onChanged: () => void) {
  const clientId = useClientId();
  const change = useChange();
  const { id: candidateId, version } = candidate;
  const params = { clientId, candidateId };
  const decide = useMutation({
    mutationFn: (decision: {
      kind: 'advance' | 'hold' | 'reject' | 'move';
      reason?: string;
      stage?: CandidateDetails['stage'];
    }) =>
      change('POST /clients/:clientId/candidates/:candidateId/decisions', {
        params,
        body: { version, reason: '', ...decision },
      }),
    onError: onChanged,
  });
  const undo = useMutation({
    mutationFn: () =>
      change('POST /clients/:clientId/candidates/:candidateId/decisions/undo', { params, body: { version } }),
    onError: onChanged,
  });
  return { decide, undo };
}
