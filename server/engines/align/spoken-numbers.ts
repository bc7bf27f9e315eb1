const ones =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const scales = ['', 'thousand', 'million', 'billion', 'trillion'];
/** Longer numbers are nobody's quantity: telephone and card numbers are read digit by digit. */
const longestCardinal = 15;
const ordinals: Readonly<Record<string, string>> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
};

/**
 * Ways to read a run of digits aloud, as lists of words: as a number ("one hundred [and] five"), as a year ("nineteen eighty
 * four", "two thousand nineteen"), or digit by digit where it begins with 0 or is too long to be a number.
 */
export function readNumber(digits: string): string[][] {
  if (digits.length > longestCardinal || (digits.startsWith('0') && digits.length > 1)) {
    const plain = [...digits].map((digit) => ones[Number(digit)]!);
    const withOh = plain.map((word) => (word === 'zero' ? 'oh' : word));
    return digits.includes('0') ? [withOh, plain] : [plain];
  }
  const value = Number(digits);
  const ways = [cardinal(value, false)];
  if (value > 100 && value % 100 !== 0) ways.push(cardinal(value, true));
  if (value >= 100 && value < 200) ways.push(['a', ...ways[0]!.slice(1)]);
  if (digits.length === 4 && value >= 1100 && value < 2100) {
    const century = below100(Math.floor(value / 100));
    const year = value % 100;
    if (year === 0) ways.unshift([...century, 'hundred']);
    else if (year < 10) ways.unshift([...century, 'oh', ones[year]!]);
    else ways.unshift([...century, ...below100(year)]);
  }
  return ways;
}

/** "21" with "st" as "twenty first"; "20" as "twentieth". */
export function readOrdinal(digits: string): string[][] {
  return readNumber(digits).map((words) => {
    const last = words.at(-1)!;
    const ordinal = ordinals[last] ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`);
    return [...words.slice(0, -1), ordinal];
  });
}

/** "1990" as "nineteen nineties", "20" as "twenties". */
export function readDecade(digits: string): string[][] {
  return readNumber(digits).map((words) => {
    const last = words.at(-1)!;
    return [...words.slice(0, -1), last.endsWith('y') ? `${last.slice(0, -1)}ies` : `${last}s`];
  });
}

function cardinal(value: number, withAnd: boolean): string[] {
  if (value === 0) return ['zero'];
  const words: string[] = [];
  for (let scale = scales.length - 1; scale >= 0; scale--) {
    const group = Math.floor(value / 1000 ** scale) % 1000;
    if (group === 0) continue;
    const [hundreds, rest] = [Math.floor(group / 100), group % 100];
    if (hundreds > 0) words.push(ones[hundreds]!, 'hundred');
    if (rest > 0) {
      if (withAnd && words.length > 0 && (hundreds > 0 || scale === 0)) words.push('and');
      words.push(...below100(rest));
    }
    if (scale > 0) words.push(scales[scale]!);
  }
  return words;
}

function below100(value: number): string[] {
  if (value < 20) return [ones[value]!];
  const word = tens[Math.floor(value / 10)]!;
  return value % 10 === 0 ? [word] : [word, ones[value % 10]!];
}
