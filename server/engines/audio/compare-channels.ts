import { openPcm, type PcmReader, pcmRateHz } from './pcm.ts';
import type { PcmChannel } from './pcm-writer.ts';

/** Two channels whose difference is this much weaker than their sum are one signal, twice. */
const copyBelowDb = -40;
/** A channel so far under the other carries no voice of its own: an unplugged microphone. */
export const deadBelowDb = 45;
/** Frames under this are digital silence and say nothing of a microphone. */
const silentDb = -100;
/** A channel within this of its loudest moments holds speech. */
const soundingDb = 25;
/** A channel whose loud and quiet moments differ by less hums or hisses: no voice is in it. */
const minVoiceRangeDb = 5;
/** Channels correlate so strongly, and at one delay, where both heard the same. */
const minCorrelation = 0.5;
/** The same in both: so large a part of the compared seconds agrees in its delay to 1 ms, and their levels differ always by as much. */
const minAgreeing = 0.8;
const delayTolerance = 8;
const maxLevelSpreadDb = 6;
/** Two copies may be added up to this delay; beyond, the sum is hollow. In samples at 8 kHz. */
const maxAddedDelay = 2;
/** Seconds that are compared, spread over the recording. */
const comparedSeconds = 24;
/** 50 ms at 8 kHz. */
const maxDelay = 400;
/** A person is at a microphone where it is nearer to its own loudest than this, and by so much nearer than the other to its own. */
const ownVoiceDb = 6;
/** So much of a channel's sound, at least, is its own person. */
const minOwnShare = 0.01;
/** Levels that differ by less stay as they are. */
const minGainDb = 6;
/** No channel's own noise is raised nearer than this to the other person's voice. */
const noiseBelowDb = 20;

/** What to make of two channels. */
export interface Verdict {
  /** The channels that are heard. */
  use: readonly (0 | 1)[];
  /** They are two different signals: often a person each. */
  isDistinct: boolean;
  /** Raises the quieter of two people before they are mixed. */
  gainsDb: [number, number];
  /** Why one of them is left out, for the warning in the result. */
  because?: 'no-voice' | 'reversed' | 'delayed' | 'clipped';
}

/**
 * Both channels are heard, unless that would lose the voice or spoil it: where one is dead, has no voice, or is what the other has with reversed
 * polarity or later, the better one is heard alone.
 */
export async function compareChannels(channels: readonly [PcmChannel, PcmChannel]): Promise<Verdict> {
  const [a, b] = channels;
  const only = (channel: 0 | 1, because?: Verdict['because']): Verdict => ({
    use: [channel],
    isDistinct: false,
    gainsDb: [0, 0],
    ...(because && { because }),
  });
  const levels = channels.map(levelsOf) as [Levels, Levels];
  if (Math.abs(levels[0].loudDb - levels[1].loudDb) >= deadBelowDb) {
    return only(levels[0].loudDb > levels[1].loudDb ? 0 : 1);
  }
  const hasVoice = levels.map(({ loudDb, quarterDb }) => loudDb - quarterDb >= minVoiceRangeDb);
  if (hasVoice[0] !== hasVoice[1]) return only(hasVoice[0] ? 0 : 1, 'no-voice');

  const readers = await Promise.all([openPcm(a.path), openPcm(b.path)]);
  try {
    const same = await sameSound(readers, channels, levels);
    if (same) {
      const better = betterOf(channels, levels);
      if (same.isReversed) return only(better, 'reversed');
      if (Math.abs(same.delay) > maxAddedDelay) return only(better, 'delayed');
      if (isClipped(a) !== isClipped(b)) return only(better, 'clipped');
    }
    return {
      use: [0, 1],
      isDistinct: !(await isCopy(readers)),
      gainsDb: same ? [0, 0] : gainsOf(channels, levels),
    };
  } finally {
    await Promise.all(readers.map((reader) => reader.close()));
  }
}

interface Levels {
  /** Of its voice, however seldom it speaks: the loudest of what comes near its loudest moments. */
  loudDb: number;
  /** A quarter of it is quieter. */
  quarterDb: number;
  /** A tenth of it is quieter, digital silence aside. */
  quietDb: number;
}

export function levelsOf({ levelsDb }: PcmChannel): Levels {
  const sorted = levelsDb.filter((level) => level > silentDb).sort();
  const at = (of: Float32Array, share: number) => of[Math.floor((of.length - 1) * share)] ?? -120;
  // A click is no voice: that moment is as loud as a fifth of a second is in all.
  const loudest = sorted.at(-10) ?? sorted.at(-1) ?? -120;
  const sounding = sorted.filter((level) => level > loudest - soundingDb);
  return {
    loudDb: at(sounding, 0.9),
    quarterDb: at(levelsDb.slice().sort(), 0.25),
    quietDb: at(sorted, 0.1),
  };
}

export const isClipped = ({ clipped, samples }: PcmChannel) => clipped > samples / 10_000;

/** The one that is not clipped, else in which the voice stands out more, else the louder. */
function betterOf(channels: readonly [PcmChannel, PcmChannel], levels: readonly [Levels, Levels]): 0 | 1 {
  const [a, b] = channels;
  if (isClipped(a) !== isClipped(b)) return isClipped(a) ? 1 : 0;
  const [rangeA, rangeB] = levels.map(({ loudDb, quietDb }) => loudDb - quietDb) as [number, number];
  if (Math.abs(rangeA - rangeB) > 3) return rangeA > rangeB ? 0 : 1;
  return a.energy >= b.energy ? 0 : 1;
}

/** Whether both channels heard the same, always at the same distance; undefined where they did not. */
async function sameSound(
  readers: readonly PcmReader[],
  [a, b]: readonly [PcmChannel, PcmChannel],
  levels: readonly [Levels, Levels],
): Promise<{ delay: number; isReversed: boolean } | undefined> {
  const found: Match[] = [];
  for (const from of loudSeconds(a, b, levels)) {
    const [x, y] = await Promise.all(readers.map((reader) => reader.readFloats(from, pcmRateHz)));
    const match = matchOf(x!, y!);
    if (match) found.push(match);
  }
  const alike = found.filter(({ correlation }) => Math.abs(correlation) >= minCorrelation);
  if (alike.length === 0) return undefined;
  const delay = middle(alike.map((match) => match.delay));
  const agreeing = alike.filter((match) => Math.abs(match.delay - delay) <= delayTolerance);
  if (agreeing.length < minAgreeing * found.length) return undefined;
  const differences = agreeing.map(({ levelDb }) => levelDb).sort((one, other) => one - other);
  const spread =
    differences[Math.floor(0.9 * (differences.length - 1))]! -
    differences[Math.ceil(0.1 * (differences.length - 1))]!;
  if (spread > maxLevelSpreadDb) return undefined;
  return { delay, isReversed: agreeing.some(({ correlation }) => correlation < 0) };
}

/** Where the loudest second of each part of the recording begins, in samples. */
function loudSeconds(a: PcmChannel, b: PcmChannel, levels: readonly [Levels, Levels]): number[] {
  const framesPerSecond = 50;
  const frames = Math.min(a.levelsDb.length, b.levelsDb.length);
  const loudness = (frame: number) =>
    10 ** (Math.max(a.levelsDb[frame]! - levels[0].loudDb, b.levelsDb[frame]! - levels[1].loudDb, -60) / 10);
  const parts = Math.max(1, Math.min(comparedSeconds, Math.floor(frames / framesPerSecond)));
  const starts: number[] = [];
  for (let part = 0; part < parts; part++) {
    const [first, end] = [Math.floor((part * frames) / parts), Math.floor(((part + 1) * frames) / parts)];
    let sum = 0;
    let best = { sum: 0, at: first };
    for (let frame = first; frame < end; frame++) {
      sum += loudness(frame);
      if (frame - framesPerSecond >= first) sum -= loudness(frame - framesPerSecond);
      if (sum > best.sum) best = { sum, at: Math.max(first, frame + 1 - framesPerSecond) };
    }
    // A quiet part says nothing.
    if (best.sum > 0.03 * framesPerSecond) starts.push((best.at * pcmRateHz) / framesPerSecond);
  }
  return starts;
}

interface Match {
  /** Of the strongest likeness, −1…1. */
  correlation: number;
  /** Of the second channel behind the first, in samples at 8 kHz. */
  delay: number;
  /** Of the second over the first. */
  levelDb: number;
}

/** At which delay two seconds of sound are most alike; undefined where one is silent. */
function matchOf(x: Float32Array, y: Float32Array): Match | undefined {
  const [first, second] = [whitened(x), whitened(y)];
  const length = Math.min(first.length, second.length) - 2 * maxDelay;
  if (length <= 0) return undefined;
  let [energyFirst, energySecond] = [0, 0];
  for (let n = 0; n < length; n++) {
    energyFirst += first[n + maxDelay]! ** 2;
    energySecond += second[n]! ** 2;
  }
  const levelOf = (samples: Float32Array) => samples.reduce((sum, sample) => sum + sample * sample, 0);
  const [levelX, levelY] = [levelOf(x), levelOf(y)];
  if (!(levelX > 0 && levelY > 0)) return undefined;
  let best = { correlation: 0, delay: 0 };
  let undelayed = 0;
  for (let delay = -maxDelay; delay <= maxDelay; delay++) {
    let sum = 0;
    for (let n = 0; n < length; n++) sum += first[n + maxDelay]! * second[n + maxDelay + delay]!;
    const correlation = sum / (Math.sqrt(energyFirst * energySecond) || 1);
    if (delay === 0) undelayed = correlation;
    if (Math.abs(correlation) > Math.abs(best.correlation)) best = { correlation, delay };
    const [leaves, comes] = [second[maxDelay + delay]!, second[maxDelay + delay + length] ?? 0];
    if (delay < maxDelay) energySecond = Math.max(0, energySecond + comes * comes - leaves * leaves);
  }
  // Of tones every period is as good: the nearest one counts.
  if (Math.abs(undelayed) > 0.95 * Math.abs(best.correlation)) best = { correlation: undelayed, delay: 0 };
  return { ...best, levelDb: decibels(levelY, levelX) };
}

/** At 8 kHz, with the low parts weakened: they are alike at any delay. */
function whitened(samples: Float32Array): Float32Array {
  const half = new Float32Array(samples.length >> 1);
  let before = 0;
  for (let n = 0; n < half.length; n++) {
    const now = samples[2 * n]! + samples[2 * n + 1]!;
    half[n] = now - 0.9 * before;
    before = now;
  }
  return half;
}

async function isCopy(readers: readonly PcmReader[]): Promise<boolean> {
  const total = Math.max(...readers.map(({ totalSamples }) => totalSamples));
  const chunk = 60 * pcmRateHz;
  let [sum2, difference2] = [0, 0];
  for (let from = 0; from < total; from += chunk) {
    const [x, y] = await Promise.all(readers.map((reader) => reader.readSamples(from, chunk)));
    for (let n = 0; n < Math.max(x!.length, y!.length); n++) {
      const [l, r] = [x![n] ?? 0, y![n] ?? 0];
      sum2 += (l + r) ** 2;
      difference2 += (l - r) ** 2;
    }
  }
  return decibels(difference2, sum2) <= copyBelowDb;
}

/** Where each channel has a person of its own, the quieter one is raised to the louder, as far as its noise allows. */
function gainsOf(
  [a, b]: readonly [PcmChannel, PcmChannel],
  [levelsA, levelsB]: readonly [Levels, Levels],
): [number, number] {
  const difference = levelsA.loudDb - levelsB.loudDb;
  if (Math.abs(difference) < minGainDb) return [0, 0];
  let [sounding, ownA, ownB] = [0, 0, 0];
  for (let frame = 0; frame < Math.min(a.levelsDb.length, b.levelsDb.length); frame++) {
    const [inA, inB] = [a.levelsDb[frame]! - levelsA.loudDb, b.levelsDb[frame]! - levelsB.loudDb];
    if (Math.max(inA, inB) > -soundingDb) sounding++;
    if (inA > -ownVoiceDb && inA - inB > ownVoiceDb) ownA++;
    if (inB > -ownVoiceDb && inB - inA > ownVoiceDb) ownB++;
  }
  if (Math.min(ownA, ownB) < minOwnShare * sounding) return [0, 0];
  const [louder, quieter] = difference > 0 ? [levelsA, levelsB] : [levelsB, levelsA];
  const gainDb = Math.min(Math.abs(difference), louder.loudDb - noiseBelowDb - quieter.quietDb);
  if (gainDb <= 0) return [0, 0];
  return difference > 0 ? [0, gainDb] : [gainDb, 0];
}

const middle = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[values.length >> 1]!;

const decibels = (energy: number, of: number): number =>
  energy <= 0 ? Number.NEGATIVE_INFINITY : 10 * Math.log10(energy / of);
