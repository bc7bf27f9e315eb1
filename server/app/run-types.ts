import { interviewRuns } from '../modules/interview/run-type.ts';
import { matchRuns, readingRuns } from '../modules/matching/run-type.ts';
import { createRunTypes } from '../modules/runs/run-type.ts';
import type { ServiceType } from '../modules/runs/types.ts';
import { searchRuns } from '../modules/search/run-type.ts';
import { rescoringRuns, speechRuns } from '../modules/speech/run-type.ts';

export const definedTypes = [
  speechRuns,
  matchRuns,
  readingRuns,
  searchRuns,
  interviewRuns,
  rescoringRuns,
] as const;

type Defined = (typeof definedTypes)[number];
/** In no list of runs: they are shown with the candidates that they are about. */
type Apart = (typeof interviewRuns | typeof readingRuns)['name'];
/** What clients submit and workers process, by the types themselves. */
type Submitted = Exclude<Extract<Defined, { partOf: null }>['name'], Apart>;

/** Does not compile unless the specification's names (`serviceTypes` of runs) are exactly those of the types here. */
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : never) : never;
true satisfies Same<ServiceType, Submitted>;

/** Every type of run there is; handed to the services that need to know of them. */
export const runTypes = createRunTypes(definedTypes);
