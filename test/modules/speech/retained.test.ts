import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scale } from '#server/modules/shapes/scale.ts';
import { buildSpeechResult } from '#server/modules/speech/result.ts';
import { withoutResults, withoutTranscript } from '#server/modules/speech/retained.ts';
import { finishedState } from '#test/support/speech-state.ts';

const SAID = 'unmistakable';

/** A result that quotes the word wherever a result can quote. */
function quoting() {
  const state = finishedState();
  state.spokenWords = state.spokenWords.map((word) => ({ ...word, text: SAID }));
  const at = { startMs: 0, endMs: 1 };
  const evidence = [{ feature: 'wordsPerMinute', text: SAID, note: `a pause before "${SAID}"`, ...at }];
  state.vocabulary = {
    ...(state.vocabulary as object),
    evidence,
    rareWords: [{ word: SAID, lemma: SAID, rank: 9, sentence: SAID, ...at }],
    repeatedPhrases: [{ text: SAID, count: 3, startMs: [0] }],
  } as never;
  state.fluency = {
    ...(state.fluency as object),
    evidence,
    hesitations: {
      counts: { pauses: 1, fillers: 1, repairs: 1 },
      pauses: [{ place: 'unknown', before: SAID, after: SAID, ...at }],
      fillers: [{ text: SAID, ...at }],
      repairs: [{ kind: 'restart', text: SAID, abandoned: SAID, ...at }],
    },
  } as never;
  state.accent = { ...state.accent!, evidence, words: [{ text: SAID, gop: -1, ...at }] };
  state.candidate = { ...state.candidate!, reason: `Mostly in the first person ("I am ${SAID}…", 0:42).` };
  state.explainability = {
    vocab: `Words such as "${SAID}" (0:10).`,
    fluency: `The longest: "${SAID} …".`,
    accent: `The least clear is "${SAID}" at 0:14. The "b" of "bad" (/b/) stands out.`,
  };
  state.delivery = {
    talkShare: 0.6,
    pace: [],
    fillers: [{ text: 'uh', count: 3 }],
    connectives: null,
    freeTalk: { fillers: 1, repairs: 0, contractions: null, discourseMarkers: null },
    repeatedPassages: [{ text: SAID, wordCount: 24, firstMs: 0, ...at }],
    notes: [`It comes again at 1:00 ("${SAID} …").`],
  };
  state.grammar = {
    structures: [{ kind: 'past', text: SAID, ...at }],
    errors: [{ kind: 'article', text: SAID, wrong: SAID, right: SAID, ...at }],
  };
  state.hrRecommendation = `Listen at 0:14 ("${SAID} words"). Practise the vowel of "father" and the "b" of "bad".`;
  state.candidateFeedback = `The word "${SAID}" was hard to make out.`;
  return buildSpeechResult({ state, outcomes: [], run: { language: 'en', input: {} }, scale }).result;
}

test('no word that was said stays, every number does', () => {
  const before = quoting();
  const after = withoutTranscript(before);
  assert.ok(JSON.stringify(before).split(SAID).length > 20);
  assert.doesNotMatch(JSON.stringify(after), new RegExp(SAID));
  assert.deepEqual(after.scores, before.scores);
  assert.deepEqual(after.analysis?.vocabulary?.features, before.analysis?.vocabulary?.features);
  const shown = ({ analysis }: typeof after) => ({
    fluency: analysis!.fluency as { hesitations?: { counts: object } },
    accent: analysis!.accent as { phones?: object[] },
  });
  assert.deepEqual(shown(after).fluency.hesitations?.counts, { pauses: 1, fillers: 1, repairs: 1 });
  assert.deepEqual(shown(after).accent.phones, shown(before).accent.phones);
  assert.deepEqual(after.transcript.speakers, before.transcript.speakers);
  assert.equal(
    after.hrRecommendation,
    'Listen at 0:14 ("…"). Practise the vowel of "father" and the "b" of "bad".',
  );
  assert.equal(
    after.explainability?.accent,
    'The least clear is "…" at 0:14. The "b" of "bad" (/b/) stands out.',
  );
  assert.deepEqual(after.analysis?.delivery?.freeTalk, before.analysis?.delivery?.freeTalk);
  assert.equal(after.candidateDetection?.speaker, before.candidateDetection?.speaker);
});

test('without results nothing is left but that there was one', () => {
  const after = withoutResults(quoting());
  assert.ok(Object.values(after.scores).every((score) => score === null));
  assert.deepEqual(
    [after.analysis, after.hrRecommendation, after.candidateDetection, after.transcript.speakers],
    [null, null, null, []],
  );
  assert.equal(after.languageCode, 'en');
});

test('it can be done twice', () => {
  const once = withoutTranscript(quoting());
  assert.deepEqual(withoutTranscript(once), once);
  assert.deepEqual(withoutResults(withoutResults(once)), withoutResults(once));
});
