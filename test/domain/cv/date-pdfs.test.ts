import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { readPages } from '#server/domain/cv/layout/read-pages.ts';
import { parseCv } from '#server/domain/cv/parse-cv.ts';
import type { Extraction } from '#server/engines/pdf/extraction.ts';

const root = resolve(import.meta.dirname, '../../..');

/** As the reader of PDFs hands it over, without its sandbox: what is tried here is what a CV says. */
function read(name: string) {
  const answer = execFileSync(
    process.execPath,
    [
      resolve(root, 'server/engines/pdf/extract-program.ts'),
      resolve(root, 'test/fixtures/cv-dates', name),
      '50',
    ],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const extraction = JSON.parse(answer) as Extraction;
  assert.equal(extraction.status, 'read');
  return parseCv(
    readPages(extraction.status === 'read' ? extraction.pages : []),
    { year: 2026, month: 11 },
    'en',
  );
}

for (const [name, months, warned] of [
  ['date-arrow.pdf', 48, 0],
  ['date-bracket.pdf', 48, 0],
  ['date-curr.pdf', 137, 0],
  ['date-fy.pdf', 48, 0],
  ['date-mid.pdf', 55, 0],
  ['date-quarter.pdf', 57, 0],
  ['date-season.pdf', 54, 0],
  ['date-xmas.pdf', 140, 0],
  ['typo-year.pdf', null, 1],
  ['py-plain.pdf', 13, 0],
  ['py-range.pdf', 13, 0],
  ['py-versions.pdf', 13, 0],
  ['tracked.pdf', 48, 0],
] as const) {
  test(`${name} is one position of ${months ?? 'unclear'} months`, () => {
    const { positions, totalExperienceMonths, warnings, contacts } = read(name);
    assert.equal(positions.length, 1);
    assert.equal(totalExperienceMonths, months);
    assert.equal(warnings.length, warned);
    assert.match(contacts.name?.value ?? '', /^robin sample$/i);
  });
}
