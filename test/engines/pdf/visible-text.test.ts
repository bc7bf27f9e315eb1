import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createPdfReader } from '#server/engines/pdf/pdfjs.ts';
import { builtProgram } from '../../../testkit/built-program.ts';
import { type DrawnPage, drawnPdf, photograph, textAt } from '../../../testkit/drawn-pdf.ts';
import { stream } from '../../../testkit/pdf-writer.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-seen-'));
after(() => rmSync(folder, { recursive: true, force: true }));
/** As installed: loading its sources takes longer than most of these files. */
const program = builtProgram('server/engines/pdf/extract-program.ts');
const reader = createPdfReader({ program, ocr: null });

async function read(pages: readonly DrawnPage[], engine = reader) {
  const path = join(folder, 'cv.pdf');
  writeFileSync(path, drawnPdf(pages));
  const reading = await engine.read(path, { signal: new AbortController().signal });
  assert.ok(reading.ok, JSON.stringify(reading));
  const { document, warnings } = reading;
  const textOf = (page: number) =>
    document.lines
      .filter((line) => line.page === page)
      .map(({ text }) => text)
      .join('\n');
  return { textOf, warnings };
}

const sentences = [
  'Waiter with eight years of experience in two restaurants',
  'Served guests, kept the till and ordered what was needed',
];
const body = sentences.map((text, line) => textAt(text, 60, 740 - 15 * line)).join('\n');
/** What must not count, or must. */
const claim = 'Kubernetes administrator';
const photo = { resources: '/XObject << /Im 20 0 R >>', objects: { 20: photograph(120, 40) } };
const softPhoto = { resources: '/XObject << /Im 20 0 R >>', objects: { 20: photograph(120, 40, 2) } };
const drawPhoto = 'q 300 0 0 100 50 350 cm /Im Do Q';
const states = (entries: string) => ({ resources: `/ExtGState << /G << ${entries} >> >>` });
const gradient = (from: string, to: string) => ({
  resources: '/Shading << /S 20 0 R >> /Pattern << /P 21 0 R >>',
  objects: {
    20: `<< /ShadingType 2 /ColorSpace /DeviceRGB /Coords [50 0 350 0] /Extend [true true] /Function << /FunctionType 2 /Domain [0 1] /C0 [${from}] /C1 [${to}] /N 1 >> >>`,
    21: '<< /PatternType 2 /Shading 20 0 R >>',
  },
});
const form = (content: string, entries = '') => ({
  resources: '/XObject << /Fm 20 0 R >>',
  objects: {
    20: stream(
      `/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> >> ${entries}`,
      content,
    ),
  },
});
const at = (before: string, font?: string) => textAt(claim, 60, 400, before, font);
const box = (colour: string) => `q ${colour} rg 50 380 300 40 re f Q`;

type Cases = readonly (readonly [title: string, content: string, more?: Partial<DrawnPage>])[];

const hidden: Cases = [
  ['white on white', at('1 1 1 rg')],
  ['nearly white on white', at('.97 .97 .97 rg')],
  ['white by other colour spaces', at('0 0 0 0 k')],
  ['grey on a grey box', `${box('.5 .5 .5')} ${at('.53 .53 .53 rg')}`],
  ['blue on a box of the same blue', `${box('.1 .2 .6')} ${at('.1 .2 .6 rg')}`],
  ['black on a black box', `${box('0 0 0')} ${at('0 0 0 rg')}`],
  ['white strokes on white', at('1 1 1 RG 1 Tr')],
  ['white after black in one line', `BT /F1 10 Tf 60 400 Td (Kept a garden ) Tj 1 1 1 rg (${claim}) Tj ET`],
  ['white under black', `${at('1 1 1 rg')} ${textAt('Kept the garden of a hotel', 60, 400)}`],
  ['white, turned upwards', `q 1 1 1 rg BT /F1 10 Tf 0 1 -1 0 40 300 Tm (${claim}) Tj ET Q`],
  [
    'white, letter by letter',
    [...claim].map((sign, index) => textAt(sign, 60 + 9 * index, 400, '1 1 1 rg')).join(' '),
  ],
  ['white in a form object', '/Fm Do', form(at('1 1 1 rg'))],
  ['a pattern that is white', at('/Pattern cs /P scn'), gradient('1 1 1', '1 1 1')],
  ['two points high', at('', '/F1 2 Tf')],
  ['a point high by its matrix', `BT /F1 20 Tf .05 0 0 .05 60 400 Tm (${claim}) Tj ET`],
  ['squeezed to a stroke', at('2 Tz')],
  ['without ink', at('3 Tr')],
  ['without ink over a line of text', `${at('3 Tr')} ${textAt('Kept the garden of a hotel', 60, 400)}`],
  ['without ink over a photograph', `${drawPhoto} ${at('3 Tr')}`, photo],
  ['outside of a clipping path', at('0 0 20 20 re W n')],
  ['in a clipping path without area', at('60 400 0 0 re W n')],
  [
    'clipped by a form object',
    '/Fm Do',
    {
      ...form(at('')),
      objects: {
        20: stream(
          '/Type /XObject /Subtype /Form /BBox [0 0 30 30] /Resources << /Font << /F1 5 0 R >> >>',
          at(''),
        ),
      },
    },
  ],
  ['covered by a box', `${at('')} ${box('1 1 1')}`],
  [
    'covered by a box with other words on it',
    `${at('')} ${box('1 1 1')} ${textAt('Kept the garden of a hotel', 60, 400, '.8 0 0 rg')}`,
  ],
  ['covered by a photograph', `${at('')} ${drawPhoto}`, photo],
  ['covered by a soft photograph', `${at('')} ${drawPhoto}`, softPhoto],
  ['without ink over a soft photograph', `${drawPhoto} ${at('3 Tr')}`, softPhoto],
  ['left of the page', textAt(claim, -500, 400)],
  ['below the page', textAt(claim, 60, -40)],
  ['beyond the crop box', textAt(claim, 60, 40), { page: '/CropBox [0 100 595 842]' }],
  ['transparent', at('/G gs'), states('/ca 0.02')],
  ['wholly transparent', at('/G gs'), states('/ca 0')],
  ['on a layer that is off', `/OC /Off BDC ${at('')} EMC`],
  [
    'on a layer that is off, over other text',
    `/OC /Off BDC ${at('')} EMC ${textAt('Kept the garden of a hotel', 60, 400)}`,
  ],
  ['a font whose letters are white', at('1 1 1 rg', '/T3 10 Tf')],
];

const visible: Cases = [
  ['black on white', at('')],
  ['white on a dark column', `q .12 .2 .35 rg 0 0 200 600 re f Q ${textAt(claim, 20, 400, '1 1 1 rg')}`],
  [
    'white on a coloured box, black beside it',
    `${box('0 .45 .4')} ${at('1 1 1 rg')} ${textAt('Kept the garden', 370, 400)}`,
  ],
  ['pale grey', at('.67 .67 .67 rg')],
  ['a pale footer in small print', textAt(claim, 60, 20, '.6 .6 .6 rg', '/F1 6 Tf')],
  ['six points high', at('', '/F1 6 Tf')],
  ['four points high', at('', '/F1 4 Tf')],
  ['red', at('.8 0 0 rg')],
  ['yellow on white', at('.95 .8 0 rg')],
  ['heavy and large', at('', '/F2 40 Tf')],
  ['turned upwards', `q BT /F1 10 Tf 0 1 -1 0 40 300 Tm (${claim}) Tj ET Q`],
  ['on a photograph', `${drawPhoto} ${at('1 1 1 rg', '/F2 14 Tf')}`, photo],
  ['on a soft photograph', `${drawPhoto} ${at('1 1 1 rg', '/F2 14 Tf')}`, softPhoto],
  ['on a gradient', `q 50 380 300 40 re W n /S sh Q ${at('1 1 1 rg')}`, gradient('.1 .1 .4', '.5 .1 .3')],
  ['filled with a gradient', at('/Pattern cs /P scn'), gradient('.1 .1 .4', '.5 .1 .3')],
  [
    'cut out of a gradient',
    `q BT /F1 14 Tf 7 Tr 60 400 Td (${claim}) Tj ET /S sh Q`,
    gradient('.1 .1 .4', '.5 .1 .3'),
  ],
  ['half transparent', at('/G gs'), states('/ca 0.5')],
  ['strokes', at('1 Tr .3 w')],
  ['strokes and filling', at('2 Tr .3 w 0 0 1 RG 0 0 .5 rg')],
  ['on a layer that is on', `/OC /On BDC ${at('')} EMC`],
  ['in a clipping path around it', at('50 380 300 60 re W n')],
  ['in a form object', '/Fm Do', form(at(''))],
  ['marked by a pen', `q 1 1 0 rg 58 396 160 14 re f Q ${at('')}`],
  ['under a transparent mark', `${at('')} q /G gs 1 1 0 rg 58 396 160 14 re f Q`, states('/ca 0.3')],
  ['twice, a hair apart, for bold', `${at('')} ${textAt(claim, 60.3, 400)}`],
  ['a font of drawings', at('', '/T3 10 Tf')],
  ['a font of drawings that says it is tiny', at('', '/T4 10 Tf')],
  ['underlined and framed', `${at('')} q 60 397 150 .5 re f 55 390 170 24 re S Q`],
  ['letter by letter', [...claim].map((sign, index) => textAt(sign, 60 + 9 * index, 400)).join(' ')],
  ['on a turned page', at(''), { page: '/Rotate 90' }],
  ['in a crop box', at(''), { page: '/CropBox [20 100 580 800]' }],
];

/** All of them are pages of one file: a process for each would take a minute. */
const pagesOf = (cases: Cases): DrawnPage[] =>
  cases.map(([, content, more]) => ({ content: `${body}\n${content}`, ...more }));
const readHidden = await read(pagesOf(hidden));
const readVisible = await read(pagesOf(visible));

for (const [index, [title]] of hidden.entries()) {
  test(`a reader cannot see it, so it does not count: ${title}`, () => {
    const text = readHidden.textOf(index + 1);
    assert.doesNotMatch(text.replace(/\s/g, ''), /Kubernetes|administrator/);
  });
}

test('the running lines stay, of the first page as of all', () => {
  assert.deepEqual(readHidden.textOf(1).split('\n'), sentences);
});

test('what cannot be seen is told', () => {
  const { warnings } = readHidden;
  const [, words] = /^This CV holds text that cannot be seen: (\d+) words /.exec(warnings.join()) ?? [];
  assert.ok(Number(words) >= 2 * hidden.length, `${words} words`);
});

for (const [index, [title]] of visible.entries()) {
  test(`a person sees it, so it counts: ${title}`, () => {
    assert.match(readVisible.textOf(index + 1).replace(/\s/g, ''), /Kubernetesadministrator/);
  });
}

test('nothing is told where all can be seen', () => {
  assert.deepEqual(readVisible.warnings, []);
});

test('what is seen in a line stays when the rest of it is not', async () => {
  const line = `BT /F1 10 Tf 60 400 Td (Kept a garden ) Tj 1 1 1 rg (${claim} ) Tj 0 0 0 rg (and a pond) Tj ET`;
  const { textOf } = await read([{ content: `${body}\n${line}` }]);
  assert.match(textOf(1), /Kept a garden\s+and a pond/);
});

test('the text that OCR laid without ink over a scan counts', async () => {
  const path = join(folder, 'to-scan.pdf');
  const lines = [...sentences, claim];
  writeFileSync(
    path,
    drawnPdf([{ content: lines.map((text, line) => textAt(text, 60, 740 - 20 * line)).join('\n') }]),
  );
  execFileSync('pdftoppm', ['-gray', '-r', '150', '-singlefile', path, join(folder, 'scan')]);
  const bytes = readFileSync(join(folder, 'scan.pgm'));
  const [header, width, height] = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(
    bytes.subarray(0, 40).toString('latin1'),
  )!;
  const scan = stream(
    `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8`,
    bytes.subarray(header.length),
  );
  const layer = lines.map((text, line) => textAt(text, 60, 740 - 20 * line, '3 Tr')).join('\n');
  const more = { resources: '/XObject << /Im 20 0 R >>', objects: { 20: scan } };
  const picture = 'q 595 0 0 842 0 0 cm /Im Do Q';
  const { textOf, warnings } = await read([
    { content: `${picture} ${layer}`, ...more },
    { content: `${layer} ${picture}`, ...more },
  ]);
  assert.deepEqual(
    [textOf(1), textOf(2)].map((text) => text.split('\n')),
    [lines, lines],
  );
  assert.deepEqual(warnings, []);
});

test('where pages cannot be drawn, what is too small or beyond the page is still left out', async () => {
  const blind = createPdfReader({ program, ocr: null, pdftoppm: 'no-such-program' });
  const content = [
    body,
    textAt('Kubernetes', -500, 400),
    textAt('administrator', 60, 300, '', '/F1 1 Tf'),
  ].join('\n');
  const { textOf, warnings } = await read([{ content }], blind);
  assert.equal(textOf(1), sentences.join('\n'));
  assert.equal(warnings.length, 1);
});
