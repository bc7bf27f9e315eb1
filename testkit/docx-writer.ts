import { zipOf } from './zip.ts';

const namespaces =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" xmlns:v="urn:schemas-microsoft-com:vml"';
const relationTypes = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** @param rPr of its letters, as XML */
export const run = (text: string, rPr = ''): string =>
  `<w:r><w:rPr>${rPr}</w:rPr><w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`;

/** @param inside runs as XML, or plain text */
export const paragraph = (inside: string, pPr = ''): string =>
  `<w:p><w:pPr>${pPr}</w:pPr>${inside.startsWith('<') || inside === '' ? inside : run(inside)}</w:p>`;

interface DocxOptions {
  /** Parts beside the document, by path; in `word/` those of known kinds are related to it. */
  parts?: Readonly<Record<string, string | Buffer>>;
  /** At the end of the body. */
  sectPr?: string;
  /** Before `w:body`, as `w:background`. */
  head?: string;
  contentType?: string;
}

/** A Word file of these blocks, as XML. */
export function docxOf(blocks: readonly string[], options: DocxOptions = {}): Buffer {
  return docxOfXml(
    `<w:document ${namespaces}>${options.head ?? ''}<w:body>${blocks.join('')}<w:sectPr>${options.sectPr ?? ''}</w:sectPr></w:body></w:document>`,
    options,
  );
}

/** A part of its own: header, footer, notes, styles, numbering. */
export const partOf = (root: string, inside: string): string =>
  `<w:${root} ${namespaces}>${inside}</w:${root}>`;

/** @param document the XML of the main part, or bytes in its place */
export function docxOfXml(
  document: string | Buffer,
  {
    parts = {},
    contentType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
  }: DocxOptions = {},
): Buffer {
  const related = Object.keys(parts).flatMap((path) => {
    const [, name, number = ''] = /^word\/([a-z]+)(\d*)\.xml$/.exec(path) ?? [];
    return name === undefined
      ? []
      : [
          `<Relationship Id="${name}${number}" Type="${relationTypes}/${name}" Target="${name}${number}.xml"/>`,
        ];
  });
  const files: Record<string, string | Buffer> = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="${contentType}"/></Types>`,
    '_rels/.rels': relations([
      `<Relationship Id="d" Type="${relationTypes}/officeDocument" Target="word/document.xml"/>`,
      '<Relationship Id="c" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/>',
    ]),
    'word/document.xml': document,
    'word/_rels/document.xml.rels': relations(related),
    ...parts,
  };
  return zipOf(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)])));
}

const relations = (all: readonly string[]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.join('')}</Relationships>`;

/** A box with text, anchored in a paragraph. */
export const textBox = (
  inside: string,
  { fill = '<a:noFill/>', widthPt = 200, heightPt = 200, xPt = 0, yPt = 0, attributes = '', hidden = 0 } = {},
): string =>
  `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:anchor behindDoc="0" ${attributes}><wp:positionH relativeFrom="page"><wp:posOffset>${xPt * 12_700}</wp:posOffset></wp:positionH><wp:positionV relativeFrom="page"><wp:posOffset>${yPt * 12_700}</wp:posOffset></wp:positionV><wp:extent cx="${widthPt * 12_700}" cy="${heightPt * 12_700}"/><wp:docPr id="1" name="Box" hidden="${hidden}"/><a:graphic><a:graphicData uri="x"><wps:wsp><wps:spPr>${fill}</wps:spPr><wps:txbx><w:txbxContent>${inside}</w:txbxContent></wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></mc:Choice><mc:Fallback><w:pict><v:rect><v:textbox><w:txbxContent>${inside}</w:txbxContent></v:textbox></v:rect></w:pict></mc:Fallback></mc:AlternateContent></w:r>`;

/** @param rows cells as XML of blocks */
export const table = (rows: readonly (readonly string[])[], tblPr = '', tcPr = ''): string =>
  `<w:tbl><w:tblPr>${tblPr}</w:tblPr>${rows.map((cells) => `<w:tr>${cells.map((cell) => `<w:tc><w:tcPr>${tcPr}</w:tcPr>${cell}</w:tc>`).join('')}</w:tr>`).join('')}</w:tbl>`;
