import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A peer: pocketsphinx held to the known words by a grammar that allows nothing else, with silence between them and its
 * dictionary's pronunciations.
 *
 * @returns for each word its place, in milliseconds; undefined where pocketsphinx finds no path through all words
 */
export function alignWithPocketsphinx(
  pcm: Int16Array,
  words: readonly string[],
  folder: string,
): { startMs: number; endMs: number }[] | undefined {
  const wav = join(folder, 'peer.wav');
  const raw = join(folder, 'peer.pcm');
  writeFileSync(raw, new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength));
  execFileSync('ffmpeg', [
    ...['-v', 'error', '-y', '-f', 's16le', '-ar', '16000', '-ac', '1', '-i', raw, wav],
  ]);
  const grammar = join(folder, 'peer.gram');
  writeFileSync(grammar, `#JSGF V1.0;\ngrammar known;\npublic <known> = ${words.join(' ')};\n`);
  const quiet = ['-logfn', '/dev/null'];
  const told = execFileSync(
    'pocketsphinx_continuous',
    [
      ...['-infile', wav, '-jsgf', grammar, '-time', 'yes', '-bestpath', 'no'],
      ...['-beam', '1e-80', '-wbeam', '1e-60', '-pbeam', '1e-80', '-remove_silence', 'no', ...quiet],
    ],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const found = told
    .split('\n')
    .map((line) => /^([a-z'-]+)(?:\(\d+\))? (\d+\.\d+) (\d+\.\d+) /.exec(line))
    .filter((match) => match !== null)
    .map(([, text, start, end]) => ({
      text: text!,
      startMs: Number(start) * 1000,
      // The last frame of a word belongs to it: 10 ms each.
      endMs: Number(end) * 1000 + 10,
    }));
  const complete = found.length === words.length && found.every(({ text }, n) => text === words[n]);
  return complete ? found : undefined;
}
