import { scoreFluencyOf } from '../../../domain/scoring/fluency.ts';
import type { OptionalStep } from '../../../pipeline/step.ts';
import { minutes } from '../../../time.ts';
import type { SpeechEngines } from './engines.ts';
import { readSpeech, type ScoringInput, speechOf, textEngineFor } from './read-candidate.ts';
import type { FluencyScored } from './state.ts';

/** Too little speech gives an abstention, not a failure; a crash costs this score alone and the run ends partial. */
export const scoreFluency: OptionalStep<ScoringInput, FluencyScored, SpeechEngines> = {
  name: 'scoreFluency',
  required: false,
  lane: 'cpu',
  timeoutMs: minutes(1),
  failsAs: 'SCORING_FAILED',
  timesOutAs: 'FLUENCY_MODEL_TIMEOUT',
  run: async (input, { engines }) => {
    const speech = speechOf(input);
    const { clauses } = readSpeech(speech, textEngineFor(engines, input.language));
    return { fluency: scoreFluencyOf(speech, clauses, input.language, engines.calibration) };
  },
};
