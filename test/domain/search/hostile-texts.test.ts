import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentOf, type ParsedCv } from '#server/domain/cv/parsed-cv.ts';
import { hear } from '#server/domain/interview/heard.ts';
import { scoreMatch } from '#server/domain/matching/score-match.ts';
import { createFaults } from '#server/domain/requirements/faults.ts';
import { readConfig } from '#server/domain/requirements/validate.ts';
import { indexTerms } from '#server/domain/search/index-terms.ts';
import { vectorTexts } from '#server/domain/search/vector-text.ts';
import { taxonomies } from '#test/support/written-cv.ts';

/** Of the processor, so that a busy machine fails nothing. */
function processorMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const saying = (text: string): ParsedCv => ({
  language: 'en',
  fullName: null,
  headline: 'Accountant',
  summary: null,
  location: null,
  skills: [],
  experience: [],
  education: [],
  languages: [],
  certificates: [],
  text,
});

const config = readConfig(
  { requirements: { skills: { hard_skills: [{ name: 'Python', importance: 5 }] } } },
  '',
  createFaults(),
)!;

// What made each search for an address or a name such as Node.js look through the rest of the text: 50,000 characters took 10 s and more,
// in the process that answers everybody.
for (const repeated of ['a.', 'a-', '1-a', 'ab+', 'a@', 'js.', '中', 'ไทย', 'é', 'A.B.', '1 ', 'www.', 'İ']) {
  const text = repeated.repeat(50_000 / repeated.length);

  test(`50,000 characters of ${JSON.stringify(repeated)} are indexed in time`, () => {
    const cv = saying(text);
    assert.ok(processorMs(() => indexTerms(cv)) < 2000, 'words');
    assert.ok(processorMs(() => vectorTexts(cv)) < 2000, 'vectors');
  });

  test(`50,000 characters of ${JSON.stringify(repeated)} are compared in time`, () => {
    const { document, profile } = documentOf(saying(text), { year: 2026, month: 3 });
    const submittedAt = '2026-03-01T00:00:00.000Z';
    const question = { document, profile, jobDescription: 'Python developer', config, submittedAt };
    assert.ok(processorMs(() => scoreMatch(question, taxonomies)) < 2000);
  });
}

for (const language of ['pl', 'es', 'sr', 'tr']) {
  test(`an answer without a blank is understood in time (${language})`, () => {
    assert.ok(processorMs(() => hear('_'.repeat(100_000), language)) < 1000);
  });
}
