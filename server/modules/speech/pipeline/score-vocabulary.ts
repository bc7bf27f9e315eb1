import { scoreVocabularyOf } from '../../../domain/scoring/vocabulary.ts';
import type { OptionalStep } from '../../../pipeline/step.ts';
import { minutes } from '../../../time.ts';
import type { SpeechEngines } from './engines.ts';
import { readSpeech, type ScoringInput, speechOf, textEngineFor } from './read-candidate.ts';
import type { VocabularyScored } from './state.ts';

/** Too little speech gives an abstention, not a failure; a crash costs this score alone and the run ends partial. */
export const scoreVocabulary: OptionalStep<ScoringInput, VocabularyScored, SpeechEngines> = {
  name: 'scoreVocabulary',
  required: false,
  lane: 'cpu',
  timeoutMs: minutes(1),
  failsAs: 'SCORING_FAILED',
  timesOutAs: 'VOCAB_MODEL_TIMEOUT',
  run: async (input, { engines }) => {
    const speech = speechOf(input);
    const engine = textEngineFor(engines, input.language);
    const { words } = readSpeech(speech, engine);
    return {
      vocabulary: scoreVocabularyOf(
        speech,
        words,
        engine?.frequencies ?? null,
        input.language,
        engines.calibration,
      ),
    };
  },
};
