import { detectCandidate as detect } from '../../../domain/speakers/detect-candidate.ts';
import { doubtful, scoredAsOne, secondVoice } from '../../../domain/speakers/second-voice.ts';
import type { SpokenWord } from '../../../domain/transcript/types.ts';
import { RunFailure } from '../../../errors.ts';
import type { RequiredStep } from '../../../pipeline/step.ts';
import { seconds } from '../../../time.ts';
import type { SpeechEngines } from './engines.ts';
import { heldCandidate } from './held-turns.ts';
import { assertUnderstood, wordsAreTrusted } from './recogniser.ts';
import type {
  Aligned,
  Candidate,
  CandidateDetected,
  Diarised,
  SpeakersAssigned,
  SpeechDetected,
  SpeechInput,
  Transcribed,
} from './state.ts';

/** The candidate, `low` where their words may be two people's: such a run is never a full success. */
export function withDoubt(
  candidate: Candidate,
  spokenWords: readonly SpokenWord[],
  language: string,
  countProbability: number,
  degrade: (reason: string) => void,
): CandidateDetected {
  const doubt = secondVoice(spokenWords, candidate.speaker, language, countProbability);
  if (!doubt) return { candidate };
  degrade(`${scoredAsOne}: ${doubt.because}`);
  return { candidate: { ...candidate, ...doubtful(candidate, doubt) }, secondVoice: doubt };
}

/** Which of the speakers is assessed, and why; a speaker who was not understood is not assessed. */
export const detectCandidate: RequiredStep<
  Pick<SpeechInput, 'language' | 'heldTurns'> &
    SpeechDetected &
    Transcribed &
    Aligned &
    Diarised &
    SpeakersAssigned,
  CandidateDetected,
  SpeechEngines
> = {
  name: 'detectCandidate',
  required: true,
  lane: 'cpu',
  timeoutMs: seconds(60),
  failsAs: 'INTERNAL_ERROR',

  run: async (conversation, { engines, degrade }) => {
    const { spokenWords, turns, language, diarisation, heldTurns } = conversation;
    const held = heldTurns && heldCandidate(heldTurns, spokenWords);
    const candidate =
      held ??
      detect(spokenWords, turns, language, {
        wordsAreTrusted: wordsAreTrusted(conversation, engines),
        ...(diarisation.countProbability !== undefined && { countProbability: diarisation.countProbability }),
      });
    if (!candidate)
      throw new RunFailure('TRANSCRIPTION_FAILED', 'Nobody was heard speaking in the recording.');
    const expectedErrors = assertUnderstood(candidate, conversation, engines);
    if (held) return { candidate, expectedErrors };
    const countProbability = diarisation.countProbability ?? 1;
    return { ...withDoubt(candidate, spokenWords, language, countProbability, degrade), expectedErrors };
  },
};
