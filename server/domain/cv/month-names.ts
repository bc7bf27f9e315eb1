/** Locales whose names of months CVs use; Serbian in both alphabets, Arabic in both traditions. */
const locales = [
  ...[
    'en',
    'es',
    'fr',
    'de',
    'pt',
    'it',
    'nl',
    'hi',
    'ar-EG',
    'ar-SY',
    'ar-MA',
    'tr',
    'pl',
    'ru',
    'sr-Cyrl',
    'sr-Latn',
  ],
  ...['zh', 'ja', 'ko', 'de-AT'],
];

/** Abbreviations in use that the locale data do not know. */
const abbreviations: readonly (readonly string[])[] = [
  ['jän', 'jaen', 'genn', 'ene', 'sty'],
  ['feber', 'febr', 'lut', 'şub', 'sub', 'fév', 'feb'],
  ['mrz', 'mär', 'maerz', 'mrt', 'maa', 'mars', 'мар'],
  ['avr', 'abr', 'kwi', 'nis'],
  ['mai', 'mei', 'mag', 'maio', 'maj', 'may'],
  ['giu', 'juin', 'cze', 'haz'],
  ['lug', 'juil', 'lip', 'tem'],
  ['aout', 'août', 'ago', 'sie', 'ağu'],
  ['sept', 'set', 'wrz', 'eyl', 'сен'],
  ['okt', 'ott', 'out', 'paź', 'eki'],
  ['nov', 'lis', 'kas'],
  ['dez', 'dic', 'déc', 'gru', 'ara'],
];

/**
 * Names and abbreviations of months in the 16 languages, folded (`foldMonth`), and their numbers 1–12. Where two
 * languages use one word for different months, the more widespread language has it.
 */
export function monthNames(): Map<string, number> {
  const numbers = new Map<string, number>();
  const learn = (name: string, month: number) => {
    const folded = foldMonth(name);
    if (folded.length >= 3 && /^\p{L}/u.test(folded) && !numbers.has(folded)) numbers.set(folded, month);
  };
  for (const locale of locales) {
    for (let month = 1; month <= 12; month++) {
      const day = new Date(Date.UTC(2001, month - 1, 15));
      for (const style of ['long', 'short'] as const) {
        // Alone, and as it stands behind a day: many languages decline it.
        learn(new Intl.DateTimeFormat(locale, { month: style, timeZone: 'UTC' }).format(day), month);
        const parts = new Intl.DateTimeFormat(locale, { month: style, day: 'numeric', timeZone: 'UTC' });
        learn(parts.formatToParts(day).find(({ type }) => type === 'month')?.value ?? '', month);
      }
    }
  }
  for (const [index, names] of abbreviations.entries()) for (const name of names) learn(name, index + 1);
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
