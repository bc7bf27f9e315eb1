import { wordings } from '../explanation/measures.ts';
import { groupOf, type Move, movesOf, standsOut } from '../explanation/moves.ts';
import type { GrammarError } from '../grammar/errors.ts';
import { wordAfterPause } from '../scoring/fluency-evidence.ts';
import type { Evidence } from '../scoring/types.ts';
import type { Quote, ReportFacts, ReportItem, ReportSource } from './types.ts';

/** What can be quoted for a group of measures, where it raises the score and where it lowers it: names of features of evidence. */
const quotable: Readonly<Record<string, { up?: string; down?: string }>> = {
  production: { up: 'meanRunSyllables' },
  variety: { down: 'repeatedBigramShare' },
  rarity: { up: 'beyond2000Share' },
  repairs: { down: 'repairsPer100Words' },
  pauses: { up: 'meanRunSyllables', down: 'midClausePausesPerMinute' },
  runs: { up: 'meanRunSyllables', down: 'midClausePausesPerMinute' },
  speed: { up: 'meanRunSyllables' },
};

/** Measures of which less is better. */
const lessIsBetter: ReadonlySet<string> = new Set([
  'logFrequency',
  'repairsPer100Words',
  'longPausesPer100Words',
  'midClausePausesPerMinute',
  'endClausePausesPerMinute',
  'pausedShare',
]);

const isGood = ({ feature, above }: Move): boolean => above !== lessIsBetter.has(feature);

/**
 * Everything vocabulary and fluency were moved by that can be told, what moved most first; what both rest on is told once. A measure whose
 * group moved the score the other way is left out: its sentence would contradict the score.
 */
export function toldMoves({ source, calibrations }: ReportFacts): Move[] {
  const { vocabulary, fluency } = source.dimensions;
  const told = new Set<string>();
  return [
    ...(vocabulary ? movesOf(vocabulary, calibrations.vocabulary) : []),
    ...(fluency ? movesOf(fluency, calibrations.fluency) : []),
  ]
    .filter((move) => wordings[move.feature] && move.points > 0 === isGood(move))
    .toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points))
    .filter(({ feature }) => !told.has(groupOf(feature)) && told.add(groupOf(feature)));
}

/** Where a listener hears what a measure says; each place is quoted once. */
export function quoter({
  dimensions,
}: ReportSource): (move: Pick<Move, 'feature' | 'points'>) => Quote | null {
  const { vocabulary, fluency } = dimensions;
  const evidence = [...(vocabulary?.evidence ?? []), ...(fluency?.evidence ?? [])];
  const used = new Set<number>();
  // What is said twice word for word is one example.
  const texts = new Set<string>();
  return ({ feature, points }) => {
    const wanted = quotable[groupOf(feature)]?.[points > 0 ? 'up' : 'down'];
    const found = evidence.find(
      (one) => one.feature === wanted && !used.has(one.startMs) && !texts.has(one.text),
    );
    if (!found) return null;
    used.add(found.startMs);
    texts.add(found.text);
    return { text: withPause(found), startMs: found.startMs, endMs: found.endMs };
  };
}

/** A quotation with "…" where the pause is that it is quoted for. */
function withPause(evidence: Evidence): string {
  const { text } = evidence;
  const word = wordAfterPause(evidence);
  if (word === undefined) return text;
  const at = text.includes(' ') ? ` ${text} `.indexOf(` ${word} `, 1) : text.indexOf(word, 1);
  return at > 0 ? `${text.slice(0, at).trimEnd()} … ${text.slice(at)}` : text;
}

/** Slips that are told, one of a kind, at most so many as a reader works on. */
export function toldSlips({ grammar }: ReportSource, limit: number): GrammarError[] {
  const kinds = new Set<string>();
  return (grammar?.errors ?? []).filter(({ kind }) => !kinds.has(kind) && kinds.add(kind)).slice(0, limit);
}

/** Where something of grammar can be heard. */
export const grammarItem = (text: string, { text: said, startMs, endMs }: Quote): ReportItem => ({
  text,
  quote: { text: said, startMs, endMs },
  measure: 'grammar',
});

/** The measures that stand out, those that raise the score and those that lower it. */
export function outstanding(moves: readonly Move[]): { up: Move[]; down: Move[] } {
  const out = moves.filter(standsOut);
  return { up: out.filter(({ points }) => points > 0), down: out.filter(({ points }) => points < 0) };
}

/** Measures that are at least about what is usual in the group they are compared with: at most half a deviation on the wrong side. */
export const atLeastUsual = (moves: readonly Move[]): Move[] =>
  moves.filter((move) => isGood(move) || move.distance <= 0.5);
