import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { createProsodyEngine } from '#server/engines/prosody/correlation.ts';
import { pitchTrackOf } from '#server/engines/prosody/pitch-track.ts';
import { joinSamples, never, silence, tone, writePcm } from '#test/support/speech-sounds.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

test('the pitch of a hum is found, and silence has none', () => {
  const hum = Float32Array.from({ length: 16_000 }, (_, n) => {
    const phase = (2 * Math.PI * 180 * n) / 16_000;
    return 0.2 * Math.sin(phase) + 0.1 * Math.sin(2 * phase) + 0.1 * Math.sin(3 * phase);
  });
  const { pitchHz } = pitchTrackOf(hum);
  assert.ok(pitchHz.length > 80);
  for (const hz of pitchHz) assert.ok(Math.abs(hz - 180) < 3, `${hz}`);
  assert.ok(pitchTrackOf(new Float32Array(16_000)).pitchHz.every((hz) => hz === 0));
  assert.deepEqual(pitchTrackOf(new Float32Array(100)).pitchHz, []);
});

test('each span has a melody of its own, and nothing outside it is heard', async (t) => {
  const pcmPath = join(await tempFolder(t), 'two.pcm');
  await writePcm(pcmPath, joinSamples([tone(1000, 120), silence(500), tone(1000, 200)]));
  const spans = [
    { startMs: 0, endMs: 1000 },
    { startMs: 1000, endMs: 1500 },
    { startMs: 1600, endMs: 2400 },
  ];
  const engine = createProsodyEngine();
  const [low, none, high] = await engine.measure({ pcmPath, spans, signal: never });
  assert.ok(low!.pitchHz.length > 80 && low!.pitchHz.every((hz) => Math.abs(hz - 120) < 2));
  assert.ok(none!.pitchHz.every((hz) => hz === 0));
  assert.ok(high!.pitchHz.length > 60 && high!.pitchHz.every((hz) => Math.abs(hz - 200) < 3));
  const stopped = engine.measure({ pcmPath, spans, signal: AbortSignal.abort() });
  await assert.rejects(stopped, { name: 'AbortError' });
});
