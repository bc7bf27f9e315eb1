import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Tensor, WhisperForConditionalGeneration } from '@huggingface/transformers';
import { attentionTimes } from '#server/engines/asr/decoding/attention-times.ts';
import { seededRandom } from '../../../../testkit/random.ts';

const layers = 2;
const heads = 3;
const positions = 40;
const alignmentHeads = [
  [0, 1],
  [1, 0],
  [1, 2],
] as const;

/** Attention that moves forward with the tokens, with noise on top: [layer][row] → heads × positions. */
function movingAttention(rows: number, seed: number): Float32Array[][] {
  const random = seededRandom(seed);
  return Array.from({ length: layers }, () =>
    Array.from({ length: rows }, (_, row) =>
      Float32Array.from({ length: heads * positions }, (_, at) => {
        const distance = (at % positions) - (row / rows) * positions;
        return 0.05 * random() + Math.exp(-(distance ** 2) / 8);
      }),
    ),
  );
}

test('times by attention are those of transformers.js', () => {
  for (const [seed, rows, prompt, frames] of [
    [1, 12, 3, 40],
    [2, 7, 4, 31],
    [3, 25, 1, 17],
    [4, 5, 4, 40],
  ] as const) {
    const attention = movingAttention(rows, seed);
    const tensor = (layer: number, row: number) =>
      new Tensor('float32', attention[layer]![row]!, [1, heads, 1, positions]);
    const outputs = {
      cross_attentions: Array.from({ length: rows }, (_, row) => [tensor(0, row), tensor(1, row)]),
      sequences: new Tensor('int64', new BigInt64Array(rows + 1), [1, rows + 1]),
    };
    const model = { config: { decoder_layers: layers, median_filter_width: 7 } };
    const theirs = WhisperForConditionalGeneration.prototype._extract_token_timestamps.call(
      model as never,
      outputs,
      alignmentHeads as never,
      frames,
      0.02,
      prompt,
    );
    const ours = attentionTimes(
      Array.from({ length: rows }, (_, row) => {
        const parts = alignmentHeads.map(([layer, head]) =>
          attention[layer]![row]!.subarray(head * positions, head * positions + frames),
        );
        return Float32Array.from(parts.flatMap((part) => [...part]));
      }),
      { heads: alignmentHeads.length, frames, skip: prompt },
    );
    const expected = [...(theirs.data as Float32Array)].slice(prompt, rows);
    assert.deepEqual(
      ours.map((frame) => Math.fround(frame * 0.02)),
      expected,
    );
  }
});

test('attention that looks nowhere gives times all the same', () => {
  const rows = Array.from({ length: 4 }, () => new Float32Array(10));
  assert.equal(attentionTimes(rows, { heads: 1, frames: 10, skip: 1 }).length, 3);
  assert.deepEqual(attentionTimes(rows, { heads: 1, frames: 0, skip: 1 }), [0, 0, 0]);
});
