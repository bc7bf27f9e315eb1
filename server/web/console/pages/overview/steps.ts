import type { HearingAnswer } from '../../../../modules/console/contract/installation.ts';
import type { OverviewAnswer } from '../../../../modules/console/contract/overview.ts';
import { sumsOf } from './figures.ts';

export type StepName = 'recogniser' | 'credits' | 'recording' | 'key' | 'program';

export interface FirstStep {
  name: StepName;
  isDone: boolean;
  /** The first that is not done. */
  isNext: boolean;
}

/** Who has had as many runs in the days shown has found the way, with programs or without. */
const FOUND_THE_WAY = 5;

/**
 * From nothing to a scorecard, and on to one by the client's own program: first what everything after it needs. Empty once
 * nobody needs them.
 */
export function stepsOf(
  { set, credits, days }: Pick<OverviewAnswer, 'set' | 'credits' | 'days'>,
  languages: HearingAnswer['languages'] | undefined,
): FirstStep[] {
  if (set.hasApiRuns || sumsOf(days).total >= FOUND_THE_WAY) return [];
  const steps: [StepName, boolean][] = [
    // Set-up brings one; where it could not, nothing else leads anywhere.
    ...(languages?.available.length === 0 ? [['recogniser', false] as [StepName, boolean]] : []),
    ['credits', credits.available > 0],
    ['recording', set.hasRuns],
    ['key', set.keys > 0],
    ['program', false],
  ];
  const next = steps.find(([, isDone]) => !isDone)?.[0];
  return steps.map(([name, isDone]) => ({ name, isDone, isNext: name === next }));
}
