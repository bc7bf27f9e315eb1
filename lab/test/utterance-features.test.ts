import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AlignedWord } from '#server/domain/transcript/types.ts';
import { paceFeatures } from '../validity/pace-features.ts';
import { phoneNormsOf } from '../validity/phone-features.ts';
import type { UtteranceEvidence } from '../validity/utterance.ts';
import { utteranceFeatures } from '../validity/utterance-features.ts';

/** A word of the given phones, each 80 ms, beginning at a time. */
function word(text: string, startMs: number, phones: string, quality: { gop?: number } = {}): AlignedWord {
  const spoken = phones.split(' ').map((phone, index) => ({
    phone,
    startMs: startMs + 80 * index,
    endMs: startMs + 80 * (index + 1),
    gop: quality.gop ?? -0.2,
    logPosterior: (quality.gop ?? -0.2) - 0.3,
    entropy: 0.6,
    acceptability: 2 + (quality.gop ?? -0.2),
  }));
  return { text, startMs, endMs: spoken.at(-1)!.endMs, confidence: 1, phones: spoken };
}

const heard = ['We', 'call', 'it', 'bear.'].map((text) => ({ text, confidence: 0.9 }));

const sentence = (gop: number): UtteranceEvidence => ({
  durationMs: 2000,
  heard,
  words: [
    word('we', 300, 'w iy', { gop }),
    word('call', 460, 'k ao l', { gop }),
    word('it', 900, 'ih t', { gop }),
    word('bear', 1060, 'b eh r', { gop }),
  ],
});

const norms = phoneNormsOf([]);

test('every feature is a finite number, however little was heard', () => {
  const pitch = { frameMs: 10, pitchHz: Array(200).fill(0), levelDb: Array(200).fill(-100) };
  const cases: [string, UtteranceEvidence][] = [
    ['nothing at all', { durationMs: 0, words: [] }],
    ['silence without a word', { durationMs: 2000, words: [], pitchTrack: pitch }],
    ['one word', { durationMs: 700, words: [word('a', 300, 'ah')], heard, pitchTrack: pitch }],
    [
      'a word without place',
      { durationMs: 700, words: [{ text: 'x', startMs: 0, endMs: 9, confidence: 1 }] },
    ],
    ['a sentence', sentence(-0.5)],
  ];
  let names = '';
  for (const [title, evidence] of cases) {
    const groups = utteranceFeatures(evidence, norms);
    for (const features of Object.values(groups)) {
      for (const [name, value] of Object.entries(features)) {
        assert.ok(Number.isFinite(value), `${title}: ${name} is ${value}`);
      }
    }
    const these = JSON.stringify(Object.values(groups).map((features) => Object.keys(features)));
    names ||= these;
    assert.equal(these, names, `${title}: other features than with nothing`);
  }
});

test('how well phones were said changes nothing: networks that have not heard the speaker judge that', () => {
  const [good, bad] = [utteranceFeatures(sentence(-0.1), norms), utteranceFeatures(sentence(-3), norms)];
  assert.deepEqual(bad, good);
});

test('what the recogniser heard is compared with the words by what is said, and its doubts are kept', () => {
  const { text } = utteranceFeatures(sentence(0), norms);
  assert.equal(text.wordErrorRate, 0);
  assert.equal(text.confidenceMean, 0.9);
  const misheard = [heard[0]!, { text: 'car', confidence: 0.3 }, ...heard.slice(2)];
  const other = utteranceFeatures({ ...sentence(0), heard: misheard }, norms).text;
  assert.equal(other.wordErrorRate, 0.25);
  assert.equal(other.confidenceLeast, 0.3);
  assert.ok(other.characterErrorRate! > 0 && other.characterErrorRate! < 0.25);
});

test('pauses count between words only, and per word', () => {
  const words = [word('we', 500, 'w iy'), word('call', 1160, 'k ao l'), word('it', 1400, 'ih t')];
  const { pauses } = paceFeatures(words, norms);
  assert.equal(pauses.pausesOver500PerWord, 1 / 3);
  assert.equal(pauses.pausesOver250PerWord, 1 / 3);
  assert.equal(pauses.pauseMsPerWord, 500 / 3);
  assert.equal(pauses.meanRunWords, 1.5);
  assert.equal(pauses.wordsPerSpokenSecond, 3 / 1.06);
  const later = words.map((one) =>
    word(one.text, one.startMs + 900, one.phones!.map(({ phone }) => phone).join(' ')),
  );
  assert.deepEqual(paceFeatures(later, norms).pauses, pauses);
});

test('a voice an octave higher or louder has the same melody', () => {
  const spoken = sentence(-0.2);
  const trackAt = (factor: number, gainDb: number) => ({
    ...spoken,
    pitchTrack: {
      frameMs: 10,
      pitchHz: Array.from({ length: 200 }, (_, n) => factor * (110 + 20 * Math.sin(n / 9))),
      levelDb: Array.from({ length: 200 }, (_, n) => gainDb - 30 + 6 * Math.sin(n / 5)),
    },
  });
  const [low, high] = [trackAt(1, 0), trackAt(2, 12)].map((one) => utteranceFeatures(one, norms).prosody);
  for (const [name, value] of Object.entries(low!)) assert.ok(Math.abs(high![name]! - value) < 1e-9, name);
  assert.ok(low!.pitchRange! > 3);
});

test('a text that was not said agrees worse with what is heard', () => {
  const other = {
    ...sentence(-0.2),
    words: [word('nothing', 300, 'n ah th ih ng'), word('alike', 900, 'ah l ay k')],
  };
  const [right, wrong] = [utteranceFeatures(sentence(-0.2), norms), utteranceFeatures(other, norms)];
  assert.equal(right.text.wordErrorRate, 0);
  assert.ok(wrong.text.wordErrorRate! >= 1);
  assert.ok(wrong.text.characterErrorRate! > 0.7);
});
