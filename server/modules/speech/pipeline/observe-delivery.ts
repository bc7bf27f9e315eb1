import { grammarOf } from '../../../domain/grammar/grammar.ts';
import { deliveryOf } from '../../../domain/scoring/delivery.ts';
import type { OptionalStep } from '../../../pipeline/step.ts';
import { minutes } from '../../../time.ts';
import type { SpeechEngines } from './engines.ts';
import { readSpeech, type ScoringInput, speechOf, textEngineFor } from './read-candidate.ts';
import type { DeliveryObserved } from './state.ts';

/** How it was said, for readers: pace, joints, fillers, what was said twice, grammar. Without it the scores stand all the same. */
export const observeDelivery: OptionalStep<ScoringInput, DeliveryObserved, SpeechEngines> = {
  name: 'observeDelivery',
  required: false,
  lane: 'cpu',
  timeoutMs: minutes(1),
  failsAs: 'SCORING_FAILED',
  run: async (input, { engines }) => {
    const speech = speechOf(input);
    // Rules of grammar are there for English alone.
    const { floors } =
      input.language === 'en' ? readSpeech(speech, textEngineFor(engines, 'en')) : { floors: null };
    return {
      delivery: deliveryOf(speech, input.turns, input.candidate.speaker, input.language),
      grammar: floors && grammarOf(speech, floors),
    };
  },
};
