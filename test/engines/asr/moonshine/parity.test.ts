/**
 * The graphs are ours, their weights are the published files': what they write is held against the published graph, and
 * against transformers.js on the same files. Base's carry a correction beside the weights, which leaves clear speech as it is.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type Written, writeWindows } from '#server/engines/asr/moonshine/decode.ts';
import { graphsOf, type MoonshineSize } from '#server/engines/asr/moonshine/graphs.ts';
import { type MoonshineNetworks, openMoonshine } from '#server/engines/asr/moonshine/networks.ts';
import { endToken, readMoonshineTokens, startToken } from '#server/engines/asr/moonshine/tokens.ts';
import { moonshineFiles } from '#server/engines/installed/record.ts';
import * as ort from '#server/engines/onnx-runtime.ts';
import { bundledModel } from '#test/support/bundled-model.ts';
import { createMoonshineOracle, moonshineShapes } from '#test/support/moonshine-oracle.ts';
import { never, speak } from '#test/support/speech-sounds.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { moonshineOptions, withoutMoonshine } from '../../../../testkit/moonshine.ts';

const sentences = [
  'My manager asked me to write a report every month, and I learned a lot about our customers.',
  'I would like that very much.',
];
const sounds: Float32Array[] = [];
let folder: string;
before(async (t) => {
  folder = await tempFolder(t as never);
  for (const sentence of sentences) {
    const { samples } = await speak(sentence, 'rms', folder);
    sounds.push(Float32Array.from(samples, (sample) => sample / 32_768));
  }
});

/** The published graph, one window, the most probable token each time, with its log probability. */
async function writePublished(size: MoonshineSize, states: Float32Array) {
  const [layers, heads, headWidth] = moonshineShapes[size];
  const session = { intraOpNumThreads: 1, interOpNumThreads: 1 } as const;
  const path = join(moonshineOptions(size).dir, moonshineFiles.decoder);
  const decoder = await ort.openSession(path, session);
  const nothing = new ort.Tensor('float32', new Float32Array(0), [1, heads, 0, headWidth]);
  const parts = Array.from({ length: layers }, (_, layer) =>
    ['decoder', 'encoder'].flatMap((side) => ['key', 'value'].map((kind) => `${layer}.${side}.${kind}`)),
  ).flat();
  let past: Record<string, ort.Tensor> = Object.fromEntries(parts.map((part) => [part, nothing]));
  const width = heads * headWidth;
  const encoded = new ort.Tensor('float32', states, [1, states.length / width, width]);
  const [tokens, logProbabilities]: [number[], number[]] = [[], []];
  for (let token = startToken, isFirst = true; ; isFirst = false) {
    const results = await decoder.run({
      input_ids: new ort.Tensor('int64', BigInt64Array.of(BigInt(token)), [1, 1]),
      encoder_hidden_states: encoded,
      use_cache_branch: new ort.Tensor('bool', Uint8Array.of(isFirst ? 0 : 1), [1]),
      ...Object.fromEntries(parts.map((part) => [`past_key_values.${part}`, past[part]!])),
    });
    // Those of the sound are told once.
    past = Object.fromEntries(
      parts.map((part) => [
        part,
        part.includes('encoder') && !isFirst ? past[part]! : results[`present.${part}`]!,
      ]),
    );
    const logits = results.logits!.data as Float32Array;
    token = logits.indexOf(Math.max(...logits));
    const top = logits[token]!;
    const logProbability = -Math.log(logits.reduce((sum, logit) => sum + Math.exp(logit - top), 0));
    if (token === endToken) break;
    tokens.push(token);
    logProbabilities.push(logProbability);
    assert.ok(tokens.length < 100, 'it comes to an end');
  }
  await decoder.release();
  return { tokens, logProbabilities };
}

const largestGap = (a: readonly number[], b: readonly number[]) =>
  Math.max(...a.map((value, index) => Math.abs(value - b[index]!)));

for (const size of ['base', 'tiny'] as const) {
  describe(`Moonshine ${size}`, { skip: withoutMoonshine() }, () => {
    let networks: MoonshineNetworks;
    const states: Float32Array[] = [];
    /** Each window by itself. */
    const alone: Written[] = [];

    before(async () => {
      networks = await openMoonshine({
        dir: moonshineOptions(size).dir,
        graphs: graphsOf(size),
        threads: 1,
      });
      for (const sound of sounds) {
        const own = await networks.encode(sound);
        states.push(own);
        alone.push(...(await writeWindows(networks, [own], { width: 1, signal: never })));
      }
    });

    after(() => networks.close());

    test('writes what the published graph writes, tiny to a tenth of a nat, base with its correction to the word', async () => {
      const tokens = await readMoonshineTokens(bundledModel('moonshine-tokens.txt'));
      const wordsOf = (written: readonly number[]) => tokens.decode(written).toLowerCase().match(/\w+/g);
      for (const [index, own] of states.entries()) {
        const published = await writePublished(size, own);
        assert.deepEqual(wordsOf(alone[index]!.tokens), wordsOf(published.tokens));
        if (size === 'base') continue;
        assert.deepEqual(alone[index]!.tokens, published.tokens);
        const gap = largestGap(alone[index]!.logProbabilities, published.logProbabilities);
        assert.ok(gap < 0.1, `${gap} nats`);
      }
    });

    test('writes the tokens of transformers.js', async () => {
      const oracle = await createMoonshineOracle(size, folder);
      for (const [index, sound] of sounds.entries()) {
        assert.deepEqual(alone[index]!.tokens, await oracle.write(sound));
      }
      await oracle.dispose();
    });

    test('windows of different lengths side by side give the same tokens as each alone', async () => {
      const together = await writeWindows(networks, states, { width: 1, signal: never });
      for (const [index, one] of together.entries()) {
        assert.deepEqual(one.tokens, alone[index]!.tokens);
        const gap = largestGap(one.logProbabilities, alone[index]!.logProbabilities);
        assert.ok(gap < 0.1, `${gap} nats`);
        assert.equal(one.attention.rows[0]!.length, states[index]!.length / networks.width);
      }
    });

    test('a beam gives the same text where there is no doubt, and looks through the sound from left to right', async () => {
      const [one] = await writeWindows(networks, [states[0]!], { width: 4, signal: never });
      assert.deepEqual(one!.tokens, alone[0]!.tokens);
      const peaks = one!.attention.rows.map((row) => row.indexOf(Math.max(...row)) / row.length);
      const quarter = Math.floor(peaks.length / 4);
      const middleOf = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;
      assert.ok(middleOf(peaks.slice(0, quarter)) < 0.3, `${peaks}`);
      assert.ok(middleOf(peaks.slice(-quarter)) > 0.7, `${peaks}`);
      const sum = one!.attention.rows[0]!.reduce((total, value) => total + value, 0);
      assert.ok(Math.abs(sum - 1) < 1e-3, 'attention is spread over the window and nothing else');
    });

    test('windows that are left out change nothing for the others', async () => {
      const state = networks.begin(states);
      const first = await networks.next(state, [startToken, startToken], [0, 1]);
      const next = [first.top(0).tokens[0]!, first.top(1).tokens[0]!];
      const both = await networks.next(first.state, next, [0, 1]);
      const one = await networks.next(networks.keepWindows(first.state, [1]), [next[1]!], [1]);
      // Activations are put in 8 bits a step at a time, so that tokens of a few per mille may change places.
      assert.equal(one.top(0).tokens[0], both.top(1).tokens[0]);
      const sure = (step: typeof one, row: number) => Math.log(step.top(row).probabilities[0]!);
      assert.ok(Math.abs(sure(one, 0) - sure(both, 1)) < 0.1);
    });

    test('hears sound that is too short for a frame as silence behind it', async () => {
      assert.ok((await networks.encode(new Float32Array(100).fill(0.1))).length >= networks.width);
    });

    test('is understood', async () => {
      const tokens = await readMoonshineTokens(bundledModel('moonshine-tokens.txt'));
      assert.equal(tokens.decode(alone[1]!.tokens), sentences[1]);
    });
  });
}
