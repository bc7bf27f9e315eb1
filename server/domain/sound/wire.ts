/**
 * Sound in the binary frames between a candidate's page and a live process, mono 16 kHz. Plain: s16le. Compact, for networks that
 * cannot carry that: µ-law (ITU-T G.711), a byte a sample, behind one byte that makes the number of bytes odd.
 */
const compactMark = 1;
/** Of the 16-bit scale: added before the logarithm, and the loudest that then fits. */
const bias = 132;
const loudest = 32_635;

/** @param samples an even number */
export function compactFrame(samples: Int16Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(1 + samples.length);
  bytes[0] = compactMark;
  for (let i = 0; i < samples.length; i++) bytes[1 + i] = muLaw(samples[i]!);
  return bytes;
}

/** The samples of a frame, plain or compact; a copy. */
export function samplesOfFrame(bytes: Uint8Array): Int16Array<ArrayBuffer> {
  const isCompact = bytes.length % 2 === 1 && bytes[0] === compactMark;
  const samples = new Int16Array(isCompact ? bytes.length - 1 : bytes.length >> 1);
  // Frames may lie at odd places.
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let i = 0; i < samples.length; i++) {
    samples[i] = isCompact ? fromMuLaw(bytes[1 + i]!) : view.getInt16(2 * i, true);
  }
  return samples;
}

function muLaw(sample: number): number {
  const size = Math.min(Math.abs(sample), loudest) + bias;
  const exponent = 24 - Math.clz32(size);
  const mantissa = (size >> (exponent + 3)) & 15;
  return ~((sample < 0 ? 128 : 0) | (exponent << 4) | mantissa) & 255;
}

function fromMuLaw(byte: number): number {
  const code = ~byte;
  const size = ((((code & 15) << 3) + bias) << ((code >> 4) & 7)) - bias;
  return code & 128 ? -size : size;
}

/** Root mean square below which a frame is quiet, on the 16-bit scale: −48 dB under full scale. */
const quietBelow = 130;

/** Whether a frame is too quiet for speech: what may be left out to catch up. */
export function isQuiet(frame: Int16Array): boolean {
  let sum = 0;
  for (const sample of frame) sum += sample * sample;
  return Math.sqrt(sum / frame.length) < quietBelow;
}
