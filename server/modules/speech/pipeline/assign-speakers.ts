import { withoutBriefSpeakers } from '../../../domain/speakers/brief-speakers.ts';
import { wholeSentences } from '../../../domain/transcript/whole-sentences.ts';
import type { RequiredStep } from '../../../pipeline/step.ts';
import { seconds } from '../../../time.ts';
import type { SpeechEngines } from './engines.ts';
import type { Aligned, Diarised, SpeakersAssigned, SpeechInput } from './state.ts';

/** Whose word is whose. Voices with hardly a word beside two others are given up: turns and their number are told anew. */
export const assignSpeakers: RequiredStep<
  Pick<SpeechInput, 'knownSpeakers'> & Aligned & Diarised,
  SpeakersAssigned,
  SpeechEngines
> = {
  name: 'assignSpeakers',
  required: true,
  lane: 'cpu',
  timeoutMs: seconds(60),
  failsAs: 'INTERNAL_ERROR',

  run: async ({ alignedWords, turns, speakerCount, knownSpeakers = null }) => {
    const found = withoutBriefSpeakers(alignedWords, turns, knownSpeakers);
    return {
      spokenWords: wholeSentences(found.words),
      turns: found.turns,
      speakerCount: new Set(found.turns.map(({ speaker }) => speaker)).size || speakerCount,
    };
  },
};
