/**
 * espeak-ng's name for each language. Japanese is not among them: it reads no kanji and says "Chinese letter" for each. Chinese is the
 * voice that reads through Pinyin; the plain one of version 1.51 spells the Pinyin out in English.
 */
export const espeakVoices: Readonly<Record<string, string>> = {
  en: 'en-us',
  es: 'es',
  fr: 'fr-fr',
  de: 'de',
  pt: 'pt-br',
  it: 'it',
  nl: 'nl',
  hi: 'hi',
  zh: 'cmn-latn-pinyin',
  ko: 'ko',
  ar: 'ar',
  tr: 'tr',
  pl: 'pl',
  ru: 'ru',
  sr: 'sr',
};
