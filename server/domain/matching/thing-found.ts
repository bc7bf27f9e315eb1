import type { AskedThing } from './asked-text.ts';
import type { Passage } from './passage-index.ts';

/** How a CV shows a thing, the surest first. */
export type Shown =
  | 'named'
  | 'in words'
  | 'in meaning'
  | 'perhaps'
  | 'incomplete'
  | 'lower'
  | 'akin'
  | 'like'
  | 'near'
  | 'denied'
  | 'not at all';

export interface ThingFound {
  thing: AskedThing;
  shown: Shown;
  /** 0–1; from `yesFrom` on it is there; 0 also where only something near it is. */
  score: number;
  /** The most telling first. */
  passages: Passage[];
  /** Words of the thing that the CV lacks, for `incomplete`; what stands in its place, for `like`, `near`, `lower` and `akin`. */
  detail: string;
}
