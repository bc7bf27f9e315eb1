import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { halvesOf, isSilent, openWindow, windowsOf } from '#server/engines/asr/decoding/windows.ts';
import { openPcm } from '#server/engines/audio/pcm.ts';
import { joinSamples, silence, tone, writePcm } from '#test/support/speech-sounds.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

/** Opens raw sound for one test. */
async function pcmOf(t: Parameters<typeof tempFolder>[0], ...parts: Int16Array[]) {
  const folder = await tempFolder(t);
  const pcm = await openPcm(await writePcm(join(folder, 'audio.pcm'), joinSamples(parts)));
  t.after(() => pcm.close());
  return pcm;
}

test('speech goes into windows of at most 15 s, in order, with a little sound around each span', async (t) => {
  const pcm = await pcmOf(t, tone(60_000, 300));
  const speech = Array.from({ length: 12 }, (_, i) => ({ startMs: 5000 * i + 500, endMs: 5000 * i + 4500 }));
  const windows = await windowsOf(pcm, speech, 15_000);
  assert.ok(windows.every(({ durationMs }) => durationMs <= 15_000));
  const pieces = windows.flatMap((window) => window.pieces);
  assert.deepEqual(
    pieces,
    pieces.toSorted((a, b) => a.startMs - b.startMs),
  );
  for (const { startMs, endMs } of speech) {
    assert.ok(
      pieces.some((piece) => piece.startMs < startMs && piece.endMs > endMs),
      `${startMs} ms`,
    );
  }
});

test('a chunk longer than a window is divided where it is quiet', async (t) => {
  const pcm = await pcmOf(t, tone(11_000, 300), silence(400), tone(9_000, 300));
  const windows = await windowsOf(pcm, [{ startMs: 0, endMs: 20_400 }], 15_000);
  assert.equal(windows.length, 2);
  const cutMs = windows[0]!.pieces[0]!.endMs;
  assert.ok(cutMs > 11_000 && cutMs < 11_400, `cut at ${cutMs}`);
  assert.equal(windows[1]!.pieces[0]!.startMs, cutMs);
});

test('a window of several pieces is halved between the two that part it best', async (t) => {
  const pcm = await pcmOf(t, tone(10_000, 300));
  const pieces = [
    { startMs: 0, endMs: 1000 },
    { startMs: 2000, endMs: 6000 },
    { startMs: 7000, endMs: 9500 },
  ];
  const halves = await halvesOf(pcm, { pieces, durationMs: 7500 });
  assert.deepEqual(halves, [
    { pieces: pieces.slice(0, 2), durationMs: 5000 },
    { pieces: pieces.slice(2), durationMs: 2500 },
  ]);
});

test('a window of one piece is halved where it is quietest, not far from the middle', async (t) => {
  const pcm = await pcmOf(t, silence(1000), tone(3500, 300), silence(300), tone(3200, 300), silence(1000));
  const halves = await halvesOf(pcm, { pieces: [{ startMs: 500, endMs: 8500 }], durationMs: 8000 });
  const cutMs = halves[0]!.pieces[0]!.endMs;
  assert.ok(cutMs > 4500 && cutMs < 4800, `cut at ${cutMs}`);
  assert.deepEqual(halves, [
    { pieces: [{ startMs: 500, endMs: cutMs }], durationMs: cutMs - 500 },
    { pieces: [{ startMs: cutMs, endMs: 8500 }], durationMs: 8500 - cutMs },
  ]);
});

test('the sound of a window is that of its pieces, end to end', async (t) => {
  const pcm = await pcmOf(t, silence(100), tone(100, 300), silence(100), tone(100, 500));
  const chunk = {
    pieces: [
      { startMs: 100, endMs: 200 },
      { startMs: 300, endMs: 400 },
    ],
    durationMs: 200,
  };
  const { samples } = await openWindow(pcm, chunk);
  const expected = [...tone(100, 300), ...tone(100, 500)].map((sample) => sample / 32_768);
  assert.equal(samples.length, 3200);
  assert.ok(samples.every((sample, at) => Math.abs(sample - expected[at]!) < 1e-6));
});

test('only a window without any sound is silent', async (t) => {
  const quiet = tone(100, 300, 60);
  const pcm = await pcmOf(t, silence(100), quiet);
  const open = (startMs: number) =>
    openWindow(pcm, { pieces: [{ startMs, endMs: startMs + 100 }], durationMs: 100 });
  assert.equal(isSilent(await open(0)), true);
  assert.equal(isSilent(await open(100)), false);
});
