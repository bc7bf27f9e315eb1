import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scoreAccentOf } from '#server/domain/scoring/accent.ts';
import { candidateSpeech } from '#server/domain/scoring/candidate-speech.ts';
import { type Abstention, type DimensionScore, isAbstention } from '#server/domain/scoring/types.ts';
import type { SpokenWord } from '#server/domain/transcript/types.ts';
import { speechOf } from '#server/modules/speech/pipeline/read-candidate.ts';
import { scoreFluency } from '#server/modules/speech/pipeline/score-fluency.ts';
import { scoreVocabulary } from '#server/modules/speech/pipeline/score-vocabulary.ts';
import { profiles } from '#test/support/candidate-profiles.ts';
import { calibration, scoringContext, scoringInput } from '#test/support/score-interview.ts';
import { type Spoken, spoken } from '#test/support/spoken-interview.ts';

const context = scoringContext();

const scored = <Result extends DimensionScore>(result: Result | Abstention): Result => {
  assert.ok(!isAbstention(result));
  return result;
};

/** An interview in which some words were heard less surely. */
const heardAs = (interview: Spoken, confidenceOf: (word: SpokenWord, index: number) => number): Spoken => ({
  ...interview,
  words: interview.words.map((word, index) => ({ ...word, confidence: confidenceOf(word, index) })),
});

const wellRead = profiles['a well-read speaker who hesitates']!;
const rareIn = async (interview: Spoken) => {
  const vocabulary = scored((await scoreVocabulary.run(scoringInput(interview), context)).vocabulary);
  const shown = vocabulary.evidence.filter(({ feature }) => feature === 'beyond2000Share');
  return { vocabulary, words: vocabulary.rareWords!.map(({ word }) => word), shown };
};

test('a rare word is no example of vocabulary when it or a word beside it may be misheard', async () => {
  const { words } = await rareIn(wellRead());
  assert.ok(words.includes('procurement') && words.includes('diplomacy'));
  for (const [title, doubted, confidence] of [
    ['the word itself is rather sure, but not enough for an example', 'procurement', 0.75],
    ['the word before it is doubtful', 'the', 0.55],
    ['the word after it is doubtful', 'of', 0.55],
  ] as const) {
    const { shown, words: left } = await rareIn(
      heardAs(wellRead(), ({ text, confidence: own }) => (text === doubted ? confidence : own)),
    );
    assert.ok(!left.includes('procurement'), title);
    assert.ok(left.length > 0, 'other words still are');
    assert.ok(!shown.some(({ note }) => note!.includes('procurement')), title);
  }
});

test('the words around an example end before a doubtful one', async () => {
  const { vocabulary } = await rareIn(
    heardAs(wellRead(), ({ text, confidence }) => (text === 'in' ? 0.5 : confidence)),
  );
  const { sentence } = vocabulary.rareWords!.find(({ word }) => word === 'coastal') ?? {
    sentence: undefined,
  };
  assert.equal(sentence, undefined, 'it stands beside "in"');
  const renewable = vocabulary.rareWords!.find(({ word }) => word === 'renewable')!;
  assert.match(renewable.sentence, /renewable/);
  assert.doesNotMatch(renewable.sentence, /\bin\b|coastal/);
});

test('what is shown changes no score, no interval and no measure', async () => {
  // As sure on average, told apart by which words are doubtful.
  const doubt = (pick: (word: SpokenWord, index: number) => boolean) =>
    heardAs(wellRead(), (word, index) => (pick(word, index) ? 0.55 : 0.95));
  const { words: all } = await rareIn(wellRead());
  const rare = doubt(({ text }) => all.includes(text));
  const count = rare.words.filter(({ confidence }) => confidence < 0.6).length;
  const common = new Set(
    wellRead()
      .words.filter(({ text, speaker }) => speaker === 'S2' && !all.includes(text))
      .slice(0, count),
  );
  const starts = new Set([...common].map(({ startMs }) => startMs));
  const plain = doubt(({ startMs }) => starts.has(startMs));
  const [first, second] = [await rareIn(rare), await rareIn(plain)];
  assert.deepEqual(first.words, []);
  assert.ok(second.words.length > 0);
  for (const name of ['score', 'interval', 'features', 'cefr', 'warnings'] as const) {
    assert.deepEqual(first.vocabulary[name], second.vocabulary[name], name);
  }
});

const talk = (line: string, confidenceOf: (word: SpokenWord) => number = () => 0.95): Spoken =>
  heardAs(spoken(['Q tell me', ...Array.from({ length: 24 }, () => `A ${line}`)]), confidenceOf);

test('a phrase is said as often as it was surely heard', async () => {
  const line =
    'we checked the stock list again and after that we went on with other boxes near the back door';
  const phrases = async (interview: Spoken) =>
    scored((await scoreVocabulary.run(scoringInput(interview), context)).vocabulary).repeatedPhrases!.map(
      ({ text }) => text,
    );
  assert.ok((await phrases(talk(line))).includes('the stock list'));
  const doubted = await phrases(talk(line, ({ text }) => (text === 'stock' ? 0.4 : 0.95)));
  assert.ok(doubted.length > 0);
  assert.ok(doubted.every((text) => !/stock|the stock|list/.test(text)));
});

test('pauses, repairs and runs are shown where the words around them are surely heard', async () => {
  const line =
    'so we packed [900] boxes and the the driver came to the warehouse in the late morning of the same day';
  const evidenceOf = async (interview: Spoken) => {
    const fluency = scored((await scoreFluency.run(scoringInput(interview), context)).fluency);
    return { fluency, text: JSON.stringify(fluency.evidence) };
  };
  const sure = await evidenceOf(talk(line));
  assert.match(sure.text, /before \\"boxes\\"/);
  assert.match(sure.text, /said again/);
  const unsure = await evidenceOf(
    talk(line, ({ text }) => (text === 'boxes' || text === 'driver' ? 0.4 : 0.95)),
  );
  assert.doesNotMatch(unsure.text, /boxes|driver|said again/);
  assert.match(unsure.text, /words without a break/);
  const { counts, repairs, pauses } = unsure.fluency.hesitations!;
  assert.ok(counts.repairs > 0 && repairs.length === 0, 'counted, and not listed');
  assert.ok(pauses.some(({ after }) => after.startsWith('[boxes?]')));
});

test('a word is an example of unclear speech only where it was surely heard', () => {
  const lines = [
    'Q tell me',
    ...Array.from({ length: 30 }, () => 'A we discovered several mistakes in the counting'),
  ];
  const interview = spoken(lines, { gop: () => -2 });
  const accentOf = ({ words, turns, candidate }: Spoken) => {
    const accent = scoreAccentOf(candidateSpeech(words, turns, candidate, []), calibration);
    assert.ok(!isAbstention(accent));
    return accent;
  };
  const before = accentOf(interview);
  assert.ok(before.evidence.some(({ text }) => text === 'mistakes'));
  const after = accentOf(heardAs(interview, ({ text }) => (text === 'mistakes' ? 0.55 : 0.95)));
  const texts = [...after.evidence, ...after.words!].map(({ text }) => text);
  assert.ok(texts.includes('discovered'));
  assert.ok(['mistakes', 'several', 'in'].every((text) => !texts.includes(text)));
  assert.equal(speechOf(scoringInput(interview)).words.length, 210);
});
