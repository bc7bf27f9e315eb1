import type { WrittenWord } from './written-speech.ts';

/** Hesitations as transcribers write them: er, erm, ah, uh, um, mm, mhm, hmm, eh, with letters drawn out. */
const filler = /^(?:e+r+m*|a+h+m*|u+h*m+|u+h+|u+r*m+|m{2,}|m+h+m+|h+m+|e+h+|u+h+-?h+u+h+|m+-?h*m+)$/;

/** Elements of corpus mark-up whose content was not meant to be said, was taken back, or is no English. */
const roles: Readonly<Record<string, 'filler' | 'abandoned' | 'left out'>> = {
  f: 'filler',
  r: 'abandoned',
  sc: 'abandoned',
  jp: 'left out',
  nvs: 'left out',
  '?': 'left out',
};

/** Marks of a silence of two seconds or more: <.> and <..>, with or without an end mark. */
const silence = /^<\.{1,3}>$/;

export interface ReadTurn {
  words: WrittenWord[];
  /** Silences marked, also before the first and after the last word. */
  silences: number;
}

/**
 * A learner's turn as written down, with or without mark-up in the manner of learner corpora (<F>filler</F>,
 * <R>repeated</R>, <SC>taken back</SC>, <..></..> silence). Other marks go and leave what they enclose; what was not
 * understood ("XXX") goes too.
 */
export function readTurn(text: string): ReadTurn {
  const words: WrittenWord[] = [];
  const open: string[] = [];
  let silences = 0;
  let afterSilence = false;
  for (const part of text.match(/<[^>]*>|[^\s<]+/g) ?? []) {
    if (part.startsWith('<')) {
      const name = part.match(/^<\/?\s*([a-z?]+)/i)?.[1]?.toLowerCase();
      if (silence.test(part)) {
        silences += 1;
        afterSilence = true;
      } else if (name && part.startsWith('</')) {
        const at = open.lastIndexOf(name);
        if (at >= 0) open.splice(at, 1);
      } else if (name && !part.endsWith('/>')) open.push(name);
      continue;
    }
    const word = part.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}'’-]+$/gu, '');
    if (!/[\p{L}\p{N}]/u.test(word) || /^X{2,}\d*$/.test(word)) continue;
    const inside = open.map((name) => roles[name]);
    if (inside.includes('left out')) continue;
    words.push({
      text: word,
      ...(inside.includes('filler') || filler.test(word.toLowerCase()) ? { filler: true } : {}),
      ...(inside.includes('abandoned') ? { abandoned: true } : {}),
      ...(afterSilence ? { afterSilence } : {}),
    });
    afterSilence = false;
  }
  return { words, silences };
}
