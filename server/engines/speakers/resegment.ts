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

export interface Resegmented {
  /** The voice of every frame. */
  voiceOfFrame: Int32Array;
  /** For each voice, by frame: log-likelihood under the voice's mixture less that under the common one; 0 where nothing can be told. */
  evidence: Float32Array[];
}

/**
 * Draws the borders between voices to 50 ms: a mixture per voice, adapted from the model's to the frames the windows
 * gave it (MAP, Reynolds 2000), then the most probable path (Viterbi); twice, so that the mixtures profit from it.
 *
 * @param voiceOfFrame the first guess for every frame
 */
export function resegment(
  frames: VoiceFrames,
  posteriors: FramePosteriors,
  model: Pick<VoiceModel, 'components' | 'means' | 'precisions'>,
  voiceOfFrame: Int32Array,
  voices: number,
): Resegmented {
  let current = voiceOfFrame;
  const adapted = () =>
    Array.from({ length: voices }, (_, voice) => adaptedMeans(frames, posteriors, model, current, voice));
  for (let round = 0; round < ROUNDS && voices > 1; round++)
    current = bestPath(frames, posteriors, model, adapted());
  return { voiceOfFrame: current, evidence: evidenceOf(frames, posteriors, model, adapted()) };
}

function evidenceOf(
  frames: VoiceFrames,
  posteriors: FramePosteriors,
  model: Pick<VoiceModel, 'means' | 'precisions'>,
  means: readonly Float64Array[],
): Float32Array[] {
  const evidence = means.map(() => new Float32Array(frames.count));
  for (let i = 0; i < frames.count; i++) {
    if (!frames.active[i]) continue;
    const anybody = frameScore(frames, posteriors, model.precisions, model.means, i);
    for (const [voice, own] of means.entries())
      evidence[voice]![i] = frameScore(frames, posteriors, model.precisions, own, i) - anybody;
  }
  return evidence;
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
  for (let i = block.first; i < block.end; i++)
    if (frames.active[i]) total += frameScore(frames, posteriors, model.precisions, means, i);
  return total * FRAME_WEIGHT;
}

/** Log-likelihood of a frame but for a constant: its few likely components, in the common mixture's proportions. */
function frameScore(
  frames: VoiceFrames,
  posteriors: FramePosteriors,
  precisions: Float32Array,
  means: Float64Array | Float32Array,
  frame: number,
): number {
  let likelihood = 0;
  for (let k = 0; k < KEPT_COMPONENTS; k++) {
    const share = posteriors.weight[frame * KEPT_COMPONENTS + k]!;
    if (share < 0.02) continue;
    const at = posteriors.component[frame * KEPT_COMPONENTS + k]! * FRAME_DIMS;
    let distance = 0;
    for (let d = 0; d < FRAME_DIMS; d++) {
      const offset = frames.features[frame * FRAME_DIMS + d]! - means[at + d]!;
      distance += offset * offset * precisions[at + d]!;
    }
    likelihood -= 0.5 * share * distance;
  }
  return likelihood;
}
