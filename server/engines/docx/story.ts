import {
  type Colour,
  differenceOf,
  minLetterWidthPt,
  minSizePt,
  nearColours,
} from '../cv-files/legibility.ts';
import type { Block, Paragraph, Piece } from './blocks.ts';
import type { Colours } from './colours.ts';
import { type Drawing, drawingOf, inColumns, oldDrawingOf, type TextBox } from './drawings.ts';
import type { CellLook, ParagraphLook, RunLook, Styles } from './styles.ts';
import { rowsOf } from './tables.ts';
import { childOf, childrenOf, type Element, switchOf, valOf } from './xml.ts';

/** What all texts of a file share. */
export interface Reading {
  styles: Styles;
  colours: Colours;
  /** Of a page. */
  ground: Colour;
  /** Something under the text may be its ground: what has the page's colour may be seen. */
  hasBackdrop: boolean;
  /** Something large lies above the text. */
  isCovered: boolean;
  /** Charts, diagrams and files inside. */
  unreadParts: number;
  /** Ids of notes that seen texts refer to, as "footnote 2". */
  notes: Set<string>;
}

interface Around {
  /** Null: cannot be told. */
  ground: Colour | null;
  isHidden: boolean;
  cell: CellLook | null;
}

/** A field: its instruction is not shown, its result is. */
interface Field {
  instruction: string;
  hasResult: boolean;
  /** What a list to choose from shows. */
  choice: string;
}

/** Words around which nothing is drawn. */
const groups = new Set([
  ...['w:ins', 'w:moveTo', 'w:customXml', 'w:smartTag', 'w:hyperlink', 'w:dir', 'w:bdo', 'w:sdtContent'],
  ...['w:rubyBase', 'w:ruby', 'm:oMath', 'm:oMathPara', 'm:e', 'm:num', 'm:den', 'm:f', 'm:sup', 'm:sub'],
  ...['m:sSup', 'm:sSub', 'm:d', 'm:rad', 'm:nary', 'm:func', 'm:fName'],
]);
/** Taken back, or not for readers. */
const left = new Set(['w:del', 'w:moveFrom', 'w:rt', 'w:instrText', 'w:delText', 'w:delInstrText']);
const pageField = /^\s*(?:PAGE|NUMPAGES|SECTIONPAGES)\b/i;

/** What only groups others gives way to what it holds; of alternatives the first that is known. */
export function expanded(element: Element): Element[] {
  return element.children.flatMap((child): Element[] => {
    if (left.has(child.name)) return [];
    if (child.name === 'w:sdt') return expanded(childOf(child, 'w:sdtContent') ?? emptyElement);
    if (child.name === 'mc:AlternateContent') {
      const choice = childOf(child, 'mc:Choice') ?? childOf(child, 'mc:Fallback');
      return choice ? expanded(choice) : [];
    }
    return groups.has(child.name) ? expanded(child) : [child];
  });
}

const emptyElement: Element = { name: '', attributes: {}, children: [], text: '' };

interface Story {
  reading: Reading;
  /** Those that are open, the innermost last. */
  fields: Field[];
  hasText: boolean;
}

/** The text of a part: the document, a header, a note. */
export const readStory = (root: Element, reading: Reading): Block[] =>
  blocksOf({ reading, fields: [], hasText: false }, root, {
    ground: reading.ground,
    isHidden: false,
    cell: null,
  });

function blocksOf(story: Story, container: Element, around: Around): Block[] {
  const { styles, colours } = story.reading;
  const blocks: Block[] = [];
  /** A paragraph whose end was taken back goes on in the next. */
  let open: Paragraph | undefined;
  for (const child of expanded(container)) {
    if (child.name === 'w:p') {
      const { paragraph, boxes, isOpen } = paragraphOf(story, child, around);
      // What hangs on the first line, a name as a rule, stands beside or below it.
      const isFirst = !story.hasText;
      const inside = inColumns(boxes).flatMap((box) => inBox(story, box, around));
      story.hasText ||= paragraph.pieces.some(({ text }) => text.trim());
      if (!isFirst) blocks.push(...inside);
      if (open) open.pieces.push(...paragraph.pieces);
      else blocks.push(paragraph);
      open = isOpen ? (open ?? paragraph) : undefined;
      if (isFirst) blocks.push(...inside);
    } else if (child.name === 'w:tbl') {
      for (const cells of rowsOf(child, { styles, colours, expanded }))
        blocks.push({
          kind: 'row',
          cells: cells.map(({ element, look, ground, isHidden }) =>
            blocksOf(story, element, {
              ground: ground ?? around.ground,
              isHidden: around.isHidden || isHidden,
              cell: look,
            }),
          ),
        });
    } else if (child.name === 'w:altChunk') story.reading.unreadParts++;
  }
  return blocks;
}

const inBox = (story: Story, { content, ground, isHidden }: TextBox, around: Around): Block[] =>
  blocksOf(story, content, {
    ground: ground === undefined ? around.ground : ground,
    isHidden: around.isHidden || isHidden,
    cell: null,
  });

function paragraphOf(story: Story, element: Element, around: Around) {
  const { styles } = story.reading;
  const pPr = childOf(element, 'w:pPr');
  const look = styles.paragraph(pPr, around.cell);
  const frame = childOf(pPr, 'w:framePr')?.attributes;
  const isOff = isBeyond(frame?.x) || isBeyond(frame?.y) || Math.abs(look.indentPt) > 560 || isFlat(look);
  const inside = { ...around, isHidden: around.isHidden || isOff };
  const pieces: Piece[] = [];
  const boxes: TextBox[] = [];
  for (const child of expanded(element)) {
    if (child.name === 'w:r' || child.name === 'm:r') addRun(story, child, look, inside, pieces, boxes);
    else if (child.name === 'w:fldSimple' && !pageField.test(child.attributes.instr ?? '')) {
      for (const run of expanded(child))
        if (run.name === 'w:r') addRun(story, run, look, inside, pieces, boxes);
    }
  }
  const mark = childOf(pPr, 'w:rPr');
  const paragraph: Paragraph = {
    kind: 'paragraph',
    pieces,
    hasBullet: look.hasBullet,
    beforePt: look.beforePt,
    afterPt: look.afterPt,
    indentPt: look.indentPt,
    firstIndentPt: look.firstIndentPt,
    sizePt: styles.run(mark, look).sizePt,
  };
  return { paragraph, boxes, isOpen: Boolean(childOf(mark, 'w:del') ?? childOf(mark, 'w:moveFrom')) };
}

function addRun(
  story: Story,
  run: Element,
  look: ParagraphLook,
  around: Around,
  pieces: Piece[],
  boxes: TextBox[],
) {
  const { reading, fields } = story;
  const { styles, colours } = reading;
  const letters = styles.run(childOf(run, 'w:rPr'), look);
  const sight = sightOf(reading, letters, look, around);
  const add = (text: string) => {
    if (text === '' || !fields.every(isShown)) return;
    const { sizePt, isBold, isCaps } = letters;
    pieces.push({ text: isCaps ? text.toLocaleUpperCase() : text, sizePt, isBold, sight });
  };
  for (const child of expanded(run)) {
    switch (child.name) {
      case 'w:t':
      case 'm:t':
        add(child.text.replace(/[\r\n]+/g, ' '));
        break;
      case 'w:tab':
      case 'w:ptab':
        add('\t');
        break;
      case 'w:br':
      case 'w:cr':
        add('\n');
        break;
      case 'w:noBreakHyphen':
        add('-');
        break;
      case 'w:sym':
        add('•');
        break;
      case 'w:fldChar':
        turnField(fields, child, add);
        break;
      case 'w:footnoteReference':
      case 'w:endnoteReference':
        if (sight !== 'hidden') reading.notes.add(`${child.name.slice(2, -9)} ${child.attributes.id}`);
        break;
      case 'w:drawing':
        addDrawing(reading, drawingOf(child, colours), boxes);
        break;
      case 'w:pict':
      case 'w:object':
        addDrawing(reading, oldDrawingOf(child), boxes);
        break;
    }
  }
  const code = childrenOf(run, 'w:instrText');
  const field = fields.at(-1);
  if (field && !field.hasResult) field.instruction += code.map(({ text }) => text).join('');
}

function turnField(fields: Field[], char: Element, add: (text: string) => void) {
  const type = char.attributes.fldCharType;
  if (type === 'begin') fields.push({ instruction: '', hasResult: false, choice: chosenIn(char) });
  else if (type === 'separate') {
    const field = fields.at(-1);
    if (field) field.hasResult = true;
  } else if (type === 'end') {
    const field = fields.pop();
    if (field?.choice) add(field.choice);
  }
}

function addDrawing(reading: Reading, drawing: Drawing, boxes: TextBox[]) {
  boxes.push(...drawing.boxes);
  if (drawing.hasUnread && drawing.boxes.length === 0) reading.unreadParts++;
}

function sightOf(reading: Reading, letters: RunLook, look: ParagraphLook, around: Around): Piece['sight'] {
  const { sizePt, widthShare, isVanished, colour } = letters;
  if (around.isHidden || isVanished || sizePt < minSizePt) return 'hidden';
  if (0.5 * sizePt * widthShare < minLetterWidthPt) return 'hidden';
  if (colour === 'auto') return 'seen';
  const ownGround = letters.shade ?? look.shade;
  const ground = ownGround ?? around.ground;
  if (colour === null || ground === null) return 'unchecked';
  if (differenceOf(colour, ground) >= nearColours) return 'seen';
  return reading.hasBackdrop && ownGround === null && ground === reading.ground ? 'unchecked' : 'hidden';
}

const isShown = ({ hasResult, instruction }: Field) => hasResult && !pageField.test(instruction);

/** Lines this low show nothing. */
const isFlat = ({ exactLinePt }: ParagraphLook) => exactLinePt !== null && exactLinePt < minSizePt;

/** Of a frame, in twentieths of a point. */
const isBeyond = (offset: string | undefined) => Math.abs(Number(offset ?? 0)) / 20 > 800;

/** Of a form's list to choose from. */
function chosenIn(char: Element): string {
  const list = childOf(childOf(char, 'w:ffData'), 'w:ddList');
  if (!list) return '';
  const entries = childrenOf(list, 'w:listEntry');
  const chosen = Number(valOf(list, 'w:result') ?? valOf(list, 'w:default') ?? 0);
  return entries[chosen]?.attributes.val ?? '';
}

/** A header or footer of a section that is not shown is none; see `w:titlePg`. */
export const hasFirstPage = (sectPr: Element): boolean => switchOf(sectPr, 'w:titlePg') === true;
