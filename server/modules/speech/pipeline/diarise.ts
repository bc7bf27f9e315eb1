import type { Diarisation } from '../../../engines/speakers/port.ts';
import type { RequiredStep } from '../../../pipeline/step.ts';
import { minutes } from '../../../time.ts';
import type { SpeechEngines } from './engines.ts';
import { heldDiarisation } from './held-turns.ts';
import type { Decoded, Diarised, SpeechDetected, SpeechInput } from './state.ts';

/**
 * Who spoke when. A diariser that fails costs the run its speakers, not its result: everything
 * then belongs to one speaker and the run says so.
 */
export const diarise: RequiredStep<
  Pick<SpeechInput, 'knownSpeakers' | 'heldTurns' | 'slowTurns'> & Decoded & SpeechDetected,
  Diarised,
  SpeechEngines
> = {
  name: 'diarise',
  required: true,
  lane: 'cpu',
  timeoutMs: minutes(10),
  failsAs: 'INTERNAL_ERROR',

  run: async (
    { pcm, channelPcm, speech, knownSpeakers = null, heldTurns = null, slowTurns = 0 },
    { engines, signal, degrade },
  ) => {
    let found: Diarisation;
    try {
      found = heldTurns
        ? heldDiarisation(heldTurns, slowTurns)
        : await engines.speakers.diarise({
            pcmPath: pcm.path,
            channelPcmPaths: channelPcm && [channelPcm[0].path, channelPcm[1].path],
            speech,
            knownSpeakers,
            signal,
          });
    } catch (error) {
      // Cancelled or out of time is no failure of the diariser's.
      signal.throwIfAborted();
      const reason = 'The speakers could not be told apart; everything is given to one.';
      degrade(reason, error);
      found = {
        turns: speech.map((span) => ({ ...span, speaker: 'S1', overlap: false })),
        heard: speech.map((span) => ({ ...span, speaker: 'S1' })),
        speakerCount: 1,
        countProbability: 0,
        method: 'none',
        warnings: [reason],
      };
    }
    const { turns, speakerCount, countProbability, method, warnings } = found;
    return { turns, speakerCount, diarisation: { method, warnings, countProbability } };
  },
};
