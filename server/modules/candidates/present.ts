import type { Caller } from '../identity/types.ts';
import { hasPermission } from '../identity/types.ts';
import { interviewRuns } from '../interview/run-type.ts';
import { sessionStateOf } from '../interview/types.ts';
import { matchRuns } from '../matching/run-type.ts';
import type { RunTypes } from '../runs/run-type.ts';
import { type Run, shownStatusOf } from '../runs/types.ts';
import { speechRuns } from '../speech/run-type.ts';
import type { CandidateSummary } from './types.ts';

/** Service types whose runs a key may read, and people by them. */
export const shownTo = ({ of, ofCandidates }: RunTypes, caller: Caller): string[] =>
  ofCandidates.filter((name) => hasPermission(caller, of(name).permission));

/**
 * As the API shows a candidate to a key: what the key may not submit, it does not see either.
 *
 * @param shown from `shownTo`
 * @returns null for a person of whom it may see no run: their name and address would tell of modules that it may not use
 */
export function presentCandidate(candidate: CandidateSummary, shown: readonly string[]) {
  // What was tried out in the console is in no list of the API.
  const visible = candidate.runs.filter(
    ({ playground, serviceType }) => !playground && shown.includes(serviceType),
  );
  if (visible.length === 0) return null;
  const of = (type: { is(run: Run): boolean }) => visible.filter((run) => type.is(run)).map(presentEntry);
  return {
    id: candidate.id,
    name: candidate.name,
    email: candidate.email,
    external_ids: candidate.externalIds,
    tags: candidate.tags,
    stage: candidate.stage,
    standing: candidate.standing,
    cv_matches: of(matchRuns),
    recordings: of(speechRuns),
    interviews: of(interviewRuns),
    created_at: candidate.createdAt,
    updated_at: candidate.updatedAt,
  };
}

const presentEntry = (run: Run) => ({
  id: run.id,
  status: interviewRuns.is(run) ? sessionStateOf(run) : matchRuns.is(run) ? shownStatusOf(run) : run.status,
  external_id: run.externalId,
  created_at: run.createdAt,
});
