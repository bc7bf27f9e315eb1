import { pipeline } from '../../../pipeline/pipeline.ts';
import type { SpeechEngines } from './engines.ts';
import type { SpeechInput } from './state.ts';

/** From an uploaded recording to scores and their explanation. */
export const speechPipeline = pipeline<SpeechInput, SpeechEngines>('speech');
