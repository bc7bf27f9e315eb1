import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { AlignedWord, SpokenWord } from '../../server/domain/transcript/types.ts';
import type { AlignEngine } from '../../server/engines/align/port.ts';
import type { Random } from './random.ts';

/** One read utterance with the experts' opinions, medians of five, 0–10. */
export interface RatedUtterance {
  id: string;
  speaker: string;
  accuracy: number;
  fluency: number;
  durationMs: number;
  words: SpokenWord[];
  /** The same sound aligned with a text some words of which were never said. */
  misheard: SpokenWord[];
}

/** Share of words replaced in `misheard`, about what a good recogniser gets wrong on accented speech. */
const MISHEARD_SHARE = 0.2;

/**
 * speechocean762 (Zhang et al. 2021), aligned with the words that were read: 2,500 utterances of 125 speakers.
 *
 * @param folder laid out as the corpus's own: audio/, text, utt2spk, scores.csv
 * @param wanted leaves utterances out; all are taken without it
 */
export async function readSpeechocean(
  folder: string,
  align: AlignEngine,
  random: Random,
  onProgress: (done: number, of: number) => void = () => {},
  wanted: (speaker: string, id: string) => boolean = () => true,
): Promise<RatedUtterance[]> {
  const table = async (name: string) =>
    new Map(
      (await readFile(join(folder, name), 'utf8'))
        .trim()
        .split('\n')
        .map((line) => line.split(/\s(.*)/s) as [string, string]),
    );
  const [texts, speakers] = [await table('text'), await table('utt2spk')];
  const scores = parseScores(await readFile(join(folder, 'scores.csv'), 'utf8'));
  const everyWord = [...texts.values()].flatMap(plainWords);
  const work = await mkdtemp(join(tmpdir(), 'assay-calibrate-'));
  const rated: RatedUtterance[] = [];
  try {
    const pcmPath = join(work, 'utterance.pcm');
    for (const [id, text] of texts) {
      const score = scores.get(id);
      if (!score || !wanted(speakers.get(id)!, id)) continue;
      await promisify(execFile)('ffmpeg', [
        ...['-v', 'error', '-y', '-i', join(folder, 'audio', `${id}.opus`)],
        ...['-f', 's16le', '-ac', '1', '-ar', '16000', pcmPath],
      ]);
      const durationMs = Math.floor((await stat(pcmPath)).size / 32);
      const said = plainWords(text);
      const heard = said.map((word) =>
        random.uniform() < MISHEARD_SHARE
          ? everyWord[Math.floor(random.uniform() * everyWord.length)]!
          : word,
      );
      rated.push({
        id,
        speaker: speakers.get(id)!,
        ...score,
        durationMs,
        words: await alignText(align, pcmPath, said, durationMs),
        misheard: await alignText(align, pcmPath, heard, durationMs),
      });
      if (rated.length % 100 === 0) onProgress(rated.length, texts.size);
    }
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return rated;
}

const plainWords = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(/[^a-z']/g, ''))
    .filter(Boolean);

function parseScores(csv: string): Map<string, { accuracy: number; fluency: number }> {
  const [header, ...lines] = csv.trim().split('\n');
  const columns = header!.split(',');
  const [accuracy, fluency] = [columns.indexOf('accuracy_median'), columns.indexOf('fluency_median')];
  return new Map(
    lines.map((line) => {
      const cells = line.split(',');
      return [cells[0]!, { accuracy: Number(cells[accuracy]), fluency: Number(cells[fluency]) }];
    }),
  );
}

async function alignText(
  align: AlignEngine,
  pcmPath: string,
  texts: readonly string[],
  durationMs: number,
): Promise<SpokenWord[]> {
  const at = (index: number) => Math.round((durationMs * index) / texts.length);
  const words = texts.map((text, index) => ({
    text,
    startMs: at(index),
    endMs: at(index + 1),
    confidence: 1,
  }));
  const aligned = await align.align({
    pcmPath,
    words,
    speech: [{ startMs: 0, endMs: durationMs }],
    signal: new AbortController().signal,
  });
  return aligned.map((word: AlignedWord) => ({ ...word, speaker: 'reader', overlap: false }));
}
