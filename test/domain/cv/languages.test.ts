import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languagesOf } from '#server/domain/cv/languages.ts';
import type { CvDocument } from '#server/domain/cv/types.ts';
import type { SectionKind } from '#server/domain/languages/pack.ts';

function languagesIn(texts: readonly string[], kind: SectionKind = 'languages'): string[] {
  const lines: CvDocument['lines'] = texts.map((text, index) => ({
    text,
    page: 1,
    box: { x: 0.1, y: 0.05 * index, width: 0.5, height: 0.02 },
    runs: [],
    fontSizePt: 10,
    isBold: false,
    isBullet: false,
    startsBlock: false,
    isHyphenated: false,
  }));
  const section = { kind, title: '', firstLine: 0, endLine: lines.length };
  return languagesOf({ pages: [], lines }, [section]).map(
    ({ value }) => `${value.code} ${value.isNative ? 'native' : (value.level ?? '?')}`,
  );
}

for (const [text, expected] of [
  ['English (native), Spanish (C1), French – basic', ['en native', 'es C1', 'fr A2']],
  [
    'Deutsch: Muttersprache, Englisch: verhandlungssicher, Französisch: Grundkenntnisse',
    ['de native', 'en C2', 'fr A2'],
  ],
  ['Français : langue maternelle, anglais : courant', ['fr native', 'en C1']],
  ['Español: lengua materna, inglés: avanzado', ['es native', 'en C1']],
  ['Italiano: madrelingua, inglese: B2', ['it native', 'en B2']],
  ['Português: nativo, inglês: fluente', ['pt native', 'en C1']],
  ['Nederlands: moedertaal, Engels: vloeiend', ['nl native', 'en C1']],
  ['Polski – ojczysty, angielski – biegły', ['pl native', 'en C1']],
  ['Türkçe: ana dil, İngilizce: ileri', ['tr native', 'en C1']],
  ['Русский – родной, английский – свободно', ['ru native', 'en C1']],
  ['Српски – матерњи, енглески – течно', ['sr native', 'en C1']],
  ['中文：母语，英语：流利', ['zh native', 'en C1']],
  ['日本語：ネイティブ、英語：ビジネスレベル', ['ja native', 'en C1']],
  ['한국어: 모국어, 영어: 유창', ['ko native', 'en C1']],
  ['العربية: اللغة الأم، الإنجليزية: بطلاقة', ['ar native', 'en C1']],
  ['हिन्दी: मातृभाषा, अंग्रेज़ी: धाराप्रवाह', ['hi native', 'en C1']],
  ['Bilingual English/Spanish', ['en C2', 'es C2']],
  ['German', ['de ?']],
] as const) {
  test(`reads "${text}"`, () => assert.deepEqual(languagesIn([text]), expected));
}

test('a level may stand in the line below its language', () => {
  assert.deepEqual(languagesIn(['German', 'Fluent', 'English', 'Native']), ['de C1', 'en native']);
});

test('outside of a list of languages a level is needed', () => {
  assert.deepEqual(
    languagesIn(
      ['Fluent in Spanish', 'Taught English literature to large classes', 'French cuisine'],
      'skills',
    ),
    ['es C1'],
  );
});

test('among the tasks of a position languages count behind a label, or with a level and little else', () => {
  assert.deepEqual(
    languagesIn(
      [
        'Languages: Latvian (native), Russian (basics)',
        'Mother tongue Polish, Norwegian B1',
        'Taught native English speakers to read',
        'Sold French wine to fluent traders',
      ],
      'experience',
    ),
    ['lv native', 'ru A2', 'pl native', 'no B1'],
  );
});
