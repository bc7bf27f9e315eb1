import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Word } from '../../../server/domain/transcript/types.ts';
import { samplesOf } from './conditions.ts';

const SAMPLES_PER_MS = 16;
const BETWEEN_MS = 600;

/**
 * Everything one person of speechocean762 reads, `times` over, one utterance after the other, with its known words
 * spread evenly over each utterance: a person whose accent lies in the middle of the scale, unlike a synthetic voice's.
 *
 * @param corpus the folder speechocean762
 */
export async function realSpeaker(
  corpus: string,
  speaker: string,
  times: number,
): Promise<{ pcm: Int16Array; words: Word[] }> {
  const rows = async (name: string) =>
    (await readFile(join(corpus, name), 'utf8'))
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split(/\s+/));
  const texts = new Map((await rows('text')).map(([utterance, ...words]) => [utterance!, words]));
  const own = (await rows('utt2spk')).filter(([, by]) => by === speaker).map(([utterance]) => utterance!);
  const folder = await mkdtemp(join(tmpdir(), 'assay-speaker-'));
  try {
    const words: Word[] = [];
    const parts: Int16Array[] = [];
    let atMs = 0;
    const decoded = new Map<string, Int16Array>();
    for (const utterance of own) {
      decoded.set(utterance, (await samplesOf(join(corpus, 'audio', `${utterance}.opus`), folder)).slice());
    }
    for (const utterance of Array.from({ length: times }, () => own).flat()) {
      const pcm = decoded.get(utterance)!;
      const said = texts.get(utterance)!.map((word) => word.toLowerCase());
      const eachMs = pcm.length / SAMPLES_PER_MS / said.length;
      said.forEach((text, index) => {
        const startMs = Math.round(atMs + index * eachMs);
        words.push({ text, startMs, endMs: Math.round(startMs + eachMs), confidence: 0.95 });
      });
      parts.push(pcm, new Int16Array(BETWEEN_MS * SAMPLES_PER_MS));
      atMs += pcm.length / SAMPLES_PER_MS + BETWEEN_MS;
    }
    const pcm = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
    let offset = 0;
    for (const part of parts) {
      pcm.set(part, offset);
      offset += part.length;
    }
    return { pcm, words };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
