import { deviationOf, meanOf, quantileOf, shareOf } from './distribution.ts';

/** One value each `frameMs`. */
export interface PitchTrack {
  frameMs: number;
  /** Fundamental frequency; 0 where the sound has no pitch. */
  pitchHz: readonly number[];
  /** Root mean square in dB of full scale, at least −100. */
  levelDb: readonly number[];
}

/**
 * How the candidate's voice moves, from pitch and level alone: no words, no phones, so that it can be measured in any language. How high or
 * loud a voice is does not enter, nor do pauses and the number of syllables a second: pauses are fluency's, and languages differ by half in
 * their usual rate (Pellegrino, Coupé & Marsico 2011).
 */
export interface ProsodyFeatures {
  /** Between the tenth and ninetieth percentile of pitch around the median of its passage, semitones. */
  pitchRange: number;
  /** Standard deviation of voiced frames' level in a passage, dB. */
  levelSd: number;
  /** Mean difference between the levels of neighbouring peaks (about: syllables), dB. */
  peakLevelStep: number;
  /** Standard deviation of the natural logarithm of the time between peaks. */
  peakIntervalSd: number;
  /** Share of voiced runs longer than 300 ms. */
  longVoicedShare: number;
}

export interface Prosody {
  features: ProsodyFeatures;
  /** Time with pitch that the features rest on. */
  voicedMs: number;
}

/** Frames this far below the loud ones are silence: softer sounds drown in a room's noise. */
const floorDb = 18;
/** Longer silences end a passage: pauses are no part of this. */
const passageGapMs = 250;
const minPassageMs = 200;
/** Pitch further from its passage's median is an octave misread. */
const octaveErrorSemitones = 8;
/** Peaks parted by a shallower dip are one (de Jong & Wempe 2009). */
const minDipDb = 2;
const minRunMs = 30;
const longRunMs = 300;
/** Level is smoothed over this many frames, an odd number. */
const smoothedFrames = 5;

/** One passage of sound, parted from others by pauses. Levels are dB below the speaker's loud frames, smoothed. */
interface Passage {
  pitchHz: readonly number[];
  level: readonly number[];
  /** Frames of every voiced run. */
  runs: number[];
  /** Frames of the level's peaks. */
  peaks: number[];
}

/**
 * @param pitchTracks pieces of one speaker's sound, recorded alike; peaks and runs are never compared across pieces
 * @returns undefined where nothing has pitch
 */
export function prosody(pitchTracks: readonly PitchTrack[]): Prosody | undefined {
  const voicedLevels = pitchTracks.flatMap(({ pitchHz, levelDb }) =>
    levelDb.filter((_, frame) => pitchHz[frame]! > 0),
  );
  const [first] = pitchTracks;
  if (!first || voicedLevels.length === 0) return undefined;
  const { frameMs } = first;
  const loudDb = quantileOf(voicedLevels, 0.9);
  const passages = pitchTracks.flatMap((track) => passagesOf(track, loudDb));
  const semitones = passages.flatMap(pitchAround);
  if (semitones.length === 0) return undefined;
  const runs = passages.flatMap((passage) => passage.runs);
  return {
    voicedMs: frameMs * runs.reduce((sum, length) => sum + length, 0),
    features: {
      pitchRange: quantileOf(semitones, 0.9) - quantileOf(semitones, 0.1),
      levelSd: deviationOf(passages.flatMap(voicedLevel)),
      peakLevelStep: meanOf(
        passages.flatMap(({ level, peaks }) => pairs(peaks).map(([a, b]) => Math.abs(level[a]! - level[b]!))),
      ),
      peakIntervalSd: deviationOf(
        passages.flatMap(({ peaks }) => pairs(peaks).map(([a, b]) => Math.log(b - a))),
      ),
      longVoicedShare: shareOf(runs, (length) => length * frameMs > longRunMs),
    },
  };
}

const pairs = (values: readonly number[]): [number, number][] =>
  values.slice(1).map((value, index) => [values[index]!, value]);

function passagesOf({ frameMs, pitchHz, levelDb }: PitchTrack, loudDb: number): Passage[] {
  const level = levelDb.map((db) => Math.max(-floorDb, db - loudDb));
  const sounds = levelDb.map((db) => db - loudDb > -floorDb);
  const passages: Passage[] = [];
  let from = -1;
  let last = -1;
  const close = () => {
    if (from >= 0 && (last + 1 - from) * frameMs >= minPassageMs) {
      const own = pitchHz.slice(from, last + 1).map((hz, index) => (sounds[from + index] ? hz : 0));
      const ownLevel = smoothed(level.slice(from, last + 1));
      passages.push({
        pitchHz: own,
        level: ownLevel,
        runs: voicedRuns(own, frameMs),
        peaks: peaksOf(ownLevel, own),
      });
    }
  };
  for (let frame = 0; frame < sounds.length; frame += 1) {
    if (!sounds[frame]) continue;
    if (from < 0 || (frame - last) * frameMs > passageGapMs) {
      close();
      from = frame;
    }
    last = frame;
  }
  close();
  return passages;
}

function smoothed(values: readonly number[]): number[] {
  const reach = (smoothedFrames - 1) / 2;
  return values.map((_, frame) => meanOf(values.slice(Math.max(0, frame - reach), frame + reach + 1)));
}

function voicedRuns(pitchHz: readonly number[], frameMs: number): number[] {
  const runs: number[] = [];
  pitchHz.forEach((hz, frame) => {
    if (!(hz > 0)) return;
    if (frame > 0 && pitchHz[frame - 1]! > 0) runs[runs.length - 1]! += 1;
    else runs.push(1);
  });
  return runs.filter((length) => length * frameMs >= minRunMs);
}

/** Voiced peaks with a dip on either side of each. */
function peaksOf(level: readonly number[], pitchHz: readonly number[]): number[] {
  const peaks: number[] = [];
  for (let frame = 1; frame < level.length - 1; frame += 1) {
    if (level[frame]! < level[frame - 1]! || level[frame]! <= level[frame + 1]!) continue;
    if (!pitchHz.slice(Math.max(0, frame - 2), frame + 3).some((hz) => hz > 0)) continue;
    const before = peaks.at(-1);
    const dip = before === undefined ? -Infinity : leastBetween(level, before, frame);
    if (before === undefined || Math.min(level[before]!, level[frame]!) - dip >= minDipDb) peaks.push(frame);
    else if (level[frame]! > level[before]!) peaks[peaks.length - 1] = frame;
  }
  return peaks;
}

function leastBetween(level: readonly number[], from: number, to: number): number {
  let least = Infinity;
  for (let frame = from; frame < to; frame += 1) least = Math.min(least, level[frame]!);
  return least;
}

/** Pitch in semitones around the passage's median, octave errors left out. */
function pitchAround({ pitchHz }: Passage): number[] {
  const voiced = pitchHz.filter((hz) => hz > 0);
  const median = quantileOf(voiced, 0.5);
  return voiced
    .map((hz) => 12 * Math.log2(hz / median))
    .filter((value) => Math.abs(value) <= octaveErrorSemitones);
}

/** Level of voiced frames around its own mean. */
function voicedLevel({ pitchHz, level }: Passage): number[] {
  const own = level.filter((_, frame) => pitchHz[frame]! > 0);
  const centre = meanOf(own);
  return own.map((value) => value - centre);
}
