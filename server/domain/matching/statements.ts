import type { Passage } from './passage-index.ts';

/** What a CV tells in one go: a bullet or a sentence, with all lines that it is written on. */
export interface Statement {
  text: string;
  passages: readonly Passage[];
}

const longLine = 70;

const goesOn = (one: Passage | undefined, next: Passage | undefined): boolean =>
  one !== undefined &&
  next !== undefined &&
  one.zone === next.zone &&
  one.position === next.position &&
  !/[.;:!?]$/.test(one.text) &&
  (/^[\p{Ll}\d$€£(&]/u.test(next.text) || (one.text.length >= longLine && !/^[•*–-]/.test(next.text)));

/** A passage with the lines that it goes on in and that lead to it. */
export function statementOf(passage: Passage, all: readonly Passage[]): string {
  const at = all.indexOf(passage);
  let [first, last] = [at, at];
  while (goesOn(all[first - 1], all[first])) first -= 1;
  while (goesOn(all[last], all[last + 1])) last += 1;
  return all
    .slice(first, last + 1)
    .map(({ claimed }) => claimed)
    .join(' ');
}

/** Between sentences, also where space or full stop is missing ("forms Trained new staff"), and between the bullets of a line. */
const sentenceEnd =
  /(?<=[.;!?])\s+(?=\S)|(?<=\p{Ll}{2}[.;!?])(?=\p{Lu}\p{Ll})|(?<=\p{Ll}{2})\s+(?=\p{Lu}\p{Ll}{2,}ed\b)|\s*[•▪●]\s*/u;
/** More would blur what a statement is about. */
const mostWords = 40;
/** A fragment tells of nothing. */
const leastWords = 3;

/** The sentences of these passages in reading order, each with the passages that it stands on; long ones in pieces. */
export function statementsIn(passages: readonly Passage[]): Statement[] {
  const statements: Statement[] = [];
  for (let first = 0; first < passages.length; ) {
    let last = first;
    while (goesOn(passages[last], passages[last + 1])) last += 1;
    const lines = passages.slice(first, last + 1);
    first = last + 1;
    // Where each line begins in the whole.
    const starts: number[] = [];
    let whole = '';
    for (const { claimed } of lines) {
      if (whole) whole += ' ';
      starts.push(whole.length);
      whole += claimed;
    }
    let from = 0;
    for (const sentence of whole.split(sentenceEnd)) {
      const at = whole.indexOf(sentence, from);
      from = at + sentence.length;
      statements.push(
        ...pieces(sentence).map(({ text, start }) => ({
          text,
          passages: lines.filter(
            ({ claimed }, n) =>
              starts[n]! < at + start + text.length && starts[n]! + claimed.length > at + start,
          ),
        })),
      );
    }
  }
  return statements;
}

function pieces(sentence: string): { text: string; start: number }[] {
  const words = [...sentence.matchAll(/\S+/g)];
  if (words.length < leastWords) return [];
  const count = Math.ceil(words.length / mostWords);
  const size = Math.ceil(words.length / count);
  return Array.from({ length: count }, (_, n) => {
    const own = words.slice(n * size, (n + 1) * size);
    const start = own[0]!.index;
    return { start, text: sentence.slice(start, own.at(-1)!.index + own.at(-1)![0].length) };
  });
}
