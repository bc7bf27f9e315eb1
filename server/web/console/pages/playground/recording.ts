import { limits } from '../../../../config/limits.ts';
import { ENCODER_PADDING_MS, startedMinutes } from '../../../../domain/credits/started-minutes.ts';

const MINUTE_MS = 60_000;

/** Limits as the page words them. */
export const bounds = {
  minMinutes: limits.audio.minDurationMs / MINUTE_MS,
  maxMinutes: limits.audio.maxDurationMs / MINUTE_MS,
  maxMb: limits.audio.maxSizeBytes / 1024 / 1024,
};

/** Why a file need not be sent at all; undefined where the server is to judge. */
export function faultOfRecording(
  { size }: Pick<File, 'size'>,
  durationMs: number | null,
): 'tooLarge' | 'tooShort' | 'tooLong' | undefined {
  if (size > limits.audio.maxSizeBytes) return 'tooLarge';
  if (durationMs === null) return undefined;
  if (durationMs < limits.audio.minDurationMs) return 'tooShort';
  return durationMs > limits.audio.maxDurationMs + ENCODER_PADDING_MS ? 'tooLong' : undefined;
}

/** What the server will hold, where the browser knows how long the recording is. */
export const estimateCredits = (durationMs: number | null, perMinute: number): number | null =>
  durationMs === null ? null : startedMinutes(durationMs) * perMinute;
