import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Span } from '../../../server/domain/transcript/types.ts';
import type { Lexicon } from '../../../server/engines/align/lexicon.ts';
import { modelPhone } from '../../../server/engines/align/phones.ts';
import { type SpokenPhone, wordTimes } from '../../../testkit/word-times.ts';

export interface TimedWord extends Span {
  text: string;
}

/** One sentence as a synthesiser said it. */
export interface SaidSentence {
  /** Mono, 16 kHz. */
  samples: Int16Array;
  words: TimedWord[];
}

export interface Voice {
  name: string;
  /** Says sentences (lower case, no punctuation); those whose words cannot be told apart for certain are left out. */
  say(sentences: readonly string[], folder: string): SaidSentence[];
}

/** With more edits a phone than this between what was said and the lexicon, the borders of words are unknown. */
const mostEditsPerPhone = 0.15;

/** @param chunk of all durations: 1.2 is slow */
export function fliteVoice(voice: string, chunk: number, lexicon: Lexicon): Voice {
  return {
    name: `flite ${voice}`,
    say: (sentences, folder) =>
      sentences.flatMap((sentence) => {
        const wav = join(folder, 'said.wav');
        const args = ['-voice', voice, '--setf', `duration_stretch=${chunk}`];
        const spoken = execFileSync('flite', [...args, '-psdur', '-t', sentence, '-o', wav], {
          encoding: 'utf8',
        });
        const phones: SpokenPhone[] = [];
        let startMs = 0;
        for (const token of spoken.trim().split(/\s+/)) {
          const [name, end] = token.split(':');
          const phone = modelPhone(name!);
          const endMs = Number(end) * 1000;
          if (phone) phones.push({ phone, startMs, endMs });
          startMs = endMs;
        }
        return timed(sentence, phones, samplesOf(['-i', wav]), lexicon);
      }),
  };
}

/** Needs Python 3 and libespeak-ng: times come from the library's events. */
export function espeakVoice(voice: string, wordsPerMinute: number, lexicon: Lexicon): Voice {
  const program = join(import.meta.dirname, 'espeak_phones.py');
  return {
    name: `espeak-ng ${voice}`,
    say: (sentences, folder) => {
      const told = execFileSync('python3', [program, voice, String(wordsPerMinute), folder], {
        encoding: 'utf8',
        input: sentences.join('\n'),
      });
      const lines = told.trim().split('\n');
      return sentences.flatMap((sentence, n) => {
        const events = JSON.parse(lines[n]!) as [string, number, number][] | null;
        if (!events) return [];
        const phones = events.map(([phone, startMs, endMs]) => ({ phone, startMs, endMs }));
        const pcm = join(folder, `${String(n).padStart(4, '0')}.pcm`);
        const raw = ['-f', 's16le', '-ar', '22050', '-ac', '1'];
        return timed(sentence, phones, samplesOf([...raw, '-i', pcm]), lexicon);
      });
    },
  };
}

function timed(
  sentence: string,
  phones: readonly SpokenPhone[],
  samples: Int16Array,
  lexicon: Lexicon,
): SaidSentence[] {
  const texts = sentence.split(' ');
  const variants = lexicon.variants(texts);
  const times = wordTimes(
    phones,
    texts.map((text) => variants.get(text)!),
  );
  if (!times || times.edits > mostEditsPerPhone * phones.length) return [];
  return [{ samples, words: texts.map((text, n) => ({ text, ...times.words[n]! })) }];
}

function samplesOf(input: readonly string[]): Int16Array {
  const bytes = execFileSync(
    'ffmpeg',
    ['-v', 'error', ...input, '-f', 's16le', '-ar', '16000', '-ac', '1', '-'],
    {
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  return new Int16Array(new Uint8Array(bytes).buffer);
}

/** Sentences of a text, one string each, without punctuation, lower case. */
export function sentencesOf(texts: readonly string[]): string[] {
  return texts
    .flatMap((text) => text.split(/[.?!:]/))
    .map((sentence) =>
      sentence
        .toLowerCase()
        .replace(/[^a-z' ]+/g, ' ')
        .trim()
        .replace(/\s+/g, ' '),
    )
    .filter((sentence) => sentence.split(' ').length > 3);
}
