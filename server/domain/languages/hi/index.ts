import { stemmer } from '@orama/stemmers/indian';
import type { LanguagePack } from '../pack.ts';
import { cv } from './cv.ts';

export const hindi: LanguagePack = {
  code: 'hi',
  soundsLike: ['ur'],
  stem: stemmer,
  ocr: { scripts: ['Devanagari'], data: 'hin' },
  cv,
};
