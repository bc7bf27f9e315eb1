import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loopStart } from '#server/engines/asr/decoding/loops.ts';
import { decodeWindows } from '#server/engines/asr/whisper/decode-windows.ts';
import type { Decoder, DecoderCache } from '#server/engines/asr/whisper/decoder.ts';
import { compressionRatio, defaultTemperatures } from '#server/engines/asr/whisper/fallback.ts';
import { openEnd, restOf } from '#server/engines/asr/whisper/rest.ts';
import type { SpecialTokens, WhisperTokenizer } from '#server/engines/asr/whisper/tokenizer.ts';
import * as ort from '#server/engines/onnx-runtime.ts';

const size = 140;
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
/** Token n is the letters of n, so that texts pack as their tokens do. */
const tokenizer: WhisperTokenizer = {
  special,
  encode: () => [],
  bytesOf: () => null,
  decode: (ids) => ids.map((id) => ` w${id}`).join(''),
};

interface Script {
  /** Tokens that the network says, the end included or not. */
  says: readonly number[];
  /** How sure it is: logit of what it says, above 0 for the others. */
  sure: number;
  noSpeech?: number;
  /** Tokens it finds almost as good, by position. */
  or?: (position: number) => number;
}

/** A network that says what it is told to; what a window is about stands in the first of its states. */
function scriptedDecoder(scripts: readonly Script[]): Decoder & { rowsOfSteps: number[] } {
  const rowsOfSteps: number[] = [];
  const scriptOf = (cache: DecoderCache, row: number) => scripts[(cache.states.data as Float32Array)[row]!]!;
  const step = (cache: DecoderCache, position: number) => ({
    cache,
    logitsAt(row: number, at: number) {
      const { says, sure, noSpeech, or } = scriptOf(cache, row);
      const logits = new Float32Array(size);
      logits[says[position] ?? special.endOfText] = sure;
      if (or && position < says.length) logits[or(position)] = sure - 0.5;
      if (position === 0 && at === 0 && noSpeech !== undefined) logits[special.noSpeech!] = noSpeech;
      return logits;
    },
    attentionAt: () => new Float32Array(),
  });
  return {
    rowsOfSteps,
    hasAttentions: false,
    async start(states, tokens) {
      rowsOfSteps.push(tokens.length);
      return step({ rows: tokens.length, length: 1, states, room: null, tokens }, 0);
    },
    async next(cache, tokens) {
      rowsOfSteps.push(tokens.length);
      return step({ ...cache, length: cache.length + 1 }, cache.length);
    },
    keepRows(cache, rows) {
      const kept = rows.map((row) => (cache.states.data as Float32Array)[row]!);
      return {
        ...cache,
        rows: rows.length,
        states: statesOf(kept),
        tokens: rows.map((row) => cache.tokens[row]!),
      };
    },
    end() {},
  };
}

const statesOf = (scripts: readonly number[]) =>
  new ort.Tensor('float32', Float32Array.from(scripts), [scripts.length, 1, 1]);

async function hear(
  scripts: readonly Script[],
  options: { forcedTokens?: number; signal?: AbortSignal } = {},
) {
  const decoder = scriptedDecoder(scripts);
  const results = await decodeWindows(
    decoder,
    tokenizer,
    statesOf(scripts.map((_, i) => i)),
    scripts.map((_, i) => ({ durationMs: 1000, seed: i })),
    {
      temperatures: defaultTemperatures,
      applyRules: (logits) => {
        logits[special.noSpeech!] = Number.NEGATIVE_INFINITY;
      },
      alignmentHeads: [],
      prompt: [special.start],
      maxTokens: 60,
      forcedTokens: options.forcedTokens ?? null,
      signal: options.signal ?? new AbortController().signal,
    },
  );
  return { results, decoder };
}

const steady = (says: readonly number[]): Script => ({ says, sure: 30 });

test('windows of different length end each for itself, and the batch shrinks', async () => {
  const long = Array.from({ length: 30 }, (_, i) => i);
  const { results, decoder } = await hear([steady([1, 2]), steady(long), steady([]), steady([7, 8, 9])]);
  assert.deepEqual(
    results.map((heard) => heard?.tokens),
    [[1, 2], long, [], [7, 8, 9]],
  );
  assert.ok(results.every((heard) => heard!.complete && heard!.meanLogProbability > -0.01));
  assert.deepEqual(decoder.rowsOfSteps.slice(0, 5), [4, 4, 4, 2, 1]);
});

const circle = Array.from({ length: 60 }, (_, i) => [1, 2, 3, 4, 5][i % 5]!);

test('a text that goes round in circles is heard again with chance, always the same', async () => {
  const tempted: Script = { says: circle.slice(0, 40), sure: 30, or: (position) => 20 + position };
  const first = await hear([steady([5]), tempted]);
  const again = await hear([steady([5]), tempted]);
  assert.deepEqual(first.results[0]!.tokens, [5]);
  assert.equal(first.results[1]!.looped, false);
  assert.equal(first.results[1]!.tokens.length, 40);
  assert.deepEqual(first.results[1], again.results[1]);
});

test('where chance makes it no better, the most probable text stays', async () => {
  const { results } = await hear([{ says: [1, 2, 3], sure: 2 }]);
  assert.deepEqual(results[0]!.tokens, [1, 2, 3]);
  assert.ok(results[0]!.meanLogProbability < -1);
});

test('silence is no text', async () => {
  const { results } = await hear([
    { says: [1, 2, 3], sure: 2, noSpeech: 12 },
    { says: [1, 2, 3], sure: 30, noSpeech: 40 },
  ]);
  assert.equal(results[0], null);
  assert.deepEqual(
    results[1]!.tokens,
    [1, 2, 3],
    'what is heard clearly counts, whatever the first token says',
  );
});

test('a decoder that goes round in circles is cut, and the circle kept once', async () => {
  const { results } = await hear([steady([9, 8, ...circle])]);
  assert.deepEqual(results[0]!.tokens, [9, 8, 1, 2, 3, 4, 5]);
  assert.equal(results[0]!.logProbabilities.length, 7);
  assert.ok(results[0]!.looped);
});

test('a forced number of tokens is kept to, whatever the decoder wants', async () => {
  const { results } = await hear([steady([1]), steady(Array.from({ length: 50 }, () => 3))], {
    forcedTokens: 20,
  });
  assert.deepEqual(
    results.map((heard) => heard!.tokens.length),
    [20, 20],
  );
});

test('decoding stops when it is called off', async () => {
  await assert.rejects(
    hear([steady([1])], { signal: AbortSignal.abort(new Error('called off')) }),
    /called off/,
  );
});

test('loops are told from speech that repeats itself', () => {
  for (const [tokens, keep] of [
    [[1, 2, 3], null],
    [[7, 7, 7, 7, 7], null],
    [Array(9).fill(7), 1],
    [[4, ...Array(12).fill(7)], 2],
    [[5, 6, 5, 6, 5, 6], null],
    [Array.from({ length: 12 }, (_, i) => 5 + (i % 2)), 2],
    [[0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3], null],
    [[9, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3], 5],
    [[], null],
  ] as const) {
    assert.equal(loopStart(tokens), keep, `${tokens}`);
  }
});

test('text that repeats itself packs better than text that does not', () => {
  assert.ok(compressionRatio('and then he said '.repeat(20)) > 2.4);
  assert.ok(compressionRatio('The quick brown fox jumps over the lazy dog near the river bank.') < 1.5);
  assert.equal(compressionRatio(''), 1);
});

test('what a decoder left unheard is heard from where it stopped', () => {
  const at = (ms: number) => special.timestampBegin + ms / 20;
  const hypothesis = (tokens: number[], complete: boolean) => ({
    tokens,
    logProbabilities: tokens.map(() => 0),
    meanLogProbability: 0,
    noSpeech: null,
    languages: null,
    looped: false,
    complete,
    attention: null,
  });
  const open = hypothesis([at(0), 1, 2, at(300), at(300)], true);
  assert.equal(openEnd(open, special), 300);
  assert.deepEqual(open.tokens, [at(0), 1, 2, at(300)]);
  const cut = hypothesis([at(0), 1, at(200), at(200), 5, 6], false);
  assert.equal(openEnd(cut, special), 200);
  assert.deepEqual(cut.tokens, [at(0), 1, at(200)]);
  for (const [tokens, complete] of [
    [[at(0), 1, 2, at(300)], true],
    [[at(0), 1, at(200), at(200), 5, at(300)], true],
    [[at(0), 1, 2, 3], false],
    [[], true],
  ] as const) {
    assert.equal(openEnd(hypothesis([...tokens], complete), special), null);
  }

  const chunk = {
    pieces: [
      { startMs: 1000, endMs: 3000 },
      { startMs: 9000, endMs: 12_000 },
    ],
    durationMs: 5000,
  };
  assert.deepEqual(restOf(chunk, 2500), { pieces: [{ startMs: 9500, endMs: 12_000 }], durationMs: 2500 });
  assert.deepEqual(restOf(chunk, 1000)?.pieces[0], { startMs: 2000, endMs: 3000 });
  assert.equal(restOf(chunk, 4000), null, 'a second of echo is not worth it');
  assert.equal(restOf(chunk, 0), null, 'nothing was heard: hearing the same again would never end');
});
