import type { InterviewTexts } from '../types.ts';
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
import { polish } from './pl/index.ts';
import { portuguese } from './pt/index.ts';
import { russian } from './ru/index.ts';
import { serbian } from './sr/index.ts';
import { turkish } from './tr/index.ts';
import { chinese } from './zh/index.ts';

const all = [
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

const byCode: ReadonlyMap<string, InterviewTexts> = new Map(all.map((texts) => [texts.code, texts]));

/** ISO 639-1 codes of the languages that interviews can be held in. */
export const interviewLanguages: readonly string[] = [...byCode.keys()];

/** @throws Error for any other language, naming those there are */
export function textsOf(language: string): InterviewTexts {
  const texts = byCode.get(language);
  if (!texts) {
    throw new Error(
      `Interviews cannot be held in "${language}"; choose one of ${interviewLanguages.join(', ')}.`,
    );
  }
  return texts;
}
