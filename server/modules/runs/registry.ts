import { matchRuns } from '../cvdeepmatch/run-type.ts';
import { speechRuns } from '../speech/run-type.ts';
import type { RunType } from './run-type.ts';

/** Every type of run there is. */
export const runTypes = [speechRuns, matchRuns] as const;

export type ServiceType = (typeof runTypes)[number]['name'];

export const serviceTypes: readonly ServiceType[] = runTypes.map(({ name }) => name);

/** Throws for a name that is none: nothing is guessed of a run that nobody has defined. */
export function runTypeOf(serviceType: string): RunType {
  const type = (runTypes as readonly RunType[]).find(({ name }) => name === serviceType);
  if (!type) throw new Error(`Nobody says what runs of type "${serviceType}" are.`);
  return type;
}
