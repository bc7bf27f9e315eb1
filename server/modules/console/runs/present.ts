import { speechSteps } from '../../../domain/steps/speech.ts';
import { placeAmong } from '../../../domain/steps/steps.ts';
import type { QueuePlace, Run } from '../../runs/types.ts';
import type { Rescore } from '../../speech/types.ts';
import type { RescoringState, RunEvent, StepProgress } from './contract.ts';

/** A speech run as a person watches it. */
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
  const place = placeAmong(speechSteps, progress);
  if (!place || !progress) return null;
  const { label, ...where } = place;
  return { ...where, name: label, fraction: progress.fraction };
}

export const presentRescoring = ({
  id,
  speaker,
  status,
  createdAt,
  finishedAt,
  error,
}: Rescore): RescoringState => ({ id, speaker, status, createdAt, finishedAt, error });
