import assert from 'node:assert/strict';
import { test } from 'node:test';
import { geometries } from '../../testkit/test-model/write-whisper.ts';
import { decoderStepBytes, windowOperations } from '../bench/whisper/arithmetic.ts';

test('operations of a window agree with a count by hand of one layer, one head and one token', () => {
  const tiny = {
    ...geometries.tiny,
    dModel: 2,
    encoderLayers: 1,
    decoderLayers: 1,
    melBands: 3,
    sourcePositions: 5,
    vocabulary: 7,
  };
  const { encoder, crossKeys, decoder } = windowOperations(tiny, 0, 1);
  // 10 frames × 2 channels × (3 bands × 3 taps), then 5 × 2 × (2 × 3): two operations each.
  const convolutions = 2 * 10 * 2 * 9 + 2 * 5 * 2 * 6;
  // Four 2 × 2 and two 2 × 8 matrices for 5 positions; 5 × 5 matches of length 2, and as many sums.
  const layer = 2 * 5 * (4 * 4 + 2 * 16) + 2 * (2 * 25 * 2);
  assert.equal(encoder, convolutions + layer);
  assert.equal(crossKeys, 2 * (2 * 5 * 4));
  // Six 2 × 2 and two 2 × 8 matrices; 1 own and 5 heard positions matched and summed; 7 logits.
  assert.equal(decoder, 2 * (6 * 4 + 2 * 16) + 2 * (2 * 6 * 2) + 2 * 2 * 7);
});

test('a step reads every weight of the decoder once', () => {
  const { dModel: d, decoderLayers, vocabulary } = geometries.base;
  assert.equal(decoderStepBytes(geometries.base, 4), 4 * (decoderLayers * 14 * d * d + d * vocabulary));
});
