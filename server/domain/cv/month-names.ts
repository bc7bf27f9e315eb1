import { packs } from '../languages/registry.ts';

/**
 * Names and abbreviations of months in every language, folded (`foldMonth`), and their numbers 1–12. Where two
 * languages use one word for different months, the first of the registry has it.
 */
export function monthNames(): Map<string, number> {
  const numbers = new Map<string, number>();
  const learn = (name: string, month: number) => {
    const folded = foldMonth(name);
    if (folded.length >= 3 && /^\p{L}/u.test(folded) && !numbers.has(folded)) numbers.set(folded, month);
  };
  const days = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2001, month, 15)));
  for (const locale of packs.flatMap(({ code, monthLocales }) => monthLocales ?? [code])) {
    // A format takes far longer to make than to use.
    const formats = (['long', 'short'] as const).map((style) => ({
      // Alone, and as it stands behind a day: many languages decline it.
      alone: new Intl.DateTimeFormat(locale, { month: style, timeZone: 'UTC' }),
      dated: new Intl.DateTimeFormat(locale, { month: style, day: 'numeric', timeZone: 'UTC' }),
    }));
    for (const [index, day] of days.entries()) {
      for (const { alone, dated } of formats) {
        learn(alone.format(day), index + 1);
        learn(dated.formatToParts(day).find(({ type }) => type === 'month')?.value ?? '', index + 1);
      }
    }
  }
  for (const { cv } of packs) {
    for (const [month, names] of Object.entries(cv.dates?.months ?? {})) {
      for (const name of names.split(' ')) learn(name, Number(month));
    }
  }
  return numbers;
}

/** Lower case without dots; the same for "Sept." and "SEPT". */
export function foldMonth(name: string): string {
  return name
    .normalize('NFC')
    .replace(/İ/g, 'i')
    .toLowerCase()
    .replace(/\.|\u0307/g, '')
    .trim();
}
