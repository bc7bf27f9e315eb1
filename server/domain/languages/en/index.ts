import type { LanguagePack } from '../pack.ts';
import { cv } from './cv.ts';
import { interview } from './interview.ts';
import { presentOf } from './past-forms.ts';
import { americanSpelling } from './spelling.ts';
import { joinLetters, needsSaying, spokenForms } from './spoken-forms.ts';
import { porter } from './stem.ts';
import { syllables } from './syllables.ts';

export const english: LanguagePack = {
  code: 'en',
  fillers: ['uh', 'um', 'uhm', 'hmm', 'hm', 'mhm', 'er', 'erm', 'mm', 'umm', 'uhh', 'mmm', 'eh', 'ehm'],
  joiningWords:
    'a an and any are as at be been by for from had has have i in into is its my of on or our s that the their this to up via was we were which who will with within your you',
  ocr: { scripts: ['Latin'], data: 'eng' },
  stem: porter,
  presentOf,
  cv,
  interview,
  reading: { needsSaying, spokenForms, joinLetters, oneSpelling: americanSpelling },
  syllables,
};
