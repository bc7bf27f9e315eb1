import type { FailureCode } from '../errors.ts';
import type { StepOutcome } from './step.ts';

export interface Verdict {
  status: 'success' | 'partial' | 'failed';
  error: { code: FailureCode; message: string } | null;
  /** Credits; 0 for a failed run. */
  charge: number;
}

/**
 * How a run ends, from nothing but its outcomes. Rules (decisions, "Settling"):
 * a required step failed or no score at all -> `failed`, never charged; scores missing, or an optional step
 * degraded or failed -> `partial`; else `success`. Charge = ceil(cost × scores produced / scores expected).
 *
 * @param steps the pipeline's steps; a required one without an outcome is a bug and fails the run
 * @param scoresExpected at least 1
 */
export function settle({
  steps,
  outcomes,
  scoresProduced,
  scoresExpected,
  costCredits,
}: {
  steps: readonly { name: string; required: boolean }[];
  outcomes: readonly StepOutcome[];
  scoresProduced: number;
  scoresExpected: number;
  costCredits: number;
}): Verdict {
  const byStep = new Map(outcomes.map((outcome) => [outcome.step, outcome]));
  for (const step of steps) {
    const outcome = byStep.get(step.name);
    if (!step.required) continue;
    if (outcome?.status === 'failed') {
      return failed(
        outcome.code ?? 'INTERNAL_ERROR',
        outcome.message ?? `The step "${step.name}" failed unexpectedly.`,
      );
    }
    if (!outcome) return failed('INTERNAL_ERROR', `The step "${step.name}" never ran.`);
  }
  if (scoresProduced <= 0) return failed('SCORING_FAILED', 'No score could be produced from this recording.');

  const flawless = steps.every((step) => byStep.get(step.name)?.status === 'ok');
  return {
    status: flawless && scoresProduced >= scoresExpected ? 'success' : 'partial',
    error: null,
    charge: Math.ceil((costCredits * Math.min(scoresProduced, scoresExpected)) / scoresExpected),
  };
}

const failed = (code: FailureCode, message: string): Verdict => ({
  status: 'failed',
  error: { code, message },
  charge: 0,
});
