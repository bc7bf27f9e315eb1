import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseCv } from '#server/domain/cv/parse-cv.ts';
import { lettersIn } from '#server/domain/cv/readability.ts';
import { createPdfReader } from '#server/engines/pdf/pdfjs.ts';
import { findSharedData, withoutSharedData } from '#test/support/shared-data.ts';
import { builtProgram } from '../../../testkit/built-program.ts';

/** All of them take minutes: `assay bench cv-text` reads them all. */
const everyNthCv = 15;
const everyNthOddPdf = 33;

/** As installed: loading its sources takes longer than most of these files. */
const program = builtProgram('server/engines/pdf/extract-program.ts');
const reader = createPdfReader({ program, ocr: null });
const signal = new AbortController().signal;
const filesIn = (folder: string, every: number) =>
  globSync(join(findSharedData() ?? '', folder, '**/*.*'))
    .filter((path) => /\.(?:pdf|fuzz)$/i.test(path))
    .sort()
    .filter((_, index) => index % every === 0);

test('reads text, positions and education of real CVs', { skip: withoutSharedData() }, async () => {
  const paths = filesIn('cv', everyNthCv);
  assert.ok(paths.length >= 8);
  let withoutBoth = 0;
  for (const path of paths) {
    const reading = await reader.read(path, { signal });
    assert.ok(reading.ok, path);
    assert.ok(lettersIn(reading.document.lines.map(({ text }) => text).join('')) > 500, path);
    const { positions, education } = parseCv(reading.document, { year: 2026, month: 11 }, 'en');
    if (positions.length === 0 && education.length === 0) withoutBoth++;
  }
  assert.ok(
    withoutBoth <= 0.05 * paths.length,
    `${withoutBoth} of ${paths.length} have neither position nor education`,
  );
});

test('every odd PDF ends in its text or a stated code', { skip: withoutSharedData() }, async () => {
  const paths = filesIn('pdf', everyNthOddPdf);
  assert.ok(paths.length >= 8);
  const outcomes: string[] = [];
  for (const path of paths) {
    const reading = await reader.read(path, { signal });
    if (reading.ok) parseCv(reading.document, { year: 2026, month: 11 }, 'en');
    const outcome = reading.ok ? 'read' : reading.fault;
    assert.match(outcome, /^(?:read|CV_UNREADABLE|CV_TEXT_MISSING)$/, path);
    outcomes.push(outcome);
  }
  assert.ok(outcomes.includes('read') && outcomes.some((one) => one !== 'read'));
});

for (const [name, fault] of [
  ['print_protection', 'CV_UNREADABLE'],
  ['pr6531_2', 'CV_UNREADABLE'],
  ['poppler-742-0-fuzzed', 'CV_UNREADABLE'],
  ['bitmap-mmr', 'CV_TEXT_MISSING'],
] as const) {
  test(`${name}.pdf ends in ${fault}`, { skip: withoutSharedData() }, async () => {
    const reading = await reader.read(join(findSharedData()!, 'pdf/pdfjs', `${name}.pdf`), { signal });
    assert.equal(reading.ok ? 'read' : reading.fault, fault);
  });
}

const waiter = ['Waiter, Blue Cafe', 'Served guests and kept the till', 'Till, hospitality'];
for (const [name, holds, lacks, warns] of [
  ['waiter', waiter, /Kubernetes/, /^$/],
  ['white', waiter, /Kubernetes|Software/, /cannot be seen: 16 words/],
  ['tiny', waiter, /Kubernetes|Software/, /cannot be seen: 16 words/],
  ['form', ['Robin Sample', 'Linux, Git, Kubernetes, C#'], /Waiter/, /^$/],
  ['portfolio', ['Robin Sample'], /best experience/, /portfolio/],
] as const) {
  test(`${name}.pdf is read as a person sees it`, { skip: withoutSharedData() }, async () => {
    const reading = await reader.read(join(findSharedData()!, '../cases', `${name}.pdf`), { signal });
    assert.ok(reading.ok, JSON.stringify(reading));
    const lines = reading.document.lines.map(({ text }) => text);
    for (const shown of holds) assert.ok(lines.includes(shown), `${shown} in ${lines.join('; ')}`);
    assert.doesNotMatch(lines.join('\n'), lacks);
    assert.match(reading.warnings.join(' '), warns);
  });
}
