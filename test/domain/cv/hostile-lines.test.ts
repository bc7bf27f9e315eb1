import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCv } from '#server/domain/cv/parse-cv.ts';
import { writtenCv } from '#test/support/written-cv.ts';

/** Of the processor, so that a busy machine fails nothing. */
function processorMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

for (const repeated of ['.', '•', '|', ',', ' ;', '一', 'é', 'a@', 'a.', '1 ', '- ']) {
  test(`300 lines of ${JSON.stringify(repeated)} are read in time`, () => {
    const line = `x ${repeated.repeat(500)}`.slice(0, 500);
    const lines = (count: number) => Array.from({ length: count }, () => line).join('\n');
    const document = writtenCv(
      `Jane Baker\n${lines(50)}\nExperience\n${lines(100)}\nSkills\n${lines(100)}\nLanguages\n${lines(50)}`,
    );
    // The slowest of these took over 5 s while every clause had the languages' pattern copied for it.
    assert.ok(processorMs(() => parseCv(document, { year: 2026, month: 11 }, 'en')) < 2000);
  });
}
