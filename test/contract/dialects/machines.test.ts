import assert from 'node:assert/strict';
import { join } from 'node:path';
import { joinMachines } from '#server/app/installation.ts';
import { limits } from '#server/config/limits.ts';
import { clockSkewMs } from '#server/db/clock-skew.ts';
import { createLogger } from '#server/logging.ts';
import { FileStoreError, openFileStore } from '#server/modules/installation/file-store.ts';
import { createFsBlobStore } from '#server/storage/fs.ts';
import { systemClock } from '#server/time.ts';
import { dialectTest } from '#test/support/dialect-test.ts';
import { createMovingClock } from '#test/support/moving-clock.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

dialectTest('machines that serve one database have one store of files', async ({ db, t }) => {
  const clock = createMovingClock();
  const root = await tempFolder(t);
  const open = (host: string, folder: string, markWithinMs = 300) => {
    const place = join(root, folder);
    const blobs = createFsBlobStore({ root: place });
    return openFileStore({ db, blobs, clock, host, place, markWithinMs });
  };
  // All at once over the folder that they share, as after a power cut.
  const [first] = await Promise.all(['one', 'two', 'three'].map((host) => open(host, 'shared', 30_000)));
  await assert.rejects(open('four', 'own'), (error: unknown) => {
    assert.ok(error instanceof FileStoreError);
    assert.match(error.message, /own/);
    assert.match(error.message, /"(one|two|three)"/);
    assert.match(error.message, /set DATA_DIR/);
    return true;
  });
  // Refused as long as a process serves; after that, the next to start counts as one with restored files.
  clock.advance(limits.machines.servedMs - 1);
  await first!.stillHere();
  clock.advance(limits.machines.servedMs - 1);
  await assert.rejects(open('four', 'own'), FileStoreError);
  clock.advance(2);
  await open('four', 'own');
  await assert.rejects(open('five', 'another'), FileStoreError);
});

dialectTest('a machine whose clock is wrong does not join', async ({ db, dialect, config, t }) => {
  const aheadMs = { value: 0 };
  const clock = { now: () => systemClock.now() + aheadMs.value };
  const blobs = createFsBlobStore({ root: await tempFolder(t) });
  const logger = createLogger({ level: 'silent', name: 'test' });
  const files = { ...config, blobs: { kind: 'fs' as const }, s3: null };
  const join = async () => (await joinMachines({ db, config: files, blobs, clock, logger }))();
  await join();
  // SQLite's clock is the machine's own, and there is no other machine.
  if (dialect === 'SQLite') return;
  aheadMs.value = 60_000;
  assert.ok(Math.abs((await clockSkewMs(db, clock)) - 60_000) < 1000);
  await assert.rejects(join(), /60 s ahead of the database server's/);
  aheadMs.value = -60_000;
  await assert.rejects(join(), /60 s behind the database server's/);
});
