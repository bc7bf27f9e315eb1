import { stemmer } from '@orama/stemmers/russian';
import type { LanguagePack } from '../pack.ts';
import { cv } from './cv.ts';

export const russian: LanguagePack = {
  code: 'ru',
  fillers: ['э', 'ээ', 'эм', 'хм'],
  joiningWords: 'и в на с по для из',
  stem: stemmer,
  ocr: { scripts: ['Cyrillic'], data: 'rus' },
  cv,
};
