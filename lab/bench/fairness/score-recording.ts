import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Abstention, type DimensionScore, isAbstention } from '../../../server/domain/scoring/types.ts';
import type { Word } from '../../../server/domain/transcript/types.ts';
import { createCtcAligner } from '../../../server/engines/align/ctc.ts';
import type { AsrEngine } from '../../../server/engines/asr/port.ts';
import { createFfmpegAudio } from '../../../server/engines/audio/ffmpeg.ts';
import { loadCalibration } from '../../../server/engines/calibration/files.ts';
import { createProsodyEngine } from '../../../server/engines/prosody/correlation.ts';
import { createClusteringSpeakers } from '../../../server/engines/speakers/clustering.ts';
import { createEnglishText } from '../../../server/engines/text/english.ts';
import { createSileroVad } from '../../../server/engines/vad/silero.ts';
import type { SpeechEngines } from '../../../server/modules/speech/pipeline/engines.ts';
import {
  type SpeechPipelineState,
  speechPipeline,
} from '../../../server/modules/speech/pipeline/pipeline.ts';
import type { Aligned, Diarised } from '../../../server/modules/speech/pipeline/state.ts';

const models = join(import.meta.dirname, '../../../models');
const bundled = (file: string) => join(models, 'bundled', file);

/** Everything but the recogniser, as the product composes it. */
export const createEngines = async (): Promise<Omit<SpeechEngines, 'asr'>> => ({
  audio: createFfmpegAudio(),
  vad: await createSileroVad({ modelPath: bundled('silero-vad-v6.onnx') }),
  align: [
    await createCtcAligner({ modelPath: bundled('ctc-en.onnx'), lexiconPath: bundled('lexicon-en.txt') }),
  ],
  prosody: createProsodyEngine(),
  speakers: createClusteringSpeakers({
    modelPath: bundled('voices.json'),
    encoderModelPath: bundled('speaker-encoder.onnx'),
    segmentationModelPath: bundled('segmentation.onnx'),
    activityModelPath: bundled('voice-activity.onnx'),
  }),
  text: [createEnglishText()],
  calibration: loadCalibration(join(models, 'calibration')),
  settings: { minMeanConfidence: null, minWordConfidence: null, maxWordErrors: 0.5 },
});

/** Stands for a recogniser that hears every word right, so that what is left is the sound itself. */
export const knowing = (words: readonly Word[]): AsrEngine => ({
  id: 'known words',
  languages: ['en'],
  minMeanConfidence: 0,
  minWordConfidence: 0,
  advice: '',
  transcribe: async () => ({
    words: [...words],
    detectedLanguage: 'en',
    languageProbability: null,
    warnings: [],
  }),
  check: async () => ({ ok: true, detail: '' }),
});

export interface RecordingScores {
  vocabulary: number | null;
  fluency: number | null;
  accent: number | null;
  /** Words as aligned, on the recording's clock. */
  words: Word[];
}

/**
 * Runs the pipeline's steps in this process, up to the scores. Throws what a required step throws.
 *
 * @param alone true where one person speaks and no speakers have to be told apart
 */
export async function scoreRecording(
  audioPath: string,
  engines: SpeechEngines,
  alone = false,
): Promise<RecordingScores> {
  const workDir = await mkdtemp(join(tmpdir(), 'assay-fairness-'));
  try {
    let state: Record<string, unknown> = {
      runId: 'fairness',
      language: 'en',
      audioPath,
      includeCutAudio: false,
      cutSettings: { silenceThresholdDb: -38, minSilenceMs: 800, keepSilenceMs: 250 },
    };
    for (const step of speechPipeline.steps) {
      if (step.name === 'explain' || step.name === 'cutCandidateAudio') continue;
      if (alone && step.name === 'diarise') {
        state = { ...state, ...onePerson(state as unknown as Aligned) };
        continue;
      }
      const output = await step.run(state as never, {
        engines: engines as never,
        workDir,
        signal: new AbortController().signal,
        reportProgress: () => {},
        degrade: () => {},
      });
      state = { ...state, ...(output as object) };
    }
    const { vocabulary, fluency, accent, alignedWords } = state as unknown as SpeechPipelineState;
    return {
      vocabulary: scoreOf(vocabulary),
      fluency: scoreOf(fluency),
      accent: scoreOf(accent),
      words: alignedWords,
    };
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
}

const onePerson = ({ alignedWords }: Aligned): Diarised => ({
  turns: [{ speaker: 'S1', startMs: 0, endMs: alignedWords.at(-1)?.endMs ?? 0, overlap: false }],
  speakerCount: 1,
  diarisation: { method: 'one person', warnings: [] },
});

const scoreOf = (result: DimensionScore | Abstention | undefined): number | null =>
  !result || isAbstention(result) ? null : result.score;
