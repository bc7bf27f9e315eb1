import type { DrawnWord } from './drawing.ts';
import type { PdfTextItem } from './page-items.ts';

/** What pdf.js says of an annotation, as far as it is used. */
export interface PdfAnnotation {
  subtype?: string;
  fieldType?: string;
  fieldValue?: unknown;
  contentsObj?: { str?: string };
  /** left, bottom, right, top in the page's own space. */
  rect?: readonly number[];
  hidden?: boolean;
  /** Bits 2 and 6: hidden, not shown on screens. */
  annotationFlags?: number;
  password?: boolean;
  defaultAppearanceData?: { fontSize?: number };
}

const notOnScreen = 0b100010;
/** Where a field does not say: what viewers take. */
const usualSizePt = 10;
const leadingEm = 1.2;
/** On average, of the font size. */
const letterEm = 0.5;

/**
 * Texts of filled-in fields and of typed comments that leave it to the viewer how they look. Those that say so themselves are among the
 * page's words.
 */
export function fieldTexts(
  annotations: readonly PdfAnnotation[],
  words: readonly DrawnWord[],
): PdfTextItem[] {
  const drawn = new Set(words.filter(({ isAnnotation }) => isAnnotation).map(({ item }) => item));
  return annotations.flatMap((annotation) => {
    const [left, bottom, right, top] = annotation.rect ?? [];
    const text = textOf(annotation).trim();
    if (!text || top === undefined || right! - left! <= 0 || top - bottom! <= 0) return [];
    const isDrawn = [...drawn].some(({ transform: [, , , , x, y] }) => {
      return x! >= left! - 1 && x! <= right! + 1 && y! >= bottom! - 1 && y! <= top + 1;
    });
    if (isDrawn) return [];
    const lines = text.split(/\r\n|\r|\n/);
    const given = annotation.defaultAppearanceData?.fontSize || usualSizePt;
    const size = Math.min(given, (top - bottom!) / lines.length / leadingEm);
    return lines.map((str, index) => ({
      str,
      width: Math.min(right! - left!, letterEm * size * str.length),
      height: size,
      transform: [size, 0, 0, size, left!, top - size * (1 + leadingEm * index)],
      fontName: '',
    }));
  });
}

function textOf(annotation: PdfAnnotation): string {
  const { subtype, fieldType, fieldValue, hidden, annotationFlags = 0, password } = annotation;
  if (hidden || (annotationFlags & notOnScreen) !== 0 || password) return '';
  if (subtype === 'FreeText') return annotation.contentsObj?.str ?? '';
  if (subtype !== 'Widget' || (fieldType !== 'Tx' && fieldType !== 'Ch')) return '';
  const values = Array.isArray(fieldValue) ? fieldValue : [fieldValue];
  return values.filter((value) => typeof value === 'string').join(', ');
}
