import type { TextLine } from '../cv/types.ts';
import { isInstruction, isNoteToReviewer } from './instructions.ts';

/** Lines of a CV that tell nothing of the candidate's work, by their number: they are neither scored nor quoted. */
export interface PlantedLines {
  /** Orders and notes to the reviewer of the CV, a person or a program. */
  notes: ReadonlySet<number>;
  /** Taken over from the job's own description. */
  copies: ReadonlySet<number>;
}

/** So many words in the same order are no accident. */
const copiedWords = 8;
/** A line is a copy when this share of its words is. */
const copiedShare = 0.6;
/** Fewer copied words in a whole CV are what people write who answer an advertisement. */
const minCopiedWords = 16;
/** A note goes on over so many lines at most. */
const maxNoteLines = 6;

type Line = Pick<TextLine, 'text' | 'startsBlock' | 'isBullet'>;

export function plantedLines(lines: readonly Line[], jobDescription: string): PlantedLines {
  return { notes: notesIn(lines), copies: copiesIn(lines, jobDescription) };
}

/** What is told of them; never what they say. */
export function remarksOn({ notes, copies }: PlantedLines): string[] {
  return [
    ...(notes.size > 0
      ? [
          'This CV speaks to whoever reviews it, in a note or an order. Such lines say nothing of the person and were not scored.',
        ]
      : []),
    ...(copies.size > 0
      ? ['This CV repeats sentences of the job description word for word. They were not scored.']
      : []),
  ];
}

function notesIn(lines: readonly Line[]): Set<number> {
  const notes = new Set<number>();
  for (const [start, { text }] of lines.entries()) {
    if (isInstruction(text)) notes.add(start);
    if (!isNoteToReviewer(text)) continue;
    notes.add(start);
    // Its sentences go on until something else begins.
    for (let next = start + 1; next < Math.min(lines.length, start + maxNoteLines); next++) {
      if (lines[next]!.startsBlock || lines[next]!.isBullet) break;
      notes.add(next);
    }
  }
  return notes;
}

function copiesIn(lines: readonly Line[], jobDescription: string): Set<number> {
  const known = new Set(runsOf(wordsOf(jobDescription)));
  const words = lines.flatMap(({ text }, line) => wordsOf(text).map((word) => ({ word, line })));
  const copied = new Set<number>();
  for (const [start, run] of runsOf(words.map(({ word }) => word)).entries()) {
    if (known.has(run)) for (let at = start; at < start + copiedWords; at++) copied.add(at);
  }
  if (copied.size < minCopiedWords) return new Set();
  const counts = lines.map(() => ({ all: 0, copied: 0 }));
  for (const [at, { line }] of words.entries()) {
    counts[line]!.all++;
    if (copied.has(at)) counts[line]!.copied++;
  }
  return new Set(
    counts.flatMap((count, line) => (count.all > 0 && count.copied >= copiedShare * count.all ? [line] : [])),
  );
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Every row of `copiedWords` words, by where it begins. */
const runsOf = (words: readonly string[]): string[] =>
  Array.from({ length: Math.max(0, words.length - copiedWords + 1) }, (_, start) =>
    words.slice(start, start + copiedWords).join(' '),
  );
