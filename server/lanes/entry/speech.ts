import { resolve } from 'node:path';
import { workerData } from 'node:worker_threads';
import { createCtcAligner } from '../../engines/align/ctc.ts';
import { createSoundsWitness } from '../../engines/align/sounds-witness.ts';
import { openRecognisers, type RecogniserSettings } from '../../engines/asr/recogniser.ts';
import { createFfmpegAudio } from '../../engines/audio/ffmpeg.ts';
import { loadCalibration } from '../../engines/calibration/files.ts';
import { installedWordPacks } from '../../engines/models/local.ts';
import { createProsodyEngine } from '../../engines/prosody/correlation.ts';
import { createClusteringSpeakers } from '../../engines/speakers/clustering.ts';
import { createEnglishText } from '../../engines/text/english.ts';
import { createWordPackText } from '../../engines/text/word-pack-text.ts';
import { createSileroVad } from '../../engines/vad/silero.ts';
import type { SpeechEngines } from '../../modules/speech/pipeline/engines.ts';
import { speechPipeline } from '../../modules/speech/pipeline/pipeline.ts';
import { rescorePipeline } from '../../modules/speech/pipeline/rescore.ts';
import type { LaneData } from '../protocol.ts';
import { serveLane } from './serve-lane.ts';

const models = resolve(import.meta.dirname, '../../../models');
const bundled = (file: string) => resolve(models, 'bundled', file);

const { lane } = workerData as LaneData;
const { modelsDir, recogniser, ...settings } = (workerData as LaneData)
  .settings as SpeechEngines['settings'] & {
  modelsDir: string;
  recogniser: RecogniserSettings;
};

/** A thread that runs steps of the speech pipeline, with engines of its own. */
export default serveLane<SpeechEngines>({
  steps: [...speechPipeline.steps, ...rescorePipeline.steps],

  async compose() {
    const [vad, align, soundsWitness, packs, asr] = await Promise.all([
      createSileroVad({ modelPath: bundled('silero-vad-v6.onnx') }),
      createCtcAligner({ modelPath: bundled('ctc-en.onnx'), lexiconPath: bundled('lexicon-en.txt') }),
      createSoundsWitness(bundled('sounds-en.onnx')),
      installedWordPacks(modelsDir),
      openRecognisers(recogniser, { hears: lane === 'speech' }),
    ]);
    return {
      audio: createFfmpegAudio(),
      vad,
      asr,
      align: [align],
      soundsWitness,
      prosody: createProsodyEngine(),
      speakers: createClusteringSpeakers({
        modelPath: bundled('voices.json'),
        overlapModelPath: bundled('voices-overlap.onnx'),
      }),
      text: [createEnglishText(), ...packs.map(createWordPackText)],
      calibration: loadCalibration(resolve(models, 'calibration')),
      settings,
    };
  },

  async check({ audio, asr }) {
    const [ffmpeg, ...heard] = await Promise.all([audio.check(), ...asr.map((engine) => engine.check())]);
    const installed = asr.filter((_, index) => heard[index]?.ok);
    return {
      checks: {
        ffmpeg,
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
