import assert from 'node:assert/strict';
import { access, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createBestVoice } from '#server/engines/tts/best-voice.ts';
import { createEspeak } from '#server/engines/tts/espeak.ts';
import { createFlite } from '#server/engines/tts/flite.ts';
import { createHttpTts } from '#server/engines/tts/http.ts';
import { createPhraseCache } from '#server/engines/tts/phrase-cache.ts';
import { speechSampleRateHz, type TtsEngine, TtsError } from '#server/engines/tts/port.ts';
import { startSpeechServer } from '#test/support/speech-server.ts';

const never = new AbortController().signal;
let server: Awaited<ReturnType<typeof startSpeechServer>>;
before(async () => {
  server = await startSpeechServer();
});
after(() => server.close());

const overHttp = () =>
  createHttpTts({
    url: server.url,
    model: 'tts-1',
    apiKey: null,
    voice: 'alloy',
    languages: ['en', 'ja'],
    timeoutMs: 5000,
  });

const adapters: readonly (readonly [string, () => TtsEngine])[] = [
  ['flite', createFlite],
  ['espeak-ng', createEspeak],
  ['a speech server', overHttp],
  ['the best voice', () => createBestVoice([overHttp(), createFlite(), createEspeak()])],
  ['a cache', () => createPhraseCache(createEspeak())],
];

const sentence = 'Thank you. Could you tell me a little more about that?';
const say = async (engine: TtsEngine, text: string, signal = never, language = 'en') => {
  const chunks = await Array.fromAsync(engine.speak({ text, language, signal }));
  return Int16Array.from(chunks.flatMap((chunk) => [...chunk]));
};
const secondsOf = (samples: Int16Array) => samples.length / speechSampleRateHz;
const loudness = (samples: Int16Array) =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);

for (const [name, create] of adapters) {
  describe(name, () => {
    test('a sentence becomes seconds of sound', async () => {
      const samples = await say(create(), sentence);
      assert.ok(secondsOf(samples) > 1.5 && secondsOf(samples) < 8, `${secondsOf(samples)} s`);
      assert.ok(loudness(samples) > 300, `${loudness(samples)}`);
    });

    test('the first sound of a long text comes before the rest is spoken', async () => {
      const engine = create();
      const text = `${sentence} `.repeat(40);
      for await (const samples of engine.speak({ text, language: 'en', signal: never })) {
        assert.ok(samples.length > 0 && secondsOf(samples) < 16, `${secondsOf(samples)} s`);
        break;
      }
    });

    test('speech stops when it is called off', async () => {
      const controller = new AbortController();
      const words = create().speak({
        text: `${sentence} `.repeat(200),
        language: 'en',
        signal: controller.signal,
      });
      const reason = new Error('the candidate speaks');
      let heard = 0;
      const listening = (async () => {
        for await (const _ of words) if (++heard === 3) controller.abort(reason);
      })();
      await assert.rejects(listening, (error) => error === reason);
      assert.equal(heard, 3, 'nothing comes after it');
    });

    test('one that has been called off before does not begin', async () => {
      await assert.rejects(say(create(), sentence, AbortSignal.abort(new Error('too late'))), /too late/);
    });

    test('a language or a voice that it does not have is named, with those it has', async () => {
      const engine = create();
      await assert.rejects(say(engine, 'Hyvää päivää.', never, 'fi'), (error) => {
        assert.ok(error instanceof TtsError);
        assert.equal(error.fault, 'unknown-language');
        assert.match(error.message, /does not speak "fi"; it speaks .*en/);
        return true;
      });
      const speech = engine.speak({ text: 'Hello.', language: 'en', voice: 'x; id', signal: never });
      await assert.rejects(Array.fromAsync(speech), /has no voice "x; id" for "en"; it has /);
    });

    test('a text of 5,000 characters is spoken whole', async () => {
      const short = secondsOf(await say(create(), sentence));
      const long = secondsOf(await say(create(), `${sentence} `.repeat(12)));
      assert.ok(long > short * 9 && long < short * 15, `${short} s, ${long} s`);
      const endless = secondsOf(await say(create(), 'abc'.repeat(400)));
      assert.ok(endless > 10, `${endless} s without a blank`);
    });

    test('nothing to say gives no sound and no error', async () => {
      for (const text of ['', '   ', '…', '\u0000\u0007', '🙂', '[[]]']) {
        assert.equal((await say(create(), text)).length, 0, JSON.stringify(text));
      }
    });

    test('odd characters are spoken around', async () => {
      const odd = 'Café \ud800 naïve\u0000\u001b[31m 🙂 <break time="9s"/> [[h@"loU]] 5 % & Łódź — done.';
      assert.ok(secondsOf(await say(create(), odd)) > 1);
    });

    test('no text is taken for a command, an option or a file', async () => {
      const trap = join(tmpdir(), `assay-tts-trap-${process.pid}`);
      await rm(trap, { force: true });
      for (const text of [
        `hello; touch ${trap}`,
        `hello $(touch ${trap}) \`touch ${trap}\` "'`,
        `-o ${trap} -w ${trap} hello`,
        '--help',
        '/etc/passwd',
        `hello\n-w ${trap}\n| touch ${trap}`,
      ]) {
        assert.ok(secondsOf(await say(create(), text)) > 0.2, text);
      }
      await assert.rejects(access(trap), /ENOENT/);
    });

    test('it says of itself that it works', async () => {
      const { ok, detail } = await create().check();
      assert.ok(ok, detail);
    });
  });
}

test('texts and sounds of flite leave nothing behind', async () => {
  const left = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('assay-voice-'));
  const before = await left();
  await say(createFlite(), sentence);
  const controller = new AbortController();
  setTimeout(() => controller.abort(new Error('stop')), 30);
  await assert.rejects(say(createFlite(), sentence.repeat(30), controller.signal), /stop/);
  assert.deepEqual(await left(), before);
});

for (const [name, engine] of [
  ['flite', createFlite('no-such-flite')],
  ['espeak-ng', createEspeak('no-such-espeak')],
] as const) {
  test(`without its program ${name} says what to install`, async () => {
    await assert.rejects(say(engine, sentence), /not installed: sudo apt-get install no-such/);
    assert.equal((await engine.check()).ok, false);
  });
}
