import { stemmer } from '@orama/stemmers/german';
import type { LanguagePack } from '../pack.ts';
import { cv } from './cv.ts';

export const german: LanguagePack = {
  code: 'de',
  monthLocales: ['de', 'de-AT'],
  capitalNouns: true,
  fillers: ['äh', 'ähm', 'öh', 'öhm', 'hm', 'hmm'],
  joiningWords: 'der die das den dem des ein eine einer eines und oder mit von im zu zur zum auf als bei fur',
  stem: stemmer,
  numberWords:
    'zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig hundert tausend',
  ocr: { scripts: ['Latin'], data: 'deu' },
  cv,
};
