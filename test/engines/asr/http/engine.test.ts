import assert from 'node:assert/strict';
import { get, setGlobalProxyFromEnv } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { createHttpAsr, type HttpAsrOptions, transcriptionsUrl } from '#server/engines/asr/http/engine.ts';
import { joinSamples, never, silence, tone, writePcm } from '#test/support/speech-sounds.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import {
  answering,
  startTranscriptionServer,
  type TranscriptionServer,
} from '#test/support/transcription-server.ts';

const word = (text: string, start: number, end: number, probability = 0.9) => ({
  word: text,
  start,
  end,
  probability,
});
const twoWords = {
  language: 'english',
  text: 'Good morning.',
  words: [word(' Good', 0.3, 0.6), word(' morning.', 0.7, 1.2, 0.7)],
};

let server: TranscriptionServer;
let pcmPath: string;

before(async (t) => {
  const folder = await tempFolder(t as never);
  // Ten seconds of nothing, then sound from 10 to 14 s and from 20 to 23 s.
  const sound = joinSamples([
    silence(10_000),
    tone(4000, 300),
    silence(6000),
    tone(3000, 300),
    silence(2000),
  ]);
  pcmPath = await writePcm(join(folder, 'audio.pcm'), sound);
  server = await startTranscriptionServer(answering(twoWords));
});
after(() => server.close());
beforeEach(() => {
  server.asked.length = 0;
  server.behave(answering(twoWords));
});

const open = (over: Partial<HttpAsrOptions> = {}) =>
  createHttpAsr({
    url: server.url,
    model: 'whisper-large-v3',
    apiKey: null,
    languages: ['en', 'de', 'sr', 'ja'],
    parallel: 2,
    timeoutMs: 2000,
    patienceMs: 3000,
    identifyLanguage: false,
    ...over,
  });
const speech = [
  { startMs: 10_000, endMs: 14_000 },
  { startMs: 20_000, endMs: 23_000 },
];
const transcribe = (
  over: Partial<HttpAsrOptions> = {},
  request: { language?: string; hotwords?: string[]; signal?: AbortSignal; speech?: typeof speech } = {},
) => open(over).transcribe({ pcmPath, speech, language: 'en', hotwords: [], signal: never, ...request });

describe('what is asked', () => {
  test('speech alone, as WAV, with language, hotwords and word times', async () => {
    await transcribe({ apiKey: 'secret' }, { language: 'de', hotwords: ['Kubernetes', 'Łukasz'] });
    assert.equal(server.asked.length, 1);
    const [{ fields, pcm, headers }] = server.asked as [(typeof server.asked)[0]];
    assert.deepEqual(fields.model, ['whisper-large-v3']);
    assert.deepEqual(fields.response_format, ['verbose_json']);
    assert.deepEqual(fields['timestamp_granularities[]'], ['word', 'segment']);
    assert.deepEqual(fields.language, ['de']);
    assert.deepEqual(fields.prompt, ['Kubernetes, Łukasz.']);
    assert.equal(headers.authorization, 'Bearer secret');
    // 7 s of speech with 200 ms around each span.
    assert.equal(pcm.length, 7800 * 32);
  });

  test('nothing where nothing sounds', async () => {
    const { words } = await transcribe({}, { speech: [{ startMs: 1000, endMs: 8000 }] });
    assert.deepEqual(words, []);
    assert.equal(server.asked.length, 0);
  });

  for (const [given, endpoint] of [
    ['http://gpu.lan:8000', 'http://gpu.lan:8000/v1/audio/transcriptions'],
    ['http://gpu.lan:8000/', 'http://gpu.lan:8000/v1/audio/transcriptions'],
    ['https://gpu.lan/speech/v1/', 'https://gpu.lan/speech/v1/audio/transcriptions'],
    ['http://gpu.lan/v1/audio/transcriptions', 'http://gpu.lan/v1/audio/transcriptions'],
  ] as const) {
    test(`${given} is understood`, () => assert.equal(transcriptionsUrl(given).href, endpoint));
  }
});

describe('what is heard', () => {
  test('words on the clock of the recording, with their probabilities', async () => {
    const { words, wordTimes, warnings, detectedLanguage } = await transcribe();
    assert.deepEqual(words, [
      { text: 'Good', startMs: 10_100, endMs: 10_400, confidence: 0.9 },
      { text: 'morning.', startMs: 10_500, endMs: 11_000, confidence: 0.7 },
    ]);
    assert.equal(wordTimes, 'recogniser');
    assert.deepEqual(warnings, []);
    assert.equal(detectedLanguage, null);
  });

  test('a word after a left-out silence lies where it was said', async () => {
    server.behave(answering({ ...twoWords, words: [word('later', 5, 5.5)] }));
    const { words } = await transcribe();
    assert.deepEqual(
      words.map(({ startMs }) => startMs),
      [20_400],
    );
  });

  test('without probabilities of words, those of their segments, and it is said', async () => {
    server.behave(
      answering({
        language: 'english',
        segments: [{ start: 0, end: 2, text: 'Good morning.', avg_logprob: Math.log(0.6) }],
        words: [
          { word: 'Good', start: 0.3, end: 0.6 },
          { word: 'morning', start: 0.7, end: 1.2 },
        ],
      }),
    );
    const { words, warnings } = await transcribe();
    assert.deepEqual(
      words.map(({ confidence }) => Number(confidence.toFixed(6))),
      [0.6, 0.6],
    );
    assert.match(warnings.join(), /no probabilities of words/);
  });

  test('without times of words, they are spread over the segment, and it is said', async () => {
    server.behave(
      answering({ segments: [{ start: 0.2, end: 1.2, text: ' ab cdefgh ij', avg_logprob: -0.1 }] }),
    );
    const { words, wordTimes } = await transcribe();
    assert.equal(wordTimes, 'interpolated');
    assert.deepEqual(
      words.map(({ text, startMs, endMs }) => [text, startMs, endMs]),
      [
        ['ab', 10_000, 10_200],
        ['cdefgh', 10_200, 10_800],
        ['ij', 10_800, 11_000],
      ],
    );
  });

  test('silence and repetition loops by Whisper’s own figures', async () => {
    server.behave(
      answering({
        segments: [
          {
            start: 0,
            end: 1,
            text: 'Thank you.',
            avg_logprob: -1.4,
            no_speech_prob: 0.9,
            words: [word('Thank', 0, 0.4), word('you.', 0.5, 1)],
          },
          {
            start: 1,
            end: 2,
            text: 'and and and',
            avg_logprob: -0.1,
            compression_ratio: 3.1,
            words: [word('and', 1, 1.3), word('and', 1.4, 1.7)],
          },
          {
            start: 2,
            end: 3,
            text: 'yes',
            avg_logprob: -0.1,
            compression_ratio: 1,
            words: [word('yes', 2, 2.4)],
          },
        ],
      }),
    );
    const { words } = await transcribe();
    assert.deepEqual(
      words.map(({ text, unsupported }) => [text, unsupported]),
      [
        ['and', true],
        ['and', true],
        ['yes', undefined],
      ],
    );
  });

  test('times out of order, beyond the end or negative never make words that overlap or lie outside', async () => {
    server.behave(
      answering({
        words: [
          word('one', -3, 0.5),
          word('two', 0.2, 99),
          word('three', 0.1, 0.2),
          word('?', 0.2, 0.2),
          word('four', 1e9, 2e9),
        ],
      }),
    );
    const { words } = await transcribe();
    assert.deepEqual(
      words.map(({ text }) => text),
      ['one', 'two', 'three?', 'four'],
    );
    words.forEach(({ startMs, endMs }, index) => {
      assert.ok(Number.isInteger(startMs) && Number.isInteger(endMs) && startMs < endMs);
      assert.ok(startMs >= (words[index - 1]?.endMs ?? 9_800), JSON.stringify(words));
    });
  });
});

describe('the language', () => {
  test('another one than asked for is found before the recording is transcribed', async () => {
    server.behave(answering({ ...twoWords, language: 'german' }));
    const heard = await transcribe({ identifyLanguage: true });
    assert.deepEqual([heard.detectedLanguage, heard.languageProbability, heard.words], ['de', null, []]);
    assert.equal(server.asked.length, 1);
    assert.equal(server.asked[0]!.fields.language, undefined);
  });

  test('probabilities are used where the server gives them, kin languages counting as one', async () => {
    server.behave(
      answering({
        ...twoWords,
        detected_language: 'croatian',
        language_probabilities: { croatian: 0.6, serbian: 0.3, en: 0.1 },
      }),
    );
    const heard = await transcribe({ identifyLanguage: true }, { language: 'sr' });
    assert.equal(heard.words.length, 2);
    assert.ok(Math.abs(heard.languageProbability! - 0.9) < 1e-9);
    assert.equal(server.asked.length, 2);
    assert.deepEqual(server.asked[1]!.fields.language, ['sr']);
  });
});

describe('a server that misbehaves', () => {
  for (const [title, behaviour] of [
    ['is busy', answering({ error: { message: 'loading' } }, 503)],
    ['fails', answering('<html>', 500)],
    ['says too many requests', answering({}, 429, { 'retry-after': '1' })],
    [
      'breaks off the connection',
      ((_asked, response) => void response.destroy()) as ReturnType<typeof answering>,
    ],
    [
      'breaks off in the middle of its answer',
      ((_asked, response) => {
        response.writeHead(200, { 'content-length': '1000' });
        response.write('{"words": [');
        setTimeout(() => response.destroy(), 20);
      }) as ReturnType<typeof answering>,
    ],
    ['sends something that is not JSON once', answering('<html>hello</html>')],
  ] as const) {
    test(`and ${title}, then recovers, costs nothing but time`, async () => {
      server.behave(behaviour, answering(twoWords));
      const { words } = await transcribe();
      assert.equal(words.length, 2);
      assert.equal(server.asked.length, 2);
    });
  }

  test('and never answers is given up when the patience ends', async () => {
    server.behave(() => undefined);
    await assert.rejects(transcribe({ timeoutMs: 200, patienceMs: 1200 }), {
      code: 'TRANSCRIPTION_FAILED',
      message: /could not be used for 1 s\. Submit/,
      forOperators: 'no answer within 0.2 s',
    });
  });

  test('and is not there is given up, too', async () => {
    const probe = createServer();
    await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done));
    const { port } = probe.address() as { port: number };
    await new Promise((done) => probe.close(done));
    await assert.rejects(transcribe({ url: `http://127.0.0.1:${port}`, patienceMs: 600 }), {
      code: 'TRANSCRIPTION_FAILED',
      message: /^[^:]*Submit the recording again later\.$/,
      forOperators: /ECONNREFUSED/,
    });
  });

  test('and sends recordings elsewhere is not obeyed', async (t) => {
    const elsewhere = await startTranscriptionServer(answering(twoWords));
    t.after(() => elsewhere.close());
    for (const status of [301, 302, 307, 308]) {
      server.behave(answering('', status, { location: `${elsewhere.url}/v1/audio/transcriptions` }));
      await assert.rejects(transcribe(), {
        code: 'SERVICE_CONFIGURATION_ERROR',
        message: /^[^_]*in its log/,
        forOperators: /redirect.*ASR_HTTP_URL/,
      });
    }
    assert.equal(elsewhere.asked.length, 0);
  });

  for (const [title, behaviour, message] of [
    ['refuses the key', answering({ error: { message: 'bad key' } }, 401), /bad key.*ASR_HTTP_API_KEY/],
    ['knows no such model', answering({ detail: 'no such model' }, 404), /no such model.*ASR_HTTP_MODEL/],
    ['gives words without times', answering({ text: 'Good morning' }), /verbose_json/],
    [
      'gives nothing to judge words by',
      answering({ words: [{ word: 'hi', start: 0, end: 1 }] }),
      /probabilities/,
    ],
    [
      'gives an endless answer',
      ((_asked, response) => {
        response.writeHead(200);
        const more = () => {
          while (!response.destroyed && response.write(Buffer.alloc(1 << 20, 32)));
        };
        response.on('drain', more);
        more();
      }) as ReturnType<typeof answering>,
      /more than \d+ bytes/,
    ],
  ] as const) {
    test(`and ${title} ends the run with what to do`, async () => {
      server.behave(behaviour);
      await assert.rejects(transcribe(), {
        code: 'SERVICE_CONFIGURATION_ERROR',
        message: /^[^_]*in its log/,
        forOperators: message,
      });
      assert.ok(server.asked.length <= 2, 'asking on would not help');
    });
  }

  test('and hangs does not keep a run from being called off', async () => {
    server.behave(() => undefined);
    const stop = new AbortController();
    setTimeout(() => stop.abort(new Error('the run was cancelled')), 50);
    await assert.rejects(transcribe({ timeoutMs: 60_000 }, { signal: stop.signal }), /the run was cancelled/);
  });

  test('a proxy that the process was told to use never sees a recording', async (t) => {
    const proxy = await startTranscriptionServer(answering(twoWords));
    t.after(() => proxy.close());
    const restore = setGlobalProxyFromEnv({ http_proxy: proxy.url, no_proxy: '' });
    t.after(restore);
    const othersBefore = server.others;
    await new Promise((done, refuse) => {
      get(`${server.url}/v1/models`, { timeout: 2000 }, (answer) => done(answer.resume())).once(
        'error',
        refuse,
      );
    });
    assert.equal(server.others, othersBefore, 'everybody else is sent to the proxy');
    assert.equal((await transcribe()).words.length, 2);
    assert.equal(proxy.asked.length, 0);
    assert.equal(server.asked.length, 1);
  });
});

describe('the check', () => {
  test('a server that does not list its models is there', async () => {
    assert.deepEqual(await open().check(), {
      ok: true,
      detail: `the recognition server ${new URL(server.url).host} (model "whisper-large-v3") answers`,
    });
  });

  test('a server that is not there is named with what to do', async () => {
    const { ok, detail } = await open({ url: 'http://127.0.0.1:1' }).check();
    assert.equal(ok, false);
    assert.match(detail, /127\.0\.0\.1:1 .*does not answer.*ASR_HTTP_URL/);
  });
});
