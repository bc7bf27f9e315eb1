import type { LanguagePack } from '../pack.ts';
import { cv } from './cv.ts';

export const turkish: LanguagePack = {
  code: 'tr',
  fillers: ['ııı', 'eee', 'hım'],
  joiningWords: 've bir ile icin',
  wordEndings: 'larinin lerinin larini lerini lari leri lar ler nin nun dan den si su i u',
  numberWords: 'on yirmi otuz kırk elli altmış yetmiş seksen doksan yüz bin yüzde',
  ocr: { scripts: ['Latin'], data: 'tur' },
  cv,
};
