import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Span } from '#server/domain/transcript/types.ts';
import type { SpeakerSpan } from '../shared/der.ts';
import { decodeUtterances, type Speaker } from '../shared/real-interview.ts';

const SAMPLES_PER_MS = 16;
/** Share of the time spoken that is laid over somebody else's speech. */
const OVERLAP_SHARE = 0.05;
/** Pauses of conversations are skewed: these medians with this deviation of the logarithm, never outside the bounds. */
const PAUSE_IN_ANSWER_MS = 550;
const PAUSE_BETWEEN_PEOPLE_MS = 400;
const PAUSE_LOG_DEVIATION = 0.7;
const PAUSE_BOUNDS_MS = [120, 4000] as const;
/** A reply thrown in ("mhm", "right") is a piece of an utterance this long. */
const REPLY_MS = [350, 900] as const;
/** A silence of this length inside an utterance is a pause of the reference; quieter than this part of the loud frames is silence. */
const MIN_PAUSE_MS = 500;
const SILENCE_SHARE = 0.08;

export interface BuiltInterview {
  /** s16le mono 16 kHz. */
  pcmPath: string;
  durationMs: number;
  /** Who is heard when: utterances without the silence at their ends and without pauses of half a second or more in them. */
  reference: SpeakerSpan[];
  /** The same with the pauses inside utterances counted as speech. */
  utterances: SpeakerSpan[];
}

interface Placed {
  speaker: string;
  startMs: number;
  samples: Float32Array;
}

/**
 * An interview of real utterances: the first of the cast ask in turn with one or two utterances, the last answers with two
 * to six. About 5 % of the speech is laid over the other's: replies thrown in, and turns taken before the other has ended.
 * Same cast, same `random`: same interview.
 */
export async function buildInterview(options: {
  cast: readonly Speaker[];
  durationMs: number;
  random: () => number;
  outDir: string;
  name: string;
}): Promise<BuiltInterview> {
  const { cast, durationMs, random, outDir, name } = options;
  const draws = [];
  for (const person of cast)
    draws.push(drawFrom(await decodeUtterances(person.files, join(outDir, `${name}-u`)), random));
  const placed = layOut(cast, draws, durationMs, random);
  const lengthMs = Math.max(...placed.map(endMs)) + 700;
  const sum = new Float32Array(lengthMs * SAMPLES_PER_MS).map(() => (random() - 0.5) * 12);
  for (const { startMs, samples } of placed)
    for (const [i, value] of samples.entries()) sum[startMs * SAMPLES_PER_MS + i]! += value;
  const pcm = Int16Array.from(sum, (value) => Math.max(-32_767, Math.min(32_767, Math.round(value))));
  await mkdir(outDir, { recursive: true });
  const pcmPath = join(outDir, `${name}.pcm`);
  await writeFile(pcmPath, Buffer.from(pcm.buffer));
  return {
    pcmPath,
    durationMs: lengthMs,
    reference: placed.flatMap(({ speaker, startMs, samples }) =>
      soundingParts(samples).map((part) => ({
        speaker,
        startMs: startMs + part.startMs,
        endMs: startMs + part.endMs,
      })),
    ),
    utterances: placed.map((one) => ({ speaker: one.speaker, startMs: one.startMs, endMs: endMs(one) })),
  };
}

function soundingParts(samples: Float32Array): Span[] {
  const frame = 10 * SAMPLES_PER_MS;
  const levels: number[] = [];
  for (let at = 0; at + frame <= samples.length; at += frame) {
    let energy = 0;
    for (let i = at; i < at + frame; i++) energy += samples[i]! ** 2;
    levels.push(Math.sqrt(energy / frame));
  }
  const loud = levels.toSorted((a, b) => a - b)[Math.floor(levels.length * 0.95)] ?? 0;
  const parts: Span[] = [];
  for (const [i, level] of levels.entries()) {
    if (level <= SILENCE_SHARE * loud) continue;
    const last = parts.at(-1);
    if (last && i * 10 - last.endMs < MIN_PAUSE_MS) last.endMs = (i + 1) * 10;
    else parts.push({ startMs: i * 10, endMs: (i + 1) * 10 });
  }
  return parts;
}

function layOut(
  cast: readonly Speaker[],
  draws: readonly (() => Float32Array)[],
  durationMs: number,
  random: () => number,
): Placed[] {
  const placed: Placed[] = [];
  const answerer = cast.length - 1;
  let atMs = 600;
  let spokenMs = 0;
  let overlapMs = 0;
  const between = ([low, high]: readonly [number, number]) => low + random() * (high - low);
  const place = (person: number, startMs: number, samples: Float32Array) => {
    const one = { speaker: cast[person]!.id, startMs: Math.round(startMs), samples };
    placed.push(one);
    spokenMs += samples.length / SAMPLES_PER_MS;
    return one;
  };
  const owesOverlap = () => cast.length > 1 && overlapMs < OVERLAP_SHARE * spokenMs;
  const speak = (person: number, utterances: number) => {
    for (let n = 0; n < utterances; n++) {
      const last = placed.at(-1);
      const changes = last !== undefined && last.speaker !== cast[person]!.id;
      const samples = draws[person]!();
      // A turn taken early lies over the last words of the one before.
      const early = changes && owesOverlap() && random() < 0.5 ? between([150, 700]) : 0;
      overlapMs += early;
      if (last && early === 0) atMs += skewed(changes ? PAUSE_BETWEEN_PEOPLE_MS : PAUSE_IN_ANSWER_MS, random);
      const own = place(person, Math.max(0, atMs - early), samples);
      atMs = endMs(own);
      const listener = (person + 1) % cast.length;
      const lengthMs = endMs(own) - own.startMs;
      if (owesOverlap() && lengthMs > 2500 && random() < 0.6) {
        const reply = draws[listener]!();
        const replyMs = Math.min(between(REPLY_MS), reply.length / SAMPLES_PER_MS);
        const thrownIn = reply.subarray(0, Math.round(replyMs * SAMPLES_PER_MS));
        place(listener, own.startMs + 700 + random() * (lengthMs - replyMs - 1400), thrownIn);
        overlapMs += replyMs;
        // The speaker goes on: the reply is not the last to have spoken.
        const [inserted] = placed.splice(-1);
        placed.splice(-1, 0, inserted!);
      }
    }
  };
  for (let round = 0; atMs < durationMs; round++) {
    speak(answerer === 0 ? 0 : round % answerer, 1 + Math.floor(random() * 2));
    speak(answerer, 2 + Math.floor(random() * 5));
  }
  return placed.toSorted((a, b) => a.startMs - b.startMs);
}

const endMs = ({ startMs, samples }: Placed): number => startMs + Math.floor(samples.length / SAMPLES_PER_MS);

function skewed(medianMs: number, random: () => number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const [low, high] = PAUSE_BOUNDS_MS;
  return Math.min(high, Math.max(low, medianMs * Math.exp(PAUSE_LOG_DEVIATION * normal)));
}

/** Utterances in random order; again from a new shuffle when all have been said. */
function drawFrom(utterances: readonly Float32Array[], random: () => number): () => Float32Array {
  let queue: Float32Array[] = [];
  return () => {
    if (queue.length === 0)
      queue = utterances
        .map((samples) => ({ samples, order: random() }))
        .sort((a, b) => a.order - b.order)
        .map(({ samples }) => samples);
    return queue.pop()!;
  };
}
