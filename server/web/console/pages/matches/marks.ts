import type { Box } from '../../../../domain/cv/types.ts';
import type { Met, RequirementScore } from '../../../../domain/matching/types.ts';

/** A place in the CV that is highlighted. */
export interface Mark {
  /** "<requirement>:<quote>", both from 0; or that of a fact of the profile. */
  id: string;
  /** Index of the requirement it speaks for; null for a fact of the profile. */
  requirement: number | null;
  /** What stands on its tag. */
  label: string;
  tone: Met | 'fact';
  text: string;
  /** From 1. */
  page: number;
  box: Box;
}

export const markId = (requirement: number, quote: number): string => `${requirement}:${quote}`;

/** The places that speak for each requirement, numbered as the list of requirements is. */
export function marksOf(requirements: readonly RequirementScore[]): Mark[] {
  return requirements.flatMap(({ evidence, met }, requirement) =>
    evidence.map(({ text, page, box }, quote) => ({
      id: markId(requirement, quote),
      requirement,
      label: String(requirement + 1),
      tone: met,
      text,
      page,
      box,
    })),
  );
}

/** Words that speak for one or more requirements. */
export interface Place {
  key: string;
  page: number;
  box: Box;
  marks: Mark[];
}

/** Marks of the same words are one place: drawn once, not on top of each other. */
export function placesOf(marks: readonly Mark[]): Place[] {
  const places = new Map<string, Place>();
  for (const mark of marks) {
    const { page, box } = mark;
    const key = [page, box.x, box.y, box.width, box.height].join(' ');
    const place = places.get(key);
    if (place) place.marks.push(mark);
    else places.set(key, { key, page, box, marks: [mark] });
  }
  return [...places.values()];
}

/** Whose turn it is when a place is pressed: the one after the chosen, else the first. */
export function nextMark({ marks }: Place, isChosen: (mark: Mark) => boolean): Mark {
  const at = marks.findIndex(isChosen);
  return marks[(at + 1) % marks.length]!;
}

/** Roughly so much of the page that a thin line of text can be seen and hit. */
const margin = { x: 0.006, y: 0.0035 };

/** A mark's place as CSS lengths; a little larger than the words, and never outside of the page. */
export function placeOf({ x, y, width, height }: Box): Record<'left' | 'top' | 'width' | 'height', string> {
  const left = Math.max(0, x - margin.x);
  const top = Math.max(0, y - margin.y);
  const right = Math.min(1, x + width + margin.x);
  const bottom = Math.min(1, y + height + margin.y);
  const percent = (share: number) => `${Number((share * 100).toFixed(3))}%`;
  return {
    left: percent(left),
    top: percent(top),
    width: percent(right - left),
    height: percent(bottom - top),
  };
}

/**
 * Where to scroll so that a mark stands in the upper third of a window.
 *
 * @returns pixels from the top of the scrolled content, never negative
 */
export function scrollTopFor(
  box: Box,
  page: { topPx: number; heightPx: number },
  windowHeightPx: number,
): number {
  const middlePx = page.topPx + (box.y + box.height / 2) * page.heightPx;
  return Math.max(0, Math.round(middlePx - windowHeightPx / 3));
}
