import { pageHeightPt, pageWidthPt, pdfOf, pdfOfObjects, stream } from './pdf-writer.ts';

/** Files made to exhaust a reader. Names say what is in them. */
export const hostilePdfs: readonly (readonly [name: string, make: () => Buffer])[] = [
  ['an image of 10,000 by 10,000 pixels on one page', hugeImage],
  [
    '5,000 pages',
    () => pdfOf(Array.from({ length: 5000 }, (_, index) => [{ text: `Page ${index}`, x: 50, y: 50 }])),
  ],
  ['a tree of pages 20,000 levels deep', deepPageTree],
  ['an array 100,000 levels deep', () => onePage(`${'['.repeat(100_000)}${']'.repeat(100_000)} TJ`)],
  [
    '50,000 nested graphics states',
    () => onePage(`${'q '.repeat(50_000)} BT /F1 9 Tf (x) Tj ET ${'Q '.repeat(50_000)}`),
  ],
  ['forms that draw each other', mutualForms],
  ['drawing instructions that unpack to 20 GB', unpackingStream],
  [
    '3,000,000 words on one page',
    () => onePage('BT /F1 1 Tf 1 0 0 1 5 5 Tm (word) Tj ET\n'.repeat(3_000_000)),
  ],
  [
    'a page that is its own parent',
    () =>
      pdfOfObjects({
        1: '<< /Type /Catalog /Pages 2 0 R >>',
        2: '<< /Type /Pages /Count 1 /Kids [2 0 R] >>',
      }),
  ],
];

function onePage(
  content: string | Buffer,
  more: Record<number, string | Buffer> = {},
  resources = '',
): Buffer {
  return pdfOfObjects({
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    3: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${pageWidthPt} ${pageHeightPt}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> ${resources} >> >>`,
    4: stream('', content),
    5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...more,
  });
}

function hugeImage(): Buffer {
  const image = stream(
    '/Type /XObject /Subtype /Image /Width 10000 /Height 10000 /ColorSpace /DeviceRGB /BitsPerComponent 8',
    Buffer.alloc(300_000_000),
  );
  return onePage('500 0 0 500 40 40 cm /Im1 Do', { 6: image }, '/XObject << /Im1 6 0 R >>');
}

function deepPageTree(): Buffer {
  const levels = 20_000;
  const objects: Record<number, string> = { 1: '<< /Type /Catalog /Pages 2 0 R >>' };
  for (let level = 0; level < levels; level++) {
    objects[2 + level] =
      `<< /Type /Pages /Count 1 /Kids [${3 + level} 0 R] ${level ? `/Parent ${1 + level} 0 R` : ''} >>`;
  }
  objects[2 + levels] = `<< /Type /Page /Parent ${1 + levels} 0 R /MediaBox [0 0 100 100] >>`;
  return pdfOfObjects(objects);
}

function mutualForms(): Buffer {
  const form = (other: number) =>
    stream(
      `/Type /XObject /Subtype /Form /BBox [0 0 100 100] /Resources << /XObject << /Fm ${other} 0 R >> >>`,
      '/Fm Do /Fm Do',
    );
  return onePage('/Fm Do', { 6: form(7), 7: form(6) }, '/XObject << /Fm 6 0 R >>');
}

/** A stream of 100 MB that the page draws two hundred times. */
function unpackingStream(): Buffer {
  return pdfOfObjects({
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    3: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] /Contents [${'4 0 R '.repeat(200)}] >>`,
    4: stream('', Buffer.alloc(100_000_000, ' ')),
  });
}
