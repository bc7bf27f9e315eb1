import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '#server/config/limits.ts';
import { parsedFrom } from '#server/domain/cv/as-parsed.ts';
import { parseCv } from '#server/domain/cv/parse-cv.ts';
import type { CvDocument, TextLine } from '#server/domain/cv/types.ts';
import { readCandidate } from '#server/modules/search/ingest/candidate-fields.ts';

const asOf = { year: 2026, month: 11 };
const { candidate: bounds } = limits.search;

function documentOf(text: string): CvDocument {
  const lines = text.split('\n').map(
    (line, index): TextLine => ({
      text: line.trim(),
      ...{ page: 1, runs: [], fontSizePt: 10, isBullet: line.startsWith('- '), isHyphenated: false },
      box: { x: 0, y: index / 100, width: 1, height: 0.01 },
      isBold: false,
      startsBlock: index === 0,
    }),
  );
  return {
    pages: [{ number: 1, widthPt: 595, heightPt: 842, source: 'text' }],
    lines: lines.filter((line) => line.text !== ''),
  };
}
const parsed = (text: string) => {
  const document = documentOf(text);
  return parsedFrom(document, parseCv(document, asOf, 'en'), bounds);
};

const cv = `Mira Solberg
mira@example.org
+47 22 33 44 55

SUMMARY
Keeps books in order.

EXPERIENCE
Accountant, Acme Ltd   01/2019 - Present
- Reconciled bank accounts

EDUCATION
B.Sc. Economics, University of Oslo 2015 - 2018

SKILLS
Excel, SAP

LANGUAGES
English (native), German (B2)

VOLUNTEERING
Treasurer of a choir`;

test('a CV that was read has the fields of one that was sent, each once, and no contacts', () => {
  const found = parsed(cv);
  assert.equal(found.fullName, 'Mira Solberg');
  assert.equal(found.experience[0]?.title, 'Accountant');
  assert.match(found.experience[0]?.description ?? '', /Reconciled bank accounts/);
  assert.deepEqual(found.experience[0]?.dates, { start: { year: 2019, month: 1 }, end: null });
  assert.deepEqual(found.skills, ['Excel', 'SAP']);
  assert.deepEqual(found.languages, [
    { name: 'en', level: 'native' },
    { name: 'de', level: 'B2' },
  ]);
  assert.match(found.summary ?? '', /Keeps books/);
  assert.match(found.text ?? '', /Treasurer/);
  assert.doesNotMatch(found.text ?? '', /Reconciled|Excel/, 'what a field has is not said twice');
  assert.doesNotMatch(JSON.stringify(found), /example\.org|22 ?33/, 'addresses are not searched');
});

test('of a CV that was not understood, all words can be found', () => {
  const found = parsed('Somebody\nhas led three kitchens\nand baked bread in Lyon');
  assert.deepEqual([found.experience, found.skills], [[], []]);
  assert.match(`${found.headline} ${found.text}`, /kitchens.*Lyon/s);
});

test('however much a CV has, CV search takes what comes of it', () => {
  const many = (count: number, line: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => line(index)).join('\n');
  const long = `Mira Solberg

EXPERIENCE
Accountant ${'x'.repeat(300)}, Acme   01/2019 - 12/2020
- ${'😀 did much '.repeat(900)}
${many(70, (index) => `Baker, Oven ${index}   01/${1960 + (index % 50)} - 12/${1960 + (index % 50)}`)}

SKILLS
${many(400, (index) => `Skill${index}`)}

HOBBIES
${many(1500, () => 'Chess and long walks along the river')}`;
  const { language: _, ...found } = parsed(long);
  assert.ok(found.experience.length <= bounds.positions && found.skills.length <= bounds.skills);
  assert.ok((found.text ?? '').length > bounds.maxFreeTextChars / 2);
  // The rules of what is sent hold for it, too.
  const date = (one: { year: number; month: number | null } | null | undefined) =>
    one ? `${one.year}${one.month === null ? '' : `-${String(one.month).padStart(2, '0')}`}` : null;
  const row = readCandidate({
    external_id: 'a',
    full_name: found.fullName,
    headline: found.headline,
    summary: found.summary,
    location: found.location,
    skills: found.skills,
    experience: found.experience.map(({ dates, ...one }) => ({
      ...one,
      start: date(dates?.start),
      end: date(dates?.end),
    })),
    languages: found.languages,
    certificates: found.certificates,
    text: found.text,
  });
  assert.deepEqual('faults' in row ? row.faults : {}, {});
});

test('an empty page gives an empty CV', () => {
  const found = parsed('');
  assert.deepEqual([found.fullName, found.text, found.experience], [null, null, []]);
});
