import { csvLine } from '../../../domain/csv.ts';
import type { ParsedCv } from '../../../domain/cv/parsed-cv.ts';
import { cvSearchSteps } from '../../../domain/steps/cv-search.ts';
import { placeAmong } from '../../../domain/steps/steps.ts';
import { processingTimeMs } from '../../runs/contract/parts.ts';
import { type QueuePlace, shownStatusOf } from '../../runs/types.ts';
import type { SearchRun } from '../../search/run-type.ts';
import type { FoundCandidate, PersonInCorpus } from '../../search/types.ts';
import type {
  FoundPerson,
  PersonDetails,
  PersonRow,
  SearchDetails,
  SearchEvent,
  SearchRow,
} from './contract.ts';

export const presentPersonRow = (
  { number: _, name, embeddedAt: __, ...person }: PersonInCorpus,
  names: boolean,
): PersonRow => ({ ...person, name: names ? name : null });

export const presentPerson = (
  { person, cv, metadata }: { person: PersonInCorpus; cv: ParsedCv; metadata: Record<string, unknown> },
  names: boolean,
): PersonDetails => ({
  ...presentPersonRow(person, names),
  cv: names ? cv : withoutNames(cv),
  metadata: names ? metadata : {},
});

const withoutNames = (cv: ParsedCv): ParsedCv => ({
  ...cv,
  fullName: null,
  location: null,
  experience: cv.experience.map((position) => ({ ...position, location: null })),
});

/** A CV search as the console's lists show it. */
export function presentSearchRow(run: SearchRun): SearchRow {
  const { corpusId, jobId, jobVersion, positionId, jobTitle, jobDescription, filters } = run.input;
  const title = jobTitle || (positionId === null ? beginningOf(jobDescription) : '');
  return {
    id: run.id,
    status: shownStatusOf(run),
    corpusId,
    job: { id: jobId, version: jobVersion, positionId, title },
    filters,
    found: run.summary?.found ?? null,
    searched: run.summary?.searched ?? null,
    error: run.error,
    createdAt: run.createdAt,
    finishedAt: run.finishedAt,
  };
}

const beginningWords = 8;

/** A description that names no position is told by how it begins. */
function beginningOf(description: string): string {
  const words = description.trim().split(/\s+/).filter(Boolean);
  return words.length > beginningWords ? `${words.slice(0, beginningWords).join(' ')} …` : words.join(' ');
}

export function presentSearchDetails(
  run: SearchRun,
  { people, expired }: { people: FoundPerson[]; expired: SearchDetails['expired'] },
): SearchDetails {
  const result = run.status === 'failed' ? null : run.result;
  return {
    ...presentSearchRow(run),
    description: run.input.jobDescription,
    config: run.input.config,
    limit: run.input.limit,
    people: result && people,
    compared: result?.compared ?? null,
    method: result?.method ?? null,
    warnings: result?.warnings ?? [],
    expired,
    creditsCharged: run.chargedCredits,
    processingTimeMs: processingTimeMs(run),
  };
}

/** @param person as the corpus has them now: whom it no longer has, nothing is found of */
export const presentFound = (
  found: FoundCandidate,
  person: PersonInCorpus | undefined,
  names: boolean,
): FoundPerson => ({
  externalId: found.externalId,
  name: names ? (person?.name ?? null) : null,
  headline: person?.headline ?? null,
  tags: person?.tags ?? found.tags,
  lists: person?.lists ?? [],
  rank: found.rank,
  score: found.score,
  reasons: found.reasons,
  requirements: found.requirements,
  knownShare: found.knownShare,
});

export function presentSearchEvent(run: SearchRun, place: QueuePlace | null): SearchEvent {
  const status = shownStatusOf(run);
  const step = status === 'processing' ? placeAmong(cvSearchSteps, run.progress) : null;
  return {
    status,
    progress: step && { step: step.number, steps: step.count, label: step.label },
    queuePosition: place?.queuePosition ?? null,
  };
}

const verdicts = { yes: 'met', partly: 'partly met', no: 'not met', unknown: 'not said' } as const;

/** The results for a spreadsheet: a row for each person, a column for each requirement. */
export function csvOf(people: readonly FoundPerson[], names: boolean): string {
  const requirements = people[0]?.requirements ?? [];
  const head = [
    ...['rank', 'external_id', ...(names ? ['name'] : []), 'headline', 'score', 'tags', 'reasons'],
    ...requirements.map(({ name }) => name),
  ];
  const lines = people.map((one) => [
    ...[one.rank, one.externalId, ...(names ? [one.name] : []), one.headline, one.score],
    ...[one.tags.join('; '), one.reasons.join(' ')],
    ...one.requirements.map(({ met }) => verdicts[met]),
  ]);
  return [head, ...lines].map(csvLine).join('');
}
