import { pipeline, type StateOf } from '../../../pipeline/pipeline.ts';
import { align } from './align.ts';
import { assignSpeakers } from './assign-speakers.ts';
import { cutCandidateAudio } from './cut-candidate-audio.ts';
import { cutSilence } from './cut-silence.ts';
import { decode } from './decode.ts';
import { detectCandidate } from './detect-candidate.ts';
import { detectSpeech } from './detect-speech.ts';
import { diarise } from './diarise.ts';
import type { SpeechEngines } from './engines.ts';
import { explain } from './explain.ts';
import { observeDelivery } from './observe-delivery.ts';
import { scoreAccent } from './score-accent.ts';
import { scoreFluency } from './score-fluency.ts';
import { scoreVocabulary } from './score-vocabulary.ts';
import type { SpeechInput } from './state.ts';
import { transcribe } from './transcribe.ts';

/** What every scorer reads. */
const heard = [decode, detectSpeech, transcribe, align, diarise, assignSpeakers, detectCandidate] as const;

/** From an uploaded recording to scores and their explanation. Who speaks needs no words: it is found while they are written down. */
export const speechPipeline = pipeline<SpeechInput, SpeechEngines>('speech')
  .add(decode)
  .add(cutSilence, decode)
  .add(detectSpeech, decode, cutSilence)
  .add(transcribe, decode, cutSilence, detectSpeech)
  .add(align, decode, detectSpeech, transcribe)
  .add(diarise, decode, detectSpeech)
  .add(assignSpeakers, align, diarise)
  .add(detectCandidate, detectSpeech, transcribe, align, diarise, assignSpeakers)
  .add(scoreVocabulary, ...heard)
  .add(scoreFluency, ...heard)
  .add(scoreAccent, ...heard)
  .add(observeDelivery, ...heard)
  .add(explain, align, detectCandidate, observeDelivery, scoreVocabulary, scoreFluency, scoreAccent)
  .add(cutCandidateAudio, decode, assignSpeakers, detectCandidate);

/** What a finished run has; outputs of optional steps may be absent. */
export type SpeechPipelineState = StateOf<typeof speechPipeline>;
