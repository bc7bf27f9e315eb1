import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reasonOf } from '#server/engines/turns/last-word.ts';
import { leadsOn } from '#server/engines/turns/unfinished.ts';

for (const [title, lastWord, isWhole, reason] of [
  ['a whole sentence', 'left.', true, 'sentence-ended'],
  ['an abbreviation', 'Dr.', true, 'silence'],
  ['a word that sentences seldom end with', 'Was.', true, 'silence'],
  ['words without an end', 'left', true, 'silence'],
  ['a hesitation', 'um.', true, 'long-silence'],
  ['a conjunction, also with a full stop', 'because.', true, 'long-silence'],
  ['a comma', 'left,', true, 'long-silence'],
  ['a broken word', 'le-', true, 'long-silence'],
  ['a full stop behind a part of what was said', 'left.', false, 'silence'],
  ['a part that leads on', 'and', false, 'long-silence'],
  ['no words at all', '', true, 'silence'],
] as const) {
  test(`${title} means ${reason}`, () => {
    assert.equal(reasonOf({ lastWord, isWhole }, 'en'), reason);
  });
}

for (const [language, leading, ending] of [
  ['ru', 'потому', 'работал.'],
  ['sr', 'jer', 'Da.'],
  ['sr', 'јер', 'Да.'],
  ['tr', 'çünkü', 'çalıştım.'],
  ['ar', 'لأن', 'نعم.'],
  ['hi', 'क्योंकि', 'है।'],
  ['zh', '因为', '工作。'],
  ['ja', 'を', 'です。'],
  ['ko', '그리고', '일했어요.'],
] as const) {
  test(`in ${language} more comes behind "${leading}", and not behind "${ending}"`, () => {
    assert.equal(reasonOf({ lastWord: leading, isWhole: true }, language), 'long-silence');
    assert.equal(reasonOf({ lastWord: ending, isWhole: true }, language), 'sentence-ended');
  });
}

test('words lead on by language', () => {
  assert.deepEqual(
    [leadsOn('und', 'de'), leadsOn('und', 'en'), leadsOn('Ähm.', 'de'), leadsOn('yes.', 'en')],
    [true, false, true, false],
  );
  assert.ok(leadsOn('well…', 'tr') && leadsOn('well...', 'tr'), 'marks are of every language');
});
