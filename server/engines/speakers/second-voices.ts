import { STEP_MS } from './overlap-network.ts';

/** Probability from which two voices at once are believed: lower ones cost interviews more time than they find. */
const SEVERAL_ABOVE = 0.65;
/** The second voice is one of those heard within this time. */
const NEAR_MS = 3000;
/** A voice this near counts half as much as one at the same instant. */
const HALF_MS = 200;

/**
 * Which voice is heard beside the one that has each frame, where the overlap network hears several: of the other voices
 * the one most heard nearby.
 *
 * @param atMs middle of each frame, ascending
 * @param voice the voice of each frame, 0 … voices − 1
 * @param several probability of several voices per step of the recording
 */
export function secondVoices(
  atMs: Int32Array,
  voice: Int32Array,
  voices: number,
  several: Float32Array,
): { overlap: Uint8Array; second: Int32Array } {
  const overlap = new Uint8Array(voice.length);
  const second = voice.slice();
  if (voices < 2) return { overlap, second };
  let from = 0;
  for (const [i, at] of atMs.entries()) {
    while (at - atMs[from]! > NEAR_MS) from++;
    if ((several[Math.floor(at / STEP_MS)] ?? 0) < SEVERAL_ABOVE) continue;
    const heard = new Float64Array(voices);
    for (let j = from; j < atMs.length && atMs[j]! - at <= NEAR_MS; j++)
      heard[voice[j]!]! += 1 / (HALF_MS + Math.abs(atMs[j]! - at));
    heard[voice[i]!] = 0;
    const best = heard.indexOf(Math.max(...heard));
    if (heard[best] === 0) continue;
    overlap[i] = 1;
    second[i] = best;
  }
  return { overlap, second };
}
