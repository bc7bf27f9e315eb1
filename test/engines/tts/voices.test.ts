import assert from 'node:assert/strict';
import { test } from 'node:test';
import { interviewLanguages } from '#server/domain/interview/languages/registry.ts';
import { fixedSentences } from '#server/domain/interview/sentences.ts';
import { installedVoices } from '#server/engines/models/installed-voices.ts';
import { createBestVoice } from '#server/engines/tts/best-voice.ts';
import { createEspeak } from '#server/engines/tts/espeak.ts';
import { createHttpTts } from '#server/engines/tts/http.ts';
import { createPhraseCache } from '#server/engines/tts/phrase-cache.ts';
import { type TtsEngine, TtsError } from '#server/engines/tts/port.ts';
import { createResampler } from '#server/engines/tts/resample.ts';
import { spokenParts } from '#server/engines/tts/text.ts';
import { wavSamples } from '#server/engines/tts/wav-stream.ts';
import { type SpeechBehaviour, startSpeechServer, tone, wavHeader } from '#test/support/speech-server.ts';

const never = new AbortController().signal;
const request = (text: string, language = 'en') => ({ text, language, signal: never });

/** Gives a sample for each character, and counts. */
function counting(languages: readonly string[] = ['en'], failing: 'never' | 'first' | 'later' = 'never') {
  const spoken: string[] = [];
  const engine: TtsEngine = {
    id: `counting-${failing}`,
    voices: [{ id: failing, languages }],
    async *speak({ text }) {
      spoken.push(text);
      if (failing === 'first') throw new TtsError('failed', 'no sound');
      yield new Int16Array(text.length).fill(700);
      if (failing === 'later') throw new TtsError('failed', 'half of it');
    },
    check: async () => ({ ok: failing === 'never', detail: failing }),
  };
  return { engine, spoken };
}

test('what was spoken ahead is not spoken again; what was not is never kept', async () => {
  const { engine, spoken } = counting();
  const cache = createPhraseCache(engine);
  const about = { language: 'en', signal: never };
  assert.equal(await cache.ahead(['Hello.', 'Goodbye.', 'Hello.'], about), 3);
  assert.deepEqual(spoken, ['Hello.', 'Goodbye.']);
  const [sound] = await Array.fromAsync(cache.speak(request('Hello.')));
  sound!.fill(0);
  assert.deepEqual([...(await Array.fromAsync(cache.speak(request('Hello.'))))[0]!], new Array(6).fill(700));
  for (let times = 0; times < 2; times++) await Array.fromAsync(cache.speak(request('You said: rye.')));
  assert.equal(spoken.length, 4);
  assert.equal(cache.sizeBytes, 2 * 'Hello.Goodbye.'.length);
});

test('the cache keeps within its bounds, and the likeliest of each list', async () => {
  const { engine, spoken } = counting();
  const cache = createPhraseCache(engine, { maxBytes: 40 });
  const about = { language: 'en', signal: never };
  assert.equal(await cache.ahead(['a'.repeat(10), 'b'.repeat(10), 'c'.repeat(10)], about), 2);
  assert.equal(cache.sizeBytes, 40);
  assert.equal(await cache.ahead(['d'.repeat(10)], about), 1);
  assert.equal(cache.sizeBytes, 40);
  spoken.length = 0;
  for (const letter of 'abd') await Array.fromAsync(cache.speak(request(letter.repeat(10))));
  assert.deepEqual(spoken, ['a'.repeat(10)], 'the oldest made room');
});

test('a program that is not there speaks no language; one that fails this time may speak the next', async () => {
  const missing: string[] = [];
  const folders = { modelsDir: '/nowhere', weightsDir: '/nowhere', ttsHttp: null, cores: 2 };
  const programs = [createEspeak('no-such-program'), counting(['en'], 'first').engine];
  const voices = await installedVoices({
    ...folders,
    programs,
    onMissing: (engine, advice) => void missing.push(`${engine}: ${advice}`),
  });
  assert.deepEqual(
    voices.map(({ id }) => id),
    ['counting-first'],
  );
  assert.deepEqual(missing, [
    'espeak-ng: no-such-program is not installed: sudo apt-get install no-such-program',
  ]);
  assert.equal((await installedVoices({ ...folders, programs })).length, 2, 'without a check all are listed');
});

test('another voice and another language are other sounds', async () => {
  const { engine, spoken } = counting(['en', 'de']);
  const cache = createPhraseCache(engine);
  await cache.ahead(['Hotel.'], { language: 'en', signal: never });
  await Array.fromAsync(cache.speak(request('Hotel.', 'de')));
  await Array.fromAsync(cache.speak({ ...request('Hotel.'), voice: 'never' }));
  assert.equal(spoken.length, 3);
});

test('where the best voice fails before its first sound the next one speaks, later none does', async () => {
  const [broken, other] = [counting(['en', 'de'], 'first'), counting(['en'])];
  const failed: string[] = [];
  const best = createBestVoice([broken.engine, other.engine], { onFailure: (id) => void failed.push(id) });
  assert.equal((await Array.fromAsync(best.speak(request('Hello.')))).length, 1);
  assert.deepEqual(failed, ['counting-first']);
  await assert.rejects(Array.fromAsync(best.speak(request('Hallo.', 'de'))), /no sound/);
  const half = createBestVoice([counting(['en'], 'later').engine, other.engine]);
  await assert.rejects(Array.fromAsync(half.speak(request('Hello.'))), /half of it/);
  assert.deepEqual(other.spoken, ['Hello.']);
});

test('espeak-ng speaks every phrase of every language but Japanese', async () => {
  const espeak = createEspeak();
  for (const language of interviewLanguages) {
    const greeting = fixedSentences(language)[0]!.text;
    const speech = Array.fromAsync(espeak.speak(request(greeting, language)));
    if (language === 'ja') {
      await assert.rejects(speech, /does not speak "ja"/);
      continue;
    }
    const samples = (await speech).reduce((sum, { length }) => sum + length, 0);
    // Letters spelled out one by one in English would take several times as long.
    const perLetter = samples / 16 / greeting.length;
    assert.ok(
      perLetter > 25 && perLetter < (({ zh: 450, ko: 300 } as Record<string, number>)[language] ?? 160),
      `${language}: ${perLetter} ms a letter`,
    );
  }
});

test('texts are cut at sentences, commas and blanks, and never inside a character', () => {
  assert.deepEqual(spokenParts('One. Two? 「三。」四。'), ['One.', 'Two?', '「三。」', '四。']);
  const long = spokenParts(`${'word '.repeat(30)}, ${'more '.repeat(30)}end`);
  assert.ok(long.length === 2 && long[0]!.endsWith(','), JSON.stringify(long));
  for (const part of spokenParts(`x${'𠮷'.repeat(500)}`)) assert.ok(part.isWellFormed());
});

test('a tone keeps its pitch and loudness from any rate, however it is cut', async () => {
  for (const sampleRateHz of [8000, 16_000, 22_050, 24_000, 44_100, 48_000]) {
    const sound = Buffer.concat([
      wavHeader({ sampleRateHz, channels: 2 }),
      tone({ sampleRateHz, channels: 2 }),
    ]);
    const pieces = async function* (size: number) {
      for (let at = 0; at < sound.length; at += size) yield sound.subarray(at, at + size);
    };
    const whole = await Array.fromAsync(wavSamples(pieces(sound.length)));
    const cut = await Array.fromAsync(wavSamples(pieces(977)));
    const samples = whole.flatMap((chunk) => [...chunk]);
    assert.deepEqual(
      cut.flatMap((chunk) => [...chunk]),
      samples,
    );
    assert.ok(Math.abs(samples.length - 16_000) <= 2, `${sampleRateHz}: ${samples.length}`);
    const middle = samples.slice(1000, 15_000);
    const expected = (index: number) => 10_000 * Math.sin((2 * Math.PI * 440 * (index + 1000)) / 16_000);
    const worst = Math.max(...middle.map((sample, index) => Math.abs(sample - expected(index))));
    assert.ok(worst < 60, `${sampleRateHz} Hz: off by ${worst} of 10000`);
  }
});

test('what is above the new rate’s reach does not fold back', () => {
  const resampler = createResampler(48_000, 16_000);
  const high = Float32Array.from(
    { length: 48_000 },
    (_, at) => 10_000 * Math.sin((2 * Math.PI * 11_000 * at) / 48_000),
  );
  const out = resampler.push(high).slice(1000, 14_000);
  assert.ok(Math.max(...out.map(Math.abs)) < 50, String(Math.max(...out.map(Math.abs))));
});

for (const [title, behaviour, message] of [
  ['429', (response) => void response.writeHead(429).end(), /HTTP 429/],
  [
    'a redirect',
    (response) => void response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
    /cannot be reached/,
  ],
  ['MP3', (response) => void response.end(Buffer.alloc(40_000, 'ID3')), /no WAV sound/],
  [
    '8 bits',
    (response) => void response.end(Buffer.concat([wavHeader({ bits: 8 }), Buffer.alloc(40_000)])),
    /no WAV sound/,
  ],
  ['nothing', (response) => void response.end(), /no speech/],
  ['a header alone', (response) => void response.end(wavHeader()), /no speech/],
  ['silence of its own', () => undefined, /took too long/],
  [
    'a flood',
    (response) =>
      void response.end(Buffer.concat([wavHeader({ sampleRateHz: 16_000 }), Buffer.alloc(13 * 1024 ** 2)])),
    /without end/,
  ],
] as [string, SpeechBehaviour, RegExp][]) {
  test(`a speech server that answers with ${title} has failed`, async (t) => {
    const { url, close } = await startSpeechServer(behaviour);
    t.after(close);
    const options = {
      url,
      model: 'm',
      apiKey: null,
      voice: 'v',
      languages: ['en'],
      timeoutMs: title === 'silence of its own' ? 400 : 20_000,
    };
    await assert.rejects(
      Array.fromAsync(createHttpTts(options).speak(request('Hello there, how are you?'))),
      (error) => {
        assert.ok(error instanceof TtsError);
        assert.match(error.message, message);
        return true;
      },
    );
  });
}

for (const path of ['', '/', '/v1', '/v1/', '/v1/audio/speech']) {
  test(`the address of a speech server may end with "${path}"`, async (t) => {
    const { url, asked, close } = await startSpeechServer();
    t.after(close);
    const options = {
      url: `${url}${path}`,
      model: 'm',
      apiKey: 'secret',
      voice: 'v',
      languages: ['en'],
      timeoutMs: 4000,
    };
    await Array.fromAsync(createHttpTts(options).speak(request('Hello. There.')));
    assert.deepEqual(
      asked.map((one) => one.path),
      ['/v1/audio/speech', '/v1/audio/speech'],
    );
    assert.equal(asked[0]!.headers.authorization, 'Bearer secret');
    assert.deepEqual(asked[0]!.body, { model: 'm', voice: 'v', input: 'Hello.', response_format: 'wav' });
  });
}
