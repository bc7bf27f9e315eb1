import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { parseSync } from '@swc/core';
import { wantedLanguage } from '#server/web/console/texts/chosen-language.ts';
import * as german from '#server/web/console/texts/de/index.ts';

const console = resolve(import.meta.dirname, '../../../server/web/console');
const read = (path: string) => readFileSync(join(console, path), 'utf8');
const areas = globSync('texts/*.ts', { cwd: console });
/** Of the English files: they export what `inLanguage` was given, for nothing has been spoken in this process. */
const english: Record<string, unknown> = Object.assign(
  {},
  ...(await Promise.all(areas.map((path) => import(join(console, path))))),
);

/** Every text below a value by its path; a function as its parameters' number and what it says of some. */
function textsIn(value: unknown, path: string): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => textsIn(part, `${path}.${key}`));
}

function functionsIn(value: unknown, path: string): [path: string, of: (...values: never[]) => unknown][] {
  if (typeof value === 'function') return [[path, value as (...values: never[]) => unknown]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => functionsIn(part, `${path}.${key}`));
}

function keysOf(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, part]) => keysOf(part, `${path}.${key}`));
}

test('every area of texts has its German, under the name that it asks for', () => {
  const asked = areas.flatMap((path) =>
    [...read(path).matchAll(/inLanguage\(\s*'(\w+)'/g)].map(([, name]) => name!),
  );
  assert.deepEqual(asked.toSorted(), Object.keys(german).toSorted());
  // Types and functions need no translation, and the measures are translated where they come together.
  const without = areas.filter((path) => !read(path).includes('inLanguage('));
  assert.deepEqual(
    without.filter((path) => !/texts\/(language|chosen-language|feature-text|features-\w+)\.ts$/.test(path)),
    [],
  );
});

test('where the type allows any key, German has those of English', () => {
  for (const [name, texts] of Object.entries(german)) {
    if (name in english) {
      assert.deepEqual(keysOf(texts, name).toSorted(), keysOf(english[name], name).toSorted(), name);
    }
  }
});

/** Commands, names and units, and words that both languages share. */
const same =
  /^[^a-z]*$|^(assay |ASSAY_|https:|interview-links)|^(Assay|Name|Status|Position|System|Node|Version|JSON|Admin|Recruiter|Interviewer|Interviews?|Webhooks?|Minute|Bachelor|CSV|SAP FI|Credits|Worker|Pools?|Person|Installation|Link|Text|dB|SHA-256 .*|name, email.*|auto)$/s;

test('every German text differs from the English, but for names and what both call the same', () => {
  const alike = Object.entries(german).flatMap(([name, texts]) => {
    const ofEnglish = new Map(textsIn(english[name], name));
    return textsIn(texts, name)
      .filter(([path, text]) => text !== '' && ofEnglish.get(path) === text && !same.test(text))
      .map(([path, text]) => `${path}: ${text}`);
  });
  assert.deepEqual(alike, []);
});

test('German uses the same parameters as English', () => {
  for (const [name, texts] of Object.entries(german)) {
    const ofEnglish = new Map(functionsIn(english[name], name));
    const both = functionsIn(texts, name).filter(([path]) => ofEnglish.has(path));
    for (const [path, of] of both) assert.equal(of.length, ofEnglish.get(path)!.length, path);
  }
});

test('numbers in German texts have their marks', () => {
  assert.equal(german.common.rowsLoaded(1_000, 12_345), '1.000 von 12.345');
  assert.equal(german.candidateTexts.counts.cv(1), '1 Lebenslauf');
  assert.equal(german.candidateTexts.counts.cv(0), '0 Lebensläufe');
});

test('German loads nothing of the console, which waits for it', () => {
  const loads = globSync('texts/de/*.ts', { cwd: console }).flatMap((path) =>
    [...read(path).matchAll(/^(?:import(?! type)|export)[^;]* from '([^']+)'/gms)]
      .map(([, from]) => from!)
      .filter((from) => !from.startsWith('./'))
      .map((from) => `${path}: ${from}`),
  );
  assert.deepEqual(loads, []);
});

test('the console speaks what was chosen, else what the browser asks for, else English', () => {
  const kept = (language: string | null) => ({ getItem: () => language });
  assert.equal(wantedLanguage(kept(null), ['de-AT', 'en']), 'de');
  assert.equal(wantedLanguage(kept(null), ['fr-FR', 'de']), 'de');
  assert.equal(wantedLanguage(kept(null), ['en-GB', 'de']), 'en');
  assert.equal(wantedLanguage(kept('en'), ['de']), 'en');
  assert.equal(wantedLanguage(kept('de'), ['en']), 'de');
  assert.equal(wantedLanguage(kept('xx'), ['pl']), 'en');
});

/** Attributes that people read. */
const readAttributes = /^(label|title|placeholder|alt|description|aria-label|confirmLabel|hint)$/;
/** No words: what a reader of any language takes as it is. */
const noWords = /^(whsec_|s|https:.*|acc-[\d-]+)$/;

interface Node {
  type?: string;
  [part: string]: unknown;
}

/** Words that stand in the mark-up of a page, where only English would read them. */
function wordsIn(node: unknown, isRead = false): string[] {
  if (Array.isArray(node)) return node.flatMap((one) => wordsIn(one, isRead));
  if (typeof node !== 'object' || node === null) return [];
  const { type, value, name } = node as Node;
  const own =
    (type === 'JSXText' || (isRead && type === 'StringLiteral')) && /\p{L}/u.test(String(value))
      ? [String(value).trim()].filter((text) => !noWords.test(text))
      : [];
  const isReadBelow =
    type === 'JSXAttribute' && readAttributes.test(String((name as { value?: string } | undefined)?.value));
  const below = type === 'StringLiteral' ? [] : Object.values(node);
  return [...own, ...below.flatMap((part) => wordsIn(part, type === 'JSXAttribute' ? isReadBelow : false))];
}

test('no page has words of its own: they stand in the texts', () => {
  assert.deepEqual(wordsIn(parseSync('<p title="Hi there">Yes</p>', { syntax: 'typescript', tsx: true })), [
    'Hi there',
    'Yes',
  ]);
  const found = globSync('**/*.tsx', { cwd: console }).flatMap((path) =>
    wordsIn(parseSync(read(path), { syntax: 'typescript', tsx: true })).map((text) => `${path}: ${text}`),
  );
  assert.deepEqual(found, []);
});
