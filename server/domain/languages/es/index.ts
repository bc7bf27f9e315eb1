import { stemmer } from '@orama/stemmers/spanish';
import type { LanguagePack } from '../pack.ts';
import { cv } from './cv.ts';

export const spanish: LanguagePack = {
  code: 'es',
  fillers: ['em', 'mmm'],
  joiningWords: 'el los las y o con para por del al',
  stem: stemmer,
  numberWords:
    'diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco treinta cuarenta cincuenta sesenta setenta ochenta noventa cien ciento doscientos trescientos cuatrocientos quinientos mil',
  ocr: { scripts: ['Latin'], data: 'spa' },
  cv,
};
