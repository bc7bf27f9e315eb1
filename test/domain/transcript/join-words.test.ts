import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinWords, wordsIn } from '#server/domain/transcript/join-words.ts';

for (const [words, joined] of [
  [['I', 'worked', '[there?]'], 'I worked [there?]'],
  [['我', '在', '北京', '工作。', '后来'], '我在北京工作。后来'],
  [['私は', '[東京?]', 'で', '働いて'], '私は[東京?]で働いて'],
  [['我', '用', 'Python', '写', '代码'], '我用 Python 写代码'],
  [['저는', '서울에서', '일했어요'], '저는 서울에서 일했어요'],
  [[], ''],
] as const) {
  test(joined || 'nothing', () => assert.equal(joinWords(words), joined));
}

for (const [text, words] of [
  ['Yes, I see.', 3],
  ['はい。', 1],
  ['なるほど、そうですか。', 4],
  ['我用 Python 写代码。', 3],
  ['네, 알겠습니다.', 2],
  ['', 0],
] as const) {
  test(`"${text}" has about ${words} words, which make it again`, () => {
    assert.equal(wordsIn(text).length, words);
    assert.equal(joinWords(wordsIn(text)), text);
  });
}
