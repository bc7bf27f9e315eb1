import assert from 'node:assert/strict';
import { test } from 'node:test';
import { confidenceGate } from '#server/domain/transcript/confidence-gate.ts';
import { whisperThresholds } from '#server/engines/asr/whisper/thresholds.ts';

/** What whisper-base heard, each word as [ms, confidence] (lab/bench/real-whisper). */
const heard = {
  // biome-ignore format: numbers
  indistinctFrench: [[360, 0.76], [140, 0.50], [120, 0.51], [280, 0.46], [260, 0.29], [160, 0.29], [460, 0.29], [220, 0.40], [160, 0.67], [640, 0.38], [100, 0.86], [60, 0.99], [220, 0.97], [300, 0.93], [220, 0.96], [120, 0.76], [300, 0.30], [400, 0.49], [330, 0.59], [140, 0.99], [120, 0.99], [80, 0.89], [220, 0.93], [180, 0.89], [420, 0.33], [610, 0.30]],
  // biome-ignore format: numbers
  englishUnderLoudNoise: [[480, 0.28], [80, 0.24], [220, 0.18], [140, 0.40], [120, 0.28], [440, 0.54], [240, 0.52], [160, 0.54], [160, 0.68], [140, 0.94], [160, 0.97], [260, 0.58], [160, 0.46], [200, 0.77], [440, 0.75], [100, 0.34], [140, 0.80], [240, 0.10], [360, 0.10], [380, 0.37], [320, 0.31], [140, 0.46], [140, 0.15], [200, 0.29], [160, 0.33], [180, 0.52], [140, 0.29], [80, 0.21], [240, 0.41], [140, 0.56], [200, 0.15], [180, 0.23], [140, 0.22], [300, 0.70], [160, 0.40], [140, 0.35], [1, 0.92], [199, 0.58], [730, 0.57]],
  drums: [
    [460, 0.01],
    [9660, 0.01],
    [5360, 0.32],
    [14520, 0.89],
  ],
  emptyMeetingRoom: [[748, 0.31]],
} as const;

for (const [sound, trusted, why] of [
  ['indistinctFrench', true, 'two of three words are right'],
  ['englishUnderLoudNoise', false, 'nine of ten are wrong'],
  ['drums', false, 'nobody speaks'],
  ['emptyMeetingRoom', false, 'nobody speaks'],
] as const) {
  test(`${sound} is ${trusted ? 'kept' : 'refused'}: ${why}`, () => {
    let endMs = 0;
    const words = heard[sound].map(([durationMs, confidence]) => {
      const startMs = endMs;
      endMs += durationMs;
      return { text: 'word', startMs, endMs, confidence };
    });
    const { minMeanConfidence: minMean, minWordConfidence: minWord } = whisperThresholds;
    assert.equal(confidenceGate(words, { minMean, minWord }).trusted, trusted);
  });
}
