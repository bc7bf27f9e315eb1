import type { Beside } from '../pack.ts';
import {
  digitByDigit,
  readDecade,
  readNumber,
  readOrdinal,
  readSlashed,
  readTime,
} from './spoken-numbers.ts';
import {
  abbreviations,
  currencies,
  multiples,
  multipleWords,
  signs,
  stopped,
  units,
} from './spoken-tables.ts';

const mostForms = 6;

/**
 * What may be said for a written English word, as lists of pieces; the likeliest first. A piece is a word in lower case letters and
 * apostrophes, or one capital letter, which stands for the letter's name.
 *
 * "Well-known," is [well, known]; "$5" [five, dollars]; "B2B" [B, two, B]; "1984" [nineteen, eighty, four] or [one, thousand, nine, …].
 * Capitals alone do not make an abbreviation here: some recognisers write everything in capitals. A word with nothing to say in it
 * ("–") has no form.
 */
export function spokenForms(written: string, beside: Beside = {}): string[][] {
  const plain = plainly(written);
  const listed = listedForms(plain);
  if (listed) return listed;
  const ahead = plainly(beside.after ?? '').replace(/[^a-z]/g, '');
  const multiple = multipleWords.has(ahead);
  const currency = currencyOf(plain, beside);

  const tokens = [...plain.matchAll(tokenPattern)];
  const range = /^\D*([\d,]+)[-\u2013]([\d,]+)\D*$/.exec(plain);
  const rises = range && Number(range[1]!.replaceAll(',', '')) < Number(range[2]!.replaceAll(',', ''));
  let forms: string[][] = [[]];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!;
    const next = tokens[at + 1];
    const touching = next && next.index === token.index + token[0].length ? next[0] : '';
    const read = sayToken(token[0], touching, plain, multiple && at === tokens.length - 1);
    if (read.usedNext) at++;
    // "10-15": usually "ten to fifteen".
    if (rises && at > 0 && /^\d/.test(token[0]))
      read.ways = read.ways.flatMap((way) => [['to', ...way], way]);
    forms = forms.flatMap((front) => read.ways.map((way) => [...front, ...way])).slice(0, mostForms);
  }
  if (currency) forms = forms.map((form) => [...form, currency]);
  return forms.filter((form) => form.length > 0);
}

/** Pieces as words of a transcript: neighbouring letters are one ("A", "I" → "ai"). */
export function joinLetters(pieces: readonly string[]): string[] {
  const words: string[] = [];
  let inLetters = false;
  for (const piece of pieces) {
    const isLetter = /^[A-Z]$/.test(piece);
    if (isLetter && inLetters) words.push(words.pop()! + piece.toLowerCase());
    else words.push(piece.toLowerCase());
    inLetters = isLetter;
  }
  return words;
}

/** Whether a word is said otherwise than its letters stand: it holds digits, signs, hyphens, or is an abbreviation. */
export const needsSaying = (written: string, beside: Beside = {}): boolean => {
  const plain = plainly(written);
  return (
    /[\d$€£¥%&+@=°#]|[a-z]-[a-z]/.test(plain) ||
    listedForms(plain) !== undefined ||
    currencyOf(plain, beside) !== undefined
  );
};

/** The currency that is said behind this word and stands before the number in front of it: "$64 billion". */
function currencyOf(plain: string, { before = '' }: Beside): string | undefined {
  if (!multipleWords.has(plain.replace(/[^a-z]/g, ''))) return undefined;
  const [, sign] = /^\W*([$€£¥])\d/.exec(plainly(before)) ?? [];
  return sign && currencies[sign]![1];
}

const tokenPattern =
  /\d{1,2}:\d{2}(?!\d)|\d+\/\d+(?![/\d])|[$€£¥]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|[$€£¥]?\.\d+|[a-z][a-z']*|[%&+@=°#]/g;

const plainly = (written: string): string =>
  written
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/\u2044/g, '/')
    .replace(/[\u2010-\u2012]/g, '-')
    .toLowerCase();

/** Abbreviations and letters with stops: "Dr.", "vs", "A.I.", "U.S.A.'s". */
function listedForms(plain: string): string[][] | undefined {
  const word = plain.replace(/^[^a-z]+|[^a-z.]+$/g, '');
  const ways = stopped[word] ?? abbreviations[word.replace(/\.$/, '')];
  if (ways) return ways.map((way) => way.split(' '));
  const letters = /^((?:[a-z]\.){2,}|(?:[a-z]\.)+[a-z])('?s)?$/.exec(word);
  if (!letters) return undefined;
  return [[...letters[1]!.replaceAll('.', '').toUpperCase()]];
}

interface Said {
  ways: string[][];
  usedNext?: boolean;
}

function sayToken(token: string, touching: string, plain: string, beforeMultiple: boolean): Said {
  const number = /^([$€£¥]?)([\d,]*)(?:\.(\d+))?$/.exec(token);
  if (number && /\d/.test(token)) return sayNumber(number, touching, plain, beforeMultiple);
  const time = /^(\d+):(\d+)$/.exec(token);
  if (time) return { ways: readTime(time[1]!, time[2]!) };
  const slashed = /^(\d+)\/(\d+)$/.exec(token);
  if (slashed) return { ways: readSlashed(slashed[1]!, slashed[2]!) };
  if (signs[token]) return { ways: [[signs[token]]] };
  const word = token.replace(/'+$/, '');
  // "B2B", "mp3", "F-35", "x-ray": letters beside digits or a hyphen are named one by one.
  const besideDigit = word.length <= 2 && /\d/.test(plain) && !/[\s-]/.test(plain);
  const besideHyphen = word.length === 1 && plain.includes(`${word}-`) && word !== 'a';
  return { ways: [besideDigit || besideHyphen ? [...word.toUpperCase()] : [word]] };
}

/** A number with its currency, fraction and the letters right behind it. */
function sayNumber(number: RegExpExecArray, touching: string, plain: string, beforeMultiple: boolean): Said {
  const [, currency, whole, fraction] = number as unknown as [string, string, string, string | undefined];
  if (/^(st|nd|rd|th)$/.test(touching)) return { ways: readOrdinal(whole), usedNext: true };
  if (/^'?s$/.test(touching)) return { ways: readDecade(whole), usedNext: true };
  if (whole === '') return { ways: [['point', ...digits(fraction!)]] };

  let ways = readNumber(whole);
  // "5-29-0": parts of a number that is read out, as often digit by digit.
  if (/\d-\d/.test(plain) && whole.length > 1) ways = [...ways, ...digitByDigit(whole)];
  const cents = currency && fraction?.length === 2 ? readNumber(String(Number(fraction)))[0]! : undefined;
  if (fraction && !cents) ways = ways.map((way) => [...way, 'point', ...digits(fraction)]);
  if (currency) {
    const [one, many] = currencies[currency]!;
    const name = whole === '1' && !fraction ? one : many;
    if (beforeMultiple) return { ways };
    const multiple = multiples[touching];
    if (multiple) return { ways: ways.map((way) => [...way, multiple, many]), usedNext: true };
    if (cents) {
      const dollars = whole === '1' ? one : many;
      return {
        ways: ways.flatMap((way) => [
          [...way, dollars, ...cents],
          [...way, ...cents],
        ]),
      };
    }
    return { ways: ways.map((way) => [...way, name]) };
  }
  const behind = units[touching];
  if (!behind) return { ways };
  return {
    ways: ways.flatMap((way) => behind.map((unit) => [...way, ...unit.split(' ')])),
    usedNext: true,
  };
}

const digits = (fraction: string): string[] => [...fraction].flatMap((digit) => readNumber(digit)[0]!);
