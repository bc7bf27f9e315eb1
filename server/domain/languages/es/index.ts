import { stemmer } from '@orama/stemmers/spanish';
import type { LanguagePack } from '../pack.ts';
import { cv } from './cv.ts';

export const spanish: LanguagePack = {
  code: 'es',
  fillers: ['em', 'mmm'],
  joiningWords: 'el los las y o con para por del al',
  stem: stemmer,
  ocr: { scripts: ['Latin'], data: 'spa' },
  cv,
};
