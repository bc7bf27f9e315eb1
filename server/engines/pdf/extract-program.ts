import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type * as PdfJs from 'pdfjs-dist';
import type { PageItems } from '../../domain/cv/layout/types.ts';
import type { Extraction } from './extraction.ts';
import { type PdfTextItem, pageItemsOf } from './page-items.ts';

/**
 * The program that opens a PDF: `node extract-program.ts FILE MAX_PAGES`, one file per process, an `Extraction` as
 * JSON on standard output. It runs under limits of time and memory and may read nothing but the file and its own code
 * (`pdfjs.ts`): whatever a file does to the reader ends with this process.
 */
/** Fifty pages in small print hold less. */
const maxChars = 500_000;

// The minified build loads in half the time; it comes without types.
const reader = import.meta.resolve('pdfjs-dist/legacy/build/pdf.min.mjs');
const { getDocument, GlobalWorkerOptions }: typeof PdfJs = await import(reader);
GlobalWorkerOptions.workerSrc = import.meta.resolve('pdfjs-dist/legacy/build/pdf.worker.min.mjs');

const [path = '', maxPages = ''] = process.argv.slice(2);
const extraction = await extract(path, Number(maxPages));
process.stdout.write(JSON.stringify(extraction), () => process.exit(0));

async function extract(file: string, pagesAtMost: number): Promise<Extraction> {
  const assets = dirname(dirname(dirname(fileURLToPath(reader))));
  const loading = getDocument({
    data: new Uint8Array(readFileSync(file)),
    verbosity: 0,
    useSystemFonts: false,
    disableFontFace: true,
    fontExtraProperties: true,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    // No picture is ever decoded: only text is wanted.
    maxImageSize: 1,
    useWorkerFetch: false,
    cMapUrl: `${assets}/cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${assets}/standard_fonts/`,
    wasmUrl: `${assets}/wasm/`,
  });
  let document: PdfJs.PDFDocumentProxy;
  try {
    document = await loading.promise;
  } catch (error) {
    return { status: (error as Error).name === 'PasswordException' ? 'encrypted' : 'damaged' };
  }
  if (document.numPages > pagesAtMost) return { status: 'too-long', pageCount: document.numPages };

  const boldByFont = new Map<string, boolean>();
  const pages: PageItems[] = [];
  let damagedPages = 0;
  let chars = 0;
  for (let number = 1; number <= document.numPages; number++) {
    try {
      const page = await document.getPage(number);
      const content = await page.getTextContent();
      const items = content.items.filter((item): item is typeof item & PdfTextItem => 'str' in item);
      await learnFonts(page, Object.keys(content.styles), boldByFont);
      pages.push(
        pageItemsOf(number, items, page.getViewport({ scale: 1 }), (font) => boldByFont.get(font) === true),
      );
      page.cleanup();
      chars += items.reduce((sum, { str }) => sum + str.length, 0);
      if (chars > maxChars) return { status: 'too-much-text' };
    } catch {
      damagedPages++;
    }
  }
  return pages.length === 0 ? { status: 'damaged' } : { status: 'read', pages, damagedPages };
}

/** A font's name tells whether it is bold; pdf.js gives names with the drawing operators only, so a page's new fonts cost a second pass. */
async function learnFonts(
  page: {
    getOperatorList(): Promise<unknown>;
    commonObjs: { has(id: string): boolean; get(id: string): unknown };
  },
  fonts: readonly string[],
  boldByFont: Map<string, boolean>,
): Promise<void> {
  const unknown = fonts.filter((font) => !boldByFont.has(font));
  if (unknown.length === 0) return;
  try {
    await page.getOperatorList();
  } catch {
    // What cannot be drawn can still be read.
  }
  for (const font of unknown) {
    const known = page.commonObjs.has(font) ? (page.commonObjs.get(font) as { name?: string }) : {};
    boldByFont.set(font, /bold|black|heavy|demi/i.test(known.name ?? ''));
  }
}
