import type { LanguagePack } from '../pack.ts';
import { cv } from './cv.ts';

export const polish: LanguagePack = {
  code: 'pl',
  fillers: ['yyy', 'eee', 'hmm'],
  joiningWords: 'i w z na do dla oraz',
  wordEndings: 'owanie owania owych owego ami ach ego ych om ow ie ia a e i y u o',
  numberWords:
    'dziesięć jedenaście dwanaście trzynaście czternaście piętnaście szesnaście siedemnaście osiemnaście dziewiętnaście dwadzieścia trzydzieści czterdzieści pięćdziesiąt sześćdziesiąt siedemdziesiąt osiemdziesiąt dziewięćdziesiąt sto dwieście trzysta pięćset tysiąc tysiące tysięcy dwudziestu trzydziestu czterdziestu',
  ocr: { scripts: ['Latin'], data: 'pol' },
  cv,
};
