import { runProgram } from '../child-process.ts';
import type { Pronunciation } from './pronunciation.ts';

const limits = { memoryBytes: 512 * 1024 ** 2, cpuSeconds: 20, openFiles: 32 };
const timeoutMs = 30_000;
/** A word has some tens of bytes, its phones as many. */
const maxStdoutBytes = 8 * 1024 * 1024;
/** Words of one call: two hours of speech have some thousand different ones. */
const wordsPerCall = 500;

/**
 * Words of another language in the phones of the English acoustic model, by espeak-ng's letters to sounds: what the language has and
 * English has not becomes the nearest that English has ("ü" is "uw", a nasal vowel ends in "n").
 *
 * @returns for each word its phones; empty where espeak-ng says nothing
 * @throws ProgramError when espeak-ng is missing or fails
 */
export async function espeakPhones(
  words: readonly string[],
  voice: string,
  signal: AbortSignal,
  program = 'espeak-ng',
): Promise<Map<string, Pronunciation>> {
  const found = new Map<string, Pronunciation>();
  const sayable = new Map<string, string>();
  for (const word of words) {
    // Letters only: espeak-ng reads "[[" as phones, and a full stop ends a line of its answer.
    const bare = word.replaceAll(/[^\p{L}\p{M}\p{N}'’-]/gu, '');
    if (bare === '') found.set(word, []);
    else sayable.set(word, bare);
  }
  const all = [...sayable];
  for (let at = 0; at < all.length; at += wordsPerCall) {
    const some = all.slice(at, at + wordsPerCall);
    const lines = await linesOf(
      some.map(([, bare]) => bare),
      ask,
    );
    for (const [index, [word]] of some.entries()) found.set(word, modelPhones(lines[index]!));
  }
  return found;

  /** Each word as a paragraph of its own: no word leans on the next. */
  async function ask(some: readonly string[]): Promise<string[]> {
    const input = [Buffer.from(some.map((word) => `${word}.\n\n`).join(''))];
    const args = ['-q', '-x', '--sep=_', '-v', voice, '--stdin'];
    const { stdout } = await runProgram({
      ...{ program, args, input, limits, timeoutMs, maxStdoutBytes, signal },
    });
    return stdout.toString('utf8').split('\n').filter(hasPhones);
  }
}

const hasPhones = (line: string): boolean => /[^\s_:]/.test(line);

/** A line for each word. Where a word gives none or several, as long numbers do, the words are asked in halves. */
async function linesOf(
  words: readonly string[],
  ask: (some: readonly string[]) => Promise<string[]>,
): Promise<string[]> {
  const lines = await ask(words);
  if (lines.length === words.length) return lines;
  if (words.length === 1) return [lines.join('_')];
  const half = words.length >> 1;
  return [...(await linesOf(words.slice(0, half), ask)), ...(await linesOf(words.slice(half), ask))];
}

/** What espeak-ng writes for a word (`-x --sep=_`) in the model's phones. */
export function modelPhones(line: string): string[] {
  return (
    line
      // Names of languages where espeak-ng changes between them.
      .replaceAll(/\([a-z-]+\)/g, '')
      .split(/[_\s]+/)
      .flatMap((name) => {
        // Without stress and length.
        const bare = name.replaceAll(/['%,;=|:]+$|^['%,]+/g, '');
        return known.get(name.replaceAll(/^['%,]+/g, ''))?.split(' ') ?? nearest(bare);
      })
  );
}

/** A name that is not known: the longest beginning that is, then the rest. */
function nearest(name: string): string[] {
  for (let length = name.length; length > 0; length--) {
    const found = known.get(name.slice(0, length));
    if (found) return [...found.split(' '), ...nearest(name.slice(length))];
  }
  return name.length > 1 ? nearest(name.slice(1)) : [];
}

/** The model's phones, and espeak-ng's names of what becomes them: English ones first, then those of other languages. */
const names: Readonly<Record<string, string>> = {
  aa: '0 0# A: A@ A# A~ A',
  ae: 'a aa a2 &',
  ah: 'V @ @2 @5 @- a# @r',
  ao: 'O: O O@ o@ O2 o:',
  aw: 'aU aU@ au aw',
  ay: 'aI aI@ aI3 aI# aI2 ai aj',
  b: 'b B b^',
  ch: 'tS tS^ tS; ts. tS. ts; ts^',
  d: 'd d# d[ d. D^',
  dh: 'D',
  eh: 'E e e@ e# E2 E#',
  er: '3 3: IR VR 2 2: W W:',
  ey: 'eI e: ei ej',
  f: 'f',
  g: 'g',
  hh: 'h C H X x^',
  ih: 'I I2 I# I2# i@ i@3 I@ I3 V" i" y" @"',
  iy: 'i: i',
  jh: 'dZ dZ^ dZ; dz. dz; dz^ dz',
  k: 'k x c',
  l: 'l l# L l- @L',
  m: 'm m-',
  n: 'n n-',
  ng: 'N',
  ow: 'oU o oU# @U o2',
  oy: 'OI oi OY oY',
  p: 'p',
  r: 'r r- R R2 * ** Q Q^ r^ rr',
  s: 's',
  sh: 'S S^ S; s. s; s^',
  t: 't t# t2 ? t[ t. t^ T^',
  th: 'T',
  uh: 'U U@ U2 u2 Y Y: Y~',
  uw: 'u: u uw y y: u"',
  v: 'v',
  w: 'w w#',
  y: 'j',
  z: 'z z#',
  zh: 'Z Z^ Z; z. z; z^',
  't s': 'ts t_s',
  'p f': 'pF',
  'n y': 'n^ J',
  'l y': 'l^ l*',
  'aa n': 'a~ &~',
  'eh n': 'E~ e~ W~ U~',
  'ow n': 'O~ o~',
  'iy n': 'i~ I~',
  'uw n': 'u~',
  'g y': 'gj g^',
  'k y': 'kj k^ c^',
};
const known: ReadonlyMap<string, string> = new Map(
  Object.entries(names).flatMap(([phones, all]) => all.split(' ').map((name) => [name, phones] as const)),
);
