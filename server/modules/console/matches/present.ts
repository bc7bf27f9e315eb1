import { jobTitleOf } from '../../../domain/titles/job-title.ts';
import { progressOf } from '../../matching/contract/match.ts';
import type { MatchRun } from '../../matching/run-type.ts';
import { processingTimeMs } from '../../runs/contract/parts.ts';
import { type QueuePlace, shownStatusOf } from '../../runs/types.ts';
import type { MatchDetails, MatchEvent, MatchRow } from './contract.ts';

/** A CV match as the console's lists show it. */
export function presentMatchRow(run: MatchRun, person: MatchRow['person'] = null): MatchRow {
  const { jobId, jobVersion, positionId, jobDescription, jobTitle, fileName } = run.input;
  const { score, candidateName, verdicts, isCapped } = run.summary ?? {};
  return {
    id: run.id,
    status: shownStatusOf(run),
    score: score ?? null,
    candidateName: candidateName ?? null,
    fileName: fileName ?? null,
    person,
    job: {
      id: jobId,
      version: jobVersion ?? null,
      positionId,
      title: jobTitle ?? jobTitleOf(jobDescription ?? ''),
    },
    verdicts: verdicts ?? null,
    isCapped: isCapped ?? false,
    error: run.error,
    progress: run.status === 'processing' ? progressOf(run) : null,
    createdAt: run.createdAt,
    finishedAt: run.finishedAt,
  };
}

export function presentMatchDetails(
  run: MatchRun,
  known: Pick<MatchDetails, 'currentJobVersion' | 'cvKind' | 'expired'>,
): MatchDetails {
  const { jobDescription, config } = run.input;
  const result = run.status === 'failed' ? null : run.result;
  const row = presentMatchRow(run);
  return {
    ...row,
    candidateName: row.candidateName ?? result?.profile.contacts.name?.value ?? null,
    description: jobDescription,
    config,
    result,
    ...known,
    creditsCharged: run.chargedCredits,
    processingTimeMs: processingTimeMs(run),
    tags: run.tags,
    metadata: run.metadata,
  };
}

export function presentMatchEvent(run: MatchRun, place: QueuePlace | null): MatchEvent {
  const { status, score, progress } = presentMatchRow(run);
  return { status, score, progress, queuePosition: place?.queuePosition ?? null };
}
