import type { Span } from '#server/domain/transcript/types.ts';
import type { SpeakerSpan } from '../der.ts';
import { gaussian } from '../random.ts';
import { type Codec, codecs } from './codec.ts';
import { createConvolver, createFourier } from './fourier.ts';
import { ANSWER_MS, type LayoutPlan, layOut, type Said, soundingOf } from './layout.ts';
import { makeNoise, type Noise, noises } from './noise.ts';
import { drawPlace, drawRoom, impulseResponse } from './room.ts';
import { bridged, PER_MS, type Utterance } from './voices.ts';

/** People move their heads: each speaks from a few places, so far apart at most. */
const PLACES = 3;
const SWAY_METRES = 0.15;
/** From a laptop on the table to the other end of it. */
const DISTANCE_METRES = [0.35, 1.8] as const;
const LEVEL_WOBBLE_DB = 1.5;
/** Of a first-order filter at some 90 Hz. */
const HIGH_PASS = 0.965;
/** Stands for the level of speech where a piece has none. */
const QUIET_LEVEL = 500;

const fourier = createFourier(32_768);

export interface Speaking {
  id: string;
  utterances: readonly Utterance[];
}

/** What was drawn for a conversation; it depends on the seed alone. */
export interface Conditions {
  plan: LayoutPlan;
  reverberationSeconds: number;
  /** Of each of the cast. */
  distances: number[];
  /** The loudest has 0, the others up to 12 less. */
  levelsDb: number[];
  noise: Noise;
  /** Mean level of the people's speech above the background. */
  signalToNoiseDb: number;
  codec: Codec;
  /** Of Opus. */
  kbps: number;
}

export interface Conversation {
  /** 16-bit mono 16 kHz, before the codec. */
  pcm: Int16Array;
  durationMs: number;
  /** Who is heard when, without pauses of 500 ms and more. */
  reference: SpeakerSpan[];
  /** Laughter: neither speech nor silence, left out of scores. */
  unscored: Span[];
  conditions: Conditions;
}

/**
 * A conversation of the cast, the last of whom is interviewed, in one room with one microphone. The same cast, length and `random` give the
 * same conversation. The codec is drawn, but not applied: `throughCodec` does.
 *
 * @param murmur utterances of other people that babble may be made of
 * @param plan replaces what would be drawn
 * @param pieceMs only a piece of this length, from anywhere in the conversation
 */
export function simulate(options: {
  cast: readonly Speaking[];
  murmur?: readonly Utterance[];
  durationMs: number;
  plan?: Partial<LayoutPlan>;
  pieceMs?: number;
  random: () => number;
}): Conversation {
  const { cast, murmur = [], durationMs, pieceMs, random } = options;
  const between = (low: number, high: number) => low + (high - low) * random();
  const among = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const plan: LayoutPlan = {
    durationMs,
    talkRatio: 2 ** between(0, 3),
    overlapShare: cast.length > 1 ? between(0.06, 0.14) : 0,
    answersMs: ANSWER_MS,
    laughs: random() < 0.5,
    ...options.plan,
  };
  const room = drawRoom(random);
  const distances = cast.map(() => between(...DISTANCE_METRES));
  const quieterDb = between(0, 12);
  const loudest = Math.floor(random() * cast.length);
  const conditions: Conditions = {
    plan,
    reverberationSeconds: room.reverberationSeconds,
    distances,
    levelsDb: cast.map((_, i) => (i === loudest ? 0 : -quieterDb)),
    noise: among(noises),
    signalToNoiseDb: between(10, 30),
    codec: among(codecs),
    kbps: Math.round(between(12, 24)),
  };
  const filters = distances.map((distance) => {
    const home = drawPlace(room, distance, random);
    return Array.from({ length: pieceMs ? 1 : PLACES }, () => {
      const place = home.map((value) => value + between(-SWAY_METRES, SWAY_METRES) / 2);
      return createConvolver(impulseResponse(room, place as [number, number, number], random), fourier);
    });
  });

  const everything = layOut(
    cast.map(({ utterances }) => utterances),
    plan,
    random,
  );
  const lastMs = Math.max(...everything.map((one) => one.startMs + one.samples.length / PER_MS));
  const wholeMs = pieceMs ?? Math.ceil(lastMs) + 700;
  const said = pieceMs
    ? pieceOf(everything, Math.floor(random() * Math.max(0, lastMs - pieceMs)), pieceMs)
    : everything;
  const mix = new Float32Array(wholeMs * PER_MS);
  for (const one of said) {
    const db = conditions.levelsDb[one.person]! + LEVEL_WOBBLE_DB * gaussian(random);
    among(filters[one.person]!).addTo(mix, one.startMs * PER_MS, one.samples, 10 ** (db / 20));
  }
  highPass(mix);
  const speechLevel = meanLevel(mix, said, cast.length);
  const noise = makeNoise(conditions.noise, mix.length, murmur, random);
  const noiseLevel = speechLevel * 10 ** (-conditions.signalToNoiseDb / 20);
  const tilt = between(-0.3, 0.4);
  let peak = 1;
  let before = 0;
  for (let i = 0; i < mix.length; i++) {
    const heard = mix[i]! + noiseLevel * noise[i]!;
    mix[i] = heard - tilt * before;
    before = heard;
    peak = Math.max(peak, Math.abs(mix[i]!));
  }
  const gain = (32_767 * 10 ** (between(-15, -1) / 20)) / peak;
  return {
    pcm: Int16Array.from(mix, (value) => Math.round(value * gain)),
    durationMs: wholeMs,
    reference: referenceOf(said, cast),
    unscored: said.filter(({ kind }) => kind === 'laugh').flatMap(soundingOf),
    conditions,
  };
}

function referenceOf(said: readonly Said[], cast: readonly Speaking[]): SpeakerSpan[] {
  const spans = cast.flatMap(({ id }, person) => {
    const own = said.filter((one) => one.person === person && one.kind !== 'laugh').flatMap(soundingOf);
    const inOrder = own.toSorted((a, b) => a.startMs - b.startMs);
    return bridged(inOrder).map((span) => ({ speaker: id, ...span }));
  });
  return spans.toSorted((a, b) => a.startMs - b.startMs);
}

/** What is heard within a piece, on the piece's clock; what begins before it is cut. */
function pieceOf(said: readonly Said[], fromMs: number, lengthMs: number): Said[] {
  return said
    .filter((one) => one.startMs < fromMs + lengthMs && one.startMs + one.samples.length / PER_MS > fromMs)
    .map((one) => {
      const cutMs = Math.max(0, fromMs - one.startMs);
      const startMs = one.startMs + cutMs - fromMs;
      const sounding = one.sounding
        .map((span) => ({
          startMs: Math.max(0, span.startMs - cutMs),
          endMs: Math.min(span.endMs - cutMs, lengthMs - startMs),
        }))
        .filter((span) => span.endMs > span.startMs);
      return { ...one, startMs, sounding, samples: one.samples.subarray(cutMs * PER_MS) };
    });
}

/** As microphones do, and because image sources, which are all positive, make the lowest tones too loud (Allen & Berkley 1979). */
function highPass(mix: Float32Array): void {
  for (let pass = 0; pass < 2; pass++) {
    let [before, out] = [0, 0];
    for (let i = 0; i < mix.length; i++) {
      const value = mix[i]!;
      out = HIGH_PASS * (out + value - before);
      before = value;
      mix[i] = out;
    }
  }
}

/** The mean over people of their speech's level (geometric: as decibels). */
function meanLevel(mix: Float32Array, said: readonly Said[], people: number): number {
  const energy = new Float64Array(people);
  const count = new Float64Array(people);
  for (const one of said) {
    if (one.kind !== 'turn') continue;
    for (const { startMs, endMs } of soundingOf(one)) {
      for (let i = startMs * PER_MS; i < endMs * PER_MS; i += 5) energy[one.person]! += mix[i]! ** 2;
      count[one.person]! += ((endMs - startMs) * PER_MS) / 5;
    }
  }
  const levels = Array.from(energy, (sum, p) => sum / count[p]!).filter((level) => level > 0);
  const log = levels.reduce((sum, level) => sum + Math.log(level) / 2, 0);
  return levels.length > 0 ? Math.exp(log / levels.length) : QUIET_LEVEL;
}
