import { hasPermission } from '../identity/service.ts';
import type { Caller } from '../identity/types.ts';
import { sessionStateOf } from '../interview/present.ts';
import { interviewRuns } from '../interview/run-type.ts';
import { matchRuns } from '../matching/run-type.ts';
import { matchStatusOf } from '../matching/types.ts';
import { runTypeOf } from '../runs/registry.ts';
import type { Run } from '../runs/types.ts';
import { speechRuns } from '../speech/run-type.ts';
import type { CandidateSummary } from './types.ts';

/** As the API shows a candidate to a key: what the key may not submit, it does not see either. */
export function presentCandidate(candidate: CandidateSummary, caller: Caller) {
  const visible = candidate.runs.filter(
    ({ playground, serviceType }) =>
      // What was tried out in the console is in no list of the API.
      !playground && hasPermission(caller, runTypeOf(serviceType).permission),
  );
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
  status: interviewRuns.is(run) ? sessionStateOf(run) : matchRuns.is(run) ? matchStatusOf(run) : run.status,
  external_id: run.externalId,
  created_at: run.createdAt,
});
