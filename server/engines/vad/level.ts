import type { Span } from '../../domain/transcript/types.ts';
import { type PcmReader, samplesPerMs } from '../audio/pcm.ts';

const frameSamples = 10 * samplesPerMs;
const chunkSamples = 20_000 * samplesPerMs;
/** The loud tenth of a recording is brought up to this: −18 dB of full scale. */
const wantedLevel = 32_768 * 10 ** (-18 / 20);
/** By 15 dB at most: what is quieter still is a silent room as often as a distant voice. */
const mostGain = 10 ** (15 / 20);

/**
 * How much louder a quiet recording should be for a detector of speech that was trained on louder ones, 1–5.6. Silero loses whole
 * stretches of quiet speech: of eleven simulated conversations two were missed by over 40 %, and by 2 and 10 % so.
 *
 * @param within where to listen, in order
 */
export async function gainOf(pcm: PcmReader, within: readonly Span[], signal: AbortSignal): Promise<number> {
  const levels: number[] = [];
  for (const { startMs, endMs } of within) {
    const end = Math.min(endMs * samplesPerMs, pcm.totalSamples);
    for (let from = Math.round(startMs * samplesPerMs); from < end; from += chunkSamples) {
      signal.throwIfAborted();
      const samples = await pcm.readSamples(from, Math.min(chunkSamples, end - from));
      for (let at = 0; at + frameSamples <= samples.length; at += frameSamples) {
        let energy = 0;
        for (let i = at; i < at + frameSamples; i++) energy += samples[i]! * samples[i]!;
        levels.push(Math.sqrt(energy / frameSamples));
      }
    }
  }
  const loud = Float64Array.from(levels).sort()[Math.floor(0.9 * levels.length)] ?? 0;
  return Math.min(mostGain, Math.max(1, wantedLevel / Math.max(1, loud)));
}
