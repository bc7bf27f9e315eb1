import { detectCandidate as detect } from '../../../domain/speakers/detect-candidate.ts';
import { RunFailure } from '../../../errors.ts';
import type { RequiredStep } from '../../../pipeline/step.ts';
import { seconds } from '../../../time.ts';
import type { SpeechEngines } from './engines.ts';
import type { CandidateDetected, Diarised, SpeechInput } from './state.ts';

/** Which of the speakers is assessed, and why. */
export const detectCandidate: RequiredStep<
  Pick<SpeechInput, 'language'> & Diarised,
  CandidateDetected,
  SpeechEngines
> = {
  name: 'detectCandidate',
  required: true,
  lane: 'cpu',
  timeoutMs: seconds(60),
  failsAs: 'INTERNAL_ERROR',

  run: async ({ spokenWords, turns, language }) => {
    const candidate = detect(spokenWords, turns, language);
    if (!candidate)
      throw new RunFailure('TRANSCRIPTION_FAILED', 'Nobody was heard speaking in the recording.');
    return { candidate };
  },
};
