import assert from 'node:assert/strict';
import { test } from 'node:test';
import { meanConfidence, surroundingConfidence } from '#server/domain/transcript/confidence.ts';
import { confidenceGate } from '#server/domain/transcript/confidence-gate.ts';
import type { Word } from '#server/domain/transcript/types.ts';

const gate = { minMean: 0.68, minWord: 0.1 };

/** `count` words of 300 ms, one after the other. */
const said = (count: number, confidence: number, startMs = 0): Word[] =>
  Array.from({ length: count }, (_, i) => ({
    text: 'word',
    startMs: startMs + i * 300,
    endMs: startMs + (i + 1) * 300,
    confidence,
  }));

test('weighs confidence by the time a word takes, without hesitations', () => {
  const words: Word[] = [
    { text: 'a', startMs: 0, endMs: 100, confidence: 0.1 },
    { text: 'um', startMs: 100, endMs: 900, confidence: 0, filler: true },
    { text: 'restaurant', startMs: 900, endMs: 1800, confidence: 0.9 },
  ];
  assert.ok(Math.abs(meanConfidence(words)! - 0.82) < 1e-9);
  assert.equal(meanConfidence([]), undefined);
  assert.equal(meanConfidence([words[1]!]), undefined);
});

test('counts a word without duration', () => {
  assert.equal(meanConfidence([{ startMs: 5, endMs: 5, confidence: 0.4 }]), 0.4);
});

test('judges a word by its neighbours as far as the reach goes', () => {
  const around = surroundingConfidence([...said(10, 1), ...said(10, 0, 3000)], 2);
  assert.equal(around[0], 1);
  assert.equal(around[8], 0.8);
  assert.equal(around[10], 0.4);
  assert.equal(around[19], 0);
});

test('trusts a transcript above the gate and marks only its doubtful words', () => {
  const words = said(100, 0.9).map((word, i) => (i === 40 ? { ...word, confidence: 0.05 } : word));
  const { trusted, lostShare, words: marked } = confidenceGate(words, gate);
  assert.equal(trusted, true);
  assert.equal(lostShare, 0);
  assert.deepEqual(
    marked.flatMap((word, i) => (word.unsupported ? [i] : [])),
    [40],
  );
});

test('refuses a transcript below the gate', () => {
  assert.equal(confidenceGate(said(100, 0.67), gate).trusted, false);
});

test('refuses a transcript without words', () => {
  assert.deepEqual(confidenceGate([], gate), { mean: undefined, lostShare: 0, trusted: false, words: [] });
});

test('refuses a transcript in which a clear speaker lifts the mean over one who was not understood', () => {
  const words = [...said(60, 0.95), ...said(40, 0.35, 18_000), ...said(60, 0.95, 30_000)];
  const { mean, lostShare, trusted } = confidenceGate(words, gate);
  assert.ok(mean! > gate.minMean);
  assert.ok(lostShare > 0.12);
  assert.equal(trusted, false);
});

test('marks every word of a short lost passage, even a confident one', () => {
  const lost = said(24, 0.3, 45_000).map((word, i) => (i === 12 ? { ...word, confidence: 1 } : word));
  const { trusted, words } = confidenceGate([...said(150, 0.95), ...lost, ...said(50, 0.95, 52_200)], gate);
  assert.equal(trusted, true);
  assert.equal(words[162]!.unsupported, true);
  assert.equal(words[50]!.unsupported, undefined);
});

test('never marks a hesitation as unsupported', () => {
  const um: Word = { text: 'um', startMs: 0, endMs: 300, confidence: 0, filler: true };
  assert.equal(confidenceGate([um, ...said(30, 0.9, 300)], gate).words[0]!.unsupported, undefined);
});

test('lets everything pass where the gate is set to nothing', () => {
  const { trusted, words } = confidenceGate(said(100, 0.02), { minMean: 0, minWord: 0 });
  assert.equal(trusted, true);
  assert.ok(words.every((word) => !word.unsupported));
});
