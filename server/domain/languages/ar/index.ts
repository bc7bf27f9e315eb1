import type { LanguagePack } from '../pack.ts';
import { cv } from './cv.ts';

export const arabic: LanguagePack = {
  code: 'ar',
  monthLocales: ['ar-EG', 'ar-SY', 'ar-MA'],
  wordEndings: 'ات ون ين ية ة',
  ocr: { scripts: ['Arabic'], data: 'ara' },
  cv,
};
