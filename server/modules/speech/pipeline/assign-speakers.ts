import { assignSpeakers as assign } from '../../../domain/transcript/assign-speakers.ts';
import { wholeSentences } from '../../../domain/transcript/whole-sentences.ts';
import type { RequiredStep } from '../../../pipeline/step.ts';
import { seconds } from '../../../time.ts';
import type { SpeechEngines } from './engines.ts';
import type { Aligned, Diarised, SpeakersAssigned } from './state.ts';

/** Whose word is whose. */
export const assignSpeakers: RequiredStep<Aligned & Diarised, SpeakersAssigned, SpeechEngines> = {
  name: 'assignSpeakers',
  required: true,
  lane: 'cpu',
  timeoutMs: seconds(60),
  failsAs: 'INTERNAL_ERROR',

  run: async ({ alignedWords, turns }) => ({ spokenWords: wholeSentences(assign(alignedWords, turns)) }),
};
