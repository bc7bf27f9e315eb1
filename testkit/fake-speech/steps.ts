import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DimensionScore } from '#server/domain/scoring/types.ts';
import { chosenCandidate } from '#server/domain/speakers/chosen-candidate.ts';
import type { RescoreInput } from '#server/modules/speech/pipeline/evidence.ts';
import type {
  AccentScored,
  Aligned,
  CandidateAudioCut,
  CandidateDetected,
  Decoded,
  Diarised,
  Explained,
  FluencyScored,
  SilenceCut,
  SpeakersAssigned,
  SpeechDetected,
  SpeechInput,
  Transcribed,
  VocabularyScored,
} from '#server/modules/speech/pipeline/state.ts';
import { pipeline } from '#server/pipeline/pipeline.ts';
import type { OptionalStep, RequiredStep, StepContext } from '#server/pipeline/step.ts';
import { seconds } from '#server/time.ts';

/**
 * The speech pipeline with steps that take no time to speak of and give the same valid outputs for every
 * recording: for tests of everything around the steps. Files are written where the real steps write theirs.
 */
export interface FakeEngines {
  /** How long each step takes. */
  stepMs: number;
}

const common = { lane: 'speech', timeoutMs: seconds(30), failsAs: 'INTERNAL_ERROR' } as const;
type Context = StepContext<FakeEngines>;

async function work({ engines, reportProgress, signal }: Context): Promise<void> {
  for (const fraction of [0.5, 1]) {
    await delay(engines.stepMs / 2, undefined, { signal });
    reportProgress(fraction);
  }
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

const durationMs = 180_000;
const words = Array.from({ length: 200 }, (_, index) => ({
  text: `word${index}`,
  startMs: index * 800,
  endMs: index * 800 + 600,
  confidence: 0.9,
}));

const score: DimensionScore = {
  score: 3.2,
  cefr: 'B2',
  percent: 64,
  interval: [2.9, 3.5],
  confidence: 'medium',
  features: {},
  evidence: [],
  cefrPosterior: { 'Pre-A1': 0, A1: 0, A2: 0, B1: 0.2, B2: 0.7, C1: 0.1, C2: 0 },
  calibration: { id: 'fake', sha256: '0'.repeat(64) },
  warnings: [],
};

const decode: RequiredStep<SpeechInput, Decoded, FakeEngines> = {
  ...common,
  name: 'decode',
  required: true,
  run: async ({ audioPath }, context) => {
    await work(context);
    // The upload must be there for as long as the run needs it.
    await access(audioPath);
    const path = join(context.workDir, 'audio.pcm');
    await writeFile(path, Buffer.alloc(16_000));
    return {
      pcm: { path, durationMs },
      channelPcm: null,
      source: { format: 'wav', channels: 1, sampleRateHz: 16_000, codec: 'mp3', clippedShare: 0, peakDb: -3 },
    };
  },
  isIntact: ({ pcm }) => exists(pcm.path),
};

const cutSilence: RequiredStep<Decoded, SilenceCut, FakeEngines> = {
  ...common,
  name: 'cutSilence',
  required: true,
  run: async (_, context) => {
    await work(context);
    return { kept: [{ startMs: 0, endMs: durationMs }] };
  },
};

const detectSpeech: RequiredStep<Decoded, SpeechDetected, FakeEngines> = {
  ...common,
  name: 'detectSpeech',
  required: true,
  run: async ({ pcm }, context) => {
    await work(context);
    await access(pcm.path);
    return { speech: [{ startMs: 0, endMs: durationMs }], snrDb: 30 };
  },
};

const transcribe: RequiredStep<SpeechDetected & SpeechInput, Transcribed, FakeEngines> = {
  ...common,
  name: 'transcribe',
  required: true,
  run: async ({ language }, context) => {
    await work(context);
    return {
      words,
      recognition: {
        engineId: 'fake',
        meanConfidence: 0.9,
        detectedLanguage: language,
        languageProbability: null,
        warnings: [],
      },
    };
  },
};

const align: RequiredStep<Transcribed, Aligned, FakeEngines> = {
  ...common,
  name: 'align',
  required: true,
  run: async (state, context) => {
    await work(context);
    return { alignedWords: state.words, alignment: { engineId: 'fake', alignedShare: 1 } };
  },
};

const diarise: RequiredStep<SpeechDetected, Diarised, FakeEngines> = {
  ...common,
  name: 'diarise',
  required: true,
  run: async (_, context) => {
    await work(context);
    return {
      turns: [{ speaker: 'S1', startMs: 0, endMs: durationMs, overlap: false }],
      speakerCount: 1,
      diarisation: { method: 'fake', warnings: [] },
    };
  },
};

const assignSpeakers: RequiredStep<Aligned & Diarised, SpeakersAssigned, FakeEngines> = {
  ...common,
  name: 'assignSpeakers',
  required: true,
  lane: 'cpu',
  run: async ({ alignedWords, turns, speakerCount }, context) => {
    await work(context);
    const spokenWords = alignedWords.map((word) => ({ ...word, speaker: 'S1', overlap: false }));
    return { spokenWords, turns, speakerCount };
  },
};

const detectCandidate: RequiredStep<SpeakersAssigned, CandidateDetected, FakeEngines> = {
  ...common,
  name: 'detectCandidate',
  required: true,
  run: async (_, context) => {
    await work(context);
    return {
      candidate: {
        speaker: 'S1',
        speakerLabel: 'Speaker 1',
        confidence: 'high',
        reason: 'Only one person speaks.',
        wordCount: words.length,
      },
    };
  },
};

const scoreVocabulary: RequiredStep<CandidateDetected, VocabularyScored, FakeEngines> = {
  ...common,
  name: 'scoreVocabulary',
  required: true,
  lane: 'cpu',
  run: async (_, context) => {
    await work(context);
    return { vocabulary: score };
  },
};

const scoreFluency: RequiredStep<CandidateDetected, FluencyScored, FakeEngines> = {
  ...common,
  name: 'scoreFluency',
  required: true,
  lane: 'cpu',
  run: async (_, context) => {
    await work(context);
    return { fluency: score };
  },
};

const scoreAccent: RequiredStep<CandidateDetected, AccentScored, FakeEngines> = {
  ...common,
  name: 'scoreAccent',
  required: true,
  lane: 'cpu',
  run: async (_, context) => {
    await work(context);
    return { accent: { ...score, words: [], phones: [] } };
  },
};

const explain: OptionalStep<VocabularyScored & FluencyScored, Explained, FakeEngines> = {
  ...common,
  name: 'explain',
  required: false,
  lane: 'cpu',
  run: async (_, context) => {
    await work(context);
    return {
      explainability: { vocab: 'A fair range of words.', fluency: 'Speaks at an even pace.' },
      hrRecommendation: 'Invite.',
      candidateFeedback: 'Well done.',
    };
  },
};

const cutCandidateAudio: OptionalStep<SpeechInput & Decoded, CandidateAudioCut, FakeEngines> = {
  ...common,
  name: 'cutCandidateAudio',
  required: false,
  run: async ({ includeCutAudio }, context) => {
    await work(context);
    if (!includeCutAudio) return { cutAudio: null };
    const path = join(context.workDir, 'cut.mp3');
    await writeFile(path, Buffer.alloc(4096, 1));
    return { cutAudio: { path, durationMs } };
  },
  isIntact: async ({ cutAudio }) => cutAudio === null || exists(cutAudio.path),
};

export const fakeSpeechPipeline = pipeline<SpeechInput, FakeEngines>('speech')
  .add(decode)
  .add(cutSilence, decode)
  .add(detectSpeech, decode, cutSilence)
  .add(transcribe, detectSpeech)
  .add(align, transcribe)
  .add(diarise, detectSpeech)
  .add(assignSpeakers, align, diarise)
  .add(detectCandidate, assignSpeakers)
  .add(scoreVocabulary, detectCandidate)
  .add(scoreFluency, detectCandidate)
  .add(scoreAccent, detectCandidate)
  .add(explain, scoreVocabulary, scoreFluency)
  .add(cutCandidateAudio, decode);

const takeChosenCandidate: RequiredStep<RescoreInput, CandidateDetected, FakeEngines> = {
  ...common,
  name: 'takeChosenCandidate',
  required: true,
  run: async ({ spokenWords, chosen }, context) => {
    await work(context);
    return { candidate: chosenCandidate(spokenWords, chosen.speaker, chosen.detected) };
  },
};

export const fakeRescorePipeline = pipeline<RescoreInput, FakeEngines>('speech-rescore')
  .add(takeChosenCandidate)
  .add(scoreVocabulary, takeChosenCandidate)
  .add(scoreFluency, takeChosenCandidate)
  .add(scoreAccent, takeChosenCandidate)
  .add(explain, scoreVocabulary, scoreFluency);
