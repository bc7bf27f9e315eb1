import { stemmer } from '@orama/stemmers/dutch';
import type { LanguagePack } from '../pack.ts';
import { cv } from './cv.ts';

export const dutch: LanguagePack = {
  code: 'nl',
  fillers: ['uh', 'uhm', 'ehm'],
  joiningWords: 'de het een van en voor met op te bij',
  stem: stemmer,
  numberWords:
    'tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien twintig dertig veertig vijftig zestig zeventig tachtig negentig honderd duizend',
  ocr: { scripts: ['Latin'], data: 'nld' },
  cv,
};
