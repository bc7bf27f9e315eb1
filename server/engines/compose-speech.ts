import { resolve } from 'node:path';
import { createBorrowedAligner } from './align/borrowed.ts';
import { createCtcAligner } from './align/ctc.ts';
import { createSoundsWitness } from './align/sounds-witness.ts';
import { openRecognisers, type RecogniserSettings } from './asr/recogniser.ts';
import { streaming } from './asr/streaming/streaming.ts';
import { createFfmpegAudio } from './audio/ffmpeg.ts';
import { loadCalibration } from './calibration/files.ts';
import { wordLists } from './models/local.ts';
import { createProsodyEngine } from './prosody/correlation.ts';
import { createClusteringSpeakers } from './speakers/clustering.ts';
import { createEnglishText } from './text/english.ts';
import { createWordPackText } from './text/word-pack-text.ts';
import { openEndOfTurn } from './turns/end-of-turn.ts';
import { createHeardTurns } from './turns/heard.ts';
import { createSileroVad } from './vad/silero.ts';

const models = resolve(import.meta.dirname, '../../models');
const bundled = (file: string) => resolve(models, 'bundled', file);

export interface SpeechEngineSettings {
  /** Where installed models and language packs lie. */
  modelsDir: string;
  recogniser: RecogniserSettings;
  /** False for threads that only ask what a recogniser knows: they need no copy of its networks. */
  hears: boolean;
}

/**
 * The engines that hear and judge speech, of one thread. Nothing is opened before it is asked for: `forFiles` opens what the pipeline
 * of recordings needs, `forStreams` what a conversation needs; the voice detector and the recognisers are opened once for both.
 */
export function composeSpeechEngines({ modelsDir, recogniser, hears }: SpeechEngineSettings) {
  const openVad = once(() => createSileroVad({ modelPath: bundled('silero-vad-v6.onnx') }));
  const openAsr = once(() => openRecognisers(recogniser, { hears }));
  return {
    /** The recognisers alone, in order of preference. */
    recognisers: async () => ({ asr: await openAsr() }),
    forFiles: once(async () => {
      const [vad, asr, align, soundsWitness, lists] = await Promise.all([
        openVad(),
        openAsr(),
        createCtcAligner({ modelPath: bundled('ctc-en.onnx'), lexiconPath: bundled('lexicon-en.txt') }),
        createSoundsWitness(bundled('sounds-en.onnx')),
        wordLists(modelsDir),
      ]);
      return {
        audio: createFfmpegAudio(),
        vad,
        asr,
        align: [align],
        placeWords: createBorrowedAligner({ modelPath: bundled('ctc-en.onnx') }),
        soundsWitness,
        prosody: createProsodyEngine(),
        speakers: createClusteringSpeakers({
          modelPath: bundled('voices.json'),
          encoderModelPath: bundled('speaker-encoder.onnx'),
          segmentationModelPath: bundled('segmentation.onnx'),
          activityModelPath: bundled('voice-activity.onnx'),
        }),
        text: [createEnglishText(), ...lists.map(createWordPackText)],
        calibration: loadCalibration(resolve(models, 'calibration')),
      };
    }),
    forStreams: once(async () => {
      const [vad, asr, endOfTurn] = await Promise.all([
        openVad(),
        openAsr(),
        openEndOfTurn(bundled('end-of-turn.onnx')),
      ]);
      return { vad, asr: asr.map((engine) => streaming(engine, vad)), turns: createHeardTurns(endOfTurn) };
    }),
  };
}

/** Does something on first use; a failure is forgotten, so that the next use tries again. */
function once<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | undefined;
  return () => {
    opened ??= open().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
}
