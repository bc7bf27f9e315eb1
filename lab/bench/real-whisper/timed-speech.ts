import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SaidSentence } from '../alignment/synthesisers.ts';

/** Every sentence said by a voice of espeak-ng, which tells when each word sounds. Needs Python 3 and libespeak-ng. */
export function sayTimed(
  sentences: readonly string[],
  { voice, wordsPerMinute, folder }: { voice: string; wordsPerMinute: number; folder: string },
): SaidSentence[] {
  const program = join(import.meta.dirname, 'espeak_words.py');
  const told = execFileSync('python3', [program, voice, String(wordsPerMinute), folder], {
    encoding: 'utf8',
    input: sentences.join('\n'),
  });
  return told
    .trim()
    .split('\n')
    .map((line, n) => ({
      samples: at16kHz(join(folder, `${String(n).padStart(4, '0')}.pcm`)),
      words: (JSON.parse(line) as [string, number, number][]).map(([text, startMs, endMs]) => ({
        text,
        startMs,
        endMs,
      })),
    }));
}

function at16kHz(pcm: string): Int16Array {
  const from = ['-f', 's16le', '-ar', '22050', '-ac', '1', '-i', pcm];
  const bytes = execFileSync('ffmpeg', ['-v', 'error', ...from, '-f', 's16le', '-ar', '16000', '-'], {
    maxBuffer: 64 * 1024 * 1024,
  });
  return new Int16Array(new Uint8Array(bytes).buffer);
}

/** The passages that are spoken, by language, parted into sentences. Japanese is left out: it is written otherwise than it is read out. */
export function passagesByLanguage(): Map<string, { voice: string; sentences: string[] }> {
  const path = join(import.meta.dirname, 'synthetic.json');
  const given = JSON.parse(readFileSync(path, 'utf8')) as Record<
    string,
    { voice: string; text: string; spoken?: string }
  >;
  return new Map(
    Object.entries(given)
      .filter(([, { spoken }]) => spoken === undefined)
      .map(([language, { voice, text }]) => [
        language,
        { voice, sentences: text.split(/(?<=[.!?。।؟])\s*/).filter(Boolean) },
      ]),
  );
}
