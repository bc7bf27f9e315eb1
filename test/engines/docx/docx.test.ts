import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { CvFileReading } from '#server/engines/cv-files/port.ts';
import { createDocxReader } from '#server/engines/docx/docx.ts';
import { builtProgram } from '../../../testkit/built-program.ts';
import { docxOf, docxOfXml, paragraph, partOf, run, table, textBox } from '../../../testkit/docx-writer.ts';
import { zipOf } from '../../../testkit/zip.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-docx-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const program = builtProgram('server/engines/docx/extract-program.ts');
const reader = createDocxReader({ program });
const signal = new AbortController().signal;

/** Enough words for a CV, below whatever a test is about. */
const body = [
  paragraph('Accountant with eight years of experience in financial reporting'),
  paragraph('Prepared monthly statements and tax returns for four companies'),
];

async function read(bytes: Buffer, engine = reader): Promise<CvFileReading> {
  const path = join(folder, 'cv.docx');
  writeFileSync(path, bytes);
  return engine.read(path, { signal });
}

async function readOf(blocks: readonly string[], options: Parameters<typeof docxOf>[1] = {}) {
  const reading = await read(docxOf([...blocks, ...body], options));
  assert.ok(reading.ok, JSON.stringify(reading));
  return { texts: reading.document.lines.map(({ text }) => text), ...reading };
}

/** One file for many kinds of text: a process each would cost a second. */
const white = '<w:color w:val="FFFFFF"/>';
const black = (fill: string) => `<w:shd w:val="clear" w:color="auto" w:fill="${fill}"/>`;
const styles = partOf(
  'styles',
  `<w:style w:type="paragraph" w:styleId="Ghost"><w:rPr><w:vanish/></w:rPr></w:style>
   <w:style w:type="paragraph" w:styleId="Bullets"><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>
   <w:style w:type="character" w:styleId="Pale"><w:rPr><w:color w:val="FEFEFE"/></w:rPr></w:style>
   <w:style w:type="table" w:styleId="Dark"><w:tblStylePr w:type="firstRow"><w:rPr>${white}</w:rPr><w:tcPr>${black('203040')}</w:tcPr></w:tblStylePr></w:style>`,
);
const numbering = partOf(
  'numbering',
  '<w:abstractNum w:abstractNumId="7"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num>',
);
const styled = (style: string) => `<w:pStyle w:val="${style}"/>`;
const field = (code: string, result: string) =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${code}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run(result)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;
const dropDown =
  '<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:ddList><w:result w:val="1"/><w:listEntry w:val="Rome"/><w:listEntry w:val="Dropdown Oslo"/></w:ddList></w:ffData></w:fldChar></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>';

const seen: Record<string, string> = {
  'a control': `<w:sdt><w:sdtContent>${paragraph('In a control')}</w:sdtContent></w:sdt>`,
  'a control within a line': paragraph(
    `<w:sdt><w:sdtContent>${run('Control in line')}</w:sdtContent></w:sdt>`,
  ),
  'a link': paragraph(`<w:hyperlink r:id="x">${run('Linked words')}</w:hyperlink>`),
  'what was added': paragraph(`<w:ins w:id="1">${run('Added words')}</w:ins>`),
  'what was moved here': paragraph(`<w:moveTo w:id="1">${run('Moved here')}</w:moveTo>`),
  'a field’s result': paragraph(field('REF x', 'Result of a field')),
  'the choice of a list': paragraph(dropDown),
  'a box': paragraph(textBox(paragraph('Boxed words'))),
  'white on a dark box': paragraph(
    textBox(paragraph(run('White in dark box', white)), {
      fill: '<a:solidFill><a:srgbClr val="102030"/></a:solidFill>',
    }),
  ),
  'white on a dark cell': table([[paragraph(run('White in dark cell', white))]], '', black('000000')),
  'white on a dark line': paragraph(run('White on dark line', white), black('112233')),
  'white on a marker': paragraph(run('White on marker', `${white}<w:highlight w:val="blue"/>`)),
  'white by a style of tables on its dark row': table(
    [[paragraph('Head of styled table')]],
    '<w:tblStyle w:val="Dark"/><w:tblLook w:firstRow="1"/>',
  ),
  'capitals by a look': paragraph(run('capital words', '<w:caps/>')),
  'hidden by a style and shown again': paragraph(
    run('Shown again', '<w:vanish w:val="0"/>'),
    styled('Ghost'),
  ),
  'a cell in another': table([[table([[paragraph('Nested cell')]])]]),
  'a hyphen that keeps words together': paragraph(
    `${run('long')}<w:r><w:noBreakHyphen/></w:r>${run('term view')}`,
  ),
};
const shown: Record<string, string> = {
  'capitals by a look': 'CAPITAL WORDS',
  'a hyphen that keeps words together': 'long-term view',
};

test('reads what a person sees, wherever it stands', async () => {
  const { texts, warnings } = await readOf(Object.values(seen), {
    parts: { 'word/styles.xml': styles, 'word/numbering.xml': numbering },
  });
  for (const [title, xml] of Object.entries(seen)) {
    const text = shown[title] ?? /(?:<w:t [^>]*>|w:val="Dropdown )([^<"]+)/.exec(xml)![1]!;
    assert.ok(
      texts.some((line) => line.includes(text)),
      `${title}: ${text} in ${texts.join(' | ')}`,
    );
  }
  assert.deepEqual(warnings, []);
  assert.equal(texts.filter((text) => text.includes('Boxed words')).length, 1, 'a box is read once');
});

/** None of its letters is seen; each stands for one word of its own. */
const ghost =
  (rPr: string, pPr = '') =>
  (word: string) =>
    paragraph(run(word, rPr), pPr);
const hidden: Record<string, (word: string) => string> = {
  hidden: ghost('<w:vanish/>'),
  'hidden by a style': ghost('', styled('Ghost')),
  white: ghost(white),
  'nearly white by a style': ghost('<w:rStyle w:val="Pale"/>'),
  'of its shading’s colour': ghost(`<w:color w:val="FF0000"/>${black('FE0000')}`),
  'of its line’s colour': ghost('<w:color w:val="00AA00"/>', black('00AA00')),
  'of its marker’s colour': ghost('<w:color w:val="FFFF00"/><w:highlight w:val="yellow"/>'),
  'of its cell’s colour': (word) =>
    table([[paragraph(run(word, '<w:color w:val="336699"/>'))]], '', black('336699')),
  'of its box’s colour': (word) =>
    paragraph(
      textBox(paragraph(run(word, '<w:color w:val="336699"/>')), {
        fill: '<a:solidFill><a:srgbClr val="336699"/></a:solidFill>',
      }),
    ),
  'without ink': ghost('<w14:textFill><w14:noFill/></w14:textFill>'),
  'white by a fill': ghost(
    '<w:color w:val="000000"/><w14:textFill><w14:solidFill><w14:srgbClr w14:val="FFFFFF"/></w14:solidFill></w14:textFill>',
  ),
  'see-through': ghost(
    '<w14:textFill><w14:solidFill><w14:srgbClr w14:val="000000"><w14:alpha w14:val="100000"/></w14:srgbClr></w14:solidFill></w14:textFill>',
  ),
  'a point high': ghost('<w:sz w:val="2"/>'),
  'squeezed to nothing': ghost('<w:w w:val="1"/>'),
  'in a line without height': ghost('', '<w:spacing w:line="10" w:lineRule="exact"/>'),
  'beyond the page': ghost('', '<w:ind w:left="-30000"/>'),
  'in a hidden box': (word) => paragraph(textBox(paragraph(word), { hidden: 1 })),
  'in a box without size': (word) => paragraph(textBox(paragraph(word), { widthPt: 1 })),
  'in a box beyond the page': (word) => paragraph(textBox(paragraph(word), { xPt: 2000 })),
  'in a row without height': (word) =>
    table([[paragraph(word)]]).replace(
      '<w:tr>',
      '<w:tr><w:trPr><w:trHeight w:val="5" w:hRule="exact"/></w:trPr>',
    ),
  'in a cell merged away': (word) => table([[paragraph(word)]], '', '<w:vMerge/>'),
};

test('text that a reader cannot see does not count, and is warned of', async () => {
  const words = Object.keys(hidden).map((_, index) => `ghost${String.fromCharCode(97 + index)}`);
  const blocks = Object.values(hidden).map((make, index) => make(words[index]!));
  const { texts, warnings } = await readOf(blocks, { parts: { 'word/styles.xml': styles } });
  const found = words.filter((word) => texts.some((text) => text.includes(word)));
  assert.deepEqual(
    found.map((word) => Object.keys(hidden)[words.indexOf(word)]),
    [],
  );
  assert.match(warnings[0]!, new RegExp(`text that cannot be seen: ${words.length} words`));
});

test('what is taken back, or is no text of the page, is not read and needs no warning', async () => {
  const { texts, warnings } = await readOf(
    [
      paragraph(`<w:del w:id="1"><w:r><w:delText>Deleted words</w:delText></w:r></w:del>${run('Kept')}`),
      paragraph(`<w:moveFrom w:id="1">${run('Moved away')}</w:moveFrom>`),
      paragraph(field('INCLUDETEXT http://example.org/x', 'Cached result')),
      paragraph(field('PAGE', '77')),
      paragraph('First half', '<w:rPr><w:del w:id="2"/></w:rPr>'),
      paragraph(' second half'),
    ],
    {
      parts: {
        'word/header1.xml': partOf('hdr', paragraph('Header on a first page')),
        'word/footer1.xml': partOf('ftr', paragraph('Footer words')),
        'word/footnotes.xml': partOf(
          'footnotes',
          `<w:footnote w:id="4">${paragraph('Nobody refers here')}</w:footnote>`,
        ),
        'word/comments.xml': partOf('comments', `<w:comment>${paragraph('A comment')}</w:comment>`),
      },
      sectPr:
        '<w:headerReference w:type="first" r:id="header1"/><w:footerReference w:type="default" r:id="footer1"/>',
    },
  );
  assert.deepEqual(texts.slice(0, 3), ['Kept', 'Cached result', 'First half second half']);
  assert.equal(texts.at(-1), 'Footer words');
  assert.doesNotMatch(texts.join(' '), /Deleted|Moved|INCLUDETEXT|77|first page|refers|comment/);
  assert.deepEqual(warnings, []);
});

test('headers come first, notes last, once each; cells of one line stand side by side', async () => {
  const { texts, document } = await readOf(
    [
      paragraph(`${run('Prize')}<w:r><w:footnoteReference w:id="4"/></w:r>`, '<w:spacing w:before="400"/>'),
      table([
        [paragraph('2019 – 2021'), paragraph('Senior Accountant, Acme') + paragraph('Led a team of four')],
        [paragraph('2017 – 2019'), paragraph('Accountant, Bolt')],
      ]),
      table([[paragraph('Skills') + paragraph('Excel'), paragraph('Profile') + paragraph('Calm')]]),
      paragraph(`${run('Clerk')}<w:r><w:tab/></w:r>${run('2015')}`),
      paragraph('Speaks German', styled('Bullets')),
    ],
    {
      parts: {
        'word/styles.xml': styles,
        'word/numbering.xml': numbering,
        'word/header1.xml': partOf('hdr', paragraph(run('Maria Lopez', '<w:b/><w:sz w:val="40"/>'))),
        'word/header2.xml': partOf('hdr', paragraph(run('Maria Lopez', '<w:b/>'))),
        'word/footnotes.xml': partOf(
          'footnotes',
          `<w:footnote w:id="4">${paragraph('Given in 2020')}</w:footnote>`,
        ),
        'docProps/core.xml':
          '<p:coreProperties xmlns:p="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:creator>Jane Whitfield</dc:creator></p:coreProperties>',
      },
      sectPr:
        '<w:headerReference w:type="default" r:id="header1"/><w:headerReference w:type="first" r:id="header2"/><w:titlePg/>',
    },
  );
  assert.deepEqual(texts, [
    'Maria Lopez',
    'Prize',
    '2019 – 2021  Senior Accountant, Acme',
    'Led a team of four',
    '2017 – 2019  Accountant, Bolt',
    ...['Skills', 'Excel', 'Profile', 'Calm'],
    'Clerk  2015',
    'Speaks German',
    ...['Accountant with eight years of experience in financial reporting'],
    'Prepared monthly statements and tax returns for four companies',
    'Given in 2020',
  ]);
  const [name, prize] = document.lines;
  assert.deepEqual([name!.fontSizePt, name!.isBold, prize!.startsBlock], [20, true, true]);
  assert.ok(document.lines.find(({ text }) => text === 'Speaks German')!.isBullet);
  assert.deepEqual(document.properties, ['Jane Whitfield']);
  for (const { box } of document.lines)
    assert.ok(box.x >= 0 && box.x + box.width <= 1 && box.y + box.height <= 1);
});

test('text that only a drawing would show counts, and that this could not be told is said', async () => {
  const backdrop = textBox('', { fill: '<a:solidFill><a:srgbClr val="102030"/></a:solidFill>' }).replace(
    'behindDoc="0"',
    'behindDoc="1"',
  );
  const { texts, warnings } = await readOf([paragraph(backdrop), paragraph(run('White on a shape', white))]);
  assert.ok(texts.includes('White on a shape'));
  assert.deepEqual(warnings, ['Whether all text of the Word file can be seen could not be told.']);
});

test('a long text is set on several pages, and one of too many is refused', async () => {
  const { document } = await readOf(Array.from({ length: 100 }, (_, index) => paragraph(`Line ${index}`)));
  assert.deepEqual(
    document.pages.map(({ number, source }) => [number, source]),
    [
      [1, 'docx'],
      [2, 'docx'],
    ],
  );
  const reading = await read(docxOf(Array.from({ length: 4000 }, (_, index) => paragraph(`Line ${index}`))));
  assert.match(
    !reading.ok ? reading.reason : '',
    /^The Word file has \d+ pages; a CV may have 50 at most\.$/,
  );
});

const bomb = Buffer.alloc(40 * 1024 ** 2, ' ');
const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`word/media/${index}.png`, '']));
for (const [title, bytes, fault, reason] of [
  ['pictures only', docxOf([paragraph('')]), 'CV_TEXT_MISSING', /holds no text/],
  ['a zip without its list', docxOf(body).subarray(0, 400), 'CV_UNREADABLE', /damaged/],
  ['broken XML', docxOfXml('<w:document><w:body>'), 'CV_UNREADABLE', /damaged/],
  [
    'entities that grow',
    docxOfXml('<!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><d>&b;</d>'),
    'CV_UNREADABLE',
    /damaged/,
  ],
  ['a part that unpacks to 40 MB', docxOfXml(bomb), 'CV_UNREADABLE', /far more than a CV/],
  ['thousands of parts', docxOf(body, { parts: many(3000) }), 'CV_UNREADABLE', /far more than a CV/],
  [
    'nesting without end',
    docxOfXml(`${'<d>'.repeat(5000)}${'</d>'.repeat(5000)}`),
    'CV_UNREADABLE',
    /far more than a CV/,
  ],
  ['a path that leads out', docxOf(body, { parts: { '../../etc/x': '' } }), 'CV_UNREADABLE', /damaged/],
  ['two parts of one name', docxOf(body, { parts: { 'WORD/document.xml': '' } }), 'CV_UNREADABLE', /damaged/],
  ['macros', docxOf(body, { parts: { 'word/vbaProject.bin': '' } }), 'CV_UNREADABLE', /\(\.docm\)\. Save/],
  [
    'macros by its type',
    docxOf(body, { contentType: 'application/vnd.ms-word.document.macroEnabled.main+xml' }),
    'CV_UNREADABLE',
    /\(\.docm\)\. Save/,
  ],
  ['a zip of another kind', zipOf({ 'a.txt': Buffer.from('a') }), 'CV_UNREADABLE', /damaged/],
] as const) {
  test(`${title}: ${fault}`, async () => {
    const reading = await read(bytes);
    assert.deepEqual([reading.ok, !reading.ok && reading.fault], [false, fault], JSON.stringify(reading));
    assert.match(!reading.ok ? reading.reason : '', reason);
  });
}

test('an archive inside is not opened, an address is not followed', async () => {
  const relations =
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="s" Type="http://x/styles" Target="http://127.0.0.1:9/styles.xml" TargetMode="External"/><Relationship Id="t" Type="http://x/theme" Target="../../../../etc/hostname"/></Relationships>';
  const { warnings } = await readOf(['<w:altChunk r:id="n"/>'], {
    parts: { 'word/_rels/document.xml.rels': relations, 'word/inner.docx': docxOf(body) },
  });
  assert.deepEqual(warnings, ['1 chart, diagram or file inside the Word file could not be read.']);
});
