import type { BackupsAnswer } from '../../../../modules/console/backups/contract.ts';
import type { HearingAnswer } from '../../../../modules/console/installation/contract.ts';
import type { OverviewAnswer } from '../../../../modules/console/overview/contract.ts';
import { sumsOf } from './figures.ts';

export type StepName =
  | 'job'
  | 'upload'
  | 'interview'
  | 'decide'
  | 'recogniser'
  | 'credits'
  | 'recording'
  | 'key'
  | 'program'
  | 'client'
  | 'people'
  | 'backup';

export interface FirstStep {
  name: StepName;
  isDone: boolean;
  /** The first that is not done. */
  isNext: boolean;
}

/** A client with as many runs in the days shown needs no first steps, with programs or without. */
const FOUND_THE_WAY = 5;

type Languages = HearingAnswer['languages'] | undefined;

function inOrder(steps: readonly (readonly [StepName, boolean])[]): FirstStep[] {
  const next = steps.find(([, isDone]) => !isDone)?.[0];
  return steps.map(([name, isDone]) => ({ name, isDone, isNext: name === next }));
}

/** Set-up brings a recogniser; where it could not, nothing else leads anywhere. */
const hearingFirst = (languages: Languages): [StepName, boolean][] =>
  languages?.available.length === 0 ? [['recogniser', false]] : [];

/**
 * From nothing to a scorecard, and on to one by the client's own program: first what everything after it needs. Empty once
 * all are done.
 */
export function developerSteps(
  { set, credits, days }: Pick<OverviewAnswer, 'set' | 'credits' | 'days'>,
  languages: Languages,
): FirstStep[] {
  if (set.hasApiRuns || sumsOf(days).total >= FOUND_THE_WAY) return [];
  return inOrder([
    ...hearingFirst(languages),
    ['credits', credits.available > 0],
    ['recording', set.hasRuns],
    ['key', set.keys > 0],
    ['program', false],
  ]);
}

/** What there is of a client, as far as its recruiters have come. */
export interface Recruited {
  jobs: number;
  candidates: number;
  interviews: number;
  /** Candidates without a decision. */
  undecided: number;
}

/** From nothing to the first decision, which ends them. */
export function recruiterSteps({ jobs, candidates, interviews, undecided }: Recruited): FirstStep[] {
  if (candidates > undecided) return [];
  return inOrder([
    ['job', jobs > 0],
    ['upload', candidates > 0],
    ['interview', interviews > 0],
    ['decide', false],
  ]);
}

/** Until others can work with the installation. Empty once that is so, or once it is in use all the same. */
export function operatorSteps(
  is: { clients: number; people: number; runs: number; backups: BackupsAnswer['timeliness'] },
  languages: Languages,
): FirstStep[] {
  if (is.runs >= FOUND_THE_WAY) return [];
  const steps = inOrder([
    ...hearingFirst(languages),
    ['client', is.clients > 0],
    ['people', is.people > 1],
    ['backup', is.backups === 'timely' || is.backups === 'late'],
  ]);
  return steps.every(({ isDone }) => isDone) ? [] : steps;
}
