import { stemmer } from '@orama/stemmers/portuguese';
import type { LanguagePack } from '../pack.ts';
import { cv } from './cv.ts';

export const portuguese: LanguagePack = {
  code: 'pt',
  fillers: ['hã', 'hum', 'ahn'],
  joiningWords: 'os as um uma do dos das na no em com',
  stem: stemmer,
  ocr: { scripts: ['Latin'], data: 'por' },
  cv,
};
