import { createReadStream } from 'node:fs';
import type { Span } from '../../../domain/transcript/types.ts';
import type { Decoded, SpeechDetected } from './state.ts';

const samplesPerMs = 16;
/** Levels are taken over pieces this long; a piece counts as speech or rest only when it is wholly that. */
const pieceMs = 20;
const pieceSamples = pieceMs * samplesPerMs;
/** Less rest than this says nothing about the room. */
const minRestMs = 1000;
/** Power of the rounding to 16 bits, in squared sample steps: no recording is quieter than this. */
const quantisationPower = 1 / 12;

/**
 * Level of speech over level of the rest, in dB, from raw s16le mono PCM at 16 kHz. The rest's level is the median
 * of its pieces, so that a slammed door or a cough does not count as the room. One decimal.
 *
 * @param speech in order, apart
 * @returns null when there is no speech or under a second of rest
 */
export async function signalToNoiseDb(pcmPath: string, speech: readonly Span[]): Promise<number | null> {
  const rest: number[] = [];
  let speechPower = 0;
  let speechPieces = 0;
  let piece = 0;
  let next = 0;
  let left = Buffer.alloc(0);

  for await (const chunk of createReadStream(pcmPath, { highWaterMark: 1024 ** 2 })) {
    const bytes = Buffer.concat([left, chunk as Buffer]);
    let at = 0;
    for (; at + 2 * pieceSamples <= bytes.length; at += 2 * pieceSamples) {
      const [startMs, endMs] = [piece * pieceMs, ++piece * pieceMs];
      while (next < speech.length && speech[next]!.endMs <= startMs) next++;
      const span = speech[next];
      const inside = span !== undefined && span.startMs <= startMs && span.endMs >= endMs;
      const outside = span === undefined || span.startMs >= endMs;
      if (!inside && !outside) continue;
      let power = 0;
      for (let n = 0; n < pieceSamples; n++) power += bytes.readInt16LE(at + 2 * n) ** 2 / pieceSamples;
      if (outside) rest.push(power);
      else {
        speechPower += power;
        speechPieces++;
      }
    }
    left = Buffer.from(bytes.subarray(at));
  }
  if (speechPieces === 0 || rest.length * pieceMs < minRestMs) return null;
  rest.sort((a, b) => a - b);
  const noise = Math.max(quantisationPower, rest[rest.length >> 1]!);
  const ratio = Math.max(quantisationPower, speechPower / speechPieces) / noise;
  return Math.round(100 * Math.log10(ratio)) / 10;
}

/** Recognisers are trained on 16 kHz; a telephone band lacks what tells "s" from "f". */
export const expectedRateHz = 16_000;

/**
 * Speech that stands out from the rest by less than this is hard to follow in any language (assumed): what a transcript's doubt is put
 * down to.
 */
export const poorSnrDb = 10;

/** Whether so much is wrong with the sound that it explains why no speaker is understood. */
export const isPoorSound = (
  { sampleRateHz, codec }: Pick<Decoded['source'], 'sampleRateHz' | 'codec'>,
  { snrDb, sound }: Pick<SpeechDetected, 'snrDb' | 'sound'>,
): boolean =>
  (snrDb !== null && snrDb < poorSnrDb) ||
  sampleRateHz < expectedRateHz ||
  codec === 'pcm_u8' ||
  sound?.isPoor === true;
