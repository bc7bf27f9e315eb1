import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** What the experts of speechocean762 rated, 0–10 each (Zhang et al. 2021). */
export const ratings = ['total', 'accuracy', 'fluency', 'prosodic'] as const;
export type Rating = (typeof ratings)[number];

export interface CorpusUtterance {
  id: string;
  speaker: string;
  /** Lower case words, letters and apostrophes only. */
  words: string[];
  /** Opus, WAV or another file ffmpeg reads. */
  audioPath: string;
  /** Medians of the experts. */
  scores: Record<Rating, number>;
}

export class CorpusError extends Error {
  override name = 'CorpusError';
}

/** Sound files are looked for in this order. */
const endings = ['opus', 'wav', 'WAV', 'flac', 'ogg', 'mp3'];

/**
 * Reads a folder laid out like speechocean762 (Zhang et al. 2021): audio/, text, utt2spk, scores.csv.
 *
 * @param speakers restricts to these; all are taken when absent
 * @throws CorpusError naming what is missing, or a wanted speaker that the corpus does not have
 */
export async function readCorpus(folder: string, speakers?: readonly string[]): Promise<CorpusUtterance[]> {
  const [texts, speakerOf] = [await table(folder, 'text'), await table(folder, 'utt2spk')];
  const scores = parseScores(await textOf(folder, 'scores.csv'));
  const known = new Set(speakerOf.values());
  const strangers = (speakers ?? []).filter((speaker) => !known.has(speaker));
  if (strangers.length > 0) {
    throw new CorpusError(`utt2spk of ${folder} has no speaker ${strangers.slice(0, 5).join(', ')}.`);
  }
  const wanted = speakers && new Set(speakers);
  const utterances: CorpusUtterance[] = [];
  for (const [id, text] of texts) {
    const speaker = speakerOf.get(id);
    if (speaker === undefined) throw new CorpusError(`utt2spk of ${folder} has no line for ${id}.`);
    if (wanted && !wanted.has(speaker)) continue;
    const score = scores.get(id);
    if (!score) throw new CorpusError(`scores.csv of ${folder} has no line for ${id}.`);
    const audioPath = endings
      .map((ending) => join(folder, 'audio', `${id}.${ending}`))
      .find((path) => existsSync(path));
    if (!audioPath)
      throw new CorpusError(`${join(folder, 'audio')} has no sound for ${id} (${endings.join(', ')}).`);
    utterances.push({ id, speaker, words: plainWords(text), audioPath, scores: score });
  }
  if (utterances.length === 0) throw new CorpusError(`${folder} holds no utterance of the wanted speakers.`);
  return utterances;
}

export const plainWords = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .split(/\s+/)
    .map((word) => word.replace(/[^a-z']/g, ''))
    .filter((word) => /[a-z]/.test(word));

async function textOf(folder: string, name: string): Promise<string> {
  const path = join(folder, name);
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new CorpusError(`${path} cannot be read: the folder must hold audio/, text, utt2spk, scores.csv.`, {
      cause,
    });
  }
}

/** Lines of "key<white space>rest". */
async function table(folder: string, name: string): Promise<Map<string, string>> {
  const lines = (await textOf(folder, name)).split('\n').filter((line) => line.trim() !== '');
  return new Map(
    lines.map((line) => {
      const [, key, rest] = /^(\S+)\s*(.*)$/.exec(line.trim())!;
      return [key!, rest!];
    }),
  );
}

/** @throws CorpusError when a column or a number is missing */
export function parseScores(csv: string): Map<string, Record<Rating, number>> {
  const [header = '', ...lines] = csv.trim().split(/\r?\n/);
  const columns = header.split(',');
  const at = ratings.map((rating) => {
    const column = columns.indexOf(`${rating}_median`);
    if (column < 0) throw new CorpusError(`scores.csv has no column ${rating}_median.`);
    return column;
  });
  return new Map(
    lines.map((line) => {
      const cells = line.split(',');
      const values = at.map((column) => Number(cells[column] || Number.NaN));
      if (values.some(Number.isNaN)) throw new CorpusError(`scores.csv lacks a score in the line "${line}".`);
      return [
        cells[0]!,
        Object.fromEntries(ratings.map((rating, index) => [rating, values[index]!])) as Record<
          Rating,
          number
        >,
      ];
    }),
  );
}

/**
 * Decodes several files at once into `<folder>/<n>.pcm`, the pipeline's raw 16-bit mono sound at 16 kHz.
 *
 * @returns their paths, in order
 * @throws CorpusError naming a file that gives no sound
 */
export async function decodeAll(paths: readonly string[], folder: string): Promise<string[]> {
  const out = paths.map((_, index) => join(folder, `${index}.pcm`));
  const format = ['-f', 's16le', '-ac', '1', '-ar', '16000'];
  try {
    await promisify(execFile)('ffmpeg', [
      ...['-v', 'error', '-nostdin', '-y', '-threads', '1'],
      ...paths.flatMap((path) => ['-i', path]),
      ...out.flatMap((path, index) => ['-map', `${index}:a:0`, ...format, path]),
    ]);
  } catch (cause) {
    const [first] = String((cause as { stderr?: string }).stderr ?? cause).split('\n');
    throw new CorpusError(`ffmpeg cannot decode one of ${paths[0]} … ${paths.at(-1)}: ${first}`, { cause });
  }
  for (const [index, path] of out.entries()) {
    if ((await stat(path)).size === 0) throw new CorpusError(`${paths[index]} holds no sound.`);
  }
  return out;
}
