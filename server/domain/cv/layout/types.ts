/**
 * A stretch of text as a page draws it: points on the displayed page, `x` from the left, `y` of the baseline from
 * the top. `text` is in reading order also where the script runs right to left.
 */
export interface TextItem {
  text: string;
  x: number;
  y: number;
  width: number;
  fontSizePt: number;
  isBold: boolean;
}

export interface PageItems {
  /** 1-based. */
  number: number;
  widthPt: number;
  heightPt: number;
  source: 'text' | 'ocr' | 'docx';
  /** Horizontal text. */
  items: TextItem[];
  /** Text written upwards, downwards or askew, each with its box in points: read after the rest of the page. */
  turned: { text: string; x: number; y: number; width: number; height: number; fontSizePt: number }[];
}

/** Items of one row with no more than a word's space between them. */
export interface Fragment {
  /** From left to right; `hasSpaceBefore` is meant between neighbours. */
  items: (TextItem & { hasSpaceBefore: boolean })[];
  left: number;
  right: number;
  top: number;
  bottom: number;
  baseline: number;
  fontSizePt: number;
}
