import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutLeadingSilence } from '#server/engines/tts/trim-silence.ts';

async function* inChunks(samples: Int16Array, size: number) {
  for (let at = 0; at < samples.length; at += size) yield samples.slice(at, at + size);
}

/** 300 ms of silence, 100 ms of sound, 200 ms of silence, 100 ms of sound. */
const sentence = Int16Array.from({ length: 11_200 }, (_, at) => {
  const ms = at / 16;
  return (ms >= 300 && ms < 400) || ms >= 600 ? 1000 : 3;
});

for (const size of [1, 160, 5000, 20_000]) {
  test(`silence in front is left out but for 20 ms, chunks of ${size}`, async () => {
    const chunks = await Array.fromAsync(withoutLeadingSilence(inChunks(sentence, size)));
    const heard = Int16Array.from(chunks.flatMap((chunk) => [...chunk]));
    assert.deepEqual(heard, sentence.slice(280 * 16));
  });
}

test('sound that begins at once is left as it is; silence alone gives nothing', async () => {
  const loud = new Int16Array(500).fill(5000);
  assert.deepEqual(await Array.fromAsync(withoutLeadingSilence(inChunks(loud, 500))), [loud]);
  assert.deepEqual(await Array.fromAsync(withoutLeadingSilence(inChunks(new Int16Array(900), 90))), []);
});
