import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TRACKS, voiceTracks } from '#server/engines/speakers/voice-tracks.ts';
import type { VoiceFrames } from '#server/engines/speakers/voices/frames.ts';

/** 200 ms of speech from 100 ms on: frames of 10 ms, the first half one voice's, the second half the other's. */
const count = 20;
const frames: VoiceFrames = {
  count,
  atMs: Int32Array.from({ length: count }, (_, i) => 100 + i * 10 + 10),
  span: new Int32Array(count),
  features: new Float32Array(0),
  active: new Uint8Array(count).fill(1),
  logF0: new Float32Array(count),
};
const voiceOfFrame = Int32Array.from({ length: count }, (_, i) => (i < 10 ? 0 : 1));
const told = {
  voiceOfFrame,
  evidence: [0, 1].map((voice) => Float32Array.from(voiceOfFrame, (held) => (held === voice ? 9 : -2))),
  windows: [0, 10].map((firstFrame) => ({
    firstFrame,
    endFrame: firstFrame + 10,
    span: 0,
    activeFrames: 10,
  })),
  encoded: [Float32Array.of(1, 0), Float32Array.of(0.6, 0.8)],
};

test('each voice has its own evidence beside that of the best other; outside of speech nothing is known', () => {
  const steps = 20;
  const tracks = voiceTracks(frames, told, steps);
  assert.equal(tracks.length, 2 * TRACKS * steps);
  const at = (voice: number, step: number) =>
    Array.from({ length: TRACKS }, (_, track) => tracks[(voice * TRACKS + track) * steps + step]!);
  const nothing = new Array(TRACKS).fill(0);
  for (const step of [0, 4, 15, 19]) assert.deepEqual(at(0, step), nothing);
  // Evidence is limited; a cosine of 1 is 8 × 0.25 over what is usual, one of 0.6 is 8 × 0.15 under it.
  const close = (found: number[], expected: number[]) => {
    for (const [i, value] of expected.entries()) assert.ok(Math.abs(found[i]! - value) < 1e-4, `${found}`);
  };
  close(at(0, 5), [4, -2, 2, -1.2, 1, 1, 0]);
  close(at(1, 5), [-2, 4, -1.2, 2, 1, 0, 1]);
  close(at(1, 14), [4, -2, 2, -1.2, 1, 1, 0]);
});

test('a voice alone has no rival', () => {
  const alone = { ...told, voiceOfFrame: new Int32Array(count), evidence: [told.evidence[0]!] };
  const tracks = voiceTracks(frames, alone, 20);
  assert.equal(tracks.length, TRACKS * 20);
  assert.equal(tracks[1 * 20 + 5], 0);
  assert.equal(tracks[3 * 20 + 5], 0);
  assert.equal(tracks[5 * 20 + 14], 1);
});
