import { FRAME_DIMS, type VoiceFrames } from './voices/frames.ts';
import type { VoiceModel } from './voices/model.ts';
import { type FramePosteriors, KEPT_COMPONENTS } from './voices/windows.ts';

/** Frames decided together: 50 ms. */
const BLOCK_FRAMES = 5;
/** A voice's mixture moves from the common one by count / (count + this) towards its own frames. */
const RELEVANCE = 12;
/** Consecutive frames repeat each other: log odds count this much. */
const FRAME_WEIGHT = 0.3;
/** Log odds against a change of speaker between blocks, within a stretch of speech and over a pause. */
const CHANGE_COST = 9;
const CHANGE_COST_OVER_PAUSE = 2.5;
const ROUNDS = 2;

/**
 * Draws the borders between voices to 50 ms: a mixture per voice, adapted from the model's to the frames the windows
 * gave it (MAP, Reynolds 2000), then the most probable path (Viterbi); twice, so that the mixtures profit from it.
 *
 * @param voiceOfFrame the first guess for every frame
 * @returns the voice of every frame
 */
export function resegment(
  frames: VoiceFrames,
  posteriors: FramePosteriors,
  model: Pick<VoiceModel, 'components' | 'means' | 'precisions'>,
  voiceOfFrame: Int32Array,
  voices: number,
): Int32Array {
  let current = voiceOfFrame;
  for (let round = 0; round < ROUNDS && voices > 1; round++) {
    const means = Array.from({ length: voices }, (_, voice) =>
      adaptedMeans(frames, posteriors, model, current, voice),
    );
    current = bestPath(frames, posteriors, model, means);
  }
  return current;
}

function adaptedMeans(
  frames: VoiceFrames,
  posteriors: FramePosteriors,
  model: Pick<VoiceModel, 'components' | 'means'>,
  voiceOfFrame: Int32Array,
  voice: number,
): Float64Array {
  const counts = new Float64Array(model.components);
  const sums = new Float64Array(model.components * FRAME_DIMS);
  for (let i = 0; i < frames.count; i++) {
    if (voiceOfFrame[i] !== voice || !frames.active[i]) continue;
    for (let k = 0; k < KEPT_COMPONENTS; k++) {
      const c = posteriors.component[i * KEPT_COMPONENTS + k]!;
      const share = posteriors.weight[i * KEPT_COMPONENTS + k]!;
      counts[c]! += share;
      for (let d = 0; d < FRAME_DIMS; d++)
        sums[c * FRAME_DIMS + d]! += share * frames.features[i * FRAME_DIMS + d]!;
    }
  }
  return sums.map((sum, at) => {
    const count = counts[Math.floor(at / FRAME_DIMS)]!;
    return (sum + RELEVANCE * model.means[at]!) / (count + RELEVANCE);
  });
}

function bestPath(
  frames: VoiceFrames,
  posteriors: FramePosteriors,
  model: Pick<VoiceModel, 'precisions'>,
  means: readonly Float64Array[],
): Int32Array {
  const voices = means.length;
  const blocks: { first: number; end: number }[] = [];
  for (let at = 0; at < frames.count; ) {
    let end = at + 1;
    while (end < frames.count && end - at < BLOCK_FRAMES && frames.span[end] === frames.span[at]) end++;
    blocks.push({ first: at, end });
    at = end;
  }
  const cameFrom = new Uint8Array(blocks.length * voices);
  let score = new Float64Array(voices);
  for (const [b, block] of blocks.entries()) {
    const pause = b > 0 && frames.span[block.first] !== frames.span[blocks[b - 1]!.first];
    const cost = pause ? CHANGE_COST_OVER_PAUSE : CHANGE_COST;
    const next = new Float64Array(voices);
    for (let v = 0; v < voices; v++) {
      let from = v;
      for (let w = 0; w < voices; w++)
        if (score[w]! - (w === v ? 0 : cost) > score[from]! - (from === v ? 0 : cost)) from = w;
      cameFrom[b * voices + v] = from;
      next[v] =
        score[from]! - (from === v ? 0 : cost) + blockScore(frames, posteriors, model, means[v]!, block);
    }
    const top = Math.max(...next);
    score = next.map((value) => value - top);
  }
  const voiceOfFrame = new Int32Array(frames.count);
  let voice = score.indexOf(Math.max(...score));
  for (let b = blocks.length - 1; b >= 0; b--) {
    voiceOfFrame.fill(voice, blocks[b]!.first, blocks[b]!.end);
    voice = cameFrom[b * voices + voice]!;
  }
  return voiceOfFrame;
}

function blockScore(
  frames: VoiceFrames,
  posteriors: FramePosteriors,
  model: Pick<VoiceModel, 'precisions'>,
  means: Float64Array,
  block: { first: number; end: number },
): number {
  let total = 0;
  for (let i = block.first; i < block.end; i++) {
    if (!frames.active[i]) continue;
    // The frame's few likely components, in the common mixture's proportions.
    let likelihood = 0;
    for (let k = 0; k < KEPT_COMPONENTS; k++) {
      const share = posteriors.weight[i * KEPT_COMPONENTS + k]!;
      if (share < 0.02) continue;
      const at = posteriors.component[i * KEPT_COMPONENTS + k]! * FRAME_DIMS;
      let distance = 0;
      for (let d = 0; d < FRAME_DIMS; d++) {
        const offset = frames.features[i * FRAME_DIMS + d]! - means[at + d]!;
        distance += offset * offset * model.precisions[at + d]!;
      }
      likelihood -= 0.5 * share * distance;
    }
    total += likelihood;
  }
  return total * FRAME_WEIGHT;
}
