import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { leadsOn, seldomEnds } from '#server/engines/turns/unfinished.ts';
import { corpusUtterances } from '../asr-corpus.ts';

/** Samples of 16 kHz. */
export const PER_MS = 16;
/** On the 16-bit scale: what is louder is sound. */
export const LOUD = 400;
const LEAST_MS = 1500;

export interface Sentence {
  text: string;
  samples: Int16Array;
}

/**
 * Whole sentences that adults read (speechocean762), as loud as each other and without the silence around them; always the same ones.
 *
 * @param data folder of the shared recordings
 * @param folder where sounds are unpacked
 */
export async function peoplesSentences({
  data,
  folder,
  count,
}: {
  data: string;
  folder: string;
  count: number;
}): Promise<Sentence[]> {
  const all = corpusUtterances(join(data, 'speechocean762'), {
    soundsFolder: join(folder, 'sounds'),
    minAge: 16,
    speakers: undefined,
  }).filter(({ text }) => isWhole(text));
  const step = all.length / count;
  const sentences: Sentence[] = [];
  for (let at = 0; at < count; at++) {
    const { text, pcmPath } = all[Math.floor(at * step)]!;
    const bytes = await readFile(pcmPath());
    const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1);
    const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    const even = samples.map((sample) => Math.round((sample * 12_000) / loudest));
    if (even.length >= LEAST_MS * PER_MS) sentences.push({ text, samples: trimmed(even) });
  }
  return sentences;
}

/** Some prompts end in the middle of a sentence. */
function isWhole(text: string): boolean {
  const last = text.split(' ').at(-1)!;
  return !leadsOn(last, 'en') && !seldomEnds(last, 'en');
}

/** Without the silence around it: answers end where somebody stops speaking. */
function trimmed(samples: Int16Array): Int16Array {
  const isLoud = (sample: number) => Math.abs(sample) > LOUD;
  const first = samples.findIndex(isLoud);
  const last = samples.findLastIndex(isLoud);
  return samples.slice(Math.max(0, first - 50 * PER_MS), Math.min(samples.length, last + 50 * PER_MS));
}

/** How much of a sound is louder than a whisper, ms, in pieces of 20 ms. */
export function loudMs(samples: Int16Array): number {
  const piece = 20 * PER_MS;
  let loud = 0;
  for (let at = 0; at + piece <= samples.length; at += piece) {
    const power = samples.subarray(at, at + piece).reduce((sum, sample) => sum + sample * sample, 0) / piece;
    if (Math.sqrt(power) > 200) loud += 20;
  }
  return loud;
}
