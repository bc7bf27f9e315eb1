import { maskNames } from '../../../domain/candidates/mask-names.ts';
import type { CandidateDetails } from '../../candidates/types.ts';
import { matchRuns, readingRuns } from '../../matching/run-type.ts';
import type { RunsService } from '../../runs/types.ts';
import { speechRuns } from '../../speech/run-type.ts';
import type { CandidateSheet } from './contract.ts';

/** Requirements are few; quotes of each are shown as far as they fit a page. */
const QUOTES = 2;

/** What people who decide with others see of a candidate: the newest CV that was matched and the newest scores. Without names, nothing says who it is. */
export async function candidateSheet(
  runs: Pick<RunsService, 'find'>,
  candidate: CandidateDetails,
  { hidesNames, mayDownload }: { hidesNames: boolean; mayDownload: boolean },
): Promise<CandidateSheet> {
  const { clientId } = candidate;
  const ended = candidate.runs.filter(({ status }) => status === 'success' || status === 'partial');
  const full = async (id: string | undefined) =>
    id === undefined ? undefined : runs.find({ clientId, runId: id });
  const match = await full(ended.find((run) => matchRuns.is(run))?.id);
  const speech = await full(ended.find((run) => speechRuns.is(run))?.id);
  const named = [
    candidate.name,
    ...(match && matchRuns.is(match) ? [match.summary?.candidateName ?? null] : []),
  ];
  const told = (text: string) => (hidesNames ? maskNames(text, named) : text);
  return {
    name: hidesNames ? null : candidate.name,
    hidesNames,
    stage: candidate.stage,
    standing: candidate.standing,
    cv:
      match && matchRuns.is(match) && match.result
        ? {
            job: match.input.jobTitle || null,
            score: match.result.match.score,
            summary: told(match.result.narrative?.summary ?? match.result.match.summary),
            at: match.createdAt,
            requirements: match.result.match.requirements.map(({ name, met, evidence, reason }) => ({
              name,
              met,
              quotes: evidence.slice(0, QUOTES).map(({ text }) => told(text)),
              reason: told(reason),
            })),
          }
        : null,
    speech:
      speech && speechRuns.is(speech) && speech.summary
        ? {
            at: speech.createdAt,
            overall: speech.summary.scores.overall ?? null,
            cefrLevel: speech.summary.scores.cefrLevel ?? null,
            vocabulary: speech.summary.scores.vocabulary ?? null,
            vocabularyCefr: speech.summary.scores.vocabularyCefr ?? null,
            fluency: speech.summary.scores.fluency ?? null,
            fluencyCefr: speech.summary.scores.fluencyCefr ?? null,
            accent: speech.summary.scores.accent ?? null,
            accentCefr: speech.summary.scores.accentCefr ?? null,
          }
        : null,
    files: mayDownload ? filesOf(candidate) : [],
  };
}

/** CVs of a candidate that are kept. */
export const filesOf = ({ runs }: CandidateDetails): { runId: string; title: string }[] =>
  runs.flatMap((run) =>
    (matchRuns.is(run) || readingRuns.is(run)) && run.input.blobKey !== null
      ? [{ runId: run.id, title: run.input.fileName ?? 'CV.pdf' }]
      : [],
  );
