import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldMonth, monthNames } from '#server/domain/cv/month-names.ts';

test('months are called what each locale calls them, alone and behind a day', () => {
  const months = monthNames();
  const unknown: string[] = [];
  for (const locale of [
    'en',
    'es',
    'fr',
    'de',
    'de-AT',
    'pt',
    'it',
    'nl',
    'hi',
    'ar-EG',
    'pl',
    'ru',
    'sr-Latn',
  ]) {
    for (let month = 0; month < 12; month++) {
      const day = new Date(Date.UTC(2001, month, 15));
      for (const style of ['long', 'short'] as const) {
        const alone = day.toLocaleDateString(locale, { month: style, timeZone: 'UTC' });
        const dated = new Intl.DateTimeFormat(locale, { month: style, day: 'numeric', timeZone: 'UTC' })
          .formatToParts(day)
          .find(({ type }) => type === 'month')!.value;
        for (const name of [alone, dated].map(foldMonth)) {
          if (name.length >= 3 && months.get(name) !== month + 1) unknown.push(`${locale} ${name}`);
        }
      }
    }
  }
  assert.deepEqual(unknown, []);
});

test('abbreviations that the locale data lack are known', () => {
  const months = monthNames();
  assert.deepEqual(
    ['sept', 'mrz', 'jän', 'ağu', 'wrz', 'genn', 'сен'].map((name) => months.get(name)),
    [9, 3, 1, 8, 9, 1, 9],
  );
});
