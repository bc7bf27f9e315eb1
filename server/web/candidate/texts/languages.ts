import { texts as english } from './en.ts';
import type { Language, Texts } from './types.ts';

/** What is beside the texts to a language. Each is a file of its own that is loaded when it is needed. */
interface Entry {
  /** BCP 47, for the page and for numbers. */
  tag: string;
  load: () => Promise<{ texts: Texts }>;
}

export const languages: Readonly<Record<Language, Entry>> = {
  ar: { tag: 'ar', load: () => import('./ar.ts') },
  de: { tag: 'de', load: () => import('./de.ts') },
  en: { tag: 'en', load: async () => ({ texts: english }) },
  es: { tag: 'es', load: () => import('./es.ts') },
  fr: { tag: 'fr', load: () => import('./fr.ts') },
  hi: { tag: 'hi', load: () => import('./hi.ts') },
  it: { tag: 'it', load: () => import('./it.ts') },
  ja: { tag: 'ja', load: () => import('./ja.ts') },
  ko: { tag: 'ko', load: () => import('./ko.ts') },
  nl: { tag: 'nl', load: () => import('./nl.ts') },
  pl: { tag: 'pl', load: () => import('./pl.ts') },
  pt: { tag: 'pt', load: () => import('./pt.ts') },
  ru: { tag: 'ru', load: () => import('./ru.ts') },
  sr: { tag: 'sr-Latn', load: () => import('./sr.ts') },
  tr: { tag: 'tr', load: () => import('./tr.ts') },
  zh: { tag: 'zh-Hans', load: () => import('./zh.ts') },
};

export const isLanguage = (code: string): code is Language => Object.hasOwn(languages, code);

/** The first of the browser's languages that the page has; English where it has none. */
export const browserLanguage = (wanted: readonly string[]): Language =>
  wanted.map((tag) => tag.split('-')[0]!.toLowerCase()).find(isLanguage) ?? 'en';

export interface Speech {
  language: Language;
  /** BCP 47 */
  tag: string;
  direction: 'ltr' | 'rtl';
  texts: Texts;
}

export const englishSpeech: Speech = { language: 'en', tag: 'en', direction: 'ltr', texts: english };

/** @throws Error when the file cannot be loaded */
export async function speechOf(language: Language): Promise<Speech> {
  const { tag, load } = languages[language];
  const { texts } = await load();
  return { language, tag, direction: language === 'ar' ? 'rtl' : 'ltr', texts };
}

/** "4 minutes", "12 seconds" in the language. */
export const timeIn = (tag: string, count: number, unit: 'minute' | 'second'): string =>
  new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'long' }).format(count);

/** What a clock here shows then, as the language writes it. @param at ISO 8601 */
export const clockIn = (tag: string, at: string): string =>
  new Intl.DateTimeFormat(tag, { timeStyle: 'short' }).format(new Date(at));

/** A language's name in itself. */
export const nameOf = (tag: string): string =>
  new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
