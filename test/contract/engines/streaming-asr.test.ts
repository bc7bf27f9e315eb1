/** What every recogniser of streams must keep. A new one adds one line to `recognisers`. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { AsrEngine, StreamingAsr, StreamingAsrEvent } from '#server/engines/asr/port.ts';
import { streaming } from '#server/engines/asr/streaming/streaming.ts';
import type { StreamingVad } from '#server/engines/vad/port.ts';
import { createSileroVad } from '#server/engines/vad/silero.ts';
import { bundledModel } from '#test/support/bundled-model.ts';
import { joinSamples, never, silence, speak } from '#test/support/speech-sounds.ts';
import { piecesOf, scriptedAsr, toFloats, wordsByLoudness } from '#test/support/streams.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { openTestMoonshine, withoutMoonshine } from '../../../testkit/moonshine.ts';
import { comparableWords, wordErrors } from '../../../testkit/word-errors.ts';

type Closable = AsrEngine & { close(): Promise<void> };
const scripted = (): Closable => ({ ...scriptedAsr(wordsByLoudness), close: async () => {} });

/** Each with the reason it is left out for, and whether it understands what is said. */
const recognisers: Readonly<
  Record<string, { open: () => Promise<Closable>; skip?: string | false; understands: boolean }>
> = {
  'a scripted recogniser': { open: async () => scripted(), understands: false },
  'Moonshine tiny': {
    open: () => openTestMoonshine('tiny'),
    skip: withoutMoonshine(),
    understands: true,
  },
  'Moonshine tiny through files': {
    open: async () => {
      const { transcribeSound, ...engine } = await openTestMoonshine('tiny');
      assert.ok(transcribeSound);
      return engine;
    },
    skip: withoutMoonshine(),
    understands: true,
  },
};

const sentences = [
  'I worked for three years in a small company.',
  'My manager asked me to write a report every month.',
];
let sound: Float32Array;
let vad: StreamingVad;

before(async (t) => {
  const folder = await tempFolder(t as never);
  vad = await createSileroVad({ modelPath: bundledModel('silero-vad-v6.onnx') });
  const parts: Int16Array[] = [silence(1000)];
  for (const sentence of sentences) parts.push((await speak(sentence, 'rms', folder)).samples, silence(900));
  sound = toFloats(joinSamples(parts));
});

for (const [name, { open, skip = false, understands }] of Object.entries(recognisers)) {
  describe(name, { skip }, () => {
    let engine: Closable;
    let asr: StreamingAsr;
    let whole: StreamingAsrEvent[];

    const start = (events: StreamingAsrEvent[], signal = never) =>
      asr.start({ language: 'en', hotwords: [], signal, onEvent: (event) => events.push(event) });
    const listen = async (samples: Float32Array, size: number) => {
      const events: StreamingAsrEvent[] = [];
      const session = start(events);
      for (const piece of piecesOf(samples, () => size)) await session.push(piece);
      await session.end();
      return events;
    };
    const finalsOf = (events: readonly StreamingAsrEvent[]) =>
      events.filter((event) => event.type === 'final');

    before(async () => {
      engine = await open();
      asr = streaming(engine, vad);
      whole = await listen(sound, sound.length);
    });

    after(() => engine.close());

    test('knows itself as its recogniser does', () => {
      assert.deepEqual([asr.id, asr.languages], [engine.id, engine.languages]);
    });

    test('gives a final for each stretch of speech, in order and after its end', () => {
      const ends = whole.filter((event) => event.type === 'speech-end');
      assert.deepEqual(
        finalsOf(whole).map(({ startMs, endMs }) => ({ startMs, endMs })),
        ends.map(({ startMs, endMs }) => ({ startMs, endMs })),
      );
      assert.equal(ends.length, sentences.length);
      for (const [at, final] of finalsOf(whole).entries()) {
        assert.ok(whole.indexOf(final) > whole.indexOf(ends[at]!));
      }
    });

    test('puts words on the clock of the stream, in whole milliseconds, in order, within their utterance', () => {
      let endMs = 0;
      for (const final of finalsOf(whole)) {
        assert.ok(final.words.length > 3);
        for (const word of final.words) {
          assert.ok(Number.isInteger(word.startMs) && Number.isInteger(word.endMs), JSON.stringify(word));
          assert.ok(word.startMs >= endMs && word.startMs < word.endMs, JSON.stringify(word));
          assert.ok(word.startMs >= final.startMs - 250 && word.endMs <= final.endMs + 250);
          endMs = word.endMs;
        }
      }
    });

    test('gives the same finals however the sound is cut', async () => {
      for (const size of [320, 4999]) assert.deepEqual(finalsOf(await listen(sound, size)), finalsOf(whole));
    });

    test('understands a clear voice', { skip: !understands && 'it is scripted' }, () => {
      const heard = finalsOf(whole).flatMap(({ words }) => words.map(({ text }) => text));
      const { rate } = wordErrors(comparableWords(sentences.join(' ')), comparableWords(heard.join(' ')));
      assert.ok(rate <= 0.2, heard.join(' '));
    });

    test('says what it has so far during speech, where it has the time', async () => {
      const events: StreamingAsrEvent[] = [];
      const session = start(events);
      const [first] = finalsOf(whole);
      const open = sound.subarray(0, 16 * Math.floor((first!.startMs + first!.endMs) / 2));
      await session.push(open);
      const deadline = performance.now() + 20_000;
      while (events.at(-1)?.type !== 'partial' && performance.now() < deadline) await setImmediate();
      const partial = events.at(-1)!;
      assert.ok(partial.type === 'partial' && partial.words.length > 0, JSON.stringify(events));
      assert.equal(partial.startMs, first!.startMs);
      assert.ok(partial.endMs <= open.length / 16);
      assert.deepEqual(finalsOf(events), []);
      await session.end();
      assert.equal(events.at(-1)?.type, 'final');
    });

    test('hears nothing where there is nothing', async () => {
      assert.deepEqual(await listen(new Float32Array(32_000), 320), []);
      assert.deepEqual(await listen(new Float32Array(0), 320), []);
    });

    test('stops at any moment, and tells nothing afterwards', async () => {
      for (const afterMs of [0, 5, 40]) {
        const stop = new AbortController();
        const events: StreamingAsrEvent[] = [];
        const session = start(events, stop.signal);
        const talkOn = async () => {
          for (;;) await session.push(sound);
        };
        const pushed = talkOn();
        setTimeout(() => stop.abort(new Error('the call was cut')), afterMs);
        await assert.rejects(pushed, /the call was cut/);
        const told = events.length;
        await assert.rejects(session.push(sound), /the call was cut/);
        await setImmediate();
        assert.equal(events.length, told);
      }
    });

    test('says clearly that it has ended, and what it does not know', async () => {
      const session = start([]);
      await session.end();
      await assert.rejects(session.push(sound), /has ended: start another/);
      await assert.rejects(session.end(), /has ended/);
      assert.throws(
        () => asr.start({ language: 'xx', hotwords: [], signal: never, onEvent: () => {} }),
        /does not know the language "xx"/,
      );
    });
  });
}
