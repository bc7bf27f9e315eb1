import { arabic } from './ar/index.ts';
import { german } from './de/index.ts';
import { english } from './en/index.ts';
import { spanish } from './es/index.ts';
import { french } from './fr/index.ts';
import { hindi } from './hi/index.ts';
import { italian } from './it/index.ts';
import { japanese } from './ja/index.ts';
import { korean } from './ko/index.ts';
import { dutch } from './nl/index.ts';
import type { CvWords, LanguagePack } from './pack.ts';
import { polish } from './pl/index.ts';
import { portuguese } from './pt/index.ts';
import { russian } from './ru/index.ts';
import { serbian } from './sr/index.ts';
import { turkish } from './tr/index.ts';
import { chinese } from './zh/index.ts';

/** In the order of the interface specification: where two languages use one word for different things, the first has it. */
export const packs: readonly LanguagePack[] = [
  english,
  spanish,
  french,
  german,
  portuguese,
  italian,
  dutch,
  hindi,
  chinese,
  japanese,
  korean,
  arabic,
  turkish,
  polish,
  russian,
  serbian,
];

/** What is known of a language (ISO 639-1); undefined of others. */
export const packOf = (code: string): LanguagePack | undefined => packs.find((pack) => pack.code === code);

/** What every language has of something in CVs, as alternatives of one regular expression. */
export const cvWords = (pick: (words: CvWords) => string | undefined): string =>
  packs.flatMap(({ cv }) => pick(cv) ?? []).join('|');
