/** What every recogniser behind the `asr` port must keep. A new adapter adds one line to `recognisers`. */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { limits } from '#server/config/limits.ts';
import type { Span, Word } from '#server/domain/transcript/types.ts';
import { createHttpAsr } from '#server/engines/asr/http/engine.ts';
import type { AsrEngine } from '#server/engines/asr/port.ts';
import { createWhisper } from '#server/engines/asr/whisper/engine.ts';
import { writeParrotModel } from '#test/support/parrot-model.ts';
import { joinSamples, never, silence, speak, writePcm } from '#test/support/speech-sounds.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { type Asked, answering, startTranscriptionServer } from '#test/support/transcription-server.ts';
import { openTestMoonshine, withoutMoonshine } from '../../../testkit/moonshine.ts';
import { comparableWords, wordErrors } from '../../../testkit/word-errors.ts';

type Closable = AsrEngine & { close(): Promise<void> };

/** Each with the way to end it. No weights of Whisper can be had here: a model made to say the sentences stands in, and hears nothing. */
const recognisers: Readonly<
  Record<string, { open: () => Promise<Closable>; skip: false | string; hears: boolean }>
> = {
  'Moonshine base': { open: () => openTestMoonshine('base'), skip: withoutMoonshine(), hears: true },
  'Moonshine tiny': { open: () => openTestMoonshine('tiny'), skip: withoutMoonshine(), hears: true },
  'a server on the network': { open: httpRecogniser, skip: withoutMoonshine(), hears: true },
  Whisper: { open: whisperRecogniser, skip: false, hears: false },
};

async function whisperRecogniser(): Promise<Closable> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-whisper-'));
  // Windows begin a little before the speech, and the silence between the sentences is left out of them.
  let atSeconds = 0.2;
  const phrases = sentenceSpans.map(({ startMs, endMs }, index) => {
    const startSeconds = atSeconds;
    atSeconds += (endMs - startMs) / 1000;
    const phrase = { text: sentences[index]!, startSeconds, endSeconds: atSeconds };
    atSeconds += 0.4;
    return phrase;
  });
  await writeParrotModel(folder, { language: 'en', phrases });
  const engine = await createWhisper({
    dir: folder,
    id: 'whisper-parrot',
    provider: 'cpu',
    temperatures: [0],
  });
  return {
    ...engine,
    async close() {
      await engine.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A server of OpenAI's kind that understands as well as Moonshine does, for it asks Moonshine. */
async function httpRecogniser(): Promise<Closable> {
  const moonshine = await openTestMoonshine('base');
  // One after the other, and the last one ends before the recogniser does, also when no caller waits for its answer.
  let busy: Promise<void> = Promise.resolve();
  const server = await startTranscriptionServer((asked, response) => {
    busy = busy.then(() => answer(moonshine, asked, response));
    return busy;
  });
  const engine = createHttpAsr({
    ...{ url: server.url, model: 'any', apiKey: null, languages: ['en'], parallel: 2 },
    ...{ timeoutMs: 60_000, patienceMs: 60_000, identifyLanguage: false },
  });
  return {
    ...engine,
    async close() {
      await server.close();
      await busy;
      await moonshine.close();
    },
  };
}

async function answer(recogniser: AsrEngine, asked: Asked, response: ServerResponse): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-served-'));
  try {
    const pcmPath = join(folder, 'sent.pcm');
    await writeFile(pcmPath, asked.pcm);
    const { words } = await recogniser.transcribe({
      pcmPath,
      speech: [{ startMs: 0, endMs: asked.pcm.length / 32 }],
      language: 'en',
      hotwords: [],
      signal: never,
    });
    const answered = words.map(({ text, startMs, endMs, confidence }) => ({
      ...{ word: ` ${text}`, start: startMs / 1000, end: endMs / 1000, probability: confidence },
    }));
    await answering({ language: 'english', words: answered })(asked, response);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const sentences = [
  'I worked for three years in a small company, and I learned a lot about customers.',
  'My manager asked me to write a report every month.',
];
/** Where the sentences lie, to a tenth of a second. */
const sentenceSpans: Span[] = [];
let pcmPath: string;

before(async (t) => {
  const folder = await tempFolder(t as never);
  const parts: Int16Array[] = [];
  let atMs = 0;
  const add = (samples: Int16Array) => {
    parts.push(samples);
    atMs += samples.length / 16;
  };
  for (const sentence of sentences) {
    add(silence(2000));
    const startMs = Math.round(atMs);
    add((await speak(sentence, 'rms', folder)).samples);
    sentenceSpans.push({ startMs, endMs: Math.round(atMs) });
  }
  add(silence(2000));
  pcmPath = await writePcm(join(folder, 'audio.pcm'), joinSamples(parts));
});

for (const [name, { open, skip, hears }] of Object.entries(recognisers)) {
  describe(name, { skip }, () => {
    let engine: Closable;
    const ask = (
      speech: readonly Span[],
      over: { signal?: AbortSignal; onProgress?: (f: number) => void } = {},
    ) => engine.transcribe({ pcmPath, speech, language: 'en', hotwords: [], signal: never, ...over });
    let words: Word[];
    const progress: number[] = [];

    before(async () => {
      engine = await open();
      words = (await ask(sentenceSpans, { onProgress: (fraction) => progress.push(fraction) })).words;
    });

    after(() => engine.close());

    test('knows itself: id, languages, thresholds and what to install instead', () => {
      assert.match(engine.id, /^[a-z0-9.-]+$/);
      assert.ok(engine.languages.length > 0);
      for (const code of engine.languages) assert.match(code, /^[a-z]{2,3}$/);
      assert.ok(limits.languages.some((code) => engine.languages.includes(code)));
      assert.ok(engine.minMeanConfidence > 0 && engine.minMeanConfidence < 1);
      assert.ok(engine.minWordConfidence > 0 && engine.minWordConfidence < engine.minMeanConfidence);
      assert.match(engine.advice, /\.$/);
    });

    test('says that it can be used', async () => {
      const { ok, detail } = await engine.check();
      assert.ok(ok, detail);
    });

    test('understands a clear voice', () => {
      const said = comparableWords(sentences.join(' '));
      const heard = comparableWords(words.map(({ text }) => text).join(' '));
      const { rate } = wordErrors(said, heard);
      assert.ok(rate <= 0.2, `WER ${rate}: ${heard.join(' ')}`);
    });

    test('gives words in time order, with whole milliseconds, inside the speech', () => {
      words.forEach((word, i) => {
        assert.ok(Number.isInteger(word.startMs) && Number.isInteger(word.endMs), JSON.stringify(word));
        assert.ok(word.startMs < word.endMs);
        assert.ok(word.startMs >= (words[i - 1]?.endMs ?? 0), `${word.text} overlaps the word before`);
        assert.ok(
          sentenceSpans.some((span) => word.startMs >= span.startMs - 500 && word.endMs <= span.endMs + 500),
          `${word.text} at ${word.startMs} lies in silence`,
        );
      });
    });

    test('puts each sentence on the clock of the file', () => {
      const second = words.filter(({ startMs }) => startMs >= sentenceSpans[1]!.startMs - 500);
      assert.match(second.map(({ text }) => text).join(' '), /^my manager/i);
      assert.ok(Math.abs(second[0]!.startMs - sentenceSpans[1]!.startMs) < 400);
    });

    test('writes words as they are read, without markers of its own', () => {
      for (const { text } of words) assert.match(text, /^[\p{L}\p{N}][\p{L}\p{N}'’.,?!-]*$/u);
      assert.equal(words[0]!.text, 'I');
    });

    test('says nothing about no speech at all', async () => {
      assert.deepEqual((await ask([])).words, []);
    });

    test('gives the same words twice', async () => {
      assert.deepEqual((await ask(sentenceSpans)).words, words);
    });

    test('reports progress that grows up to the end', () => {
      assert.equal(progress.at(-1), 1);
      assert.ok(progress.every((fraction, i) => fraction > (progress[i - 1] ?? 0)));
    });

    test('stops when told to, and leaves no file behind', async () => {
      const before = await readdir(dirname(pcmPath));
      const stop = new AbortController();
      const asked = ask(sentenceSpans, { signal: stop.signal });
      setTimeout(() => stop.abort(new Error('the run was cancelled')), 20);
      await assert.rejects(asked, /the run was cancelled/);
      await assert.rejects(ask(sentenceSpans, { signal: AbortSignal.abort() }), { name: 'AbortError' });
      assert.deepEqual(await readdir(dirname(pcmPath)), before);
    });

    test('rejects when the file is not there', async () => {
      await assert.rejects(
        engine.transcribe({
          pcmPath: `${pcmPath}.missing`,
          speech: sentenceSpans,
          language: 'en',
          hotwords: [],
          signal: never,
        }),
      );
    });

    // What says the same whatever it is given cannot be asked these.
    if (!hears) return;

    test('gives each word a confidence between 0 and 1 that is not always the same', () => {
      assert.ok(words.every(({ confidence }) => confidence >= 0 && confidence <= 1));
      assert.ok(new Set(words.map(({ confidence }) => confidence)).size > 1);
    });

    test('hears only the spans it is given', async () => {
      const { words: first } = await ask(sentenceSpans.slice(0, 1));
      assert.ok(first.length > 5);
      assert.ok(first.every(({ endMs }) => endMs <= sentenceSpans[0]!.endMs + 500));
    });

    test('hears nothing where there is nothing', async () => {
      assert.deepEqual((await ask([{ startMs: 200, endMs: 1200 }])).words, []);
    });
  });
}
