import type { ShownDimension } from '../../modules/speech/result.ts';
import { clockTime, hang, type Paint, padStart, wrap } from '../text-layout.ts';

/** Places shown for each dimension. */
const SHOWN = 2;

/** Where to listen: each dimension's examples, in time order, with what they are examples of. */
export function evidenceLines(
  dimensions: readonly (ShownDimension | null | undefined)[],
  { paint, width }: { paint: Paint; width: number },
): string[] {
  return dimensions
    .flatMap((dimension) => firstOfEach(dimension?.evidence ?? []))
    .toSorted((a, b) => a.startMs - b.startMs)
    .flatMap(({ startMs, text, note }) => {
      const remark = note ? [paint.dim(`(${note})`)] : [];
      return hang(`${padStart(clockTime(startMs), 5)}  `, [...`“${text}”`.split(' '), ...remark], width);
    });
}

type Evidence = NonNullable<ShownDimension['evidence']>;

/** The first example of each feature: three pauses of one kind say no more than the longest. */
function firstOfEach(evidence: Evidence): Evidence {
  const seen = new Set<string>();
  return evidence.filter(({ feature }) => !seen.has(feature) && seen.add(feature)).slice(0, SHOWN);
}

/** How often the candidate hesitated, in one line; nothing where fluency was not scored. */
export function hesitationLine(fluency: ShownDimension | null | undefined, width: number): string[] {
  if (!fluency || 'reason' in fluency || !fluency.hesitations) return [];
  const { counts, pauses } = fluency.hesitations;
  const inside = pauses.filter(({ place }) => place === 'midClause').length;
  const where = inside > 0 ? ` (${inside} of the ${pauses.length} listed inside a clause)` : '';
  return wrap(
    `Pauses: ${counts.pauses}${where}; fillers: ${counts.fillers}; repeated or restarted words: ${counts.repairs}.`,
    width,
  );
}
