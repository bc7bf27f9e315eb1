import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SpokenWord } from '#server/domain/transcript/types.ts';
import { wholeSentences } from '#server/domain/transcript/whole-sentences.ts';

/** "A:Ah, B:good afternoon." with words of 300 ms; "…" is a pause of half a second. */
function said(text: string): SpokenWord[] {
  const words: SpokenWord[] = [];
  let atMs = 0;
  let speaker = 'A';
  for (const part of text.split(' ')) {
    if (part === '…') {
      atMs += 500;
      continue;
    }
    const [, who, word] = /^(?:([AB]):)?(.*)$/.exec(part)!;
    speaker = who ?? speaker;
    words.push({
      text: word!,
      speaker,
      startMs: atMs,
      endMs: atMs + 300,
      confidence: 0.9,
      overlap: false,
    });
    atMs += 320;
  }
  return words;
}
const speakersOf = (text: string) =>
  wholeSentences(said(text))
    .map(({ speaker }) => speaker)
    .join('');

test('the first word of a sentence goes to the one who says the rest', () => {
  assert.equal(speakersOf('A:How are you? Ah, B:good afternoon to you.'), 'AAABBBBB');
});

test('so does the last', () => {
  assert.equal(speakersOf('A:I was a student then B:too. Where was that?'), 'AAAAAABBB');
});

test('an answer of one word is a sentence of its own', () => {
  assert.equal(speakersOf('A:Is that right? B:Yes. A:Good, then we begin.'), 'AAABAAAA');
});

test('a pause lets another speaker go on', () => {
  assert.equal(speakersOf('A:And … B:I went to school in the city.'), 'ABBBBBBB');
});

test('as many words as the other has are no slip', () => {
  assert.equal(speakersOf('A:I think B:of course.'), 'AABB');
  assert.equal(speakersOf('A:one two three four B:five six seven eight nine ten.'), 'AAAABBBBBB');
});

test('without punctuation nothing moves', () => {
  assert.equal(speakersOf('A:ah B:good afternoon to you'), 'ABBBB');
});
