import { readDecade, readNumber, readOrdinal } from './spoken-numbers.ts';

const signs: Readonly<Record<string, string>> = {
  '%': 'percent',
  '&': 'and',
  '+': 'plus',
  '@': 'at',
  '=': 'equals',
  '°': 'degrees',
};
const currencies: Readonly<Record<string, [one: string, many: string]>> = {
  $: ['dollar', 'dollars'],
  '€': ['euro', 'euros'],
  '£': ['pound', 'pounds'],
  '¥': ['yen', 'yen'],
};
const afterNumber: Readonly<Record<string, string>> = {
  k: 'thousand',
  m: 'million',
  bn: 'billion',
  km: 'kilometers',
  kg: 'kilograms',
  cm: 'centimeters',
  mm: 'millimeters',
};
const mostForms = 4;

/**
 * What may be said for a written word, as lists of pieces; the likeliest first. A piece is a word in lower case letters and
 * apostrophes, or one capital letter, which stands for the letter's name.
 *
 * "Well-known," is [well, known]; "$5" [five, dollars]; "B2B" [B, two, B]; "2019" [twenty, nineteen] or [two, thousand, nineteen].
 * Capitals alone do not make an abbreviation here: some recognisers write everything in capitals. A word with nothing to say in it
 * ("–") has no form.
 */
export function spokenForms(written: string): string[][] {
  const plain = written
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/(\d),(?=\d{3})/g, '$1')
    .toLowerCase();
  const tokens = plain.match(/[$€£¥]?\d+(?:\.\d+)?|[a-z][a-z']*|[%&+@=°]/g) ?? [];
  let forms: string[][] = [[]];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!;
    const number = /^([$€£¥]?)(\d+)(?:\.(\d+))?$/.exec(token);
    let ways: string[][];
    if (number) {
      const after = tokens[at + 1] && plain.includes(token + tokens[at + 1]) ? tokens[at + 1]! : '';
      const read = readToken(number, after);
      ways = read.ways;
      if (read.usedNext) at++;
    } else if (signs[token]) {
      ways = [[signs[token]]];
    } else {
      const word = token.replace(/'+$/, '');
      // "B2B", "mp3": letters beside digits are named one by one.
      const besideDigit = word.length <= 2 && /\d/.test(plain) && !/[\s-]/.test(plain);
      ways = [besideDigit ? [...word.toUpperCase()] : [word]];
    }
    forms = forms.flatMap((front) => ways.map((way) => [...front, ...way])).slice(0, mostForms);
  }
  return forms.filter((form) => form.length > 0);
}

/** A number with its currency, fraction and the letters right behind it. */
function readToken(number: RegExpExecArray, after: string): { ways: string[][]; usedNext: boolean } {
  const [, currency, whole, fraction] = number as unknown as [string, string, string, string | undefined];
  if (/^(st|nd|rd|th)$/.test(after)) return { ways: readOrdinal(whole), usedNext: true };
  if (after === 's') return { ways: readDecade(whole), usedNext: true };
  let ways = readNumber(whole);
  if (currency) {
    const [one, many] = currencies[currency]!;
    const scaled = afterNumber[after];
    const cents = fraction?.length === 2 ? readNumber(String(Number(fraction)))[0]! : undefined;
    ways = ways.map((way) => {
      if (cents) return [...way, whole === '1' ? one : many, ...cents];
      const decimals = fraction ? ['point', ...digitByDigit(fraction)] : [];
      return [...way, ...decimals, ...(scaled ? [scaled] : []), whole === '1' && !scaled ? one : many];
    });
    return { ways, usedNext: scaled !== undefined };
  }
  if (fraction) ways = ways.map((way) => [...way, 'point', ...digitByDigit(fraction)]);
  const unit = afterNumber[after];
  if (unit) return { ways: ways.map((way) => [...way, unit]), usedNext: true };
  return { ways, usedNext: false };
}

const digitByDigit = (digits: string): string[] => [...digits].flatMap((digit) => readNumber(digit)[0]!);
