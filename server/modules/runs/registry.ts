import type { RunStatus } from '../../db/tables.ts';
import { interviewRuns } from '../interview/run-type.ts';
import { matchRuns, readingRuns } from '../matching/run-type.ts';
import { searchRuns } from '../search/run-type.ts';
import { rescoringRuns, speechRuns } from '../speech/run-type.ts';
import type { RunType } from './run-type.ts';

/** Every type of run there is. */
export const runTypes = [
  speechRuns,
  matchRuns,
  readingRuns,
  searchRuns,
  interviewRuns,
  rescoringRuns,
] as const;

type Defined = (typeof runTypes)[number];
export type ServiceTypeOrPart = Defined['name'];
/** What clients submit and workers process; the specification's serviceType. */
export type ServiceType = Exclude<Extract<Defined, { partOf: null }>['name'], Apart>;
/** In no list of runs: they are shown with the candidates that they are about. */
type Apart = (typeof interviewRuns)['name'] | (typeof readingRuns)['name'];
const isApart = (name: string): name is Apart => name === interviewRuns.name || name === readingRuns.name;

/** What workers process. */
export const processedTypes = (runTypes as readonly RunType[]).filter(({ processing }) => processing);
/** Of what clients submit, live interviews included. */
export const submittedTypes = runTypes.filter((type) => type.partOf === null);
/** What belongs to the record of a candidate. */
export const candidateTypes: readonly string[] = (submittedTypes as readonly RunType[])
  .filter(({ ofCandidate }) => ofCandidate)
  .map(({ name }) => name);
export const serviceTypes: readonly ServiceType[] = submittedTypes.flatMap(({ name }) =>
  isApart(name) ? [] : [name],
);

/** What the list at /speech/runs names, as the specification has it; searches are asked for by their ids. */
export const listedServiceTypes = serviceTypes.filter((name) => name !== searchRuns.name);

/** Throws for a name that is not of what clients submit. */
export function serviceTypeOf(name: string): ServiceType {
  const known = serviceTypes.find((one) => one === name);
  if (!known) throw new Error(`Clients do not submit runs of type "${name}".`);
  return known;
}

/** What is stored for people to look for a run by. PostgreSQL cannot store NUL in text. */
export function searchNamesOf(serviceType: string, input: unknown, summary: unknown): string | null {
  const names = runTypeOf(serviceType).searchNames?.(input, summary) ?? [];
  return names.filter(Boolean).join('\n').toLowerCase().replaceAll('\0', '') || null;
}
/** Whether it waits for people rather than for a worker, has a list of its own and no place in any line. */
export const isHeldLive = (serviceType: string): boolean => !runTypeOf(serviceType).processing;

/** Whether somebody works on it, or will without being asked again. */
export const isUnderWay = ({ serviceType, status }: { serviceType: string; status: RunStatus }): boolean =>
  status === 'processing' || (status === 'queued' && !isHeldLive(serviceType));

/** Throws for a name that is none: nothing is guessed of a run that nobody has defined. */
export function runTypeOf(serviceType: string): RunType {
  const type = (runTypes as readonly RunType[]).find(({ name }) => name === serviceType);
  if (!type) throw new Error(`Nobody says what runs of type "${serviceType}" are.`);
  return type;
}
