import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { lockDataFolder } from '#server/process/folder-lock.ts';
import { assayWith, writeData } from '#test/support/backup-installation.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { startS3Server } from '../../testkit/s3-server/server.ts';

async function installation(t: TestContext) {
  const server = await startS3Server({ mostPerPage: 2 });
  t.after(server.stop);
  const dataDir = await tempFolder(t);
  const contents: Record<string, Buffer> = {};
  for (const [index, name] of ['a', 'a-1', 'b', 'c'].entries()) {
    const key = `speech/run-${name}/upload`;
    contents[key] = randomBytes(3_000_000 * index + 10);
    await writeData(join(dataDir, 'blobs', key), contents[key]);
  }
  await writeData(join(dataDir, 'blobs/.incoming/half'), 'half');
  const env = { DATA_DIR: dataDir, PATH: process.env.PATH!, ...server.env };
  return { server, dataDir, contents, env, assay: assayWith(env) };
}

const inBucket = ({ objects }: { objects: { keys(prefix: string): string[] } }) =>
  objects.keys('assay/').map((key) => key.slice('assay/'.length));

test('every file is copied and compared; a second call copies nothing twice', async (t) => {
  const { server, contents, assay } = await installation(t);
  const first = await assay.json('move-files-to-bucket');
  const bytes = Object.values(contents).reduce((sum, { length }) => sum + length, 0);
  assert.deepEqual(first, { files: 4, bytes, already: 0, removed: 0, others: 0, isFinal: true });
  assert.deepEqual(inBucket(server).sort(), Object.keys(contents).sort());
  for (const [key, content] of Object.entries(contents)) {
    assert.ok(server.objects.current(`assay/${key}`)!.content.equals(content), key);
  }
  const before = server.requests.length;
  assert.equal((await assay.json('move-files-to-bucket')).already, 4);
  const puts = server.requests
    .slice(before)
    .filter(({ method, key }) => method === 'PUT' && /upload/.test(key));
  assert.deepEqual(puts, []);
});

test('cut off on its way, it goes on; what is in the bucket and not the same is copied again', async (t) => {
  const { server, contents, assay } = await installation(t);
  server.failWhen(({ method, key }) =>
    method === 'PUT' && key.includes('run-c') ? { status: 403, code: 'AccessDenied' } : undefined,
  );
  const { fault } = await assay.answer('move-files-to-bucket', '--json');
  assert.equal(fault.code, 'BUCKET_REFUSED');
  server.failWhen();
  const damaged = Buffer.from(contents['speech/run-b/upload']!);
  damaged[5]! ^= 1;
  server.objects.put('assay/speech/run-b/upload', damaged);
  const { already } = await assay.json('move-files-to-bucket');
  assert.ok(already < 4);
  for (const [key, content] of Object.entries(contents)) {
    assert.ok(server.objects.current(`assay/${key}`)!.content.equals(content), key);
  }
});

test('what was deleted since leaves the bucket once no server runs; what others put there stays', async (t) => {
  const { server, dataDir, assay } = await installation(t);
  server.objects.put('assay/speech/other/upload', Buffer.from('x'));
  const lock = lockDataFolder(dataDir);
  assert.equal((await assay.json('move-files-to-bucket')).isFinal, false);
  await rm(join(dataDir, 'blobs/speech/run-b'), { recursive: true });
  const { removed } = await assay.json('move-files-to-bucket');
  assert.equal(removed, 0);
  lock.release();
  const final = await assay.json('move-files-to-bucket');
  assert.deepEqual([final.removed, final.others, final.isFinal], [1, 1, true]);
  assert.deepEqual(inBucket(server).sort(), [
    'speech/other/upload',
    'speech/run-a-1/upload',
    'speech/run-a/upload',
    'speech/run-c/upload',
  ]);
});

test('without a bucket, or once the server uses it, it says what to set', async (t) => {
  const { dataDir, env } = await installation(t);
  const without = await assayWith({ DATA_DIR: dataDir }).answer('move-files-to-bucket', '--json');
  assert.match(without.fault.message, /S3_ENDPOINT/);
  const late = await assayWith({ ...env, BLOB_STORE: 's3' }).answer('move-files-to-bucket', '--json');
  assert.match(late.fault.message, /BLOB_STORE=fs/);
});
