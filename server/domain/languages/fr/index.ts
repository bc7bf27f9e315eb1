import { stemmer } from '@orama/stemmers/french';
import type { LanguagePack } from '../pack.ts';
import { cv } from './cv.ts';

export const french: LanguagePack = {
  code: 'fr',
  fillers: ['euh', 'heu', 'hum', 'hm'],
  joiningWords: 'le la les un une du et ou avec pour dans sur aux au en',
  stem: stemmer,
  numberWords:
    'dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf vingt vingts trente quarante cinquante soixante soixante-dix quatre-vingts quatre-vingt-dix cent cents mille',
  ocr: { scripts: ['Latin'], data: 'fra' },
  cv,
};
