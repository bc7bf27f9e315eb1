import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CvDocument } from '#server/domain/cv/types.ts';
import type { CvFileReading } from '#server/engines/cv-files/port.ts';
import type { CvEngines } from '#server/modules/matching/pipeline/engines.ts';
import { extractText } from '#server/modules/matching/pipeline/extract-text.ts';
import { parseCv } from '#server/modules/matching/pipeline/parse-cv.ts';
import type { MatchInput } from '#server/modules/matching/pipeline/state.ts';
import type { StepContext } from '#server/pipeline/step.ts';

const line = (text: string, y: number): CvDocument['lines'][number] => ({
  text,
  page: 1,
  box: { x: 0.1, y, width: 0.4, height: 0.02 },
  runs: [{ start: 0, end: text.length, x: 0.1, width: 0.4 }],
  fontSizePt: 10,
  isBold: false,
  isBullet: false,
  startsBlock: true,
  isHyphenated: false,
});

const document: CvDocument = {
  pages: [{ number: 1, widthPt: 595, heightPt: 842, source: 'text' }],
  lines: [line('EXPERIENCE', 0.1), line('Accountant, Acme Inc.  01/2020 – Present', 0.2)],
};
const input = { cvPath: '/cv.pdf', submittedAt: '2021-12-31T23:30:00.000Z', known: null } as MatchInput;

function contextReading(
  reading: CvFileReading,
  progress: number[] = [],
  lost: string[] = [],
): StepContext<CvEngines> {
  const read: CvEngines['cvFiles']['read'] = async (path, { onProgress }) => {
    assert.equal(path, '/cv.pdf');
    onProgress?.(0.5);
    return reading;
  };
  return {
    engines: {
      cvFiles: { read },
      writtenLanguage: { of: async () => 'en' },
      parserVersion: '1',
    } as unknown as CvEngines,
    workDir: '/nowhere',
    signal: new AbortController().signal,
    reportProgress: (fraction) => progress.push(fraction),
    degrade: (reason) => lost.push(reason),
  };
}

test('gives the text of the PDF and says how far it is', async () => {
  const progress: number[] = [];
  assert.deepEqual(
    await extractText.run(input, contextReading({ ok: true, document, warnings: [] }, progress)),
    {
      document,
      readingWarnings: [],
      parserVersion: '1',
    },
  );
  assert.deepEqual(progress, [0.5]);
});

test('says which part of the file was left out', async () => {
  const lost: string[] = [];
  const reading: CvFileReading = { ok: true, document, warnings: ['1 page of the PDF could not be read.'] };
  await extractText.run(input, contextReading(reading, [], lost));
  assert.deepEqual(lost, ['1 page of the PDF could not be read.']);
});

for (const fault of ['CV_UNREADABLE', 'CV_TEXT_MISSING'] as const) {
  test(`a PDF that is refused ends the run with ${fault}`, async () => {
    const context = contextReading({ ok: false, fault, reason: 'Why it is.' });
    await assert.rejects(extractText.run(input, context), {
      name: 'RunFailure',
      code: fault,
      message: 'Why it is.',
    });
  });
}

test('"present" is the month of submission, however late the step runs', async () => {
  const { profile } = await parseCv.run(
    { ...input, document, readingWarnings: [], parserVersion: '1' },
    contextReading({ ok: true, document, warnings: [] }),
  );
  assert.equal(profile.language, 'en');
  assert.equal(profile.positions[0]?.months, 24);
  assert.equal(profile.totalExperienceMonths, 24);
});
