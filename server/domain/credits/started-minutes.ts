/**
 * Encoders pad a recording to whole frames: three minutes become 3:00.04 as MP3. That much more than a limit or a
 * whole minute is still the limit or the minute.
 */
export const ENCODER_PADDING_MS = 150;

const MINUTE_MS = 60_000;

/** Minutes begun in a recording, of which there is at least one. */
export const startedMinutes = (durationMs: number): number =>
  Math.max(1, Math.ceil((durationMs - ENCODER_PADDING_MS) / MINUTE_MS));
