import { detectCandidate as detect } from '../../../domain/speakers/detect-candidate.ts';
import { RunFailure } from '../../../errors.ts';
import type { RequiredStep } from '../../../pipeline/step.ts';
import { seconds } from '../../../time.ts';
import type { SpeechEngines } from './engines.ts';
import { heldCandidate } from './held-turns.ts';
import { assertUnderstood } from './recogniser.ts';
import type {
  CandidateDetected,
  Diarised,
  SpeakersAssigned,
  SpeechDetected,
  SpeechInput,
  Transcribed,
} from './state.ts';

/** Which of the speakers is assessed, and why; somebody who was not understood is not assessed. */
export const detectCandidate: RequiredStep<
  Pick<SpeechInput, 'language' | 'heldTurns'> & SpeechDetected & Transcribed & Diarised & SpeakersAssigned,
  CandidateDetected,
  SpeechEngines
> = {
  name: 'detectCandidate',
  required: true,
  lane: 'cpu',
  timeoutMs: seconds(60),
  failsAs: 'INTERNAL_ERROR',

  run: async (conversation, { engines }) => {
    const { spokenWords, turns, language, recognition, diarisation, heldTurns } = conversation;
    const recogniser = engines.asr.find(({ id }) => id === recognition.engineId);
    const isTrusted = recognition.meanConfidence >= (recogniser?.minMeanConfidence ?? 0);
    const held = heldTurns && heldCandidate(heldTurns, spokenWords);
    const candidate =
      held ??
      detect(spokenWords, turns, language, {
        wordsAreTrusted: isTrusted,
        ...(diarisation.countProbability !== undefined && { countProbability: diarisation.countProbability }),
      });
    if (!candidate)
      throw new RunFailure('TRANSCRIPTION_FAILED', 'Nobody was heard speaking in the recording.');
    return { candidate, expectedErrors: assertUnderstood(candidate, conversation, engines) };
  },
};
