import assert from 'node:assert/strict';
import { basename, dirname } from 'node:path';
import { after, test } from 'node:test';
import { AutoTokenizer, env } from '@huggingface/transformers';
import { confidenceOf, wordsOf } from '#server/engines/asr/decoding/token-words.ts';
import { loadWhisperFolder } from '#server/engines/asr/whisper/folder.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { writeTestWhisper } from '../../../../testkit/test-model/write-whisper.ts';

const dir = await tempFolder({ after: after as never });
await writeTestWhisper(dir, { geometry: 'short', layouts: ['merged'] });
const { tokenizer } = await loadWhisperFolder(dir);
const time = tokenizer.special.timestampBegin;

const texts = [
  ' The rain in Spain, mainly.',
  " It's  5 o'clock; don't wait!",
  ' Größe, Straße, Übung — naïve façade',
  ' 你好，世界。',
  ' こんにちは 👋🏽 東京',
  ' Привет, как дела?',
  ' نعم، شكرا',
];

test('text becomes the tokens of transformers.js, and comes back from them', async () => {
  env.allowRemoteModels = false;
  env.localModelPath = dirname(dir);
  const peer = await AutoTokenizer.from_pretrained(basename(dir));
  for (const text of texts) {
    const ids = tokenizer.encode(text);
    assert.deepEqual(ids, peer.encode(text, { add_special_tokens: false }), text);
    assert.equal(tokenizer.decode(ids), text);
    assert.equal(tokenizer.decode([time, ...ids, tokenizer.special.endOfText]), text);
  }
});

for (const [title, text, language, words] of [
  ['spaces', ' The rain in Spain, mainly.', 'en', ['The', 'rain', 'in', 'Spain,', 'mainly.']],
  ['apostrophes', " It's 5 o'clock; don't wait!", 'en', ["It's", '5', "o'clock;", "don't", 'wait!']],
  ['opening marks', ' He said "well, (perhaps) no".', 'en', ['He', 'said', '"well,', '(perhaps)', 'no".']],
  ['a dash of its own', ' yes - no', 'en', ['yes', 'no']],
  ['letters of several bytes', ' Größe Straße', 'de', ['Größe', 'Straße']],
  ['another alphabet', ' Привет, как дела?', 'ru', ['Привет,', 'как', 'дела?']],
  ['a dictionary, in Chinese', '你好，世界和平。', 'zh', ['你好，', '世界', '和平。']],
  ['a dictionary, in Japanese', '今日は東京です', 'ja', ['今日', 'は', '東京', 'です']],
  ['nothing but marks', ' ...', 'en', []],
] as const) {
  test(`words are told apart by ${title}`, () => {
    const ids = tokenizer.encode(text);
    const found = wordsOf(ids, tokenizer, language);
    assert.deepEqual(
      found.map((word) => word.text),
      [...words],
    );
    for (const [i, word] of found.entries()) {
      assert.ok(word.from < word.spokenEnd && word.spokenEnd <= word.end);
      assert.ok(word.from >= (found[i - 1]?.end ?? 0), 'no token belongs to two words');
    }
    // Every token belongs to a word.
    assert.equal(found.at(-1)?.end, words.length > 0 ? ids.length : undefined);
  });
}

test('timestamps belong to no word and end the one before them', () => {
  const [rain, bow] = [tokenizer.encode(' rain'), tokenizer.encode('bow')];
  const found = wordsOf([time, ...rain, time + 50, time + 60, ...bow, time + 99], tokenizer, 'en');
  assert.deepEqual(
    found.map((word) => word.text),
    ['rain', 'bow'],
  );
  assert.equal(found[0]!.end, 1 + rain.length);
});

test('bytes that are no text vanish instead of becoming boxes', () => {
  const broken = tokenizer.encode('é').slice(0, 1);
  const found = wordsOf(
    [...tokenizer.encode(' well'), ...broken, ...tokenizer.encode(' then')],
    tokenizer,
    'en',
  );
  assert.deepEqual(
    found.map((word) => word.text),
    ['well', 'then'],
  );
});

test("a word's probability is the mean of its letters', not of its full stop's", () => {
  const ids = tokenizer.encode(' rain.');
  const [word] = wordsOf(ids, tokenizer, 'en');
  const logs = ids.map((_, i) => (i < word!.spokenEnd ? Math.log(0.5) : Math.log(0.01)));
  assert.ok(ids.length > word!.spokenEnd);
  assert.ok(Math.abs(confidenceOf(word!, logs) - 0.5) < 1e-9);
});
