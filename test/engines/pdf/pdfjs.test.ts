import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { ProgramError } from '#server/engines/child-process.ts';
import type { CvFileReading } from '#server/engines/cv-files/port.ts';
import { findOcr } from '#server/engines/pdf/ocr.ts';
import { createPdfReader } from '#server/engines/pdf/pdfjs.ts';
import { isOutOfTime } from '#server/outages.ts';
import { builtProgram } from '../../../testkit/built-program.ts';
import { hostilePdfs } from '../../../testkit/hostile-pdfs.ts';
import {
  type PdfText,
  pageHeightPt,
  pageWidthPt,
  pdfOf,
  pdfOfObjects,
  stream,
} from '../../../testkit/pdf-writer.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-pdf-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** As installed: loading its sources takes longer than most of these files. */
const program = builtProgram('server/engines/pdf/extract-program.ts');
const reader = createPdfReader({ program, ocr: null });
/** For files made to take for ever. */
const impatient = createPdfReader({ program, ocr: null, cpuSeconds: 1 });
const ocr = await findOcr();
const signal = new AbortController().signal;

async function read(bytes: Buffer, engine = reader): Promise<CvFileReading> {
  const path = join(folder, 'cv.pdf');
  writeFileSync(path, bytes);
  return engine.read(path, { signal });
}

async function linesOf(bytes: Buffer, engine = reader) {
  const reading = await read(bytes, engine);
  assert.ok(reading.ok, JSON.stringify(reading));
  return reading.document.lines;
}

/** Enough words for a CV, below whatever a test is about. */
const body: PdfText[] = [
  'Accountant with eight years of experience in financial reporting',
  'Prepared monthly statements and tax returns for four companies',
].map((text, index) => ({ text, x: 60, y: 700 + 14 * index }));

test('gives lines with their place, size and weight', async () => {
  const lines = await linesOf(
    pdfOf([[{ text: 'Maria Lopez', x: 60, y: 80, size: 20, bold: true }, ...body]]),
  );
  assert.deepEqual(
    lines.map(({ text }) => text),
    ['Maria Lopez', ...body.map(({ text }) => text)],
  );
  const [name, next] = lines;
  assert.deepEqual([name?.fontSizePt, name?.isBold, next?.isBold, name?.page], [20, true, false, 1]);
  assert.ok(Math.abs(name!.box.x - 60 / pageWidthPt) < 0.01);
  assert.ok(name!.box.y < 80 / pageHeightPt && name!.box.y + name!.box.height > 80 / pageHeightPt);
});

test("tells the author and the title of the file's properties, shortened", async () => {
  const reading = await read(
    pdfOf([body], { Author: 'Jane Whitfield', Title: 'x'.repeat(500), Producer: 'Nobody' }),
  );
  assert.ok(reading.ok);
  assert.deepEqual(reading.document.properties, ['Jane Whitfield', 'x'.repeat(120)]);
  const plain = await read(pdfOf([body]));
  assert.ok(plain.ok && plain.document.properties === undefined);
});

test('reads signs of all scripts', async () => {
  const texts = [
    'Бухгалтер в компании',
    '会計士として勤務',
    '회계사 경력',
    'लेखाकार का अनुभव',
    'Žółć naïve Größe',
  ];
  const lines = await linesOf(
    pdfOf([[...texts.map((text, index) => ({ text, x: 60, y: 80 + 20 * index })), ...body]]),
  );
  assert.deepEqual(
    lines.slice(0, 5).map(({ text }) => text),
    texts.map((text) => text.normalize('NFC')),
  );
});

test('reads text written upwards after the rest of its page', async () => {
  const lines = await linesOf(pdfOf([[{ text: 'Written upwards', x: 30, y: 400, angle: 90 }, ...body]]));
  assert.equal(lines.at(-1)?.text, 'Written upwards');
});

test('a damaged page among others is left out and told', async () => {
  const objects = Object.fromEntries(
    ['/Type /Catalog /Pages 2 0 R', '/Type /Pages /Count 2 /Kids [10 0 R 99 0 R]'].map((entries, at) => [
      at + 1,
      `<< ${entries} >>`,
    ]),
  );
  const text = body.map(({ text, y }) => `BT /F1 10 Tf 60 ${y} Td (${text}) Tj ET`).join('\n');
  const reading = await read(
    pdfOfObjects({
      ...objects,
      3: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      10: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 11 0 R /Resources << /Font << /F1 3 0 R >> >> >>',
      11: stream('', text),
      99: '(no page)',
    }),
  );
  assert.ok(reading.ok);
  assert.deepEqual(reading.warnings, ['1 page of the PDF could not be read.']);
});

test('a password ends in CV_UNREADABLE', async () => {
  const secret = 'A0'.repeat(32);
  const encrypted = pdfOfObjects(
    {
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: '<< /Type /Pages /Count 0 /Kids [] >>',
      9: `<< /Filter /Standard /V 1 /R 2 /O <${secret}> /U <${secret}> /P -4 >>`,
    },
    `/Encrypt 9 0 R /ID [<${secret}> <${secret}>]`,
  );
  const reading = await read(encrypted);
  assert.deepEqual([reading.ok, !reading.ok && reading.fault], [false, 'CV_UNREADABLE']);
  assert.match(reading.ok ? '' : reading.reason, /password/);
});

for (const [title, bytes, fault] of [
  ['another format', Buffer.from('PK\u0003\u0004 a document of another kind'), 'CV_UNREADABLE'],
  ['an empty file', Buffer.alloc(0), 'CV_UNREADABLE'],
  ['a PDF cut off in its first kilobyte', pdfOf([body]).subarray(0, 300), 'CV_UNREADABLE'],
  ['an empty page', pdfOf([[]]), 'CV_TEXT_MISSING'],
  ['a page with a number only', pdfOf([[{ text: '1', x: 60, y: 800 }]]), 'CV_TEXT_MISSING'],
  [
    'fonts whose letters stand for others',
    pdfOf([
      Array.from({ length: 30 }, (_, y) => ({
        text: 'bcdfg hjklm npqrs tvwxz bcdfg',
        x: 60,
        y: 60 + 14 * y,
      })),
    ]),
    'CV_UNREADABLE',
  ],
  ['51 pages', pdfOf(Array.from({ length: 51 }, () => body)), 'CV_UNREADABLE'],
] as const) {
  test(`${title}: ${fault}`, async () => {
    const reading = await read(Buffer.from(bytes));
    assert.equal(reading.ok ? 'read' : reading.fault, fault);
  });
}

for (const [name, make] of hostilePdfs) {
  test(`ends in a stated code within its limits: ${name}`, async () => {
    const reading = await read(make(), impatient);
    assert.ok(
      !reading.ok && ['CV_UNREADABLE', 'CV_TEXT_MISSING'].includes(reading.fault),
      JSON.stringify(reading),
    );
    assert.doesNotMatch(reading.ok ? '' : reading.reason, new RegExp(`${folder}|node|heap`));
  });
}

for (const [title, program] of [
  ['fails', 'throw new Error("no module")'],
  ['cannot be found', null],
  [
    'ends without an answer of its own',
    'process.stdout.write(JSON.stringify({ status: "too-long", pageCount: 1 }))',
  ],
] as const) {
  test(`no CV is blamed where the program that reads it ${title}`, async () => {
    const home = mkdtempSync(join(folder, 'broken-'));
    const path = join(home, 'reader.mjs');
    if (program !== null) writeFileSync(path, program);
    const broken = createPdfReader({ ocr: null, program: path });
    if (title !== 'ends without an answer of its own')
      await assert.rejects(read(pdfOf([body]), broken), { code: 'SERVICE_CONFIGURATION_ERROR' });
    const { ok, detail } = await broken.check();
    assert.equal(ok, false);
    assert.match(detail, /^PDFs cannot be read: /);
  });
}

test('a machine too busy to read a CV says nothing of the CV', async () => {
  const hurried = createPdfReader({ program, ocr: null, timeoutMs: 1 });
  await assert.rejects(read(pdfOf([body]), hurried), isOutOfTime);
});

test('a page that OCR had no time for is not left out', async () => {
  const busy = new ProgramError('timeout', 'too slow', {
    program: 'tesseract',
    exitCode: null,
    stdout: Buffer.alloc(0),
    stderr: '',
  });
  const hurried = createPdfReader({
    program,
    ocr: { languages: ['eng'], readPage: () => Promise.reject(busy) },
  });
  await assert.rejects(read(pdfOf([body, []]), hurried), isOutOfTime);
});

test('a reading that is called off rejects with the reason and leaves nothing running', async () => {
  const path = join(folder, 'called-off.pdf');
  const [, endless] = hostilePdfs.find(([name]) => name.includes('nested graphics states'))!;
  writeFileSync(path, endless());
  const controller = new AbortController();
  const reading = reader.read(path, { signal: controller.signal });
  const refusal = assert.rejects(reading, /called off/);
  await waitFor(() => programsReading(path).length > 0);
  controller.abort(new Error('called off'));
  await refusal;
  assert.deepEqual(programsReading(path), []);
});

function programsReading(path: string): string[] {
  return globSync('/proc/[0-9]*/cmdline').filter((file) => {
    try {
      return readFileSync(file, 'latin1').split('\0').includes(path);
    } catch {
      return false;
    }
  });
}

async function waitFor(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 500 && !holds(); tries++) await delay(20);
  assert.ok(holds(), 'it never came to be');
}

test('a scan is refused without OCR and read with it', {
  skip: ocr ? false : 'tesseract and pdftoppm are not installed',
}, async () => {
  const scan = scanOf(
    pdfOf([body.map((text) => ({ ...text, size: 14, y: text.y - 400 + 10 * (text.y - 700) }))]),
  );
  const refused = await read(scan);
  assert.equal(refused.ok ? 'read' : refused.fault, 'CV_TEXT_MISSING');
  const reading = await read(scan, createPdfReader({ program, ocr }));
  assert.ok(reading.ok, JSON.stringify(reading));
  assert.equal(reading.document.pages[0]?.source, 'ocr');
  assert.deepEqual(
    reading.document.lines.map(({ text }) => text),
    body.map(({ text }) => text),
  );
  assert.ok(Math.abs(reading.document.lines[0]!.box.x - 60 / pageWidthPt) < 0.02);
});

/** The picture of a PDF's first page, in a PDF. */
function scanOf(bytes: Buffer): Buffer {
  const path = join(folder, 'to-scan.pdf');
  writeFileSync(path, bytes);
  execFileSync('pdftoppm', ['-gray', '-r', '150', '-singlefile', path, join(folder, 'scan')]);
  const picture = readFileSync(join(folder, 'scan.pgm'));
  const [header, width, height] = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(
    picture.subarray(0, 40).toString('latin1'),
  )!;
  return pdfOfObjects({
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    3: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${pageWidthPt} ${pageHeightPt}] /Contents 4 0 R /Resources << /XObject << /Im 5 0 R >> >> >>`,
    4: stream('', `${pageWidthPt} 0 0 ${pageHeightPt} 0 0 cm /Im Do`),
    5: stream(
      `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8`,
      picture.subarray(header.length),
    ),
  });
}
