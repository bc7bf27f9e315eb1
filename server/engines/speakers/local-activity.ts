import { LOCAL_VOICES, type LocalVoices, stepMs, WINDOW_STEPS } from './segmentation.ts';
import { STEP_MS } from './voice-tracks.ts';
import type { VoiceFrames } from './voices/frames.ts';

/** A window's edges know only one side of what they hear; they count this little, the middle 1. */
const EDGE_WEIGHT = 0.05;

/**
 * When each voice of a recording is heard, as the segmentation says: every person of a window is the voice to which most of what they
 * say alone was given; windows over one another are averaged.
 *
 * @param voiceOfFrame the voice of every frame
 * @param steps of 20 ms, of the recording
 * @returns voices × steps, probabilities
 */
export function localActivity(
  windows: readonly LocalVoices[],
  frames: Pick<VoiceFrames, 'count' | 'atMs'>,
  voiceOfFrame: Int32Array,
  voices: number,
  steps: number,
): Float32Array[] {
  const voiceAt = new Int8Array(steps).fill(-1);
  for (let i = 0; i < frames.count; i++) {
    const step = Math.floor(frames.atMs[i]! / STEP_MS);
    if (step < steps) voiceAt[step] = voiceOfFrame[i]!;
  }
  const activity = Array.from({ length: voices }, () => new Float32Array(steps));
  const weights = new Float32Array(steps);
  for (const window of windows) {
    const voiceOf = voicesOfPeople(window, voiceAt, voices);
    const first = Math.max(0, Math.ceil(stepMs(window.firstStep) / STEP_MS));
    const end = Math.min(steps, Math.ceil(stepMs(window.firstStep + WINDOW_STEPS - 1) / STEP_MS));
    for (let step = first; step < end; step++) {
      const at = nearestStep(step) - window.firstStep;
      if (at < 0 || at >= WINDOW_STEPS) continue;
      const weight = EDGE_WEIGHT + Math.min(at, WINDOW_STEPS - 1 - at) / (WINDOW_STEPS / 2);
      weights[step]! += weight;
      for (let voice = 0; voice < voices; voice++) {
        let heard = 0;
        for (let person = 0; person < LOCAL_VOICES; person++)
          if (voiceOf[person] === voice) heard += window.heard[person]![at]!;
        activity[voice]![step]! += weight * Math.min(1, heard);
      }
    }
  }
  for (const one of activity)
    for (let step = 0; step < steps; step++) if (weights[step]! > 0) one[step]! /= weights[step]!;
  return activity;
}

const nearestStep = (step: number): number =>
  Math.round(((step + 0.5) * STEP_MS - stepMs(0)) / (stepMs(1) - stepMs(0)));

/** For each person of a window the voice with most of what they say alone, −1 for who never speaks alone. */
function voicesOfPeople(window: LocalVoices, voiceAt: Int8Array, voices: number): number[] {
  const shared = Array.from({ length: LOCAL_VOICES }, () => new Int32Array(voices));
  for (const [at, mask] of window.likeliest.entries()) {
    const voice = voiceAt[Math.floor(stepMs(window.firstStep + at) / STEP_MS)] ?? -1;
    if (voice < 0) continue;
    for (let person = 0; person < LOCAL_VOICES; person++) if (mask === 1 << person) shared[person]![voice]!++;
  }
  return shared.map((of) => (of.some((count) => count > 0) ? of.indexOf(Math.max(...of)) : -1));
}
