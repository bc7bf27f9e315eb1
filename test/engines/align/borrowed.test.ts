import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Span, Word } from '#server/domain/transcript/types.ts';
import { createBorrowedAligner } from '#server/engines/align/borrowed.ts';
import { modelPhones } from '#server/engines/align/espeak-phones.ts';
import { createEspeak } from '#server/engines/tts/espeak.ts';
import { bundledModel } from '#test/support/bundled-model.ts';
import { joinSamples, never, silence, writePcm } from '#test/support/speech-sounds.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

const modelPath = bundledModel('ctc-en.onnx');
const placer = createBorrowedAligner({ modelPath });
let folder: string;
before(async (t) => {
  folder = await tempFolder(t as never);
});

/** Words said one by one, so that it is known where each begins, and told as a recogniser tells them: 80 ms early. */
async function said(language: string, texts: readonly string[]) {
  const parts: Int16Array[] = [silence(500)];
  const truth: Span[] = [];
  const words: Word[] = [];
  let samples = parts[0]!.length;
  for (const text of texts) {
    const spoken = joinSamples(
      await Array.fromAsync(createEspeak().speak({ text, language, signal: never })),
    );
    const loud = spoken.findIndex((value) => Math.abs(value) > 300);
    const end = spoken.findLastIndex((value) => Math.abs(value) > 300) + 1;
    const span = { startMs: samples / 16, endMs: (samples + end - loud) / 16 };
    truth.push(span);
    words.push({
      text,
      confidence: 0.9,
      startMs: Math.round(span.startMs - 80),
      endMs: Math.round(span.endMs - 80),
    });
    const sound = joinSamples([spoken.subarray(loud, end), silence(120)]);
    parts.push(sound);
    samples += sound.length;
  }
  const pcmPath = await writePcm(`${folder}/${language}.pcm`, joinSamples(parts));
  return { pcmPath, truth, words, speech: [{ startMs: 0, endMs: Math.round(samples / 16) }] };
}

const sentences: Readonly<Record<string, string>> = {
  de: 'Wir haben gestern über die schwierige Prüfung gesprochen und später ein Zimmer gesucht',
  es: 'Mañana vamos a hablar con nuestros clientes sobre la nueva oficina y el trabajo',
  fr: 'Nous avons préparé une réunion avec notre équipe pendant toute la matinée',
  ru: 'Вчера мы говорили о новой работе и потом искали большую комнату',
};

for (const [language, sentence] of Object.entries(sentences)) {
  test(`words of "${language}" are placed with English sounds`, async (t) => {
    const texts = sentence.split(' ');
    const { truth, words, ...recording } = await said(language, texts);
    const placed = await placer.place({ ...recording, language, words, signal: never });
    const off = placed!
      .map(({ startMs }, at) => Math.abs(startMs - truth[at]!.startMs))
      .sort((a, b) => a - b);
    const mean = off.reduce((sum, ms) => sum + ms, 0) / off.length;
    t.diagnostic(`mean ${mean.toFixed(0)} ms, largest ${off.at(-1)!.toFixed(0)} ms`);
    assert.ok(mean < 60, `${mean} ms`);
    assert.deepEqual(
      placed!.map(({ text, confidence }) => ({ text, confidence })),
      words.map(({ text, confidence }) => ({ text, confidence })),
    );
    for (const [at, { startMs, endMs }] of placed!.entries()) {
      assert.ok(endMs > startMs && startMs >= (placed![at - 1]?.endMs ?? 0));
    }
    assert.equal(
      placed!.some((word) => 'phones' in word || 'gop' in word),
      false,
      'how a sound was said is not judged with sounds of another language',
    );
  });
}

test('words with nothing to say, marks and numbers among them, keep their order', async () => {
  const { words, ...recording } = await said('de', ['Wir', 'haben', 'gestern', 'gesprochen']);
  const told = words.flatMap((word, at) =>
    at === 1
      ? [word, { text: '–', confidence: 1, startMs: word.endMs, endMs: word.endMs + 1 }]
      : at === 2
        ? [word, { text: '1.234.567,89', confidence: 0.2, startMs: word.endMs, endMs: word.endMs + 20 }]
        : [word],
  );
  const placed = await placer.place({ ...recording, language: 'de', words: told, signal: never });
  assert.deepEqual(
    placed!.map(({ text }) => text),
    told.map(({ text }) => text),
  );
  for (const [at, { startMs, endMs }] of placed!.entries()) {
    assert.ok(endMs > startMs && startMs >= (placed![at - 1]?.endMs ?? 0));
  }
});

test('without espeak-ng, and in a language that it does not read, nothing is placed', async () => {
  const { words, ...recording } = await said('de', ['Guten', 'Tag']);
  const without = createBorrowedAligner({ modelPath, program: 'espeak-ng-that-is-not-there' });
  assert.equal(await without.place({ ...recording, language: 'de', words, signal: never }), null);
  assert.equal(await placer.place({ ...recording, language: 'ja', words, signal: never }), null);
  assert.equal(placer.languages.includes('ja'), false);
});

test('being called off is no lack of espeak-ng', async () => {
  const { words, ...recording } = await said('de', ['Guten', 'Tag']);
  const signal = AbortSignal.abort(new Error('called off'));
  await assert.rejects(placer.place({ ...recording, language: 'de', words, signal }), /called off/);
});

for (const [line, phones] of [
  ["l_'E_ts_t_@_n", 'l eh t s t ah n'],
  ['f_y:_r', 'f uw r'],
  ["S_'Y_n_@_r", 'sh uh n ah r'],
  ["(en)_t_'i:_m_(de)", 't iy m'],
  ["b_'O~", 'b ow n'],
  ['', ''],
] as const) {
  test(`"${line}" of espeak-ng is "${phones}" in English sounds`, () => {
    assert.equal(modelPhones(line).join(' '), phones);
  });
}
