import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Decoder, DecoderCache, DecoderStep } from '#server/engines/asr/whisper/decoder.ts';
import { listenWithWhisper } from '#server/engines/asr/whisper/listen.ts';
import type { SpecialTokens, WhisperTokenizer } from '#server/engines/asr/whisper/tokenizer.ts';
import { soundInMemory } from '#server/engines/audio/pcm.ts';
import * as ort from '#server/engines/onnx-runtime.ts';
import { never } from '#test/support/speech-sounds.ts';
import { gaussian, seededRandom } from '../../../../testkit/random.ts';

const special: SpecialTokens = {
  endOfText: 100,
  start: 101,
  transcribe: 102,
  translate: null,
  startOfPrevious: 103,
  startOfLm: null,
  noSpeech: 104,
  noTimestamps: 105,
  timestampBegin: 110,
  languages: new Map(),
};
const wordOf = (token: number) => ` ${String.fromCharCode(97 + token)}`;
const tokenizer: WhisperTokenizer = {
  special,
  encode: () => [],
  bytesOf: (token) => (token < special.endOfText ? new TextEncoder().encode(wordOf(token)) : null),
  decode: (tokens) => tokens.map(wordOf).join(''),
};
const positions = 1500;
const positionMs = 20;

/** A network that writes a word a second for so many seconds of each window and then ends. */
function scriptedNetworks(secondsHeard: readonly number[]) {
  let windows = 0;
  const windowOf = (cache: DecoderCache, row: number) =>
    (cache.states.data as Float32Array)[row * positions]!;
  const step = (cache: DecoderCache, written: number): DecoderStep => ({
    cache,
    logitsAt(row) {
      const logits = new Float32Array(140);
      const window = windowOf(cache, row);
      logits[written < secondsHeard[window]! ? 10 * window + written : special.endOfText] = 30;
      return logits;
    },
    attentionAt() {
      const looks = new Float32Array(positions);
      looks.fill(1 / 40, (written * 1000) / positionMs, (written * 1000 + 800) / positionMs);
      return looks;
    },
  });
  const decoder: Decoder = {
    hasAttentions: true,
    start: async (states, tokens) => step({ rows: tokens.length, length: 1, states, room: null, tokens }, 0),
    next: async (cache) => step({ ...cache, length: cache.length + 1 }, cache.length),
    keepRows: (cache) => cache,
    end() {},
  };
  const encode = async (sounds: readonly Float32Array[]) => {
    const states = new Float32Array(sounds.length * positions);
    for (const row of sounds.keys()) states[row * positions] = windows++;
    return new ort.Tensor('float32', states, [sounds.length, positions, 1]);
  };
  return { decoder, encoder: { encode }, windows: () => windows };
}

async function hear(seconds: number, secondsHeard: readonly number[]) {
  const networks = scriptedNetworks(secondsHeard);
  const random = seededRandom(1);
  // What is loud lasts 0.8 s of each second.
  const sound = Float32Array.from({ length: seconds * 16_000 }, (_, at) =>
    at % 16_000 < 12_800 ? 0.2 * gaussian(random) : 0,
  );
  const { words } = await listenWithWhisper(
    {
      ...networks,
      ...{ tokenizer, multilingual: false, timestamps: false, windowMs: 30_000, positions: 448 },
      ...{ batch: 4, encoderBatch: 4 },
      decoding: {
        temperatures: [0],
        applyRules: (logits) => {
          logits[special.noSpeech!] = Number.NEGATIVE_INFINITY;
        },
        alignmentHeads: [[0, 0]],
        maxTokens: 60,
        forcedTokens: null,
      },
    },
    soundInMemory(sound),
    { speech: [{ startMs: 0, endMs: seconds * 1000 }], language: 'en', hotwords: [], signal: never },
  );
  return { texts: words.map(({ text }) => text), words, windows: networks.windows() };
}

test('a window that was heard to its end is heard once', async () => {
  const { texts, windows } = await hear(6, [6]);
  assert.deepEqual([texts.length, windows], [6, 1]);
});

test('where the decoder ends although speech follows, the rest is heard once more, and no third time', async () => {
  const { texts, words, windows } = await hear(20, [3, 4, 9]);
  assert.deepEqual(texts, ['a', 'b', 'c', 'k', 'l', 'm', 'n']);
  assert.equal(windows, 2);
  const firstOfRest = words[3]!;
  assert.ok(
    firstOfRest.startMs >= words[2]!.endMs && firstOfRest.startMs < 6000,
    `${firstOfRest.startMs} ms`,
  );
});

test('windows in another language have no words, and it is told where they lie and which it is', async () => {
  const languages = new Map([
    ['en', 120],
    ['de', 121],
  ]);
  const networks = scriptedNetworks([20, 20, 20, 20, 20, 20]);
  // The third and the fourth window are German; the start is asked for a language, what follows it for words.
  const start: Decoder['start'] = async (states, tokens, options) => {
    const step = await networks.decoder.start(states, tokens, options);
    return {
      ...step,
      logitsAt(row, position) {
        if (position > 0) return step.logitsAt(row, position);
        const logits = new Float32Array(140);
        const window = (states.data as Float32Array)[row * positions]!;
        logits[window === 2 || window === 3 ? 121 : 120] = 10;
        return logits;
      },
    };
  };
  const random = seededRandom(2);
  const sound = Float32Array.from({ length: 120 * 16_000 }, () => 0.2 * gaussian(random));
  const heard = await listenWithWhisper(
    {
      ...networks,
      decoder: { ...networks.decoder, start },
      ...{ tokenizer: { ...tokenizer, special: { ...special, languages } }, multilingual: true },
      ...{ timestamps: false, windowMs: 30_000, positions: 448, batch: 2, encoderBatch: 1 },
      decoding: {
        temperatures: [0],
        applyRules: () => {},
        alignmentHeads: [[0, 0]],
        maxTokens: 20,
        forcedTokens: null,
      },
    },
    soundInMemory(sound),
    { speech: [{ startMs: 0, endMs: 120_000 }], language: 'en', hotwords: [], signal: never },
  );
  const [stretch, ...more] = heard.otherLanguages!;
  assert.deepEqual([stretch!.language, more], ['de', []]);
  assert.ok(stretch!.endMs - stretch!.startMs > 30_000, JSON.stringify(stretch));
  assert.ok(heard.words.length > 20, `${heard.words.length} words`);
  for (const { startMs, endMs } of heard.words) {
    const middleMs = (startMs + endMs) / 2;
    assert.ok(middleMs < stretch!.startMs || middleMs >= stretch!.endMs);
  }
});
