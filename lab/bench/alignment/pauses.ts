import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Span } from '../../../server/domain/transcript/types.ts';
import type { AlignEngine } from '../../../server/engines/align/port.ts';

export interface PauseCheck {
  utterances: number;
  words: number;
  /** Words of the known text that were given no place. */
  lostWordShare: number;
  pauses: number;
  /** Share of the pauses that lie inside an aligned word, where a speaker makes none. */
  insideShare: number;
}

const frameMs = 10;
const leastPauseMs = 200;
/** Quieter than the loudest tenth of the frames by this much is no speech. */
const quietDb = 30;

/**
 * A check on real speech, whose word times are unknown: pauses found by level alone must lie between words.
 *
 * @param folder laid out like speechocean762
 */
export async function checkPauses(
  folder: string,
  aligner: AlignEngine,
  scratch: string,
  every: number,
): Promise<PauseCheck> {
  const texts = readFileSync(join(folder, 'text'), 'utf8').trim().split('\n');
  const sum = { utterances: 0, words: 0, lost: 0, pauses: 0, inside: 0 };
  for (const line of texts.filter((_, n) => n % every === 0)) {
    const [id, text] = line.split(/\s(.*)/s) as [string, string];
    const said = text.toLowerCase().split(/\s+/).filter(Boolean);
    const pcmPath = join(scratch, 'utterance.pcm');
    execFileSync('ffmpeg', [
      ...['-v', 'error', '-y', '-i', join(folder, 'audio', `${id}.opus`)],
      ...['-f', 's16le', '-ar', '16000', '-ac', '1', pcmPath],
    ]);
    const samples = new Int16Array(new Uint8Array(readFileSync(pcmPath)).buffer);
    const durationMs = Math.floor(samples.length / 16);
    const at = (n: number) => Math.round((durationMs * n) / said.length);
    const aligned = await aligner.align({
      pcmPath,
      words: said.map((word, n) => ({ text: word, confidence: 1, startMs: at(n), endMs: at(n + 1) })),
      speech: [{ startMs: 0, endMs: durationMs }],
      signal: new AbortController().signal,
    });
    const found = aligned.filter((word) => word.phones);
    sum.utterances++;
    sum.words += said.length;
    sum.lost += said.length - found.length;
    for (const pause of pausesOf(samples)) {
      const within = { from: found[0]?.startMs ?? 0, to: found.at(-1)?.endMs ?? 0 };
      if (pause.startMs < within.from || pause.endMs > within.to) continue;
      sum.pauses++;
      const length = pause.endMs - pause.startMs;
      const covers = (word: Span) =>
        Math.min(word.endMs, pause.endMs) - Math.max(word.startMs, pause.startMs) > 0.6 * length;
      if (found.some(covers)) sum.inside++;
    }
  }
  const { utterances, words, lost, pauses, inside } = sum;
  return { utterances, words, lostWordShare: lost / words, pauses, insideShare: inside / pauses };
}

function pausesOf(samples: Int16Array): Span[] {
  const perFrame = 16 * frameMs;
  const levels = Array.from({ length: Math.floor(samples.length / perFrame) }, (_, frame) => {
    let energy = 1;
    // Differences, which raise hisses: a soft "s" is no pause.
    for (let n = frame * perFrame; n < (frame + 1) * perFrame; n++)
      energy += (samples[n]! - (samples[n - 1] ?? 0)) ** 2;
    return 10 * Math.log10(energy / perFrame);
  });
  const loud = [...levels].sort((a, b) => b - a)[Math.floor(levels.length / 10)] ?? 0;
  const pauses: Span[] = [];
  let from = 0;
  for (let frame = 0; frame <= levels.length; frame++) {
    if (frame < levels.length && levels[frame]! < loud - quietDb) continue;
    if ((frame - from) * frameMs >= leastPauseMs)
      pauses.push({ startMs: from * frameMs, endMs: frame * frameMs });
    from = frame + 1;
  }
  return pauses;
}
