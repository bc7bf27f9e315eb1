import type { Colour } from '../cv-files/legibility.ts';
import type { Colours } from './colours.ts';
import type { CellLook, Styles } from './styles.ts';
import { childOf, childrenOf, type Element, switchOf, valOf } from './xml.ts';

/** A cell with what its table makes of it. */
export interface Cell {
  element: Element;
  look: CellLook;
  /** Undefined: that of what is around the table. */
  ground: Colour | undefined;
  /** Cut away, or covered by the cell above. */
  isHidden: boolean;
}

/** Rows lower than this show nothing. In points. */
const minRowPt = 3;

/** @param expanded children, with those of what only groups them */
export function rowsOf(
  table: Element,
  {
    styles,
    colours,
    expanded,
  }: { styles: Styles; colours: Colours; expanded: (element: Element) => Element[] },
): Cell[][] {
  const tblPr = childOf(table, 'w:tblPr');
  const chain = styles.table(valOf(tblPr, 'w:tblStyle'));
  const wears = lookOf(childOf(tblPr, 'w:tblLook'));
  const rows = expanded(table).filter(({ name }) => name === 'w:tr');
  return rows.flatMap((row, index) => {
    const trPr = childOf(row, 'w:trPr');
    if (childOf(trPr, 'w:del')) return [];
    const height = childOf(trPr, 'w:trHeight')?.attributes;
    const isCut =
      switchOf(trPr, 'w:hidden') === true ||
      (height?.hRule === 'exact' && Number(height.val) / 20 < minRowPt);
    const cells = expanded(row).filter(({ name }) => name === 'w:tc');
    return [
      cells.flatMap((element, column): Cell[] => {
        const tcPr = childOf(element, 'w:tcPr');
        if (childOf(tcPr, 'w:cellDel')) return [];
        const formats = formatsOf(
          chain,
          wears,
          { index, count: rows.length },
          { index: column, count: cells.length },
        );
        const shades = [...formats.map((format) => childOf(format, 'w:tcPr')), tcPr].map((one) =>
          colours.shading(childOf(one, 'w:shd')),
        );
        return [
          {
            element,
            look: {
              pPr: formats.flatMap((format) => childrenOf(format, 'w:pPr')),
              rPr: formats.flatMap((format) => childrenOf(format, 'w:rPr')),
            },
            ground: shades.reduce<Colour | undefined>((ground, shade) => shade ?? ground, undefined),
            isHidden: isCut || isMergedAway(tcPr),
          },
        ];
      }),
    ];
  });
}

/** What goes on in the cell above or before shows nothing of its own. */
const isMergedAway = (tcPr: Element | undefined): boolean =>
  ['w:vMerge', 'w:hMerge'].some((name) => {
    const merge = childOf(tcPr, name);
    return merge !== undefined && merge.attributes.val !== 'restart';
  });

type Wears = Record<'firstRow' | 'lastRow' | 'firstColumn' | 'lastColumn' | 'noHBand' | 'noVBand', boolean>;

function lookOf(tblLook: Element | undefined): Wears {
  const bits = Number.parseInt(tblLook?.attributes.val ?? '0', 16);
  const is = (name: keyof Wears, bit: number) => {
    const own = tblLook?.attributes[name];
    return own === undefined ? (bits & bit) !== 0 : /^(?:1|true|on)$/i.test(own);
  };
  return {
    firstRow: is('firstRow', 0x20),
    lastRow: is('lastRow', 0x40),
    firstColumn: is('firstColumn', 0x80),
    lastColumn: is('lastColumn', 0x100),
    noHBand: is('noHBand', 0x200),
    noVBand: is('noVBand', 0x400),
  };
}

interface Place {
  index: number;
  count: number;
}

/** What a table's style says of a cell, the weakest first. */
function formatsOf(chain: readonly Element[], wears: Wears, row: Place, column: Place): Element[] {
  const band = (place: Place, hasFirst: boolean) => ((place.index - (hasFirst ? 1 : 0)) % 2 === 0 ? 1 : 2);
  const kinds = [
    'wholeTable',
    ...(wears.noVBand ? [] : [`band${band(column, wears.firstColumn)}Vert`]),
    ...(wears.noHBand ? [] : [`band${band(row, wears.firstRow)}Horz`]),
    ...(wears.firstColumn && column.index === 0 ? ['firstCol'] : []),
    ...(wears.lastColumn && column.index === column.count - 1 ? ['lastCol'] : []),
    ...(wears.firstRow && row.index === 0 ? ['firstRow'] : []),
    ...(wears.lastRow && row.index === row.count - 1 ? ['lastRow'] : []),
  ];
  return [
    ...chain,
    ...kinds.flatMap((kind) =>
      chain.flatMap((style) =>
        childrenOf(style, 'w:tblStylePr').filter(({ attributes }) => attributes.type === kind),
      ),
    ),
  ];
}
