import { type Colour, minSizePt } from '../cv-files/legibility.ts';
import { type Colours, hexOf, highlightOf, white } from './colours.ts';
import { childOf, type Element, within } from './xml.ts';

/** Text that stands in a box of its own. */
export interface TextBox {
  content: Element;
  /** Null: cannot be told. Undefined: what is behind the box. */
  ground: Colour | null | undefined;
  isHidden: boolean;
  /** From the left and the top of the page, column or text that it is measured from, in points; 0 where it says none. */
  xPt: number;
  yPt: number;
}

export interface Drawing {
  boxes: TextBox[];
  /** A filled shape or a picture under the text, large enough to be its ground. */
  isBackdrop: boolean;
  /** Likewise above the text, across much of a page. */
  isCover: boolean;
  /** A chart or a diagram. */
  hasUnread: boolean;
}

const emuPerPt = 12_700;
const pageWidthPt = 612;
const pageHeightPt = 842;
const backdropPt = 72;
const coverWidthPt = 280;
const coverHeightPt = 40;

const shapes = new Set(['wps:wsp']);
const unread = new Set(['c:chart', 'dgm:relIds']);
const pictures = new Set(['pic:pic']);
const contents = new Set(['w:txbxContent']);

/** Of `w:drawing`. */
export function drawingOf(element: Element, colours: Colours): Drawing {
  const drawing: Drawing = { boxes: [], isBackdrop: false, isCover: false, hasUnread: false };
  for (const place of element.children) {
    const isAnchored = place.name === 'wp:anchor';
    const size = childOf(place, 'wp:extent')?.attributes;
    const widthPt = Number(size?.cx ?? 0) / emuPerPt;
    const heightPt = Number(size?.cy ?? 0) / emuPerPt;
    const [xPt, yPt] = ['wp:positionH', 'wp:positionV'].map((name) => {
      const offset = Number(childOf(childOf(place, name), 'wp:posOffset')?.text ?? 0) / emuPerPt;
      return Number.isFinite(offset) ? offset : 0;
    }) as [number, number];
    const isOff =
      isAnchored &&
      (xPt >= pageWidthPt ||
        yPt >= pageHeightPt ||
        xPt + widthPt <= -backdropPt ||
        yPt + heightPt <= -backdropPt);
    const isHidden =
      isOff ||
      /^(?:1|true)$/.test(childOf(place, 'wp:docPr')?.attributes.hidden ?? '') ||
      widthPt < minSizePt ||
      heightPt < minSizePt;
    const own = within(place, shapes);
    for (const shape of own) {
      const content = within(childOf(shape, 'wps:txbx') ?? shape, contents)[0];
      const offset = within(shape, new Set(['a:off']))[0]?.attributes;
      if (content)
        drawing.boxes.push({
          content,
          ground: groundOf(shape, colours),
          isHidden,
          xPt: xPt + (Number(offset?.x) || 0) / emuPerPt,
          yPt: yPt + (Number(offset?.y) || 0) / emuPerPt,
        });
    }
    drawing.hasUnread ||= within(place, unread).length > 0;
    const covers =
      within(place, pictures).length > 0 || own.some((shape) => groundOf(shape, colours) !== undefined);
    if (!isAnchored || isHidden || !covers) continue;
    if (/^(?:1|true)$/.test(place.attributes.behindDoc ?? '')) {
      drawing.isBackdrop ||= widthPt >= backdropPt && heightPt >= backdropPt;
    } else if (childOf(place, 'wp:wrapNone') && drawing.boxes.length === 0) {
      drawing.isCover ||= widthPt >= coverWidthPt && heightPt >= coverHeightPt;
    }
  }
  return drawing;
}

/** What a shape is filled with. */
function groundOf(shape: Element, colours: Colours): Colour | null | undefined {
  const properties = childOf(shape, 'wps:spPr');
  for (const fill of properties?.children ?? []) {
    if (fill.name === 'a:noFill') return undefined;
    if (fill.name === 'a:solidFill') {
      const drawn = colours.drawn(fill);
      if (!drawn || (drawn.alpha > 0 && drawn.alpha < 0.9)) return null;
      return drawn.alpha === 0 ? undefined : drawn.colour;
    }
    if (/^a:(?:grad|blip|patt|grp)Fill$/.test(fill.name)) return null;
  }
  const reference = childOf(childOf(shape, 'wps:style'), 'a:fillRef');
  if (!reference || reference.attributes.idx === '0') return undefined;
  return colours.drawn(reference)?.colour ?? null;
}

const vmlShapes = new Set([
  ...['v:shape', 'v:rect', 'v:roundrect', 'v:oval', 'v:line', 'v:polyline', 'v:arc', 'v:curve', 'v:image'],
]);

/** Of `w:pict` and `w:object`, the drawings of older programs. */
export function oldDrawingOf(element: Element): Drawing {
  const drawing: Drawing = {
    boxes: [],
    isBackdrop: false,
    isCover: false,
    hasUnread: element.name === 'w:object',
  };
  for (const shape of within(element, vmlShapes)) {
    const style = new Map(
      (shape.attributes.style ?? '').split(';').map((rule) => {
        const [name = '', value = ''] = rule.split(':');
        return [name.trim(), value.trim()] as const;
      }),
    );
    const [widthPt, heightPt, xPt, yPt] = ['width', 'height', 'margin-left', 'margin-top'].map((name) =>
      pointsOf(style.get(name)),
    );
    const isHidden =
      style.get('visibility') === 'hidden' ||
      (widthPt ?? minSizePt) < minSizePt ||
      (heightPt ?? minSizePt) < minSizePt ||
      (xPt ?? 0) >= pageWidthPt ||
      (yPt ?? 0) >= pageHeightPt ||
      (xPt ?? 0) + (widthPt ?? pageWidthPt) <= -backdropPt ||
      (yPt ?? 0) + (heightPt ?? pageHeightPt) <= -backdropPt;
    const isFilled = !/^(?:f|false|0)$/i.test(shape.attributes.filled ?? 't');
    const ground = isFilled ? vmlColour(shape.attributes.fillcolor) : undefined;
    for (const content of within(shape, contents))
      drawing.boxes.push({ content, ground, isHidden, xPt: xPt ?? 0, yPt: yPt ?? 0 });
    if (Number(style.get('z-index')) < 0 && !isHidden && isFilled)
      drawing.isBackdrop ||= (widthPt ?? 0) >= backdropPt && (heightPt ?? 0) >= backdropPt;
  }
  return drawing;
}

const units: Readonly<Record<string, number>> = {
  pt: 1,
  in: 72,
  cm: 28.35,
  mm: 2.835,
  px: 0.75,
  pc: 12,
  '': 0.75,
};

function pointsOf(text: string | undefined): number | undefined {
  const [, value, unit] = /^(-?[\d.]+)(pt|in|cm|mm|px|pc|)$/.exec(text ?? '') ?? [];
  return value === undefined ? undefined : Number(value) * units[unit!]!;
}

/** "#ff0000", or a name with a number behind: "black [3213]". */
function vmlColour(text: string | undefined): Colour | null {
  if (text === undefined) return white;
  const [word = ''] = text.split(' ');
  return hexOf(word) ?? highlightOf(word) ?? null;
}

/** Columns of boxes from the left, each from its top: the order of reading. */
export function inColumns(boxes: readonly TextBox[]): TextBox[] {
  const columns: TextBox[][] = [];
  for (const box of [...boxes].sort((one, other) => one.xPt - other.xPt)) {
    const column = columns.at(-1);
    if (column && box.xPt - column[0]!.xPt < backdropPt) column.push(box);
    else columns.push([box]);
  }
  return columns.flatMap((column) => column.sort((one, other) => one.yPt - other.yPt));
}
