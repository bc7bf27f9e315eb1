/**
 * The symbols that Kokoro-82M v1.0 knows and their numbers, as its published config.json has them (hexgrad/Kokoro-82M, Apache-2.0).
 * Upper-case letters stand for diphthongs.
 */
const numbers: Readonly<Record<string, number>> = {
  ...{
    ';': 1,
    ':': 2,
    ',': 3,
    '.': 4,
    '!': 5,
    '?': 6,
    '—': 9,
    '…': 10,
    '"': 11,
    '(': 12,
    ')': 13,
    '“': 14,
    '”': 15,
  },
  ...{
    ' ': 16,
    '\u0303': 17,
    ʣ: 18,
    ʥ: 19,
    ʦ: 20,
    ʨ: 21,
    ᵝ: 22,
    ꭧ: 23,
    A: 24,
    I: 25,
    O: 31,
    Q: 33,
    S: 35,
    T: 36,
  },
  ...{
    W: 39,
    Y: 41,
    ᵊ: 42,
    a: 43,
    b: 44,
    c: 45,
    d: 46,
    e: 47,
    f: 48,
    h: 50,
    i: 51,
    j: 52,
    k: 53,
    l: 54,
    m: 55,
  },
  ...{
    n: 56,
    o: 57,
    p: 58,
    q: 59,
    r: 60,
    s: 61,
    t: 62,
    u: 63,
    v: 64,
    w: 65,
    x: 66,
    y: 67,
    z: 68,
    ɑ: 69,
    ɐ: 70,
  },
  ...{
    ɒ: 71,
    æ: 72,
    β: 75,
    ɔ: 76,
    ɕ: 77,
    ç: 78,
    ɖ: 80,
    ð: 81,
    ʤ: 82,
    ə: 83,
    ɚ: 85,
    ɛ: 86,
    ɜ: 87,
    ɟ: 90,
    ɡ: 92,
  },
  ...{
    ɥ: 99,
    ɨ: 101,
    ɪ: 102,
    ʝ: 103,
    ɯ: 110,
    ɰ: 111,
    ŋ: 112,
    ɳ: 113,
    ɲ: 114,
    ɴ: 115,
    ø: 116,
    ɸ: 118,
    θ: 119,
  },
  ...{
    œ: 120,
    ɹ: 123,
    ɾ: 125,
    ɻ: 126,
    ʁ: 128,
    ɽ: 129,
    ʂ: 130,
    ʃ: 131,
    ʈ: 132,
    ʧ: 133,
    ʊ: 135,
    ʋ: 136,
    ʌ: 138,
  },
  ...{
    ɣ: 139,
    ɤ: 140,
    χ: 142,
    ʎ: 143,
    ʒ: 147,
    ʔ: 148,
    ˈ: 156,
    ˌ: 157,
    ː: 158,
    ʰ: 162,
    ʲ: 164,
    '↓': 169,
    '→': 171,
  },
  ...{ '↗': 172, '↘': 173, ᵻ: 177 },
};
/** Begins and ends what is to be said. */
const edge = 0;
/** What the network reads at once, edges included. */
export const maxTokens = 512;

/** espeak-ng's spelling of a sound, tied by "^", and Kokoro's. In this order: longer ones first. */
const english: readonly (readonly [string, string])[] = [
  ['ʔˌn\u0329', 'tᵊn'],
  ['ʔn\u0329', 'tᵊn'],
  ['a^ɪ', 'I'],
  ['a^ʊ', 'W'],
  ['d^ʒ', 'ʤ'],
  ['e^ɪ', 'A'],
  ['t^ʃ', 'ʧ'],
  ['ɔ^ɪ', 'Y'],
  ['o^ʊ', 'O'],
  ['ə^l', 'ᵊl'],
  ['ɜːɹ', 'ɜɹ'],
  ['ɜː', 'ɜɹ'],
  ['ɪə', 'iə'],
  ['ɚ', 'əɹ'],
  ['e', 'A'],
  ['r', 'ɹ'],
  ['x', 'k'],
  ['ç', 'k'],
  ['ɐ', 'ə'],
  ['ɬ', 'l'],
  ['ʔ', 't'],
  ['ʲ', 'j'],
  ['\u0303', ''],
  ['ː', ''],
];
const others: readonly (readonly [string, string])[] = [
  ['d^z', 'ʣ'],
  ['t^s', 'ʦ'],
  ['d^ʒ', 'ʤ'],
  ['t^ʃ', 'ʧ'],
  ['dz', 'ʣ'],
  ['ts', 'ʦ'],
  ['dʒ', 'ʤ'],
  ['tʃ', 'ʧ'],
];

/** What espeak-ng says of one clause (`--ipa --tie=^`), in Kokoro's symbols. */
export function kokoroSymbols(ipa: string, language: string): string {
  let symbols = ipa
    // Names of languages where espeak-ng changes between them.
    .replaceAll(/\([a-z-]+\)/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  for (const [from, to] of language === 'en' ? english : others) symbols = symbols.replaceAll(from, to);
  return symbols.replaceAll(/[-^]/g, '');
}

/** A sentence as clauses, each with the mark behind it; empty where there is none. */
export function clausesOf(sentence: string): { text: string; mark: string }[] {
  const pieces = sentence.split(/([,;:.!?…—]+["”’)\]]*(?:\s+|$))/u);
  const clauses: { text: string; mark: string }[] = [];
  for (let at = 0; at < pieces.length; at += 2) {
    const text = pieces[at]!.trim();
    if (!/[\p{L}\p{N}]/u.test(text)) continue;
    clauses.push({ text, mark: /[,;:.!?…—]/u.exec(pieces[at + 1] ?? '')?.[0] ?? '' });
  }
  return clauses;
}

/** Numbers of the symbols between two edges; what Kokoro does not know is left out. */
export function tokensOf(symbols: string): number[] {
  const known = [...symbols].map((symbol) => numbers[symbol]).filter((number) => number !== undefined);
  return [edge, ...known.slice(0, maxTokens - 2), edge];
}
