import { stemmer } from '@orama/stemmers/french';
import type { LanguagePack } from '../pack.ts';
import { cv } from './cv.ts';

export const french: LanguagePack = {
  code: 'fr',
  fillers: ['euh', 'heu', 'hum', 'hm'],
  joiningWords: 'le la les un une du et ou avec pour dans sur aux au en',
  stem: stemmer,
  ocr: { scripts: ['Latin'], data: 'fra' },
  cv,
};
