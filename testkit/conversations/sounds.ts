import { gaussian } from '../random.ts';
import { frameLevels, PER_MS, soundingParts, type Utterance } from './voices.ts';

/** Shortest and longest reply thrown in while another speaks. */
const REPLY_MS = [300, 800] as const;
const HUM_SHARE = 0.35;
const FADE_MS = 15;

/** The utterance up to its quietest moment near `lengthMs`; the whole of it where it is not much longer. */
export function cutTo({ samples, sounding }: Utterance, lengthMs: number): Utterance {
  const wholeMs = samples.length / PER_MS;
  if (wholeMs < lengthMs * 1.3 + 300) return { samples, sounding };
  return cutOut(samples, 0, quietestMs(samples, lengthMs * 0.8, lengthMs * 1.25));
}

/** "Yes", "mm": the first word or so of an utterance, some of them dulled to a hum. */
export function reply({ samples, sounding }: Utterance, random: () => number): Utterance {
  const fromMs = sounding[Math.floor(random() * sounding.length)]?.startMs ?? 0;
  const [shortest, longest] = REPLY_MS;
  const wantedMs = shortest + 80 + random() * (longest - shortest - 160);
  const endMs = quietestMs(samples, fromMs + wantedMs - 80, fromMs + wantedMs + 80);
  const cut = cutOut(samples, fromMs, endMs);
  if (random() >= HUM_SHARE) return cut;
  // A closed mouth lets through what lies below some 500 Hz.
  let [first, second] = [0, 0];
  const dull = cut.samples.map((value) => {
    first += 0.18 * (value - first);
    second += 0.18 * (first - second);
    return 1.8 * second;
  });
  return { samples: dull, sounding: [{ startMs: 0, endMs: Math.floor(dull.length / PER_MS) }] };
}

/** Bursts of breath and voice, four to five a second, growing weaker: made of the person's loudest tenth of a second. */
export function laugh({ samples }: Utterance, random: () => number): Utterance {
  const levels = frameLevels(samples);
  const loudest = levels.indexOf(Math.max(...levels));
  const burst = 110 * PER_MS;
  const from = Math.max(0, Math.min(samples.length - burst, (loudest - 5) * 10 * PER_MS));
  const voiced = samples.subarray(from, from + burst);
  const level = levels[loudest] ?? 0;
  const count = 3 + Math.floor(random() * 5);
  const everyMs = 190 + 50 * random();
  const sound = new Float32Array(Math.round((count * everyMs + 40) * PER_MS));
  for (let n = 0; n < count; n++) {
    const strength = (0.9 - (0.5 * n) / count) * (0.8 + 0.4 * random());
    const speed = 1.12 - (0.2 * n) / count;
    const at = Math.round(n * everyMs * PER_MS);
    const length = Math.min(Math.floor((voiced.length - 1) / speed), sound.length - at);
    for (let i = 0; i < length; i++) {
      const source = i * speed;
      const whole = Math.floor(source);
      const value = voiced[whole]! + (source - whole) * (voiced[whole + 1]! - voiced[whole]!);
      const shape = Math.sin((Math.PI * (i + 1)) / (length + 1));
      sound[at + i]! += strength * shape * (0.8 * value + 0.15 * level * gaussian(random));
    }
  }
  return { samples: sound, sounding: [{ startMs: 0, endMs: Math.floor(sound.length / PER_MS) }] };
}

function cutOut(samples: Float32Array, startMs: number, endMs: number): Utterance {
  const cut = samples.slice(Math.round(startMs) * PER_MS, Math.round(endMs) * PER_MS);
  const fade = Math.min(FADE_MS * PER_MS, cut.length >> 1);
  for (let i = 0; i < fade; i++) {
    cut[i]! *= i / fade;
    cut[cut.length - 1 - i]! *= i / fade;
  }
  return { samples: cut, sounding: soundingParts(cut) };
}

function quietestMs(samples: Float32Array, fromMs: number, toMs: number): number {
  const levels = frameLevels(samples);
  const last = levels.length;
  const from = Math.min(last, Math.round(fromMs / 10));
  let best = Math.min(last, Math.round(toMs / 10));
  for (let i = best - 1; i >= from; i--) if ((levels[i] ?? 0) < (levels[best] ?? Infinity)) best = i;
  return best * 10;
}

/** Played faster or slower, by cubic interpolation (Catmull-Rom). */
export function atSpeed(samples: Float32Array, speed: number): Float32Array {
  if (speed === 1) return samples;
  const played = new Float32Array(Math.max(0, Math.floor(samples.length / speed) - 1));
  for (let i = 0; i < played.length; i++) {
    const at = Math.floor(i * speed);
    const f = i * speed - at;
    const a = samples[Math.max(0, at - 1)] ?? 0;
    const b = samples[at] ?? 0;
    const c = samples[at + 1] ?? 0;
    const d = samples[at + 2] ?? 0;
    played[i] = b + 0.5 * f * (c - a + f * (2 * a - 5 * b + 4 * c - d + f * (3 * (b - c) + d - a)));
  }
  return played;
}
