import { sureOfCount } from '../../domain/speakers/detect-candidate.ts';
import { joinSpans, totalMs } from '../../domain/transcript/spans.ts';
import type { Span } from '../../domain/transcript/types.ts';
import { logMel as nativeLogMel } from '../../native.ts';
import { openPcm } from '../audio/pcm.ts';
import { type ActivityNetwork, createActivityNetwork, stepsOf } from './activity-network.ts';
import { activeSpans } from './activity-spans.ts';
import { channelActivity } from './channels.ts';
import { localActivity } from './local-activity.ts';
import type { Diarisation, SpeakerEngine } from './port.ts';
import { resegment } from './resegment.ts';
import { createSegmentationNetwork, type LocalVoices, type SegmentationNetwork } from './segmentation.ts';
import { speechTimeline } from './speech-timeline.ts';
import { secondsOfSecond, soloStretches, surelyHeard } from './stretches.ts';
import { turnsOf } from './turns.ts';
import { type ToldVoices, voiceTracks } from './voice-tracks.ts';
import type { VoicePoint } from './voices/clusters.ts';
import { chooseVoices } from './voices/count.ts';
import { createVoiceEmbedder, type VoiceEmbedder } from './voices/embedder.ts';
import { betweenWithEncoded, withEncoded } from './voices/encoded.ts';
import { FRAME_MS, type LogMel, readVoiceFrames, type VoiceFrames } from './voices/frames.ts';
import { halvesOf } from './voices/halves.ts';
import { readVoiceModel, type VoiceModel } from './voices/model.ts';
import {
  describeWindows,
  type FramePosteriors,
  framePosteriors,
  layWindows,
  project,
  stretchOfFrames,
  type VoiceWindow,
} from './voices/windows.ts';

/** Under this much speech nothing can be told about the number of voices. */
const MIN_SPEECH_MS = 6000;
/**
 * What the segmentation says of when a voice is heard counts this much, the activity network the rest: it costs simulated conversations
 * nothing and finds a little more of the overlap of real people (docs/decisions/0033-who-spoke.md).
 */
const SEGMENTATION_SHARE = 0.25;
/** Active frames from which a window counts fully. */
const FULL_WINDOW_FRAMES = 120;

/**
 * Who spoke when. A segmentation network tells up to three people apart within ten seconds and so finds the stretches in which one
 * person speaks alone. Pieces of 1.5 s of these become i-vectors, pitch and what a speaker encoder hears; they are clustered bottom-up,
 * smoothed by a hidden Markov chain and counted, and borders are redrawn frame by frame. A network then tells where each of the voices is
 * heard, alone or together. A recording with one person per channel is told apart by the channels' levels instead.
 * Deterministic. Rejects when a model file or the PCM cannot be read.
 */
export function createClusteringSpeakers(options: {
  modelPath: string;
  encoderModelPath: string;
  segmentationModelPath: string;
  activityModelPath: string;
  logMel?: LogMel;
}): SpeakerEngine {
  const { modelPath, encoderModelPath, segmentationModelPath, activityModelPath } = options;
  const { logMel = nativeLogMel } = options;
  let embedder: Promise<VoiceEmbedder> | undefined;
  let model: Promise<VoiceModel> | undefined;
  let segmentation: Promise<SegmentationNetwork> | undefined;
  let activityNetwork: Promise<ActivityNetwork> | undefined;
  return {
    id: 'voices-3',
    async diarise({ pcmPath, channelPcmPaths, speech, knownSpeakers = null, signal }): Promise<Diarisation> {
      if (speech.length === 0)
        return {
          turns: [],
          heard: [],
          speakerCount: 1,
          countProbability: 1,
          method: 'none',
          warnings: ['There is no speech to tell apart.'],
        };
      const detected = await speechTimeline(pcmPath, speech, signal);
      if (channelPcmPaths && (knownSpeakers ?? 2) === 2) {
        const spans = await channelActivity(channelPcmPaths, detected, signal);
        if (spans)
          return {
            ...turnsOf(spans),
            speakerCount: 2,
            countProbability: 1,
            method: 'channel-levels',
            warnings: [],
          };
      }
      if (totalMs(detected) < MIN_SPEECH_MS) return tooShort(detected, knownSpeakers);
      segmentation ??= createSegmentationNetwork({ modelPath: segmentationModelPath });
      const local = await (await segmentation).windows(pcmPath, signal);
      const timeline = await speechTimeline(pcmPath, joinSpans([...speech, ...surelyHeard(local)]), signal);
      model ??= readVoiceModel(modelPath);
      const known = await model;
      const frames = await readVoiceFrames(pcmPath, timeline, logMel, signal);
      signal.throwIfAborted();
      if (frames.count === 0) return tooShort(timeline, knownSpeakers);
      embedder ??= createVoiceEmbedder({ modelPath: encoderModelPath });
      const told = await tellApart(known, frames, {
        pcmPath,
        embedder: await embedder,
        local,
        knownSpeakers,
        signal,
      });
      activityNetwork ??= createActivityNetwork({ modelPath: activityModelPath });
      const steps = await stepsOf(pcmPath);
      const activity = await (await activityNetwork).activity(
        pcmPath,
        voiceTracks(frames, told, steps),
        steps,
        signal,
      );
      const segmented = localActivity(local, frames, told.voiceOfFrame, told.voices, steps);
      const { turns, heard } = turnsOf(activeSpans(blended(activity, segmented), timeline));
      const speakerCount = new Set(turns.map((turn) => turn.speaker)).size;
      // A voice that is never heard was told apart from no other.
      const probability = speakerCount === told.voices ? told.countProbability : 1 - told.countProbability;
      return {
        turns,
        heard,
        speakerCount,
        countProbability: probability,
        method: `${known.id}/${told.voices}`,
        warnings: warningsOf(speakerCount, probability, knownSpeakers),
      };
    },
  };
}

const tooShort = (timeline: readonly Span[], knownSpeakers: number | null): Diarisation => ({
  ...turnsOf(timeline.map((span) => ({ voice: 0, ...span }))),
  speakerCount: 1,
  countProbability: knownSpeakers === 1 ? 1 : 0,
  method: 'too-short',
  warnings: ['Too little speech to tell voices apart.'],
});

/** Both networks' opinions of when each voice is heard, weighed. */
const blended = (activity: readonly Float32Array[], segmented: readonly Float32Array[]): Float32Array[] =>
  activity.map((own, voice) =>
    own.map((value, step) => value + SEGMENTATION_SHARE * (segmented[voice]![step]! - value)),
  );

/** How many voices there are, and whose each frame is. */
export async function tellApart(
  model: VoiceModel,
  frames: VoiceFrames,
  given: {
    pcmPath: string;
    embedder: VoiceEmbedder;
    local: readonly LocalVoices[];
    knownSpeakers: number | null;
    signal: AbortSignal;
  },
): Promise<ToldVoices & { voices: number; countProbability: number }> {
  const { windows, posteriors, encoded, ...heard } = await describe(model, frames, {
    ...given,
    stretches: soloStretches(given.local),
  });
  const { assignment, voices, countProbability } = chooseVoices(
    heard.model,
    heard.points,
    { halves: heard.halves, secondsOfSecond: secondsOfSecond(given.local) },
    given.knownSpeakers,
  );
  const guess = voiceOfFrames(frames, windows, assignment);
  return {
    ...resegment(frames, posteriors, model, guess, voices),
    windows,
    encoded,
    voices,
    countProbability,
  };
}

/** What the voice model and the encoder say of each window of the speech. */
export async function describe(
  model: VoiceModel,
  frames: VoiceFrames,
  {
    pcmPath,
    embedder,
    stretches,
    signal,
  }: { pcmPath: string; embedder: VoiceEmbedder; stretches: readonly Span[]; signal: AbortSignal },
) {
  const windows = layWindows(frames, stretchOfFrames(frames, stretches));
  const posteriors = framePosteriors(frames, model);
  signal.throwIfAborted();
  const own = voicePoints(model, frames, posteriors, windows);
  signal.throwIfAborted();
  const encoded = await encode(pcmPath, frames, windows, embedder, signal);
  const points = withEncoded(own, encoded);
  const dims = points[0]!.vector.length;
  return {
    windows,
    posteriors,
    encoded,
    points,
    halves: halvesOf(points, encoded),
    model: { ...model, dims, between: betweenWithEncoded(model.between, dims - model.dims) },
  };
}

async function encode(
  pcmPath: string,
  { atMs }: VoiceFrames,
  windows: readonly VoiceWindow[],
  embedder: VoiceEmbedder,
  signal: AbortSignal,
): Promise<Float32Array[]> {
  const pcm = await openPcm(pcmPath);
  try {
    const spans = windows.map(({ firstFrame, endFrame }) => ({
      startMs: atMs[firstFrame]! - FRAME_MS / 2,
      endMs: atMs[endFrame - 1]! + FRAME_MS / 2,
    }));
    return await embedder.embed(pcm, spans, signal);
  } finally {
    await pcm.close();
  }
}

function warningsOf(voices: number, countProbability: number, known: number | null): string[] {
  if (known !== null) {
    return voices === known
      ? []
      : [
          `The submission says that ${known} people speak; ${voices === 1 ? 'only one was' : `${voices} were`} told apart.`,
        ];
  }
  if (countProbability >= sureOfCount) return [];
  return voices === 1
    ? ['Only one voice was told apart, but a second person may speak, too.']
    : ['How many people speak is not certain: some turns may be given to the wrong speaker.'];
}

/** Projected windows around the recording's mean, as the projection was learnt. */
export function voicePoints(
  model: VoiceModel,
  frames: VoiceFrames,
  posteriors: FramePosteriors,
  windows: readonly VoiceWindow[],
): VoicePoint[] {
  const vectors = describeWindows(frames, posteriors, model, windows).map((raw) => project(model, raw));
  const mean = new Float64Array(model.dims);
  for (const vector of vectors) for (let k = 0; k < model.dims; k++) mean[k]! += vector[k]! / vectors.length;
  return vectors.map((vector, i) => ({
    vector: vector.map((value, k) => value - mean[k]!),
    weight: Math.min(1, windows[i]!.activeFrames / FULL_WINDOW_FRAMES),
    span: windows[i]!.span,
  }));
}

/** Every frame belongs to the window whose middle is nearest, and between two windows to the nearer one. */
function voiceOfFrames(
  frames: VoiceFrames,
  windows: readonly VoiceWindow[],
  assignment: Int32Array,
): Int32Array {
  const voices = new Int32Array(frames.count);
  let first = 0;
  for (const [i, window] of windows.entries()) {
    const after = windows[i + 1];
    // Windows may overlap: each keeps the frames up to the middle of the overlap.
    const end = after ? (window.endFrame + after.firstFrame) >> 1 : frames.count;
    voices.fill(assignment[i]!, first, end);
    first = end;
  }
  return voices;
}
