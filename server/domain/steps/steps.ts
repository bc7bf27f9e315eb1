/** What people are told of one step of a pipeline. */
export interface StepWords {
  /** What is being done, e.g. "reading the recording". */
  label: string;
  /** The step in a list of all of them, e.g. "Read the recording". */
  title: string;
  /** Its usual share of the whole, against the other steps' weights. Only how evenly a bar moves depends on it. */
  weight: number;
}

/** The steps of a pipeline in their order, by name. */
export type Steps = Readonly<Record<string, StepWords>>;

export interface StepPlace {
  step: string;
  label: string;
  /** From 1. */
  number: number;
  count: number;
  /** 0–1, of the whole. */
  share: number;
}

/** Where a run is among the steps; null before the first and for a step of another version. */
export function placeAmong(
  steps: Steps,
  progress: { step: string; fraction: number } | null,
): StepPlace | null {
  const names = Object.keys(steps);
  const index = progress ? names.indexOf(progress.step) : -1;
  if (!progress || index < 0) return null;
  const { label, weight } = steps[progress.step]!;
  const weightOf = (some: readonly string[]) => some.reduce((sum, name) => sum + steps[name]!.weight, 0);
  const done = weightOf(names.slice(0, index)) + weight * progress.fraction;
  return {
    ...{ step: progress.step, label, number: index + 1, count: names.length },
    share: done / weightOf(names),
  };
}
