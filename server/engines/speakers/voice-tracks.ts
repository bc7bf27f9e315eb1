import { FRAME_MS, type VoiceFrames } from './voices/frames.ts';
import type { VoiceWindow } from './voices/windows.ts';

/** The activity network hears and answers at this pace. */
export const STEP_MS = 20;
/**
 * What is told of one voice in each step: its evidence and the best other voice's (log-likelihood ratio per frame, at most ±`MOST_EVIDENCE`);
 * its likeness and the best other voice's; whether the speech detector hears speech; whether the step was given to the voice, or to another.
 */
export const TRACKS = 7;

const MOST_EVIDENCE = 4;
/** Cosines of the speaker encoder's vectors lie around this … */
const USUAL_LIKENESS = 0.75;
/** … and are told in units of about a tenth. */
const LIKENESS_SCALE = 8;

export interface ToldVoices {
  /** The voice of every frame. */
  voiceOfFrame: Int32Array;
  /** For each voice, by frame (see `resegment`). */
  evidence: readonly Float32Array[];
  windows: readonly VoiceWindow[];
  /** What the speaker encoder hears of each window: unit vectors. */
  encoded: readonly Float32Array[];
}

/**
 * What is known of every voice over the whole recording, as the activity network takes it; 0 where there is no speech.
 *
 * @param steps of the recording
 * @returns voices × TRACKS × steps
 */
export function voiceTracks(frames: VoiceFrames, told: ToldVoices, steps: number): Float32Array {
  const { voiceOfFrame, evidence } = told;
  const voices = evidence.length;
  const likeness = likenessOf(frames, told, voices);
  const tracks = new Float32Array(voices * TRACKS * steps);
  const heard = new Float32Array(steps);
  for (let i = 0; i < frames.count; i++) {
    const step = stepOf(frames, i);
    if (step < steps) heard[step]!++;
  }
  const values = new Float64Array(TRACKS);
  for (let i = 0; i < frames.count; i++) {
    const step = stepOf(frames, i);
    if (step >= steps) continue;
    const share = 1 / heard[step]!;
    for (let voice = 0; voice < voices; voice++) {
      let rivalEvidence = Number.NEGATIVE_INFINITY;
      let rivalLikeness = Number.NEGATIVE_INFINITY;
      for (let other = 0; other < voices; other++) {
        if (other === voice) continue;
        rivalEvidence = Math.max(rivalEvidence, evidence[other]![i]!);
        rivalLikeness = Math.max(rivalLikeness, likeness[other]![i]!);
      }
      values[0] = limited(evidence[voice]![i]!);
      values[1] = voices > 1 ? limited(rivalEvidence) : 0;
      values[2] = LIKENESS_SCALE * (likeness[voice]![i]! - USUAL_LIKENESS);
      values[3] = voices > 1 ? LIKENESS_SCALE * (rivalLikeness - USUAL_LIKENESS) : 0;
      values[4] = 1;
      values[5] = voiceOfFrame[i] === voice ? 1 : 0;
      values[6] = 1 - values[5];
      const row = voice * TRACKS * steps + step;
      for (let track = 0; track < TRACKS; track++) tracks[row + track * steps]! += share * values[track]!;
    }
  }
  return tracks;
}

const stepOf = (frames: VoiceFrames, i: number): number => Math.floor((frames.atMs[i]! - FRAME_MS) / STEP_MS);
const limited = (evidence: number): number => Math.max(-MOST_EVIDENCE, Math.min(MOST_EVIDENCE, evidence));

/** For each voice, by frame: cosine of the mean of its windows and of the windows over the frame. */
function likenessOf(
  frames: VoiceFrames,
  { voiceOfFrame, windows, encoded }: ToldVoices,
  voices: number,
): Float32Array[] {
  const size = encoded[0]?.length ?? 0;
  const sums = Array.from({ length: voices }, () => new Float64Array(size));
  for (const [w, { firstFrame, endFrame }] of windows.entries()) {
    const held = new Float64Array(voices);
    for (let i = firstFrame; i < endFrame; i++) held[voiceOfFrame[i]!]! += frames.active[i]!;
    for (let voice = 0; voice < voices; voice++) {
      // A window that two people share says little about either.
      const weight = held[voice]! ** 2 / (endFrame - firstFrame);
      for (let k = 0; k < size; k++) sums[voice]![k]! += weight * encoded[w]![k]!;
    }
  }
  return sums.map((sum) => {
    const length = Math.hypot(...sum) || 1;
    const total = new Float32Array(frames.count);
    const over = new Uint8Array(frames.count);
    for (const [w, { firstFrame, endFrame }] of windows.entries()) {
      let product = 0;
      for (let k = 0; k < size; k++) product += (sum[k]! / length) * encoded[w]![k]!;
      for (let i = firstFrame; i < endFrame; i++) {
        total[i]! += product;
        over[i]!++;
      }
    }
    return total.map((value, i) => value / Math.max(1, over[i]!));
  });
}
