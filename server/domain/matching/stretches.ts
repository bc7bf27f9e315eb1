import { vague } from './asked-words.ts';
import { isPast, isVerbForm } from './inflections.ts';
import type { Token } from './words.ts';

/** What parts of a sentence are joined by, in those languages that most requirements are written in. */
const joints =
  /[,;:•]|\.(?=\s|$)|\((?=\D)|\)|\s[–—-]\s|\s(?:and\/or|or|oder|ou)\s(?!(?:higher|above|more|similar|equivalent|comparable|related|better)\b)|\s(?:and|as well as|und|et|y)\s|&|\//giu;
export const isOr = /^\s*(?:or|oder|ou|and\/or|\/)\s*$/i;

/** "ACCA, CIMA or equivalent" */
const orElse = /\sor (?:an? )?(?:equivalent|similar|comparable|related)\b.*$/i;

/** A stretch of the sentence between two joints. */
export interface Stretch {
  from: number;
  to: number;
  /** What joins it to the one before. */
  joint: string;
}

/** Parts between joints that stand in no name. */
export function stretchesOf(text: string, spans: readonly { start: number; end: number }[]): Stretch[] {
  const cuts = [...text.matchAll(joints)]
    .map(({ index, 0: joint }) => ({ joint, start: index, end: index + joint.length }))
    .filter((cut) => !spans.some(({ start, end }) => cut.start < end && cut.end > start))
    // Within a number, and within "and/or".
    .filter(({ joint, start }) => !(joint === ',' && /\d/.test(text[start + 1] ?? '')));
  return (
    [...cuts, { joint: '', start: text.length, end: text.length }]
      .map(({ start }, n) => ({
        from: cuts[n - 1]?.end ?? 0,
        to: start,
        joint: cuts[n - 1]?.joint ?? '',
      }))
      // ", or": the comma leaves nothing between the two.
      .filter(({ from, to }) => text.slice(from, to).trim())
  );
}

/** What is joined by "or", also through commas before it ("CISSP, CISM or MCSE"), is one group; everything else stands by itself. */
export function groupsOf(stretches: readonly Stretch[], text: string): Stretch[][] {
  const groups: Stretch[][] = [];
  const isBare = ({ from, to }: Stretch) => {
    const words = text.slice(from, to).replace(orElse, '').trim().split(' ').filter(Boolean);
    return words.length > 0 && words.length <= 4 && !words.some((word) => vague.has(word.toLowerCase()));
  };
  for (const [n, stretch] of stretches.entries()) {
    let next = n + 1;
    while (stretches[next]?.joint === ',' && isBare(stretches[next]!)) next += 1;
    const { from, to } = stretches[next - 1]!;
    const leadsToOr =
      stretch.joint === ',' &&
      isBare(stretch) &&
      (isOr.test(stretches[next]?.joint ?? '') || orElse.test(text.slice(from, to)));
    const last = groups.at(-1);
    if (last && (isOr.test(stretch.joint) || leadsToOr)) last.push(stretch);
    else groups.push([stretch]);
  }
  return groups;
}

/**
 * Verbs that a stretch shares with its neighbour. "Negotiated salaries or benefits": the second has the first's verb; "trained or precepted
 * new nurses": the first has the next one's object (`next`).
 */
export function sharedVerbs(
  stretches: readonly Stretch[],
  text: string,
  tellingIn: (stretch: Stretch) => readonly Token[],
): Map<Stretch, string> {
  const shared = new Map<Stretch, string>();
  let lead: string | null = null;
  for (const [n, stretch] of stretches.entries()) {
    const [first, ...others] = tellingIn(stretch);
    const next = stretches[n + 1];
    const following = next ? tellingIn(next) : [];
    if (!first) continue;
    if (
      isPast(first.form) &&
      others.length === 0 &&
      isVerbJoint.test(next?.joint ?? '') &&
      following.length > 1 &&
      isVerbForm(following[0]!.form)
    )
      shared.set(stretch, 'next');
    else if (lead && isOr.test(stretch.joint) && others.length < 3 && !isVerbForm(first.form))
      shared.set(stretch, lead);
    else {
      const isDone = isPast(first.form) || /\bexperienced? $/i.test(text.slice(0, first.start));
      lead = others.length > 0 && isVerbForm(first.form) && isDone ? first.form : null;
    }
  }
  return shared;
}

const isVerbJoint = /^\s*(?:or|and|and\/or|\/|&)\s*$/i;
