import type { SpokenWord } from '../transcript/types.ts';
import { type DetectedCandidate, speakerLabel } from './detect-candidate.ts';

/**
 * The candidate a person named, whatever the recording suggests.
 *
 * @param detected whom the recording alone suggested, and why
 */
export function chosenCandidate(
  words: readonly SpokenWord[],
  speaker: string,
  detected: Pick<DetectedCandidate, 'speaker' | 'speakerLabel' | 'reason'>,
): DetectedCandidate {
  const label = speakerLabel(speaker);
  const suggestion =
    detected.speaker === speaker
      ? 'The recording suggests the same'
      : `The recording suggested ${detected.speakerLabel}`;
  return {
    speaker,
    speakerLabel: label,
    confidence: 'high',
    reason: `A person chose ${label} in the console. ${suggestion}: ${detected.reason}`,
    wordCount: words.filter((word) => word.speaker === speaker && !word.filler).length,
  };
}
