import { speechSampleRateHz } from './port.ts';

/** On the 16-bit scale: quieter is silence. Synthetic voices are silent to the last bit, or nearly. */
const quietBelow = 100;
/** Kept before the first sound, so that it does not begin with a click. */
const keptSamples = 0.02 * speechSampleRateHz;

/** Sound without the silence in front of it: flite puts some 220 ms there, and an answer would come so much later. */
export async function* withoutLeadingSilence(sound: AsyncIterable<Int16Array>): AsyncGenerator<Int16Array> {
  let before = new Int16Array(0);
  let hasBegun = false;
  for await (const chunk of sound) {
    if (hasBegun) {
      yield chunk;
      continue;
    }
    const first = chunk.findIndex((sample) => Math.abs(sample) >= quietBelow);
    const silence = new Int16Array([...before, ...(first < 0 ? chunk : chunk.subarray(0, first))]);
    before = silence.slice(Math.max(0, silence.length - keptSamples));
    if (first < 0) continue;
    hasBegun = true;
    if (before.length > 0) yield before;
    yield chunk.slice(first);
  }
}
