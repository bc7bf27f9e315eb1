import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportHtml } from '#server/domain/report/html.ts';
import { buildReport } from '#server/domain/report/report.ts';
import {
  type Report,
  type ReportReader,
  type ReportSource,
  reportLanguages,
  reportReaders,
} from '#server/domain/report/types.ts';
import type { DimensionScore } from '#server/domain/scoring/types.ts';
import { isAbstention } from '#server/domain/scoring/types.ts';
import { scoreAccent } from '#server/modules/speech/pipeline/score-accent.ts';
import { scoreFluency } from '#server/modules/speech/pipeline/score-fluency.ts';
import { scoreVocabulary } from '#server/modules/speech/pipeline/score-vocabulary.ts';
import { reportCalibrations } from '#server/modules/speech/report/source.ts';
import { profiles } from '#test/support/candidate-profiles.ts';
import { scoringContext, scoringInput } from '#test/support/score-interview.ts';
import { dimensionScore } from '#test/support/speech-state.ts';

const source = (of: Partial<ReportSource>): ReportSource => ({
  person: 'Zoë',
  language: 'en',
  durationMs: 240_000,
  createdAt: '2026-11-27T08:00:00.000Z',
  accentUse: 'counted',
  dimensions: {},
  missing: [],
  bareLevel: null,
  hasAnalysis: true,
  isTwoVoices: false,
  isCandidateUnsure: false,
  wordErrors: null,
  repeated: [],
  grammar: null,
  warnings: [],
  ...of,
});

const built = (of: ReportSource, reader: ReportReader, language: 'en' | 'de' = 'en') =>
  buildReport(of, reportCalibrations, { reader, language, asked: null });

const itemsOf = ({ sections }: Report) => sections.flatMap(({ items }) => items);
const textsOf = (report: Report) => itemsOf(report).map(({ text }) => text);
const norm = { mean: 10, sd: 2, source: 'learners at B2' };

/** Fluency of a candidate who pauses inside clauses, once before "meeting.". */
const pausing = (text: string): DimensionScore => ({
  ...dimensionScore(2.4),
  features: { midClausePausesPerMinute: { value: 16, unit: 'per minute', norm } },
  evidence: [
    {
      feature: 'midClausePausesPerMinute',
      note: 'a pause of 0.7 s before "meeting."',
      ...{ text, startMs: 83_000, endMs: 86_000 },
    },
  ],
});

for (const name of Object.keys(profiles)) {
  test(`both reports of ${name} are whole sentences in both languages`, async () => {
    const input = scoringInput(profiles[name]!());
    const { vocabulary } = await scoreVocabulary.run(input, scoringContext());
    const { fluency } = await scoreFluency.run(input, scoringContext());
    const { accent } = await scoreAccent.run(
      { ...input, alignment: { engineId: 'ctc-en', alignedShare: 1 } },
      scoringContext(),
    );
    assert.ok(!isAbstention(vocabulary) && !isAbstention(fluency) && !isAbstention(accent));
    const of = source({ dimensions: { vocabulary, fluency, accent } });
    for (const reader of reportReaders) {
      for (const language of reportLanguages) {
        const report = built(of, reader, language);
        for (const { title, items } of report.sections) {
          assert.ok(title && items.length > 0);
          for (const { text } of items) {
            assert.doesNotMatch(text, /undefined|NaN|null|\[object|\s{2}|\.\.|%%/);
            assert.match(text, /^\p{Lu}.*[.!?:]$/su);
          }
        }
        const texts = textsOf(report);
        assert.equal(new Set(texts).size, texts.length, 'nothing is said twice');
        // A candidate who reads "B2" reads what it is.
        const named = reader === 'candidate' ? texts.filter((text) => text.includes('B2')) : [];
        for (const last of named.slice(-1)) assert.match(last, /^B2 (is|ist) /);
        assert.ok(reportHtml(report).startsWith('<!doctype html>'));
      }
    }
  });
}

test('a level says what it rests on, and accent never refers to a level that is not there', () => {
  const fluency = dimensionScore(2.4);
  const one = textsOf(
    built(
      source({ dimensions: { fluency, accent: dimensionScore(3.8) }, missing: ['vocabulary'] }),
      'recruiter',
    ),
  );
  assert.match(one[0]!, /from fluency alone\.$/);
  assert.ok(one.includes('Vocabulary was not scored.'));
  assert.ok(!one.some((text) => text.startsWith('Fluency:')), 'the same figures once more');

  const none = textsOf(
    built(
      source({ dimensions: { accent: dimensionScore(3.8) }, missing: ['vocabulary', 'fluency'] }),
      'recruiter',
    ),
  );
  assert.ok(none.every((text) => !text.includes('the level above')));
  assert.ok(none.some((text) => text.startsWith('For a level, let the person talk freely')));

  const bare = source({ bareLevel: { score: 3.1, cefr: 'B2' }, missing: ['fluency'], hasAnalysis: false });
  assert.match(textsOf(built(bare, 'recruiter'))[0]!, /from vocabulary alone\.$/);
  assert.match(textsOf(built(bare, 'recruiter', 'de'))[0]!, /aus Wortschatz allein\.$/);
});

test('a quotation shows where the pause is that it is quoted for', () => {
  for (const [said, shown] of [
    ['um meeting. The results', 'um … meeting. The results'],
    ['ourmeeting. a meeting. The', 'ourmeeting. a … meeting. The'],
    ['它meeting.好', '它 … meeting.好'],
    ['nothing of it', 'nothing of it'],
  ] as const) {
    const report = built(source({ dimensions: { fluency: pausing(said) } }), 'recruiter');
    const quotes = itemsOf(report).flatMap(({ quote }) => quote ?? []);
    assert.deepEqual(quotes[0]?.text, shown);
  }
});

test('a job’s level is reached, open or missed by the probability, and what is open is asked about', () => {
  const of = source({ dimensions: { vocabulary: dimensionScore(3.2), fluency: dimensionScore(3.2) } });
  const beside = (level: 'A2' | 'B2' | 'C2', language: 'en' | 'de' = 'en') =>
    buildReport(of, reportCalibrations, {
      ...{ reader: 'recruiter', language },
      asked: { wording: level, level, title: 'Night porter' },
    });
  assert.deepEqual(
    (['A2', 'B2', 'C2'] as const).map((level) => beside(level).job?.verdict),
    ['reached', 'open', 'notReached'],
  );
  for (const language of reportLanguages) {
    assert.doesNotMatch(textsOf(beside('A2', language)).join(' '), /\b(100|0) %/);
  }
  const asks = (report: Report) => report.sections.find(({ kind }) => kind === 'askNext')!.items[0]!.text;
  assert.match(asks(beside('B2')), /^Whether B2 is reached is open/);
  assert.match(asks(beside('B2', 'de')), /^Ob B2 erreicht ist, ist offen/);
  assert.doesNotMatch(asks(beside('A2')), /is open/);
  assert.ok(textsOf(beside('C2')).some((text) => /“Night porter” asks for C2: .* not reached/.test(text)));
  const candidate = buildReport(of, reportCalibrations, {
    ...{ reader: 'candidate', language: 'en' },
    asked: { wording: 'C2', level: 'C2', title: 'Night porter' },
  });
  assert.ok(!JSON.stringify(candidate).includes('Night porter'));
});

test('a job that asks for no level of the language is said to, to the recruiter alone', () => {
  const told = (reader: ReportReader, language: 'en' | 'de') =>
    textsOf(buildReport(source({}), reportCalibrations, { reader, language, asked: 'nothing' }));
  assert.ok(told('recruiter', 'en').includes('The job asks for no level of English, so none is compared.'));
  assert.ok(
    told('recruiter', 'de').some((text) => text.startsWith('Die Stelle verlangt keine Stufe für Englisch')),
  );
  assert.ok(!told('candidate', 'en').some((text) => text.includes('The job')));
});

test('a report with a quotation says which recogniser heard it, and one without does not', () => {
  for (const reader of reportReaders) {
    const note = (of: ReportSource) =>
      textsOf(built(of, reader)).filter((text) => text.startsWith('Quotations are')).length;
    assert.equal(note(source({ dimensions: { fluency: pausing('um meeting. The') } })), 1);
    assert.equal(note(source({ dimensions: { fluency: { ...pausing(''), evidence: [] } } })), 0);
  }
});

test('a candidate is praised for clear words where most were, and never begins with what is wrong', () => {
  const accent = (clear: number, unclear: number) => ({
    ...dimensionScore(3),
    words: Array.from({ length: clear + unclear }, (_, index) => ({
      ...{ text: 'word', startMs: index, endMs: index + 1 },
      gop: index < clear ? 0 : -9,
    })),
    phones: [],
  });
  const page = (clear: number, unclear: number) =>
    built(source({ dimensions: { accent: accent(clear, unclear) } }), 'candidate');
  assert.ok(textsOf(page(70, 30)).some((text) => text.startsWith('Of 100 words')));
  const few = page(53, 47);
  assert.ok(!textsOf(few).some((text) => text.startsWith('Of 100 words')));
  assert.deepEqual(
    few.sections.map(({ kind }) => kind),
    ['about', 'practise'],
  );
  assert.match(textsOf(few)[0]!, /^Thank you/);
});

const slipAt = (startMs: number, kind: 'article' | 'tense', wrong: string, right: string) => ({
  ...{ kind, wrong, right, startMs, endMs: startMs + 900 },
  text: `then ${wrong} there`,
});

test('grammar is told in quotations, a slip of each kind once, and never as a number', () => {
  const grammar = {
    structures: [{ kind: 'past' as const, text: 'we went home', startMs: 1000, endMs: 1900 }],
    errors: [
      slipAt(2000, 'article', 'a apple', 'an apple'),
      slipAt(4000, 'article', 'a egg', 'an egg'),
      slipAt(6000, 'tense', 'I go', 'I went'),
    ],
  };
  const of = source({ grammar, dimensions: { fluency: dimensionScore(2.4) } });
  for (const language of reportLanguages) {
    const forCandidate = textsOf(built(of, 'candidate', language)).join('\n');
    assert.match(forCandidate, /an apple/);
    assert.match(forCandidate, /I went/);
    assert.doesNotMatch(forCandidate, /egg/);
    const told = itemsOf(built(of, 'recruiter', language)).filter(({ measure }) => measure === 'grammar');
    assert.deepEqual(
      told.map(({ quote }) => quote?.startMs),
      [1000, 2000],
    );
    assert.doesNotMatch(told.map(({ text }) => text).join(), /\d/);
  }
  const without = itemsOf(built(source({ dimensions: { fluency: dimensionScore(2.4) } }), 'recruiter'));
  assert.ok(without.every(({ measure }) => measure !== 'grammar'));
});
