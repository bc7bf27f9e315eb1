import type { LanguagePack } from '../pack.ts';
import { cv } from './cv.ts';

export const japanese: LanguagePack = {
  code: 'ja',
  ocr: { scripts: ['Japanese'], data: 'jpn' },
  cv,
};
