import { deflateSync } from 'node:zlib';

/** A text on a page: points from the upper left corner to its baseline. */
export interface PdfText {
  text: string;
  x: number;
  y: number;
  size?: number;
  bold?: boolean;
  /** Degrees, counter-clockwise. */
  angle?: number;
}

export const pageWidthPt = 595;
export const pageHeightPt = 842;

/**
 * A PDF of pages with texts, written as any program might: one object each, a table of contents of objects at its end.
 *
 * @param properties of the file, in ASCII: { Author: 'Jane Baker' }
 */
export function pdfOf(
  pages: readonly (readonly PdfText[])[],
  properties: Readonly<Record<string, string>> = {},
): Buffer {
  const glyphs = createGlyphs();
  const contents = pages.map((texts) => texts.map((text) => drawn(text, glyphs)).join('\n'));
  const kids = pages.map((_, index) => `${10 + 2 * index} 0 R`).join(' ');
  const objects: Record<number, string | Buffer> = {
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: `<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`,
    3: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    4: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
    5: '<< /Type /Font /Subtype /Type0 /BaseFont /Any /Encoding /Identity-H /DescendantFonts [6 0 R] /ToUnicode 7 0 R >>',
    6: '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Any /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 600 >>',
    7: stream('', glyphs.toUnicode()),
  };
  for (const [index, content] of contents.entries()) {
    objects[10 + 2 * index] =
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${pageWidthPt} ${pageHeightPt}] ` +
      `/Resources << /Font << /F1 3 0 R /F2 4 0 R /F3 5 0 R >> >> /Contents ${11 + 2 * index} 0 R >>`;
    objects[11 + 2 * index] = stream('', content);
  }
  objects[8] = `<< ${Object.entries(properties)
    .map(([name, value]) => `/${name} (${value})`)
    .join(' ')} >>`;
  return pdfOfObjects(objects, '/Info 8 0 R');
}

/** Puts objects into a file; `trailer` is added to the dictionary at its end. */
export function pdfOfObjects(objects: Record<number, string | Buffer>, trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  const offsets = new Map<number, number>();
  let length = parts[0]!.length;
  const push = (part: string | Buffer) => {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part;
    parts.push(bytes);
    length += bytes.length;
  };
  const numbers = Object.keys(objects).map(Number);
  for (const number of numbers) {
    offsets.set(number, length);
    push(`${number} 0 obj\n`);
    push(objects[number]!);
    push('\nendobj\n');
  }
  const start = length;
  push('xref\n0 1\n0000000000 65535 f \n');
  for (const number of numbers)
    push(`${number} 1\n${String(offsets.get(number)).padStart(10, '0')} 00000 n \n`);
  push(
    `trailer\n<< /Root 1 0 R /Size ${Math.max(...numbers) + 1} ${trailer} >>\nstartxref\n${start}\n%%EOF\n`,
  );
  return Buffer.concat(parts);
}

/** A compressed stream; `dictionary` is added to its own. */
export function stream(dictionary: string, content: string | Buffer): Buffer {
  const packed = deflateSync(typeof content === 'string' ? Buffer.from(content, 'latin1') : content);
  return Buffer.concat([
    Buffer.from(`<< /Length ${packed.length} /Filter /FlateDecode ${dictionary} >>\nstream\n`, 'latin1'),
    packed,
    Buffer.from('\nendstream', 'latin1'),
  ]);
}

/** Signs outside of Latin-1 for which WinAnsiEncoding has a code of its own. */
const winAnsi: Readonly<Record<string, string>> = {
  '•': '\x95',
  '–': '\x96',
  '—': '\x97',
  '‘': '\x91',
  '’': '\x92',
  '“': '\x93',
  '”': '\x94',
  '…': '\x85',
  '€': '\x80',
};

function drawn({ text: given, x, y, size = 10, bold, angle = 0 }: PdfText, glyphs: Glyphs): string {
  const coded = given.replace(/[^\x20-\xff]/g, (sign) => winAnsi[sign] ?? sign);
  const isLatin = /^[\x20-\x7e\x80-\xff]*$/.test(coded);
  const text = isLatin ? coded : given;
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)].map((part) =>
    part.toFixed(5),
  );
  const place = `${cos} ${sin} -${sin} ${cos} ${x} ${pageHeightPt - y} Tm`.replace('--', '');
  const shown = isLatin ? `(${text.replace(/[\\()]/g, '\\$&')})` : `<${glyphs.codesOf(text)}>`;
  return `BT /${isLatin ? (bold ? 'F2' : 'F1') : 'F3'} ${size} Tf ${place} ${shown} Tj ET`;
}

interface Glyphs {
  codesOf(text: string): string;
  toUnicode(): string;
}

/** Codes for signs outside of Latin-1, in order of appearance, and the table that says what they mean. */
function createGlyphs(): Glyphs {
  const codes = new Map<string, number>();
  const hex = (value: number) => value.toString(16).padStart(4, '0');
  return {
    codesOf: (text) =>
      [...text]
        .map((sign) => {
          const code = codes.get(sign) ?? codes.size + 1;
          codes.set(sign, code);
          return hex(code);
        })
        .join(''),
    toUnicode: () =>
      [
        '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Any def /CMapType 2 def',
        '1 begincodespacerange <0000> <ffff> endcodespacerange',
        ...[...codes].map(([sign, code]) => {
          const units = Array.from({ length: sign.length }, (_, at) => hex(sign.charCodeAt(at))).join('');
          return `1 beginbfchar <${hex(code)}> <${units}> endbfchar`;
        }),
        'endcmap CMapName currentdict /CMap defineresource pop end end',
      ].join('\n'),
  };
}
