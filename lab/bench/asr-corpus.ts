import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface CorpusUtterance {
  id: string;
  speaker: string;
  age: number;
  text: string;
  /** Raw s16le mono 16 kHz, decoded when first asked for and kept in the folder for sounds. */
  pcmPath: () => string;
}

/**
 * The utterances of a corpus laid out like speechocean762 (audio/, text, utt2spk, spk2age), in order of their ids.
 *
 * @param options.speakers only these, when given
 * @param options.minAge only speakers of at least this age
 */
export function corpusUtterances(
  folder: string,
  options: { soundsFolder: string; minAge: number; speakers: ReadonlySet<string> | undefined },
): CorpusUtterance[] {
  const table = (file: string) =>
    readFileSync(join(folder, file), 'utf8')
      .trim()
      .split('\n')
      .map((line) => /^(\S+)\s+(.*)$/.exec(line)!.slice(1) as [string, string]);
  const texts = new Map(table('text'));
  const ages = new Map(table('spk2age').map(([speaker, age]) => [speaker, Number(age)]));
  mkdirSync(options.soundsFolder, { recursive: true });
  return table('utt2spk')
    .map(([id, speaker]) => ({ id, speaker, age: ages.get(speaker) ?? 0, text: texts.get(id) ?? '' }))
    .filter(({ speaker, age }) => age >= options.minAge && (options.speakers?.has(speaker) ?? true))
    .sort((a, b) => a.id.localeCompare(b.id))
    .map((utterance) => ({
      ...utterance,
      pcmPath: () => decoded(folder, options.soundsFolder, utterance.id),
    }));
}

function decoded(folder: string, soundsFolder: string, id: string): string {
  const path = join(soundsFolder, `${id}.pcm`);
  if (existsSync(path)) return path;
  const from = ['opus', 'wav', 'flac'].map((end) => join(folder, 'audio', `${id}.${end}`)).find(existsSync);
  if (!from) throw new Error(`There is no sound of utterance ${id} in ${folder}.`);
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', from, '-f', 's16le', '-ar', '16000', '-ac', '1', path]);
  return path;
}
