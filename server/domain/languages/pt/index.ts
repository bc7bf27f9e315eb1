import { stemmer } from '@orama/stemmers/portuguese';
import type { LanguagePack } from '../pack.ts';
import { cv } from './cv.ts';

export const portuguese: LanguagePack = {
  code: 'pt',
  fillers: ['hã', 'hum', 'ahn'],
  joiningWords: 'os as um uma do dos das na no em com',
  stem: stemmer,
  numberWords:
    'dez onze doze treze catorze quatorze quinze dezesseis dezasseis dezessete dezassete dezoito dezenove dezanove vinte trinta quarenta cinquenta sessenta setenta oitenta noventa cem cento duzentos trezentos quinhentos mil',
  ocr: { scripts: ['Latin'], data: 'por' },
  cv,
};
