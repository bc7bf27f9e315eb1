import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type * as PdfJs from 'pdfjs-dist';
import type { PageItems } from '../../domain/cv/layout/types.ts';
import { fieldTexts } from './annotation-text.ts';
import type { DrawnFont } from './drawing.ts';
import { type DrawnPicture, drawnWords } from './drawn-words.ts';
import type { Extraction } from './extraction.ts';
import type { Matrix } from './matrix.ts';
import { type PdfTextItem, pageItemsOf, placeOf } from './page-items.ts';
import { type PagePicture, readPixmap } from './page-picture.ts';
import { hiddenWords, seenWords, withoutUnseen } from './visible-text.ts';

/**
 * The program that opens a PDF: `node extract-program.ts FILE MAX_PAGES [PICTURES]`, one file per process, an `Extraction` as
 * JSON on standard output. PICTURES is a folder with a picture of each page, by which is told what of its text can be seen. It runs
 * under limits of time and memory and may read nothing but the file, the pictures and its own code (`pdfjs.ts`): whatever a file does
 * to the reader ends with this process.
 */
/** Fifty pages in small print hold less. */
const maxChars = 500_000;
/** Of a portfolio; more are not looked at. */
const maxFilesInside = 50;
/** Pictures of more pixels are not unpacked only to learn where they are drawn. */
const maxPicturePixels = 20_000_000;

// The minified build loads in half the time; it comes without types.
const reader = import.meta.resolve('pdfjs-dist/legacy/build/pdf.min.mjs');
const { getDocument, GlobalWorkerOptions, OPS }: typeof PdfJs = await import(reader);
GlobalWorkerOptions.workerSrc = import.meta.resolve('pdfjs-dist/legacy/build/pdf.worker.min.mjs');

const [path = '', maxPages = '', pictures = ''] = process.argv.slice(2);
const extraction = await extract(path, Number(maxPages));
process.stdout.write(JSON.stringify(extraction), () => process.exit(0));

/** @param maxImageSize in pixels; larger pictures are left out of what is drawn */
function open(file: string, maxImageSize: number) {
  const assets = dirname(dirname(dirname(fileURLToPath(reader))));
  return getDocument({
    data: new Uint8Array(readFileSync(file)),
    verbosity: 0,
    useSystemFonts: false,
    disableFontFace: true,
    fontExtraProperties: true,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    maxImageSize,
    useWorkerFetch: false,
    cMapUrl: `${assets}/cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${assets}/standard_fonts/`,
    wasmUrl: `${assets}/wasm/`,
  }).promise;
}

async function extract(file: string, pagesAtMost: number): Promise<Extraction> {
  let document: PdfJs.PDFDocumentProxy;
  try {
    // No picture is decoded: only text is wanted.
    document = await open(file, 1);
  } catch (error) {
    return { status: (error as Error).name === 'PasswordException' ? 'encrypted' : 'damaged' };
  }
  if (document.numPages > pagesAtMost) return { status: 'too-long', pageCount: document.numPages };

  const info = (await document.getMetadata()).info as Record<string, unknown>;
  const { IsCollectionPresent, IsXFAPresent, Author, Title } = info;
  const inside = IsCollectionPresent ? await portfolioOf(document) : undefined;
  if (inside) return inside;

  const layers = await document.getOptionalContentConfig();
  const isShown = (layer: unknown) => layers.isVisible(layer as never);
  const pictureOf = picturesIn(pictures);
  let withPictures: Promise<PdfJs.PDFDocumentProxy> | undefined;
  const pages: PageItems[] = [];
  let [damagedPages, chars, hidden, uncheckedPages, fields] = [0, 0, 0, 0, 0];
  for (let number = 1; number <= document.numPages; number++) {
    try {
      const page = await document.getPage(number);
      const content = await page.getTextContent();
      const items = content.items.filter((item): item is typeof item & PdfTextItem => 'str' in item);
      const viewport = page.getViewport({ scale: 1 });
      const { width: widthPt, height: heightPt } = viewport;
      const toPage = viewport.transform as unknown as Matrix;
      // Too large or too broken to be drawn: what can be read still can.
      const operators = await page.getOperatorList().catch(() => ({ fnArray: [], argsArray: [] }));
      const fontOf = (name: string): DrawnFont & { name?: string } =>
        page.commonObjs.has(name) ? page.commonObjs.get(name) : {};
      const { words } = drawnWords(operators, { ops: OPS, toPage, fontOf, isShown });
      const picturesOn = async (): Promise<DrawnPicture[]> => {
        withPictures ??= open(file, maxPicturePixels);
        const again = await (await withPictures).getPage(number);
        const all = await again.getOperatorList();
        return drawnWords(all, { ops: OPS, toPage, fontOf: () => ({}), isShown }).pictures;
      };
      const picture = pictureOf(number);
      if (pictures && !picture) uncheckedPages++;
      const seen = await seenWords(words, { widthPt, heightPt, picture, picturesOn });
      hidden += hiddenWords(words, seen);
      const written = words.filter(({ isAnnotation }) => !isAnnotation);
      const annotations = await page.getAnnotations();
      fields += annotations.filter(({ subtype }) => subtype === 'Widget').length;
      const filledIn = words.filter((word) => word.isAnnotation && seen.has(word)).map(({ item }) => item);
      const undrawn = fieldTexts(annotations, words);
      const shown = withoutUnseen(items, written, seen, (item) => placeOf(item, viewport));
      pages.push(
        pageItemsOf(number, [...shown, ...filledIn, ...undrawn], viewport, (font) =>
          /bold|black|heavy|demi/i.test(fontOf(font).name ?? ''),
        ),
      );
      page.cleanup();
      chars += items.reduce((sum, { str }) => sum + str.length, 0);
      if (chars > maxChars) return { status: 'too-much-text' };
    } catch {
      damagedPages++;
    }
  }
  if (pages.length === 0) return { status: 'damaged' };
  // What stands on its pages asks to wait, or for another program.
  if (IsXFAPresent && fields === 0) return { status: 'form-of-adobe' };
  const properties = [Author, Title].filter((one): one is string => typeof one === 'string');
  return {
    status: 'read',
    pages,
    properties: properties.map(shortened),
    damagedPages,
    hiddenWords: hidden,
    uncheckedPages,
  };
}

/** A name is short; the file's author may have put anything there. */
function shortened(text: string): string {
  return text.slice(0, 120);
}

/** Undefined where nothing is inside. */
async function portfolioOf(document: PdfJs.PDFDocumentProxy): Promise<Extraction | undefined> {
  const names = [...(((await document.getAttachments()) as Map<string, unknown> | null)?.keys() ?? [])];
  if (names.length === 0) return undefined;
  const pdfs: Buffer[] = [];
  for (const name of names.slice(0, maxFilesInside)) {
    const content: Uint8Array | null = await document.getAttachmentContent(name);
    if (!content) continue;
    const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    if (bytes.subarray(0, 1024).includes('%PDF-')) pdfs.push(bytes);
  }
  const [pdf, ...others] = pdfs;
  return {
    status: 'portfolio',
    fileCount: names.length,
    pdf: pdf && others.length === 0 ? pdf.toString('base64') : null,
  };
}

/** Pictures of pages by number, from a folder with files like page-07.ppm. */
function picturesIn(folder: string): (page: number) => PagePicture | undefined {
  const names = folder ? readdirSync(folder) : [];
  const byPage = new Map(names.map((name) => [Number(/(\d+)\.ppm$/.exec(name)?.[1]), name]));
  return (page) => {
    const name = byPage.get(page);
    return name === undefined ? undefined : readPixmap(readFileSync(join(folder, name)));
  };
}
