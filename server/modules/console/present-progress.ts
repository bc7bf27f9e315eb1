import type { Rescore } from '../rescoring/types.ts';
import type { QueuePlace, Run } from '../runs/types.ts';
import { stepNames } from '../speech/present.ts';
import type { RunEvent, StepProgress } from './contract/run-events.ts';
import type { RescoringState } from './contract/runs.ts';

const steps = Object.keys(stepNames);

/** A speech run as somebody watches it. */
export const presentRunEvent = (
  run: Run,
  place: QueuePlace | null,
  rescore: Rescore | undefined,
): RunEvent => ({
  status: run.status,
  progress: run.status === 'processing' ? progressOf(run) : null,
  queuePosition: place?.queuePosition ?? null,
  estimatedSeconds: place?.estimatedSeconds ?? null,
  error: run.error,
  rescoring: rescore ? presentRescoring(rescore) : null,
});

function progressOf({ progress }: Run): StepProgress | null {
  if (!progress) return null;
  const { step, fraction } = progress;
  const index = steps.indexOf(step);
  if (index < 0) return null;
  return {
    step,
    name: stepNames[step as keyof typeof stepNames],
    number: index + 1,
    count: steps.length,
    fraction,
  };
}

export const presentRescoring = ({
  id,
  speaker,
  status,
  createdAt,
  finishedAt,
  error,
}: Rescore): RescoringState => ({ id, speaker, status, createdAt, finishedAt, error });
