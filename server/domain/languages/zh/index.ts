import type { LanguagePack } from '../pack.ts';
import { cv } from './cv.ts';

export const chinese: LanguagePack = {
  code: 'zh',
  soundsLike: ['yue'],
  ocr: { scripts: ['Han'], data: 'chi_sim' },
  cv,
};
