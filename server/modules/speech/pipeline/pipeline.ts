import { pipeline, type StateOf } from '../../../pipeline/pipeline.ts';
import { align } from './align.ts';
import { cutCandidateAudio } from './cut-candidate-audio.ts';
import { cutSilence } from './cut-silence.ts';
import { decode } from './decode.ts';
import { detectCandidate } from './detect-candidate.ts';
import { detectSpeech } from './detect-speech.ts';
import { diarise } from './diarise.ts';
import type { SpeechEngines } from './engines.ts';
import { explain } from './explain.ts';
import { scoreAccent } from './score-accent.ts';
import { scoreFluency } from './score-fluency.ts';
import { scoreVocabulary } from './score-vocabulary.ts';
import type { SpeechInput } from './state.ts';
import { transcribe } from './transcribe.ts';

/** From an uploaded recording to scores and their explanation. */
export const speechPipeline = pipeline<SpeechInput, SpeechEngines>('speech')
  .add(decode)
  .add(cutSilence)
  .add(detectSpeech)
  .add(transcribe)
  .add(align)
  .add(diarise)
  .add(detectCandidate)
  .add(scoreVocabulary)
  .add(scoreFluency)
  .add(scoreAccent)
  .add(explain)
  .add(cutCandidateAudio);

/** What a finished run has; outputs of optional steps may be absent. */
export type SpeechPipelineState = StateOf<typeof speechPipeline>;
