import type { Passage } from './passage-index.ts';
import type { Searched } from './reading.ts';
import type { ThingFound } from './thing-found.ts';
import { type TitleFit, titleFit } from './title-fit.ts';

const scores = { same: 1, lower: 0.39, akin: 0.39, near: 0 } as const;

/** A position that is asked for, by the titles that were held; null where no title is of such work. */
export function findRole(asked: string, { index, book }: Searched): Omit<ThingFound, 'thing'> | null {
  const titles = index.passages.filter(({ zone }) => zone === 'title' || zone === 'headline');
  for (const fit of ['same', 'lower', 'akin', 'near'] as const) {
    const passages = titles.filter(({ text }) => titleFit(asked, text, book) === fit);
    if (passages.length > 0)
      return {
        shown: shownAs[fit],
        score: scores[fit],
        passages: byPosition(passages),
        detail: passages[0]!.text,
      };
  }
  return null;
}

const shownAs = { same: 'named', lower: 'lower', akin: 'akin', near: 'near' } as const satisfies Record<
  NonNullable<TitleFit>,
  ThingFound['shown']
>;

/** Positions before the headline, which has no dates. */
const byPosition = (passages: readonly Passage[]): Passage[] =>
  passages.toSorted((a, b) => Number(a.position === null) - Number(b.position === null));
