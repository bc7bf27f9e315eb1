const ones =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const scales = ['', 'thousand', 'million', 'billion', 'trillion'];
/** Longer numbers are no quantities: telephone and card numbers are read digit by digit. */
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
 * Ways to read a run of digits aloud, as lists of words, the likeliest first: as a number ("one hundred [and] five"), as a year
 * ("nineteen eighty four", "two thousand nineteen"), in pairs ("seven forty seven"), or digit by digit where it begins with 0 or is too
 * long to be a number.
 *
 * @param digits "1995", or "627,000": with commas it is a quantity, never a year
 */
export function readNumber(digits: string): string[][] {
  const bare = digits.replaceAll(',', '');
  if (bare.length > longestCardinal || (bare.startsWith('0') && bare.length > 1)) return digitByDigit(bare);
  const value = Number(bare);
  const ways = [cardinal(value, false)];
  if (value > 100 && value % 100 !== 0) ways.push(cardinal(value, true));
  if (value >= 100 && value < 200) ways.push(['a', ...ways[0]!.slice(1)]);
  if (value >= 1000 && value < 2000 && value % 1000 === 0) ways.push(['a', 'thousand']);
  const pairs = inPairs(bare);
  if (!pairs) return ways;
  if (bare !== digits || bare.length === 3) return [...ways, pairs];
  const isYear = value >= 1100 && value < 2100 && (value < 2000 || value > 2009);
  return isYear ? [pairs, ...ways] : [...ways, pairs];
}

/** Every digit by its name, 0 as "oh" or "zero". */
export function digitByDigit(digits: string): string[][] {
  const plain = [...digits].map((digit) => ones[Number(digit)]!);
  const withOh = plain.map((word) => (word === 'zero' ? 'oh' : word));
  return digits.includes('0') ? [withOh, plain] : [plain];
}

/** "1984" as "nineteen eighty four", "1500" as "fifteen hundred", "747" as "seven forty seven"; undefined for other lengths. */
function inPairs(digits: string): string[] | undefined {
  if (digits.length < 3 || digits.length > 4) return undefined;
  const [first, rest] = [Number(digits.slice(0, -2)), Number(digits.slice(-2))];
  if (rest === 0)
    return digits.length === 4 && first % 10 !== 0 ? [...below100(first), 'hundred'] : undefined;
  return rest < 10 ? [...below100(first), 'oh', ones[rest]!] : [...below100(first), ...below100(rest)];
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

/** "10:30" as "ten thirty", "half past ten"; "9:00" as "nine o'clock", "nine". */
export function readTime(hours: string, minutes: string): string[][] {
  const hour = Number(hours);
  const minute = Number(minutes);
  const said = readNumber(String(hour))[0]!;
  const next = below100((hour % 12) + 1);
  if (minute === 0) return [[...said, "o'clock"], said, [...said, 'hundred']];
  const read = minute < 10 ? ['oh', ones[minute]!] : below100(Math.min(99, minute));
  const ways = [[...said, ...read]];
  if (minute === 30) ways.push(['half', 'past', ...said]);
  if (minute === 15) ways.push(['quarter', 'past', ...said]);
  if (minute === 45) ways.push(['quarter', 'to', ...next]);
  return ways;
}

/** "3/4" as "three quarters" or "three four"; only small fractions below one are fractions. */
export function readSlashed(above: string, below: string): string[][] {
  const [count, parts] = [Number(above), Number(below)];
  const apart = [...readNumber(above)[0]!, ...readNumber(below)[0]!];
  if (count < 1 || count >= parts || parts > 10) return [apart];
  const plural = (part: string) => (count === 1 ? part : `${part}s`);
  const names =
    parts === 2 ? ['half'] : parts === 4 ? ['quarter', 'fourth'] : [readOrdinal(below)[0]!.join(' ')];
  const ways = names.map((name) => [...below100(count), plural(name)]);
  return [...ways, ...(count === 1 ? names.map((name) => ['a', name]) : []), apart];
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
