import { gaussian, seededRandom } from '../../../testkit/random.ts';

const rate = 16_000;

/** Sounds without speech, 30 s each, −1…1. */
export function soundsOfNobody(): Record<string, Float32Array> {
  const random = seededRandom(17);
  const make = (sample: (at: number) => number) =>
    Float32Array.from({ length: 30 * rate }, (_, at) => sample(at));
  const hum = (at: number, hertz: number) => Math.sin((2 * Math.PI * hertz * at) / rate);
  let [low, brown] = [0, 0];
  return {
    silence: make(() => 0),
    dither: make(() => (random() - 0.5) / 32_768),
    'white-noise-quiet': make(() => 0.003 * gaussian(random)),
    'white-noise-loud': make(() => 0.1 * gaussian(random)),
    'pink-noise': make(() => {
      low = 0.97 * low + 0.03 * gaussian(random);
      return 0.05 * gaussian(random) + 0.6 * low;
    }),
    'brown-noise': make(() => {
      brown = 0.995 * brown + 0.01 * gaussian(random);
      return brown;
    }),
    'mains-hum': make((at) => 0.05 * hum(at, 50) + 0.02 * hum(at, 150) + 0.002 * gaussian(random)),
    // Bursts of noise a few times a second.
    keyboard: make((at) => (at % 2700 < 160 ? 0.3 * Math.exp(-(at % 2700) / 50) * gaussian(random) : 0)),
    ringing: make((at) => (Math.floor(at / rate) % 3 === 0 ? 0.2 * (hum(at, 440) + hum(at, 480)) : 0)),
    'music-chords': music(make, [0, 5, 7, 0], 1, 0),
    'music-melody': music(make, [0, 4, 7, 12, 11, 7, 5, 2], 0.4, 0),
    'music-with-drums': music(make, [0, 7, 9, 5], 0.5, 0.3),
  };
}

/** Notes with their thirds and fifths, decaying, each `seconds` long; noise on every beat for drums. */
function music(
  make: (sample: (at: number) => number) => Float32Array,
  steps: readonly number[],
  seconds: number,
  drums: number,
): Float32Array {
  const random = seededRandom(18);
  return make((at) => {
    const beat = Math.floor(at / (seconds * rate));
    const since = at / rate - beat * seconds;
    const base = 220 * 2 ** (steps[beat % steps.length]! / 12);
    const tones = [1, 1.26, 1.5, 2].reduce(
      (sum, ratio) => sum + Math.sin((2 * Math.PI * base * ratio * at) / rate),
      0,
    );
    return 0.08 * tones * Math.exp(-2 * since) + drums * Math.exp(-40 * since) * gaussian(random);
  });
}
