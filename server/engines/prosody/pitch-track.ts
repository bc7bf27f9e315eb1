import type { PitchTrack } from '../../domain/scoring/prosody.ts';
import { pcmRateHz } from '../audio/pcm.ts';

const decimation = 4;
const frameMs = 10;
/** Long enough for two periods of the lowest pitch. */
const windowMs = 40;
const pitchHz = { lowest: 65, highest: 420 };
/** A frame whose best period repeats less well than this has no pitch. */
const minPeriodicity = 0.55;
/** Nor has one this much softer than the loudest. */
const maxBelowLoudestDb = 40;
/** The shortest period that repeats nearly as well as the best is taken, against octave errors (Boersma 1993). */
const nearlyBest = 0.9;

/**
 * Pitch and level each 10 ms: the normalised cross-correlation of a 40 ms window with itself one period later, on
 * sound brought down to 4 kHz (Talkin 1995, without tracking between frames).
 *
 * @param samples mono, 16 kHz, −1…1
 */
export function pitchTrackOf(samples: Float32Array): PitchTrack {
  const slow = decimate(samples);
  const rateHz = pcmRateHz / decimation;
  const hop = (rateHz * frameMs) / 1000;
  const window = (rateHz * windowMs) / 1000;
  const lags = { from: Math.floor(rateHz / pitchHz.highest), to: Math.ceil(rateHz / pitchHz.lowest) };
  const frames = Math.max(0, Math.floor((slow.length - window - lags.to) / hop) + 1);
  const levelDb = Array.from({ length: frames }, (_, frame) => {
    const energy = energyOf(slow, frame * hop, window) / window;
    return Math.max(-100, 10 * Math.log10(energy + 1e-12));
  });
  const loudestDb = levelDb.reduce((most, level) => Math.max(most, level), -100);
  return {
    frameMs,
    levelDb,
    pitchHz: levelDb.map((level, frame) => {
      if (level < loudestDb - maxBelowLoudestDb) return 0;
      const lag = periodOf(slow, frame * hop, window, lags);
      return lag === undefined ? 0 : rateHz / lag;
    }),
  };
}

/** Means of eight samples, every fourth: enough of a low pass for what carries pitch. */
function decimate(samples: Float32Array): Float32Array {
  const out = new Float32Array(Math.floor(samples.length / decimation));
  for (let at = 0; at < out.length; at++) {
    let sum = 0;
    for (let tap = -2; tap < 6; tap++) sum += samples[at * decimation + tap] ?? 0;
    out[at] = sum / 8;
  }
  return out;
}

function energyOf(samples: Float32Array, from: number, count: number): number {
  let energy = 0;
  for (let at = from; at < from + count; at++) energy += samples[at]! ** 2;
  return energy;
}

/** Period in samples, between samples by a parabola; undefined where nothing repeats. */
function periodOf(
  samples: Float32Array,
  from: number,
  window: number,
  lags: { from: number; to: number },
): number | undefined {
  const own = energyOf(samples, from, window);
  const match: number[] = [];
  for (let lag = lags.from; lag <= lags.to; lag++) {
    let product = 0;
    for (let at = from; at < from + window; at++) product += samples[at]! * samples[at + lag]!;
    match.push(product / Math.sqrt(own * energyOf(samples, from + lag, window) + 1e-12));
  }
  const isPeak = (n: number) => match[n]! > match[n - 1]! && match[n]! >= match[n + 1]!;
  const peaks = match.map((_, n) => n).filter((n) => n > 0 && n < match.length - 1 && isPeak(n));
  const best = peaks.reduce((most, n) => Math.max(most, match[n]!), 0);
  if (best < minPeriodicity) return undefined;
  const n = peaks.find((peak) => match[peak]! >= nearlyBest * best)!;
  const [before, here, after] = [match[n - 1]!, match[n]!, match[n + 1]!];
  return lags.from + n + (0.5 * (before - after)) / (before - 2 * here + after);
}
