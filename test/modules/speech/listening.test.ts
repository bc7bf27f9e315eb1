import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import type { ListeningEngine } from '#server/engines/audio/port.ts';
import { folder, listeningFiles } from '#server/modules/speech/files.ts';
import { createListeningService } from '#server/modules/speech/listening.ts';
import { createLendingBlobs } from '../../support/lending-blobs.ts';

const RUN = 'run-1';
const { listeningKey, uploadKey } = listeningFiles(folder);

async function prepare(t: TestContext, changes: Partial<ListeningEngine> = {}) {
  const root = await mkdtemp(join(tmpdir(), 'assay-listening-'));
  t.after(() => rm(root, { recursive: true, force: true }));
  const blobs = createLendingBlobs({ root });
  await blobs.put(uploadKey(RUN), Readable.from([Buffer.from('upload')]));
  let made = 0;
  let atOnce = 0;
  let mostAtOnce = 0;
  const engine: ListeningEngine = {
    async encodeForListening(_, write) {
      made++;
      mostAtOnce = Math.max(mostAtOnce, ++atOnce);
      for (let piece = 0; piece < 40; piece++) await write(Buffer.alloc(10_000, piece));
      atOnce--;
    },
    measurePeaks: async () => ({
      durationMs: 300_000,
      peaks: Float32Array.from({ length: 30_000 }, (_, at) => (at === 17 ? 0.8 : 0.1)),
    }),
    ...changes,
  };
  return {
    blobs,
    listening: createListeningService({ engine, blobs }),
    made: () => made,
    mostAtOnce: () => mostAtOnce,
  };
}

test('a copy is made once however many ask, and never two at a time', async (t) => {
  const { listening, blobs, made, mostAtOnce } = await prepare(t);
  await blobs.put(uploadKey('run-2'), Readable.from([Buffer.from('upload')]));
  const asked = ['run-2', RUN, RUN, RUN].map((runId) => listening.recording(runId));
  for (const recording of await Promise.all(asked)) assert.equal(recording?.sizeBytes, 400_000);
  assert.equal(made(), 2);
  assert.equal(mostAtOnce(), 1);
  await listening.recording(RUN);
  assert.equal(made(), 2);
});

test('peaks keep the loudest of what they stand for', async (t) => {
  const { listening } = await prepare(t);
  const { durationMs, peaks } = (await listening.peaks(RUN))!;
  assert.equal(durationMs, 300_000);
  assert.equal(peaks.length, 10_000);
  assert.deepEqual(peaks.slice(4, 7), [10, 80, 10]);
});

test('a copy that could not be made leaves nothing, and is tried again', async (t) => {
  let fails = true;
  const { listening, blobs } = await prepare(t, {
    async encodeForListening(_, write) {
      await write(Buffer.from('beginning'));
      if (fails) throw new Error('ffmpeg was killed');
    },
  });
  await assert.rejects(listening.recording(RUN), /killed/);
  assert.equal(await blobs.open(listeningKey(RUN)), undefined);
  fails = false;
  assert.equal((await listening.recording(RUN))?.sizeBytes, 9);
});

test('what is deleted while its copy is made stays deleted', async (t) => {
  const { listening, blobs } = await prepare(t, {
    async encodeForListening(_, write) {
      await write(Buffer.from('copy'));
      await blobs.delete(uploadKey(RUN));
    },
  });
  assert.equal(await listening.recording(RUN), undefined);
  assert.equal(await blobs.open(listeningKey(RUN)), undefined);
  assert.equal(await listening.peaks(RUN), undefined);
});
