import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Span } from '#server/domain/transcript/types.ts';
import {
  allSpeakers,
  decodeUtterances,
  isHeldOut,
  frameLevels as levelsOf,
  type Speaker,
} from '../real-interview.ts';

export const PER_MS = 16;
const FRAME_MS = 10;
/** Quieter than this part of an utterance's loud frames is no speech. */
const SILENCE_SHARE = 0.07;
/** Softer sounds belong to speech at its edges, down to this part and so far out; a little more in any case. */
const EDGE_SHARE = 0.03;
const EDGE_MS = 120;
const MARGIN_MS = 20;
/** A shorter pause belongs to the speech around it, as in the reference of earlier figures. */
const MIN_PAUSE_MS = 500;
/** What is left of the background between stretches of speech: a person's own room must not tell who speaks. */
const PAUSE_GAIN = 0.05;

/** One thing said: mono, 16 kHz, and where in it speech lies. */
export interface Utterance {
  samples: Float32Array;
  sounding: Span[];
}

export interface Voice {
  id: string;
  gender: 'm' | 'f';
  age: number;
  utterances(): Promise<Utterance[]>;
}

/** People of `train` may be learnt from, of `choose` limits are chosen on, of `report` figures are told. */
export const parts = ['train', 'choose', 'report'] as const;
export type Part = (typeof parts)[number];

/** A person belongs to one part for ever: `report` are the people whom no shipped network has heard. */
export function partOf(person: { id: string }): Part {
  if (isHeldOut(person)) return 'report';
  return [1, 3].includes(Number(person.id) % 7) ? 'choose' : 'train';
}

export type AgeGroup = 'adults' | 'children' | 'mixed';

/** The people of a part, in order of their ids; half of the corpus are children of 6 to 15. Sounds are decoded when first asked for. */
export async function readVoices(dataDir: string, part: Part, ages: AgeGroup): Promise<Voice[]> {
  const people = await allSpeakers(dataDir);
  return people
    .filter((person) => partOf(person) === part)
    .filter(({ age }) => ages === 'mixed' || age >= 18 === (ages === 'adults'))
    .map(voiceOf);
}

function voiceOf({ id, gender, age, files }: Speaker): Voice {
  let kept: Promise<Utterance[]> | undefined;
  return { id, gender, age, utterances: () => (kept ??= decode(files)) };
}

async function decode(files: readonly string[]): Promise<Utterance[]> {
  const workDir = await mkdtemp(join(tmpdir(), 'assay-utterances-'));
  try {
    return (await decodeUtterances(files, workDir)).map(cleaned);
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
}

/** The utterance with its pauses made quiet. */
export function cleaned(samples: Float32Array): Utterance {
  const sounding = soundingParts(samples);
  const gain = new Float32Array(samples.length).fill(PAUSE_GAIN);
  const fade = 10 * PER_MS;
  for (const { startMs, endMs } of sounding) {
    const [start, end] = [startMs * PER_MS, Math.min(samples.length, endMs * PER_MS)];
    gain.fill(1, start, end);
    for (let i = 1; i < fade; i++) {
      const share = 1 - i / fade;
      if (start - i >= 0) gain[start - i] = Math.max(gain[start - i]!, share);
      if (end + i - 1 < gain.length) gain[end + i - 1] = Math.max(gain[end + i - 1]!, share);
    }
  }
  return { samples: samples.map((value, i) => value * gain[i]!), sounding };
}

/** Where the speaker is heard in a clean recording, pauses under 500 ms included. */
export function soundingParts(samples: Float32Array): Span[] {
  const levels = frameLevels(samples);
  const loud = levels.toSorted((a, b) => a - b)[Math.floor(levels.length * 0.95)] ?? 0;
  const isSoft = (frame: number) => (levels[frame] ?? 0) > EDGE_SHARE * loud;
  const reach = EDGE_MS / FRAME_MS;
  const wholeMs = Math.floor(samples.length / PER_MS);
  const spans: Span[] = [];
  for (const [i, level] of levels.entries()) {
    if (level <= SILENCE_SHARE * loud) continue;
    let [first, last] = [i, i];
    while (i - first < reach && isSoft(first - 1)) first--;
    while (last - i < reach && isSoft(last + 1)) last++;
    spans.push({
      startMs: Math.max(0, first * FRAME_MS - MARGIN_MS),
      endMs: Math.min(wholeMs, (last + 1) * FRAME_MS + MARGIN_MS),
    });
  }
  return bridged(spans);
}

/** One person's spans, in order of their starts, with pauses of under 500 ms filled. */
export function bridged(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const { startMs, endMs } of spans) {
    const last = joined.at(-1);
    if (last && startMs - last.endMs < MIN_PAUSE_MS) last.endMs = Math.max(last.endMs, endMs);
    else joined.push({ startMs, endMs });
  }
  return joined;
}

/** Root mean square of every 10 ms. */
export const frameLevels = (samples: Float32Array): number[] => levelsOf(samples, FRAME_MS * PER_MS);
