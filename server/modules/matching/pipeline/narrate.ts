import { NarrationError } from '../../../engines/narrator/port.ts';
import type { OptionalStep } from '../../../pipeline/step.ts';
import { minutes } from '../../../time.ts';
import type { CvEngines } from './engines.ts';
import type { Narrated, RequirementsScored } from './state.ts';

/**
 * Has a configured language model put the finished match into words. It is told verdicts and quotes, answers with a
 * text and nothing else, and comes after the score: whatever a CV tries to tell it, no number can move.
 */
export const narrate: OptionalStep<RequirementsScored, Narrated, CvEngines> = {
  name: 'narrate',
  required: false,
  lane: 'cv',
  timeoutMs: minutes(2),
  failsAs: 'INTERNAL_ERROR',

  run: async ({ match: { score, requirements } }, { engines: { narrator }, signal, degrade }) => {
    if (!narrator) return { narrative: null };
    try {
      const summary = await narrator.narrate({ score, requirements }, signal);
      return { narrative: { summary, model: narrator.model } };
    } catch (error) {
      if (!(error instanceof NarrationError)) throw error;
      degrade('The language model gave no usable summary; the summary made by rules stands.', error);
      return { narrative: null };
    }
  },
};
