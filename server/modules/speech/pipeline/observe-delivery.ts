import { deliveryOf } from '../../../domain/scoring/delivery.ts';
import type { OptionalStep } from '../../../pipeline/step.ts';
import { minutes } from '../../../time.ts';
import type { SpeechEngines } from './engines.ts';
import { type ScoringInput, speechOf } from './read-candidate.ts';
import type { DeliveryObserved } from './state.ts';

/** How it was said, for readers: pace, joints, fillers, what was said twice. Without it the scores stand all the same. */
export const observeDelivery: OptionalStep<ScoringInput, DeliveryObserved, SpeechEngines> = {
  name: 'observeDelivery',
  required: false,
  lane: 'cpu',
  timeoutMs: minutes(1),
  failsAs: 'SCORING_FAILED',
  run: async (input) => ({
    delivery: deliveryOf(speechOf(input), input.turns, input.candidate.speaker, input.language),
  }),
};
