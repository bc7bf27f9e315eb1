import type { PageItems } from '../../domain/cv/layout/types.ts';
import { type Archive, ArchiveError, openArchive, type Relation, relationsOf } from './archive.ts';
import { type Block, hiddenWords, piecesOf, uncheckedWords } from './blocks.ts';
import { coloursOf, white } from './colours.ts';
import { drawingOf, oldDrawingOf } from './drawings.ts';
import type { DocxExtraction } from './extraction.ts';
import { setPages } from './set-pages.ts';
import { hasFirstPage, type Reading, readStory } from './story.ts';
import { stylesOf } from './styles.ts';
import { childOf, childrenOf, createXmlReader, type Element, switchOf, within, XmlFault } from './xml.ts';

function refusalOf(error: unknown): DocxExtraction {
  if (error instanceof ArchiveError) return { status: error.fault };
  if (error instanceof XmlFault) return { status: error.isTooLarge ? 'too-large' : 'damaged' };
  throw error;
}

interface Opened {
  archive: Archive;
  parse: (bytes: Uint8Array) => Element;
  relations: Map<string, Relation>;
}

async function extract(file: string, pagesAtMost: number): Promise<DocxExtraction> {
  const archive = await openArchive(file);
  const parse = createXmlReader();
  const top = [...(await relationsOf(archive, parse, '')).values()];
  const main = top.find(({ type }) => type === 'officeDocument')?.path;
  if (main === undefined || !archive.has(main)) return { status: 'damaged' };
  if (await hasMacros(archive, parse, main)) return { status: 'macros' };
  const document = parse(await archive.read(main));
  const opened: Opened = { archive, parse, relations: await relationsOf(archive, parse, main) };

  const reading = await readingOf(document, opened);
  const blocks = await allBlocks(document, reading, opened);
  const pages = setPages(blocks);
  if (pages.length > pagesAtMost) return { status: 'too-long', pageCount: pages.length };
  const core = top.find(({ type }) => type === 'core-properties')?.path;
  return {
    status: 'read',
    pages: pages.length > 0 ? pages : [emptyPage],
    properties: await propertiesOf(opened, core),
    hiddenWords: hiddenWords(blocks),
    uncheckedWords: uncheckedWords(blocks),
    isCovered: reading.isCovered,
    unreadParts: reading.unreadParts,
  };
}

const emptyPage: PageItems = {
  number: 1,
  widthPt: 595,
  heightPt: 842,
  source: 'docx',
  items: [],
  turned: [],
};

async function hasMacros(archive: Archive, parse: Opened['parse'], main: string): Promise<boolean> {
  const list = '[Content_Types].xml';
  if (!archive.has(list)) throw new ArchiveError('damaged');
  const types = parse(await archive.read(list));
  const isMacro = ({ attributes }: Element) => /macroEnabled|vbaProject/i.test(attributes.ContentType ?? '');
  const own = childrenOf(types, 'ct:Override').filter(
    ({ attributes }) => attributes.PartName?.toLowerCase() === `/${main}`.toLowerCase(),
  );
  return own.some(isMacro) || archive.has('word/vbaProject.bin');
}

/** The part of a kind that the document has one of. */
async function partOf({ archive, parse, relations }: Opened, type: string): Promise<Element | undefined> {
  const found = [...relations.values()].find((relation) => relation.type === type);
  return found && archive.has(found.path) ? parse(await archive.read(found.path)) : undefined;
}

async function readingOf(document: Element, opened: Opened): Promise<Reading> {
  const settings = await partOf(opened, 'settings');
  const colours = coloursOf(await partOf(opened, 'theme'), childOf(settings, 'w:clrSchemeMapping'));
  const background = colours.written(childOf(document, 'w:background'));
  const isShown = switchOf(settings, 'w:displayBackgroundShape') === true;
  return {
    styles: stylesOf(await partOf(opened, 'styles'), await partOf(opened, 'numbering'), colours),
    colours,
    ground: isShown && background && background !== 'auto' ? background : white,
    hasBackdrop: false,
    isCovered: false,
    unreadParts: 0,
    notes: new Set(),
  };
}

/** Headers first and footers last, each text once, and before those the notes that are referred to. */
async function allBlocks(document: Element, reading: Reading, opened: Opened): Promise<Block[]> {
  const body = childOf(document, 'w:body');
  if (!body) throw new ArchiveError('damaged');
  const settings = await partOf(opened, 'settings');
  const margins = await marginsOf(body, switchOf(settings, 'w:evenAndOddHeaders') === true, opened);
  for (const part of [body, ...margins.map(({ root }) => root)]) lookBehind(part, reading);

  const running = new Set<string>();
  const once = (blocks: Block[]) => {
    const text = piecesOf(blocks)
      .map((piece) => piece.text)
      .join('');
    if (running.has(text)) return [];
    running.add(text);
    return blocks;
  };
  const read = (name: string) =>
    margins.filter(({ kind }) => kind === name).flatMap(({ root }) => once(readStory(root, reading)));
  const headers = read('header');
  const texts = readStory(body, reading);
  const notes: Block[] = [];
  for (const kind of ['footnote', 'endnote']) {
    const all = await partOf(opened, `${kind}s`);
    for (const note of childrenOf(all, `w:${kind}`))
      if (reading.notes.has(`${kind} ${note.attributes.id}`)) notes.push(...readStory(note, reading));
  }
  return [...headers, ...texts, ...notes, ...read('footer')];
}

/** The headers and footers that some page shows. */
async function marginsOf(
  body: Element,
  hasEven: boolean,
  { archive, parse, relations }: Opened,
): Promise<{ kind: string; root: Element }[]> {
  const found: { kind: string; root: Element }[] = [];
  const known = new Set<string>();
  for (const section of within(body, new Set(['w:sectPr']))) {
    for (const { name, attributes } of section.children) {
      const kind = /^w:(header|footer)Reference$/.exec(name)?.[1];
      const relation = relations.get(attributes.id ?? '');
      if (!kind || relation?.type !== kind || known.has(relation.path) || !archive.has(relation.path))
        continue;
      const pages = attributes.type ?? 'default';
      if (pages === 'first' ? !hasFirstPage(section) : pages === 'even' && !hasEven) continue;
      known.add(relation.path);
      found.push({ kind, root: parse(await archive.read(relation.path)) });
    }
  }
  return found;
}

/** Whether large shapes lie under the text or above it, anywhere in a part. */
function lookBehind(part: Element, reading: Reading): void {
  const look = (element: Element) => {
    if (element.name === 'w:drawing' || element.name === 'w:pict') {
      const { isBackdrop, isCover } =
        element.name === 'w:drawing' ? drawingOf(element, reading.colours) : oldDrawingOf(element);
      reading.hasBackdrop ||= isBackdrop;
      reading.isCovered ||= isCover;
    }
    for (const child of element.children) if (child.name !== 'mc:Fallback') look(child);
  };
  look(part);
}

async function propertiesOf({ archive, parse }: Opened, core: string | undefined): Promise<string[]> {
  if (core === undefined || !archive.has(core)) return [];
  const root = parse(await archive.read(core));
  // A name is short; the file's author may have put anything there.
  return ['dc:creator', 'dc:title'].flatMap((name) => childOf(root, name)?.text.trim().slice(0, 120) || []);
}

/**
 * The program that opens a Word file: `node extract-program.ts FILE MAX_PAGES`, one file per process, a `DocxExtraction` as JSON on
 * standard output. It runs under limits of time and memory and may read nothing but the file and its own code: whatever a file does to
 * the reader ends with this process. It runs nothing that is in a file and follows no address.
 */
const [path = '', maxPages = ''] = process.argv.slice(2);
const extraction = await extract(path, Number(maxPages)).catch(refusalOf);
process.stdout.write(JSON.stringify(extraction), () => process.exit(0));
