import { stemmer } from '@orama/stemmers/italian';
import type { LanguagePack } from '../pack.ts';
import { cv } from './cv.ts';

export const italian: LanguagePack = {
  code: 'it',
  fillers: ['ehm', 'mh'],
  joiningWords: 'il lo gli i e ed di da nel nella con per',
  stem: stemmer,
  numberWords:
    'dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove venti trenta quaranta cinquanta sessanta settanta ottanta novanta cento duecento mille mila duemila',
  ocr: { scripts: ['Latin'], data: 'ita' },
  cv,
};
