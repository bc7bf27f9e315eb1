import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '#server/config/limits.ts';
import type { ApiError } from '#server/errors.ts';
import { parseSpeechFields } from '#server/modules/speech/contract/form.ts';

const parse = (fields: Record<string, string>) => parseSpeechFields(new Map(Object.entries(fields)));

/** "ok", or the code of the refusal. */
function verdict(fields: Record<string, string>): string {
  try {
    parse(fields);
    return 'ok';
  } catch (error) {
    return (error as ApiError).code ?? String(error);
  }
}

const chars = (count: number, char = 'x') => char.repeat(count);
const keys = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index])));
/** Flat metadata whose compact JSON has exactly this many bytes. */
const metadataOf = (bytes: number, nested = false) => {
  const entries: Record<string, unknown> = nested ? { deep: [] } : {};
  for (let index = 0; JSON.stringify(entries).length < bytes - 600; index++)
    entries[`k${index}`] = chars(400);
  entries.last = '';
  entries.last = chars(bytes - JSON.stringify(entries).length);
  return JSON.stringify(entries);
};
const tags = (count: number) => JSON.stringify(Array.from({ length: count }, (_, index) => `tag${index}`));

const cases: [title: string, fields: Record<string, string>, verdict: string][] = [
  ['nothing', {}, 'ok'],
  ...limits.languages.map(
    (language) => [`language ${language}`, { language }, 'ok'] as [string, Record<string, string>, string],
  ),
  ['language in capitals', { language: 'EN' }, 'INVALID_LANGUAGE_CODE'],
  ['language of three letters', { language: 'eng' }, 'INVALID_LANGUAGE_CODE'],
  ['language with a region', { language: 'en-US' }, 'INVALID_LANGUAGE_CODE'],
  ['language with a line break', { language: 'en\n' }, 'INVALID_LANGUAGE_CODE'],
  ['empty language', { language: '' }, 'ok'],
  ['language outside the sixteen', { language: 'sv' }, 'INVALID_LANGUAGE_CODE'],
  ['externalId of 1', { externalId: 'x' }, 'ok'],
  ['externalId of 255', { externalId: chars(255) }, 'ok'],
  ['externalId of 255 emoji', { externalId: chars(255, '🎤') }, 'ok'],
  ['externalId of 256', { externalId: chars(256) }, 'INVALID_EXTERNAL_ID'],
  ['empty externalId', { externalId: '' }, 'INVALID_EXTERNAL_ID'],
  ['externalId with NUL', { externalId: 'a\0b' }, 'INVALID_EXTERNAL_ID'],
  ['metadata {}', { metadata: '{}' }, 'ok'],
  ['metadata of three kinds', { metadata: '{"a":"x","b":1.5,"c":true}' }, 'ok'],
  ['metadata of 50 keys', { metadata: keys(50) }, 'ok'],
  ['metadata of 51 keys', { metadata: keys(51) }, 'INVALID_METADATA'],
  ['metadata key of 40', { metadata: `{"${chars(40)}":1}` }, 'ok'],
  ['metadata key of 41', { metadata: `{"${chars(41)}":1}` }, 'INVALID_METADATA'],
  ['metadata value of 500', { metadata: `{"a":"${chars(500)}"}` }, 'ok'],
  ['metadata value of 501', { metadata: `{"a":"${chars(501)}"}` }, 'INVALID_METADATA'],
  ['metadata of 8 KB', { metadata: metadataOf(8192) }, 'ok'],
  ['metadata of 8 KB and a byte', { metadata: metadataOf(8193) }, 'INVALID_METADATA'],
  ['nested metadata of 8 KB', { metadata: metadataOf(8192, true) }, 'ok'],
  ['nested metadata of 8 KB and a byte', { metadata: metadataOf(8193, true) }, 'INVALID_METADATA'],
  ['nested metadata with a long value', { metadata: `{"a":{"b":"${chars(600)}"}}` }, 'ok'],
  ['metadata with null', { metadata: '{"a":null}' }, 'ok'],
  ['metadata that is no JSON', { metadata: '{a:1}' }, 'INVALID_METADATA'],
  ['empty metadata', { metadata: '' }, 'ok'],
  ['metadata that is a list', { metadata: '[1]' }, 'INVALID_METADATA'],
  ['metadata that is null', { metadata: 'null' }, 'INVALID_METADATA'],
  ['metadata that is text', { metadata: '"a"' }, 'INVALID_METADATA'],
  ['tags []', { tags: '[]' }, 'ok'],
  ['20 tags', { tags: tags(20) }, 'ok'],
  ['21 tags', { tags: tags(21) }, 'INVALID_TAGS'],
  ['100 tags', { tags: tags(100) }, 'INVALID_TAGS'],
  ['100 times the same tag', { tags: JSON.stringify(Array(100).fill('same')) }, 'ok'],
  ['tag of 40', { tags: `["${chars(40)}"]` }, 'ok'],
  ['tag of 40 and spaces around', { tags: `["  ${chars(40)}  "]` }, 'ok'],
  ['tag of 41', { tags: `["${chars(41)}"]` }, 'INVALID_TAGS'],
  ['blank tag', { tags: '["  "]' }, 'INVALID_TAGS'],
  ['tag that is a number', { tags: '[1]' }, 'INVALID_TAGS'],
  ['tag with NUL', { tags: '["a\\u0000"]' }, 'INVALID_TAGS'],
  ['tags that are an object', { tags: '{"a":1}' }, 'INVALID_TAGS'],
  ['tags that are no JSON', { tags: 'a,b' }, 'INVALID_TAGS'],
  ['empty tags', { tags: '' }, 'ok'],
  ['cutSettings {}', { cutSettings: '{}' }, 'ok'],
  ...Object.entries(limits.cutSettings).flatMap(([name, { min, max }]) =>
    (
      [
        [min, 'ok'],
        [max, 'ok'],
        [min - 1, 'INVALID_PARAMETERS'],
        [max + 1, 'INVALID_PARAMETERS'],
        ['"100"', 'INVALID_PARAMETERS'],
        ['null', 'INVALID_PARAMETERS'],
      ] as const
    ).map(
      ([value, end]) =>
        [`cutSettings ${name} ${value}`, { cutSettings: `{"${name}":${value}}` }, end] as [
          string,
          Record<string, string>,
          string,
        ],
    ),
  ),
  ['cutSettings with an unknown key', { cutSettings: '{"minSilence":500}' }, 'INVALID_PARAMETERS'],
  ['cutSettings with an inherited name', { cutSettings: '{"toString":1}' }, 'INVALID_PARAMETERS'],
  ['cutSettings that are a list', { cutSettings: '[]' }, 'INVALID_PARAMETERS'],
  ['cutSettings that are no JSON', { cutSettings: 'x' }, 'INVALID_PARAMETERS'],
];

for (const [title, fields, end] of cases) {
  test(`${title}: ${end}`, () => assert.equal(verdict(fields), end));
}

test('what is left out has the specification’s defaults', () => {
  assert.deepEqual(parse({}), {
    language: 'en',
    externalId: null,
    metadata: {},
    tags: [],
    cutSettings: { silenceThresholdDb: -38, minSilenceMs: 800, keepSilenceMs: 250 },
  });
});

test('an empty field counts as left out, but for externalId', () => {
  const empty = { language: '', metadata: '', tags: '', cutSettings: '' };
  assert.deepEqual(parse(empty), parse({}));
  assert.equal(verdict({ ...empty, externalId: '' }), 'INVALID_EXTERNAL_ID');
});

test('tags are trimmed, each kept once, in the order given', () => {
  assert.deepEqual(parse({ tags: '[" b ","a","b","ä"]' }).tags, ['b', 'a', 'ä']);
});

test('metadata is kept as given, whatever its keys are called', () => {
  const text = '{"__proto__":"x","constructor":{"prototype":1},"n":1e3}';
  assert.equal(
    JSON.stringify(parse({ metadata: text }).metadata),
    '{"__proto__":"x","constructor":{"prototype":1},"n":1000}',
  );
  assert.equal(({} as Record<string, unknown>).x, undefined);
});

test('the first field at fault in the order of the table is named', () => {
  const all = { language: 'x', externalId: '', metadata: '[]', tags: '{}', cutSettings: '[]' };
  const seen: string[] = [];
  for (const field of Object.keys(all)) {
    seen.push(verdict(all));
    delete (all as Record<string, string>)[field];
  }
  assert.deepEqual(seen, [
    'INVALID_LANGUAGE_CODE',
    'INVALID_EXTERNAL_ID',
    'INVALID_METADATA',
    'INVALID_TAGS',
    'INVALID_PARAMETERS',
  ]);
});
