/** Letters of one look that follow each other. "\t" is a gap, "\n" begins a line. */
export interface Piece {
  text: string;
  sizePt: number;
  isBold: boolean;
  /** `unchecked`: only a drawing of the page would tell. */
  sight: 'seen' | 'hidden' | 'unchecked';
}

export interface Paragraph {
  kind: 'paragraph';
  pieces: Piece[];
  hasBullet: boolean;
  beforePt: number;
  afterPt: number;
  indentPt: number;
  firstIndentPt: number;
  /** Of a paragraph without letters. */
  sizePt: number;
}

/** A row of a table: what each of its cells holds, from the first. */
export interface Row {
  kind: 'row';
  cells: Block[][];
}

export type Block = Paragraph | Row;

const paragraphsOf = (blocks: readonly Block[]): Paragraph[] =>
  blocks.flatMap((block) => (block.kind === 'paragraph' ? [block] : block.cells.flatMap(paragraphsOf)));

/** All letters, in order. */
export const piecesOf = (blocks: readonly Block[]): Piece[] =>
  paragraphsOf(blocks).flatMap(({ pieces }) => pieces);

const plain = (text: string) => text.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '');
const wordsIn = (blocks: readonly Block[], sights: readonly string[]) =>
  paragraphsOf(blocks)
    .map(({ pieces }) => pieces.map(({ text, sight }) => (sights.includes(sight) ? text : ' ')).join(''))
    .flatMap((text) => text.split(/\s+/))
    .map(plain)
    .filter(Boolean);

/** Words that are nowhere to be seen: a hidden copy of what is there hides nothing. */
export function hiddenWords(blocks: readonly Block[]): number {
  const seen = new Set(wordsIn(blocks, ['seen', 'unchecked']));
  return wordsIn(blocks, ['hidden']).filter((word) => !seen.has(word)).length;
}

export const uncheckedWords = (blocks: readonly Block[]): number => wordsIn(blocks, ['unchecked']).length;
