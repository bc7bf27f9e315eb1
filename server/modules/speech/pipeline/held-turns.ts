import { type DetectedCandidate, speakerLabel } from '../../../domain/speakers/detect-candidate.ts';
import type { SpokenWord } from '../../../domain/transcript/types.ts';
import type { Diarisation } from '../../../engines/speakers/port.ts';
import type { HeldTurn } from './state.ts';

/** "S1", "S2" in order of first appearance. */
const namesOf = (turns: readonly HeldTurn[]): Map<HeldTurn['speaker'], string> =>
  new Map([...new Set(turns.map(({ speaker }) => speaker))].map((speaker, at) => [speaker, `S${at + 1}`]));

/** Speakers of an interview that Assay held itself, from its own channels: nothing is guessed. */
export function heldDiarisation(held: readonly HeldTurn[], slowTurns = 0): Diarisation {
  const names = namesOf(held);
  const turns = held
    .filter(({ startMs, endMs }) => endMs > startMs)
    .map(({ speaker, startMs, endMs }) => ({ startMs, endMs, speaker: names.get(speaker)!, overlap: false }));
  return {
    turns,
    heard: turns.map(({ overlap: _, ...span }) => span),
    speakerCount: names.size,
    countProbability: 1,
    method: 'interview',
    warnings: slowTurns > 0 ? [slowWarning(slowTurns)] : [],
  };
}

const slowWarning = (turns: number) =>
  `The machine could not keep up with this interview: ${turns} of the interviewer’s reactions came more than five seconds late. Candidates speak otherwise then; compare these scores with care.`;

/** Who answered the interviewer; undefined where no speaker did. */
export function heldCandidate(
  held: readonly HeldTurn[],
  words: readonly SpokenWord[],
): DetectedCandidate | undefined {
  const speaker = namesOf(held).get('candidate');
  if (speaker === undefined) return undefined;
  return {
    speaker,
    speakerLabel: speakerLabel(speaker),
    confidence: 'high',
    reason:
      'Assay held this interview itself: the candidate is who answered the interviewer, on a channel of their own.',
    wordCount: words.filter((word) => word.speaker === speaker && !word.filler).length,
  };
}
