import { stemmer } from '@orama/stemmers/russian';
import type { LanguagePack } from '../pack.ts';
import { cv } from './cv.ts';

export const russian: LanguagePack = {
  code: 'ru',
  fillers: ['э', 'ээ', 'эм', 'хм'],
  joiningWords: 'и в на с по для из',
  stem: stemmer,
  numberWords:
    'десять одиннадцать двенадцать тринадцать четырнадцать пятнадцать шестнадцать семнадцать восемнадцать девятнадцать двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто сто двести триста пятьсот тысяча тысячи тысяч',
  ocr: { scripts: ['Cyrillic'], data: 'rus' },
  cv,
};
