import type { Span } from '../../../domain/transcript/types.ts';
import { divideLong, padded } from '../stretches.ts';

/** The acoustic model learned from utterances; a longer window is divided where it is quietest. */
const maxMs = 15_000;
/**
 * Sound kept around speech. The voice detector is late and early by what a soft consonant lasts; with 150 ms, 2.8 % more of the
 * words of speechocean762's adults were lost. Stretches whose surroundings meet are heard together.
 */
const padMs = 350;

/**
 * The windows in which the acoustic model hears a recording: whole stretches of speech with short pauses inside, so that each
 * is brought to one level for (as a rule) one speaker.
 */
export async function listeningWindows(
  speech: readonly Span[],
  options: { durationMs: number; quietestMs: (fromMs: number, toMs: number) => Promise<number> },
): Promise<Span[]> {
  const windows: Span[] = [];
  for (const span of padded(speech, { padMs, durationMs: options.durationMs })) {
    const last = windows.at(-1);
    if (last && span.startMs <= last.endMs + 1 && span.endMs - last.startMs <= maxMs) {
      last.endMs = span.endMs;
    } else {
      windows.push({ ...span });
    }
  }
  return divideLong(windows, { maxMs, quietestMs: options.quietestMs });
}
