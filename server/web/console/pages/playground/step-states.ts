import type { RunEvent } from '../../../../modules/console/runs/contract.ts';

export type StepState = 'done' | 'now' | 'next' | 'failed';

/** Where each step stands, by its place from 0. */
export function stepStates(event: RunEvent | undefined, count: number): StepState[] {
  const done = event?.status === 'success' || event?.status === 'partial';
  const at = event?.progress ? event.progress.number - 1 : -1;
  return Array.from({ length: count }, (_, index) => {
    if (done || index < at) return 'done';
    if (index > at || at < 0) return 'next';
    return event?.status === 'failed' ? 'failed' : 'now';
  });
}

/** The last event that said which step was under way: the one that ends a run names none. */
export function withLastProgress(event: RunEvent, before: RunEvent | undefined): RunEvent {
  return event.progress || !before ? event : { ...event, progress: before.progress };
}
