import { packs } from '../languages/registry.ts';
import { lazy } from '../lazy.ts';
import type { Stemmer } from './stem.ts';

/** A word of a text as it is compared. */
export interface Token {
  /** Lower case, without diacritics; "A/P" is "ap", "C.P.A." is "cpa". */
  form: string;
  stem: string;
  /** Written in capitals: what tells "IT" from "it". */
  isCapitals: boolean;
  /** Offsets in the text, end exclusive. */
  start: number;
  end: number;
}

/**
 * Dotted and slashed abbreviations, names such as C++, C#, .NET or Node.js, single signs of scripts that write
 * without spaces, then words and numbers. Where one that looks far ahead fails, another takes all that was looked at: a text costs no more
 * than its length.
 */
const word =
  /(?:\p{L}\.){2,}\p{L}?(?!\p{L})|(?<![\p{L}\p{N}])\p{L}(?:[/&]\p{L}){1,3}(?![\p{L}\p{N}])|(?<!\p{L})[cf](?:\+\+|#)|\.net\b|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{N}])+\.js\b|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{M}\p{N}])+(?:['’](?!s\b)\p{L}+)?/giu;

/** The same for text of ASCII alone, several times as fast. */
const asciiWord =
  /(?:[a-z]\.){2,}[a-z]?(?![a-z])|(?<![a-z0-9])[a-z](?:[/&][a-z]){1,3}(?![a-z0-9])|(?<![a-z])[cf](?:\+\+|#)|\.net\b|[a-z0-9]+\.js\b|[a-z0-9]+(?:'(?!s\b)[a-z]+)?/gi;
// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII begins with them
const isAscii = /^[\x00-\x7f]*$/;
const isPlain = /^[a-z0-9]+$/i;

/** Words that join others and tell nothing by themselves. */
const joining = lazy(() => new Set(packs.flatMap(({ joiningWords }) => joiningWords?.split(' ') ?? [])));

/** Words of a text in order, joining words left out, so that "profit and loss" is found as "profit & loss". */
export function wordsOf(text: string, stem: Stemmer): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(isAscii.test(text) ? asciiWord : word)) {
    const written = match[0];
    const form = normalise(written);
    if (!form) continue;
    const isCapitals = isInCapitals(written, form);
    const start = match.index;
    const end = start + written.length;
    if (joining().has(form) && !isAbbreviation(written) && text[end] !== '-') continue;
    tokens.push({ form, stem: stem(form), isCapitals, start, end });
  }
  return joinShortPrefixes(tokens, text, stem);
}

const isInCapitals = (written: string, form: string): boolean =>
  isPlain.test(written)
    ? written !== form && written === written.toUpperCase()
    : /\p{Lu}/u.test(written) && !/\p{Ll}/u.test(written);

const isAbbreviation = (written: string) => /^(?:\p{Lu}{2,}|\p{Lu}[./&].*)$/u.test(written);

/** One spelling of what is one word to a reader: case, width, diacritics and the signs of abbreviations. */
export const normalise = (written: string): string =>
  isPlain.test(written) ? written.toLowerCase() : normaliseAny(written);

const normaliseAny = (written: string): string =>
  written
    .normalize('NFKD')
    .replaceAll(/\p{Script=Latin}\p{Mn}+/gu, (letter) => letter[0]!)
    .replaceAll('ß', 'ss')
    .replaceAll(/е\u0308/giu, 'е')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/['’./&]/g, (sign, _at: number, whole: string) =>
      sign === '.' && /\.(js|net)$/.test(whole) ? '.' : '',
    );

/** "e-commerce" is "ecommerce" and "co-ordinate" "coordinate"; longer parts stay words of their own. */
function joinShortPrefixes(tokens: Token[], text: string, stem: Stemmer): Token[] {
  const joined: Token[] = [];
  for (const token of tokens) {
    const before = joined.at(-1);
    if (before && token.start === before.end + 1 && text[before.end] === '-' && before.form.length <= 2) {
      const form = before.form + token.form;
      joined[joined.length - 1] = { ...before, form, stem: stem(form), end: token.end, isCapitals: false };
    } else joined.push(token);
  }
  return joined;
}
