import { scoreAccentOf } from '../../../domain/scoring/accent.ts';
import { isAbstention } from '../../../domain/scoring/types.ts';
import { RunFailure } from '../../../errors.ts';
import type { RequiredStep } from '../../../pipeline/step.ts';
import { minutes } from '../../../time.ts';
import type { SpeechEngines } from './engines.ts';
import { type ScoringInput, speechOf } from './read-candidate.ts';
import type { AccentScored } from './state.ts';

/** Accent that cannot be measured fails the run rather than giving a placeholder. */
export const scoreAccent: RequiredStep<ScoringInput, AccentScored, SpeechEngines> = {
  name: 'scoreAccent',
  required: true,
  lane: 'cpu',
  timeoutMs: minutes(1),
  failsAs: 'ACCENT_SCORE_UNAVAILABLE',
  run: async (input, { engines }) => {
    const accent = scoreAccentOf(speechOf(input), engines.calibration);
    if (isAbstention(accent)) throw new RunFailure('ACCENT_SCORE_UNAVAILABLE', accent.reason);
    return { accent };
  },
};
