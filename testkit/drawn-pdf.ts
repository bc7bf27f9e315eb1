import { pageHeightPt, pageWidthPt, pdfOfObjects, stream } from './pdf-writer.ts';

/** A page of drawing operators, and what they refer to by name. */
export interface DrawnPage {
  content: string;
  /** Entries of the page's dictionary besides size, contents and resources. */
  page?: string;
  /** Entries of the resources besides the fonts /F1 (Helvetica), /F2 (its bold), /T3 (letters that are stripes), /T4 (likewise, which says that it is tiny) and the layers /On and /Off. */
  resources?: string;
  /** The page's own, numbered from 20 to 29: "20 0 R" is the page's. */
  objects?: Record<number, string | Buffer>;
}

/** A PDF drawn by hand: for what no text program makes. `catalog` is added to its root. */
export function drawnPdf(pages: readonly DrawnPage[], catalog = ''): Buffer {
  const objects: Record<number, string | Buffer> = {
    1: `<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [11 0 R 12 0 R] /D << /OFF [12 0 R] >> >> ${catalog} >>`,
    2: `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${100 + 100 * index} 0 R`).join(' ')}] >>`,
    5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    6: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
    7: type3Font('0 0 500 700'),
    13: type3Font('0 0 1 1'),
    8: stream('', '600 0 0 0 0 0 d1'),
    9: stream('', '600 0 0 0 500 700 d1 0 0 100 700 re 200 0 100 700 re 400 0 100 700 re f'),
    10: stream(
      '',
      '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Ascii def /CMapType 2 def\n' +
        '1 begincodespacerange <00> <ff> endcodespacerange\n1 beginbfrange <20> <7e> <0020> endbfrange\nendcmap end end',
    ),
    11: '<< /Type /OCG /Name (Shown) >>',
    12: '<< /Type /OCG /Name (Not shown) >>',
  };
  for (const [index, { content, page = '', resources = '', objects: own = {} }] of pages.entries()) {
    const base = 100 + 100 * index;
    const numbered = (text: string) => text.replace(/\b(2\d) 0 R/g, (_, own) => `${base + Number(own)} 0 R`);
    objects[base] = numbered(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${pageWidthPt} ${pageHeightPt}] ${page} /Contents ${base + 1} 0 R ` +
        `/Resources << /Font << /F1 5 0 R /F2 6 0 R /T3 7 0 R /T4 13 0 R >> /Properties << /On 11 0 R /Off 12 0 R >> ${resources} >> >>`,
    );
    objects[base + 1] = stream('', content);
    for (const [number, object] of Object.entries(own))
      objects[base + Number(number)] = typeof object === 'string' ? numbered(object) : object;
  }
  return pdfOfObjects(objects);
}

const type3Font = (box: string) =>
  `<< /Type /Font /Subtype /Type3 /FontBBox [${box}] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 32 /LastChar 126 ` +
  `/Widths [${Array(95).fill(600).join(' ')}] /CharProcs << /space 8 0 R /box 9 0 R >> ` +
  `/Encoding << /Type /Encoding /Differences [32 /space 33 ${Array(94).fill('/box').join(' ')}] >> /ToUnicode 10 0 R /Resources << >> >>`;

/** Text by its baseline, in points from the lower left corner; `before` sets colours and the like. */
export const textAt = (text: string, x: number, y: number, before = '', font = '/F1 10 Tf') =>
  `q ${before} BT ${font} ${x} ${y} Td (${text.replace(/[\\()]/g, '\\$&')}) Tj ET Q`;

/** A picture of many colours, as a photograph has; the same every time. `soft`: how slowly they change. */
export function photograph(width: number, height: number, soft = 1): Buffer {
  const pixels = Buffer.alloc(3 * width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const wave = (one: number, other: number) =>
        Math.round(
          128 + 60 * Math.sin((x / one + y / other) / soft) + 60 * Math.cos((x / other - y / one) / soft),
        );
      pixels.set([wave(3, 7), wave(5, 4), wave(9, 3)], 3 * (y * width + x));
    }
  }
  return stream(
    `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8`,
    pixels,
  );
}
