import assert from 'node:assert/strict';
import { test } from 'node:test';
import { speechStates } from '#server/engines/align/speech-states.ts';
import { openExpertNetworks } from '../validity/expert-networks.ts';
import { cueNames, phoneTokens, recognisedOf } from '../validity/phone-tokens.ts';
import type { UtteranceEvidence } from '../validity/utterance.ts';

const width = 416;
const clock = { width, frameMs: 24 };
const states = speechStates(
  [{ firstMiddleMs: 28, states: Float32Array.from({ length: 80 * width }, (_, at) => Math.sin(at / 7)) }],
  clock,
);
const phone = (name: string, startMs: number) => ({
  phone: name,
  startMs,
  endMs: startMs + 100,
  gop: 0,
  logPosterior: 0,
});
const evidence: UtteranceEvidence = {
  durationMs: 1900,
  words: [
    { text: 'we', startMs: 300, endMs: 500, confidence: 1, phones: [phone('w', 300), phone('iy', 400)] },
    { text: 'go', startMs: 700, endMs: 900, confidence: 1, phones: [phone('g', 700), phone('ow', 800)] },
  ],
};

test('a word of a text is recognised where the recogniser has it in that place, numbers as they are said', () => {
  const heard = [
    { text: 'We', confidence: 0.9 },
    { text: '5', confidence: 0.8 },
    { text: 'beer.', confidence: 0.2 },
  ];
  assert.deepEqual(recognisedOf(['we', 'call', 'five', 'bear'], heard), [0.9, 0, 0.8, 0]);
  assert.deepEqual(recognisedOf(['we'], []), [0]);
});

test('silence around an utterance changes nothing that networks are given', () => {
  const tokens = phoneTokens(evidence, states, [1, 0]);
  assert.deepEqual(tokens.phones.length, 4);
  assert.equal(tokens.cues.length, 4 * cueNames.length);
  assert.deepEqual(phoneTokens({ ...evidence, durationMs: 9000 }, states, [1, 0]), tokens);
  const cue = (index: number, name: (typeof cueNames)[number]) =>
    tokens.cues[index * cueNames.length + cueNames.indexOf(name)]!;
  assert.equal(cue(0, 'gapBefore'), 0);
  assert.ok(cue(2, 'gapBefore') > 1);
  assert.deepEqual([cue(1, 'lastInWord'), cue(2, 'firstInWord'), cue(1, 'wordRecognised')], [1, 1, 1]);
  assert.equal(cue(3, 'wordRecognised'), 0);
});

test('networks judge anything, a speaker they learned from by those only that have not', async () => {
  const networks = await openExpertNetworks();
  const tokens = phoneTokens(evidence, states, [1, 1]);
  const nothing = phoneTokens({ durationMs: 1900, words: [] }, states, []);
  for (const setting of ['knownText', 'ownTranscript'] as const) {
    for (const given of [tokens, nothing]) {
      const said = await networks.judge(given, setting, 'a stranger');
      assert.equal(said.length, 4);
      for (const rating of said) assert.ok(rating > -2 && rating < 12, String(rating));
    }
  }
  const byFold = new Map<number, number[]>();
  for (const [speaker, fold] of networks.foldOf)
    byFold.set(fold, await networks.judge(tokens, 'knownText', speaker));
  assert.ok(byFold.size > 2);
  assert.equal(new Set([...byFold.values()].map(String)).size, byFold.size);
  const everybody = await networks.judge(tokens, 'knownText', 'a stranger');
  const mean = [...byFold.values()].reduce((sum, said) => sum + said[0]!, 0) / byFold.size;
  assert.ok(Math.abs(mean - everybody[0]!) < 1e-4);
});
