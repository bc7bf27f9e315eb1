import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createPdfReader } from '#server/engines/pdf/pdfjs.ts';
import { builtProgram } from '../../../testkit/built-program.ts';
import { drawnPdf, textAt } from '../../../testkit/drawn-pdf.ts';
import { stream } from '../../../testkit/pdf-writer.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-shown-'));
after(() => rmSync(folder, { recursive: true, force: true }));
/** As installed: loading its sources takes longer than most of these files. */
const program = builtProgram('server/engines/pdf/extract-program.ts');
const reader = createPdfReader({ program, ocr: null });

async function read(bytes: Buffer) {
  const path = join(folder, 'cv.pdf');
  writeFileSync(path, bytes);
  return reader.read(path, { signal: new AbortController().signal });
}

async function linesOf(bytes: Buffer): Promise<string[]> {
  const reading = await read(bytes);
  assert.ok(reading.ok, JSON.stringify(reading));
  return reading.document.lines.map(({ text }) => text);
}

const questions = [
  'Application form of a hotel',
  'Full name',
  'What did you do before?',
  'Which languages do you speak?',
];
const printed = questions.map((text, line) => textAt(text, 60, 740 - 60 * line)).join('\n');
const look = (content: string) =>
  stream('/Type /XObject /Subtype /Form /BBox [0 0 400 40] /Resources << /Font << /F1 5 0 R >> >>', content);
const field = (entries: string, y: number) =>
  `<< /Type /Annot /Subtype /Widget /FT /Tx /F 4 /Rect [60 ${y} 460 ${y + 30}] /DA (/F1 10 Tf 0 g) ${entries} >>`;
const acroForm = '/AcroForm << /Fields [] /DR << /Font << /F1 5 0 R >> >> /DA (/F1 10 Tf 0 g) >>';

test('what is filled into a form counts, whether or not the form says how it looks', async () => {
  const form = drawnPdf(
    [
      {
        content: printed,
        page: '/Annots [20 0 R 21 0 R 22 0 R 23 0 R 25 0 R 26 0 R]',
        objects: {
          20: field('/T (name) /V (Robin Sample) /AP << /N 24 0 R >>', 645),
          21: field('/T (before) /Ff 4096 /V (Waiter, Blue Cafe\rServed guests and kept the till)', 590),
          22: field('/T (language) /FT /Ch /Ff 131072 /Opt [(German) (Polish)] /V (Polish)', 530),
          23: field('/T (office) /F 2 /V (Kubernetes)', 300),
          24: look('BT /F1 10 Tf 2 6 Td (Robin Sample) Tj ET'),
          25: field('/T (key) /Ff 8192 /V (Terraform)', 260),
          26: field('/T (white) /V (Ansible) /AP << /N 27 0 R >>', 220),
          27: look('1 1 1 rg BT /F1 10 Tf 2 6 Td (Ansible) Tj ET'),
        },
      },
    ],
    acroForm,
  );
  const text = (await linesOf(form)).join('\n');
  for (const shown of [
    ...questions,
    'Robin Sample',
    'Waiter, Blue Cafe',
    'Served guests and kept the till',
    'Polish',
  ])
    assert.ok(text.includes(shown), `${shown} in ${text}`);
  assert.doesNotMatch(text, /Kubernetes|Terraform|Ansible/, 'hidden, a password, white on white');
});

test('what is filled in stands where its question is', async () => {
  const form = drawnPdf(
    [
      {
        content: printed,
        page: '/Annots [20 0 R]',
        objects: { 20: field('/T (name) /V (Robin Sample)', 650) },
      },
    ],
    acroForm,
  );
  const lines = await linesOf(form);
  assert.equal(lines.indexOf('Robin Sample'), lines.indexOf('Full name') + 1, lines.join('\n'));
});

test('what is typed onto a page as a comment counts, a note that opens by a click does not', async () => {
  const comment = (entries: string, y: number) =>
    `<< /Type /Annot ${entries} /F 4 /Rect [60 ${y} 400 ${y + 30}] >>`;
  const text = (
    await linesOf(
      drawnPdf([
        {
          content: printed,
          page: '/Annots [20 0 R 21 0 R 22 0 R]',
          objects: {
            20: comment(
              '/Subtype /FreeText /Contents (Robin Sample) /DA (/F1 12 Tf 0 g) /AP << /N 23 0 R >>',
              640,
            ),
            21: comment('/Subtype /FreeText /Contents (Waiter at the Blue Cafe) /DA (/F1 12 Tf 0 g)', 570),
            22: comment('/Subtype /Text /Contents (Kubernetes administrator)', 300),
            23: look('BT /F1 12 Tf 2 8 Td (Robin Sample) Tj ET'),
          },
        },
      ]),
    )
  ).join('\n');
  assert.match(text, /Robin Sample/);
  assert.match(text, /Waiter at the Blue Cafe/);
  assert.doesNotMatch(text, /Kubernetes/);
});

const plainCv = drawnPdf([
  {
    content: [
      'Robin Sample',
      'Waiter with eight years of experience in restaurants',
      'Served guests and kept the till',
    ]
      .map((text, line) => textAt(text, 60, 740 - 20 * line))
      .join('\n'),
  },
]);
const cover = textAt(
  'For the best experience, open this PDF portfolio in another reader, or later.',
  60,
  600,
);

/** A portfolio with these files inside. */
function portfolio(files: readonly (string | Buffer)[]): Buffer {
  const names = files.map((_, index) => `(file ${index}) ${120 + 2 * index} 0 R`).join(' ');
  const objects = Object.fromEntries(
    files.flatMap((file, index) => [
      [20 + 2 * index, `<< /Type /Filespec /F (file ${index}) /EF << /F ${21 + 2 * index} 0 R >> >>`],
      [21 + 2 * index, stream('/Type /EmbeddedFile', file)],
    ]),
  );
  return drawnPdf(
    [{ content: cover, objects }],
    `/Collection << /View /D >> /Names << /EmbeddedFiles << /Names [${names}] >> >>`,
  );
}

test('of a portfolio the one PDF inside is read, and told', async () => {
  const reading = await read(portfolio(['a letter', plainCv]));
  assert.ok(reading.ok, JSON.stringify(reading));
  assert.equal(reading.document.lines[0]?.text, 'Robin Sample');
  assert.doesNotMatch(JSON.stringify(reading.document.lines), /best experience/);
  assert.match(reading.warnings.join(), /portfolio/);
});

for (const [title, files] of [
  ['several PDFs', [plainCv, plainCv]],
  ['no PDF', ['a letter']],
  ['a portfolio', [portfolio([plainCv])]],
] as const) {
  test(`a portfolio with ${title} inside is refused by its name: its cover sheet is no CV`, async () => {
    const reading = await read(portfolio(files));
    assert.equal(reading.ok ? 'read' : reading.fault, 'CV_TEXT_MISSING');
    assert.match(reading.ok ? '' : reading.reason, /portfolio/);
  });
}

test('files attached to a CV do not make it a portfolio', async () => {
  const attached = drawnPdf(
    [
      {
        content: textAt(
          'Waiter with eight years of experience in two restaurants, a hotel and a bar',
          60,
          740,
        ),
        objects: {
          20: '<< /Type /Filespec /F (letter) /EF << /F 21 0 R >> >>',
          21: stream('/Type /EmbeddedFile', 'a letter'),
        },
      },
    ],
    '/Names << /EmbeddedFiles << /Names [(letter) 120 0 R] >> >>',
  );
  assert.match((await linesOf(attached)).join(), /Waiter/);
});

test("a form that only Adobe's programs show is refused by its name, not scored by its excuse", async () => {
  const excuse = textAt(
    'Please wait. If this message is not eventually replaced, your viewer cannot display this form.',
    60,
    700,
  );
  const xfa = drawnPdf(
    [{ content: excuse, objects: { 20: stream('', '<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"/>') } }],
    '/AcroForm << /Fields [] /XFA 120 0 R >>',
  );
  const reading = await read(xfa);
  assert.equal(reading.ok ? 'read' : reading.fault, 'CV_TEXT_MISSING');
  assert.match(reading.ok ? '' : reading.reason, /XFA/);
});
