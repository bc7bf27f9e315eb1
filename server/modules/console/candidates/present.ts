import type { CandidateSummary, CandidateDetails as Details } from '../../candidates/types.ts';
import { interviewRuns } from '../../interview/run-type.ts';
import { sessionStateOf } from '../../interview/types.ts';
import { matchRuns, readingRuns } from '../../matching/run-type.ts';
import type { RunTypes } from '../../runs/run-type.ts';
import type { Run } from '../../runs/types.ts';
import type { CandidateDetails, CandidateEntry, CandidateRow } from './contract.ts';

const kindOf = (run: Run): CandidateEntry['kind'] =>
  matchRuns.is(run) || readingRuns.is(run) ? 'cv' : interviewRuns.is(run) ? 'interview' : 'recording';

function presentEntry(types: RunTypes, run: Run, jobs: ReadonlyMap<string, string>): CandidateEntry {
  const type = types.of(run.serviceType);
  const { score = null, cefr = null } = run.summary === null ? {} : type.row(run.summary);
  const jobId = type.jobOf?.(run.input) ?? null;
  return {
    runId: run.id,
    kind: kindOf(run),
    hasPage: !readingRuns.is(run),
    status: interviewRuns.is(run) ? sessionStateOf(run) : run.status,
    title: interviewRuns.is(run) ? run.input.roleName : type.fileName(run.input),
    job: jobId === null ? null : { id: jobId, title: jobs.get(jobId) ?? null },
    externalId: run.externalId,
    score,
    cefr,
    failure: run.error?.message ?? null,
    createdAt: run.createdAt,
    endedAt: run.finishedAt,
  };
}

const factsOf = (candidate: CandidateSummary, entries: readonly CandidateEntry[]) => ({
  id: candidate.id,
  name: candidate.name,
  email: candidate.email,
  phone: candidate.phone,
  externalIds: candidate.externalIds,
  newestTitle: entries.find(({ title }) => title !== null)?.title ?? null,
  tags: candidate.tags,
  stage: candidate.stage,
  standing: candidate.standing,
  version: candidate.version,
  createdAt: candidate.createdAt,
  activeAt: candidate.activeAt,
});

const best = (entries: readonly CandidateEntry[], kind: CandidateEntry['kind']): number | null =>
  entries.reduce<number | null>(
    (found, entry) =>
      entry.kind === kind && entry.score !== null ? Math.max(found ?? entry.score, entry.score) : found,
    null,
  );

export function presentCandidateRow(types: RunTypes, candidate: CandidateSummary): CandidateRow {
  const entries = candidate.runs.map((run) => presentEntry(types, run, new Map()));
  const count = (kind: CandidateEntry['kind']) => entries.filter((entry) => entry.kind === kind).length;
  return {
    ...factsOf(candidate, entries),
    counts: { cv: count('cv'), recording: count('recording'), interview: count('interview') },
    bestCv: best(entries, 'cv'),
    bestSpeech: best(entries, 'recording'),
  };
}

/** @param corpora where CV search has the person. @param userId who looks */
export function presentCandidateDetails(
  types: RunTypes,
  candidate: Details,
  {
    jobs,
    corpora,
    userId,
  }: { jobs: ReadonlyMap<string, string>; corpora: CandidateDetails['corpora']; userId: string },
): CandidateDetails {
  const entries = candidate.runs.map((run) => presentEntry(types, run, jobs));
  return {
    ...factsOf(candidate, entries),
    entries,
    corpora,
    notes: candidate.notes.map(({ author, ...note }) => ({
      ...note,
      author: author.name,
      isOwn: author.id === userId,
    })),
    decisions: candidate.decisions.map(({ author, ...decision }) => ({ ...decision, author: author.name })),
    merged: candidate.merged,
    proposals: candidate.proposals,
  };
}

/** Jobs that a candidate's entries are for. */
export const jobIdsOf = (types: RunTypes, runs: readonly Run[]): string[] => [
  ...new Set(runs.flatMap((run) => types.of(run.serviceType).jobOf?.(run.input) ?? [])),
];

/** Stored CVs that a candidate's entries are about; the pool has each under its own id. */
export const cvIdsOf = (types: RunTypes, runs: readonly Run[]): string[] => [
  ...new Set(runs.flatMap((run) => types.of(run.serviceType).cvOf?.(run.input) ?? [])),
];
