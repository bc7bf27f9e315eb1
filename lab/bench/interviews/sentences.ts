import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { AlignEngine as Aligner } from '#server/engines/align/port.ts';
import { leadsOn, seldomEnds } from '#server/engines/turns/unfinished.ts';
import { corpusUtterances } from '../asr-corpus.ts';
import { isChosenOn } from '../turns/halves.ts';
import { unfinishedAfter } from './unfinished.ts';

/** Samples of 16 kHz. */
export const PER_MS = 16;
/** On the 16-bit scale: what is louder is sound. */
export const LOUD = 400;
const LEAST_MS = 1500;

export interface Sentence {
  text: string;
  samples: Int16Array;
  /** Where a pause can be made behind words that leave it unfinished; absent where no such place is known. */
  unfinishedAt?: number;
}

/**
 * Whole sentences that adults read (speechocean762), as loud as each other and without the silence around them; always the same ones,
 * of people on whom no weight of turn taking was fitted.
 *
 * @param data folder of the shared recordings
 * @param folder where sounds are unpacked
 * @param aligner finds the words behind which a sentence is unfinished; without it no such places are told
 */
export async function peoplesSentences({
  data,
  folder,
  count,
  aligner,
}: {
  data: string;
  folder: string;
  count: number;
  aligner?: Aligner;
}): Promise<Sentence[]> {
  const all = corpusUtterances(join(data, 'speechocean762'), {
    soundsFolder: join(folder, 'sounds'),
    minAge: 16,
    speakers: undefined,
  }).filter(({ text, speaker }) => isWhole(text) && !isChosenOn(speaker));
  const step = all.length / count;
  const sentences: Sentence[] = [];
  for (let at = 0; at < count; at++) {
    const { id, text, pcmPath } = all[Math.floor(at * step)]!;
    const path = pcmPath();
    const bytes = await readFile(path);
    const read = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1);
    const loudest = read.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    const even = read.map((sample) => Math.round((sample * 12_000) / loudest));
    if (even.length < LEAST_MS * PER_MS) continue;
    const { samples, startMs } = trimmed(even);
    const words = unfinishedAfter.get(id);
    const place = aligner && words && (await behindWord(aligner, { text, pcmPath: path, words }));
    sentences.push({
      ...{ text, samples },
      ...(place !== undefined && { unfinishedAt: Math.round((place - startMs) * PER_MS) }),
    });
  }
  return sentences;
}

/** Some prompts end in the middle of a sentence. */
function isWhole(text: string): boolean {
  const last = text.split(' ').at(-1)!;
  return !leadsOn(last, 'en') && !seldomEnds(last, 'en');
}

/** Without the silence around it: answers end where the speaker stops. */
function trimmed(samples: Int16Array): { samples: Int16Array; startMs: number } {
  const isLoud = (sample: number) => Math.abs(sample) > LOUD;
  const first = samples.findIndex(isLoud);
  const last = samples.findLastIndex(isLoud);
  const start = Math.max(0, first - 50 * PER_MS);
  return {
    samples: samples.slice(start, Math.min(samples.length, last + 50 * PER_MS)),
    startMs: start / PER_MS,
  };
}

/** Halfway between a word and the next, ms. */
async function behindWord(
  aligner: Aligner,
  { text, pcmPath, words: count }: { text: string; pcmPath: string; words: number },
): Promise<number> {
  const endMs = Math.floor((await stat(pcmPath)).size / 2 / PER_MS);
  const whole = { startMs: 0, endMs };
  const texts = text.toLowerCase().split(' ');
  const words = texts.map((word, index) => ({
    text: word,
    startMs: Math.floor((endMs * index) / texts.length),
    endMs: Math.floor((endMs * (index + 1)) / texts.length),
    confidence: 1,
  }));
  const { signal } = new AbortController();
  const aligned = await aligner.align({ pcmPath, words, speech: [whole], windows: [whole], signal });
  return (aligned[count - 1]!.endMs + aligned[count]!.startMs) / 2;
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
