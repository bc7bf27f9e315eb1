import { sureOfCount } from '../../domain/speakers/detect-candidate.ts';
import { totalMs } from '../../domain/transcript/spans.ts';
import type { Span } from '../../domain/transcript/types.ts';
import { logMel as nativeLogMel } from '../../native.ts';
import { openPcm } from '../audio/pcm.ts';
import { channelActivity } from './channels.ts';
import { createOverlapNetwork, type OverlapNetwork } from './overlap-network.ts';
import type { Diarisation, SpeakerEngine } from './port.ts';
import { resegment } from './resegment.ts';
import { secondVoices } from './second-voices.ts';
import { speechTimeline } from './speech-timeline.ts';
import { turnsOf, type VoiceTimeline } from './turns.ts';
import { bordersInPauses } from './voices/borders.ts';
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
  type VoiceWindow,
} from './voices/windows.ts';

/** Under this much speech nothing can be told about the number of voices. */
const MIN_SPEECH_MS = 6000;
/** Active frames from which a window counts fully. */
const FULL_WINDOW_FRAMES = 120;

/**
 * Who spoke when: windows of 1.5 s become i-vectors and pitch, projected by the bundled
 * voice model; they are clustered bottom-up, smoothed by a hidden Markov chain, counted, and borders are redrawn
 * frame by frame; a small network tells where two speak at once. A recording with one person per channel is told apart by the channels' levels instead.
 * Deterministic. Rejects when the model file or the PCM cannot be read.
 */
export function createClusteringSpeakers(options: {
  modelPath: string;
  encoderModelPath: string;
  overlapModelPath: string;
  logMel?: LogMel;
}): SpeakerEngine {
  const { modelPath, encoderModelPath, overlapModelPath, logMel = nativeLogMel } = options;
  let embedder: Promise<VoiceEmbedder> | undefined;
  let model: Promise<VoiceModel> | undefined;
  let overlapNetwork: Promise<OverlapNetwork> | undefined;
  return {
    id: 'voices-2',
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
      const { spans: timeline, pauses } = await speechTimeline(pcmPath, speech, signal);
      const endOf = (span: number) => timeline[span]!.endMs;
      if (channelPcmPaths && (knownSpeakers ?? 2) === 2) {
        const activity = await channelActivity(channelPcmPaths, timeline, signal);
        if (activity)
          return {
            ...turnsOf(activity, endOf),
            speakerCount: 2,
            countProbability: 1,
            method: 'channel-levels',
            warnings: [],
          };
      }
      model ??= readVoiceModel(modelPath);
      const known = await model;
      const frames = await readVoiceFrames(pcmPath, timeline, logMel, signal);
      signal.throwIfAborted();
      const speechMs = totalMs(timeline);
      if (speechMs < MIN_SPEECH_MS || frames.count === 0) {
        return {
          ...turnsOf(oneVoice(timeline), endOf),
          speakerCount: 1,
          countProbability: knownSpeakers === 1 ? 1 : 0,
          method: 'too-short',
          warnings: ['Too little speech to tell voices apart.'],
        };
      }
      embedder ??= createVoiceEmbedder({ modelPath: encoderModelPath });
      const { voiceOfFrame, voices, countProbability } = await tellApart(known, frames, {
        pcmPath,
        embedder: await embedder,
        knownSpeakers,
        signal,
      });
      const atMs = frames.atMs.subarray(0, frames.count);
      const { voice, silent } = bordersInPauses(atMs, frames.span, voiceOfFrame, pauses);
      overlapNetwork ??= createOverlapNetwork({ modelPath: overlapModelPath });
      const several =
        voices > 1 ? await (await overlapNetwork).severalSpeak(pcmPath, signal) : new Float32Array(0);
      const { turns, heard } = turnsOf(
        {
          atMs,
          span: frames.span,
          voice,
          silent,
          ...secondVoices(atMs, voice, voices, several),
        },
        endOf,
      );
      const speakerCount = new Set(turns.map((turn) => turn.speaker)).size;
      // A voice may lose all its turns when borders are drawn: then it was told apart from nobody.
      const probability = speakerCount === voices ? countProbability : 1 - countProbability;
      return {
        turns,
        heard,
        speakerCount,
        countProbability: probability,
        method: `${known.id}/${voices}`,
        warnings: warningsOf(speakerCount, probability, knownSpeakers),
      };
    },
  };
}

async function tellApart(
  model: VoiceModel,
  frames: VoiceFrames,
  given: { pcmPath: string; embedder: VoiceEmbedder; knownSpeakers: number | null; signal: AbortSignal },
): Promise<{ voiceOfFrame: Int32Array; voices: number; countProbability: number }> {
  const { pcmPath, embedder, knownSpeakers, signal } = given;
  const windows = layWindows(frames);
  const posteriors = framePosteriors(frames, model);
  signal.throwIfAborted();
  const own = voicePoints(model, frames, posteriors, windows);
  signal.throwIfAborted();
  const encoded = await encode(pcmPath, frames, windows, embedder, signal);
  const points = withEncoded(own, encoded);
  const size = points[0]!.vector.length - model.dims;
  const { assignment, voices, countProbability } = chooseVoices(
    { ...model, dims: model.dims + size, between: betweenWithEncoded(model.between, size) },
    points,
    halvesOf(points, encoded),
    knownSpeakers,
  );
  const guess = voiceOfFrames(frames, windows, assignment);
  return { voiceOfFrame: resegment(frames, posteriors, model, guess, voices), voices, countProbability };
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

/** Every frame belongs to the window whose middle is nearest. */
function voiceOfFrames(
  frames: VoiceFrames,
  windows: readonly VoiceWindow[],
  assignment: Int32Array,
): Int32Array {
  const voices = new Int32Array(frames.count);
  for (const [i, window] of windows.entries()) {
    const [before, after] = [windows[i - 1], windows[i + 1]];
    // Windows overlap: each keeps the frames up to the middle of the overlap.
    const first =
      before && before.endFrame > window.firstFrame
        ? (before.endFrame + window.firstFrame) >> 1
        : window.firstFrame;
    const end =
      after && after.firstFrame < window.endFrame
        ? (after.firstFrame + window.endFrame) >> 1
        : window.endFrame;
    voices.fill(assignment[i]!, first, end);
  }
  return voices;
}

function oneVoice(speech: readonly Span[]): VoiceTimeline {
  const rows = speech.flatMap((span, index) => {
    const count = Math.max(1, Math.floor((span.endMs - span.startMs) / FRAME_MS));
    return Array.from({ length: count }, (_, f) => ({
      atMs: span.startMs + f * FRAME_MS + FRAME_MS / 2,
      index,
    }));
  });
  return {
    atMs: Int32Array.from(rows, (row) => row.atMs),
    span: Int32Array.from(rows, (row) => row.index),
    voice: new Int32Array(rows.length),
  };
}
