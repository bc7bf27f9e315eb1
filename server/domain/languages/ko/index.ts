import type { LanguagePack } from '../pack.ts';
import { cv } from './cv.ts';

export const korean: LanguagePack = {
  code: 'ko',
  wordEndings: '에서 으로 에게 을 를 은 는 이 가 의 에',
  ocr: { scripts: ['Hangul', 'Korean'], data: 'kor' },
  cv,
};
