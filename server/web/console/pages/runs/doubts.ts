import type { Dimension as DimensionName } from '../../../../domain/scoring/types.ts';
import type { Dimension, FinishedRun } from '../../../../modules/console/runs/contract.ts';
import { runTexts } from '../../texts/run.ts';

/** Why a score is less certain than it looks, in a sentence. */
export interface Doubt {
  /** What it concerns; null: all of it. */
  of: string | null;
  text: string;
}

const dimensions = ['vocabulary', 'fluency', 'accent'] as const satisfies readonly DimensionName[];

/** What makes one dimension less certain; nothing of one that was not scored, which says why itself. */
export const warningsOf = (dimension: Dimension | null | undefined): readonly string[] =>
  dimension?.warnings ?? [];

/**
 * What makes the scores of a run less certain, the gravest first: whether it is the candidate who was scored, then the recording, then single
 * dimensions. A sentence that holds for several is said once.
 */
export function doubtsOf({
  candidateDetection: found,
  analysis,
}: Pick<FinishedRun, 'candidateDetection' | 'analysis'>): Doubt[] {
  const ofDimensions = new Map<string, string[]>();
  for (const name of dimensions) {
    for (const text of warningsOf(analysis?.[name])) {
      ofDimensions.set(text, [...(ofDimensions.get(text) ?? []), runTexts.dimensions[name]]);
    }
  }
  const ofRecording = new Set(analysis?.quality.warnings);
  return [
    ...(found && found.confidence !== 'high'
      ? [{ of: runTexts.doubts.who(found.confidence), text: found.reason }]
      : []),
    ...[...ofRecording].map((text) => ({ of: null, text })),
    ...[...ofDimensions]
      .filter(([text]) => !ofRecording.has(text))
      .map(([text, names]) => ({ of: names.join(', '), text })),
  ];
}
