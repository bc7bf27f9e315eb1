import type { Colour } from '../cv-files/legibility.ts';
import { identity, type Matrix, type Rect } from './matrix.ts';
import type { PdfTextItem } from './page-items.ts';

/** What pdf.js knows of a font. */
export interface DrawnFont {
  fontMatrix?: ArrayLike<number>;
  isType3Font?: boolean;
  bbox?: ArrayLike<number>;
  /** It is not in the file: every program takes another one for it, if it has one. */
  missingFile?: boolean;
  vertical?: boolean;
}

/** Letters without a gap between them, as one instruction after another draws them in one way. */
export interface DrawnWord {
  /** As pdf.js gives text, in the page's own space. */
  item: PdfTextItem;
  /** On the displayed page, in points from its upper left corner. */
  box: Rect;
  /** Where each letter begins there. */
  letters: { x: number; y: number; text: string }[];
  /** `colour` null: a pattern, a mask or the font's own. Null as a whole: drawn without ink, as by OCR over a scan. */
  ink: { colour: Colour | null; alpha: number } | null;
  fontSizePt: number;
  /** Whether its font is in the file. */
  hasFont: boolean;
  /** Belongs to a layer that is not shown. */
  isOff: boolean;
  /** What of the page is drawn upon at all. */
  clip: Rect;
  /** A form field's or a comment's. */
  isAnnotation: boolean;
  /** Number of its operator: what is drawn later lies above it. */
  order: number;
}

/** What operators set, and what is saved and restored. */
export interface State {
  ctm: Matrix;
  clip: Rect;
  fill: Colour | null | 'none';
  stroke: Colour | null;
  fillAlpha: number;
  strokeAlpha: number;
  isMasked: boolean;
  mode: number;
  font: string;
  sizePt: number;
  charSpacing: number;
  wordSpacing: number;
  hScale: number;
  leading: number;
  rise: number;
}

/** How far a page is drawn. */
export interface Drawing {
  state: State;
  readonly saved: State[];
  /** Whether each open layer is shown. */
  readonly layers: boolean[];
  /** Open form fields and comments. */
  annotations: number;
  /** The next path only says what is drawn upon. */
  clipsNext: boolean;
  /** Where the next letter begins, and where its line did. */
  text: { matrix: Matrix; x: number; y: number; lineX: number; lineY: number };
}

/** Called with an operator's arguments and its number. */
export type Handlers = Readonly<Record<string, (args: readonly never[], order: number) => void>>;

const everywhere: Rect = { left: -1e9, top: -1e9, right: 1e9, bottom: 1e9 };

export const firstState = (): State => ({
  ctm: identity,
  clip: everywhere,
  fill: [0, 0, 0],
  stroke: [0, 0, 0],
  fillAlpha: 1,
  strokeAlpha: 1,
  isMasked: false,
  mode: 0,
  font: '',
  sizePt: 0,
  charSpacing: 0,
  wordSpacing: 0,
  hScale: 1,
  leading: 0,
  rise: 0,
});

export const firstText = (matrix: Matrix = identity): Drawing['text'] => ({
  ...{ matrix, x: 0, y: 0, lineX: 0, lineY: 0 },
});

export const createDrawing = (): Drawing => ({
  state: firstState(),
  saved: [],
  layers: [],
  annotations: 0,
  clipsNext: false,
  text: firstText(),
});

/** A layer that is not shown is open. */
export const isHidden = ({ layers }: Drawing): boolean => layers.includes(false);
