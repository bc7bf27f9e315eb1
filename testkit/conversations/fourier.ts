/** In-place complex Fourier transform of a fixed power-of-two length (radix 2, decimation in time). */
export interface Fourier {
  readonly length: number;
  forward(re: Float64Array, im: Float64Array): void;
}

export function createFourier(length: number): Fourier {
  const cos = Float64Array.from({ length: length / 2 }, (_, k) => Math.cos((2 * Math.PI * k) / length));
  const sin = Float64Array.from({ length: length / 2 }, (_, k) => -Math.sin((2 * Math.PI * k) / length));
  const bits = Math.log2(length);
  const mirrored = Uint32Array.from({ length }, (_, i) => {
    let from = i;
    let to = 0;
    for (let bit = 0; bit < bits; bit++) {
      to = (to << 1) | (from & 1);
      from >>= 1;
    }
    return to;
  });
  return {
    length,
    forward(re, im) {
      for (let i = 0; i < length; i++) {
        const j = mirrored[i]!;
        if (j <= i) continue;
        const [a, b] = [re[i]!, im[i]!];
        re[i] = re[j]!;
        im[i] = im[j]!;
        re[j] = a;
        im[j] = b;
      }
      for (let half = 1; half < length; half <<= 1) {
        const step = length / (2 * half);
        for (let start = 0; start < length; start += 2 * half) {
          for (let k = 0, at = start; k < half; k++, at++) {
            const c = cos[k * step]!;
            const s = sin[k * step]!;
            const otherRe = re[at + half]!;
            const otherIm = im[at + half]!;
            const turnedRe = otherRe * c - otherIm * s;
            const turnedIm = otherRe * s + otherIm * c;
            re[at + half] = re[at]! - turnedRe;
            im[at + half] = im[at]! - turnedIm;
            re[at] = re[at]! + turnedRe;
            im[at] = im[at]! + turnedIm;
          }
        }
      }
    },
  };
}

/**
 * A filter that sounds are convolved with, block by block (overlap and add). Two blocks go through each transform, one
 * as the real and one as the imaginary part.
 *
 * @param response the impulse response, shorter than half of the transform
 */
export function createConvolver(
  response: Float32Array,
  fourier: Fourier,
): { addTo(sum: Float32Array, at: number, sound: Float32Array, gain: number): void } {
  const { length } = fourier;
  const block = length - response.length + 1;
  const responseRe = new Float64Array(length);
  const responseIm = new Float64Array(length);
  responseRe.set(response);
  fourier.forward(responseRe, responseIm);
  const re = new Float64Array(length);
  const im = new Float64Array(length);
  return {
    addTo(sum, at, sound, gain) {
      for (let from = 0; from < sound.length; from += 2 * block) {
        re.fill(0);
        im.fill(0);
        re.set(sound.subarray(from, from + block));
        im.set(sound.subarray(from + block, from + 2 * block));
        fourier.forward(re, im);
        // The inverse transform is the forward one with the two parts exchanged.
        for (let k = 0; k < length; k++) {
          const [a, b] = [re[k]!, im[k]!];
          re[k] = a * responseRe[k]! - b * responseIm[k]!;
          im[k] = a * responseIm[k]! + b * responseRe[k]!;
        }
        fourier.forward(im, re);
        const scale = gain / length;
        add(sum, at + from, re, Math.min(length, sound.length - from + response.length), scale);
        if (from + block < sound.length)
          add(
            sum,
            at + from + block,
            im,
            Math.min(length, sound.length - from - block + response.length),
            scale,
          );
      }
    },
  };
}

function add(sum: Float32Array, at: number, part: Float64Array, count: number, scale: number): void {
  const end = Math.min(count, sum.length - at);
  for (let i = Math.max(0, -at); i < end; i++) sum[at + i]! += part[i]! * scale;
}
