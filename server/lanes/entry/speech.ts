import { workerData } from 'node:worker_threads';
import { composeSpeechEngines, type SpeechEngineSettings } from '../../engines/compose-speech.ts';
import type { SpeechEngines } from '../../modules/speech/pipeline/engines.ts';
import { speechPipeline } from '../../modules/speech/pipeline/pipeline.ts';
import { rescorePipeline } from '../../modules/speech/pipeline/rescore.ts';
import { inTime } from '../in-time.ts';
import type { LaneData } from '../protocol.ts';
import { serveLane } from './serve-lane.ts';

/** A thread that runs steps of the speech pipeline, with engines of its own. */
export default serveLane<SpeechEngines>({
  steps: [...speechPipeline.steps, ...rescorePipeline.steps],

  async compose() {
    const { lane, settings } = workerData as LaneData;
    const { modelsDir, recogniser, ...ofSteps } = settings as SpeechEngines['settings'] &
      Omit<SpeechEngineSettings, 'hears'>;
    const { forFiles } = composeSpeechEngines({ modelsDir, recogniser, hears: lane === 'speech' });
    return { ...(await forFiles()), settings: ofSteps };
  },

  async check({ audio, asr }) {
    // Both lanes run the same ffmpeg.
    const { lane } = workerData as LaneData;
    const ffmpeg = lane === 'cpu' && (await inTime(audio.check()));
    const heard = await Promise.all(asr.map((engine) => engine.check()));
    const installed = asr.filter((_, index) => heard[index]?.ok);
    return {
      checks: {
        ...(ffmpeg && { ffmpeg }),
        recogniser: {
          // What was chosen, not what stands in for it.
          ok: heard[0]?.ok ?? false,
          detail:
            heard.map(({ detail }) => detail).join(' ') ||
            'No recogniser is installed: assay models pull moonshine-base-en',
        },
      },
      recognisers: installed.map(({ id, languages }) => ({ id, languages })),
    };
  },
});
