import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeIdentity } from '#server/backup/keys.ts';
import { assayWith } from '#test/support/backup-installation.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { startS3Server } from '../../testkit/s3-server/server.ts';

test('files and backups in buckets are restored to another place, also after a restore that was cut off', async (t) => {
  const bucket = await startS3Server({ mostPerPage: 3 });
  t.after(bucket.stop);
  const folder = await tempFolder(t);
  const keyFile = join(folder, 'key');
  await writeFile(keyFile, (await makeIdentity()).identity);
  const base = {
    PATH: process.env.PATH!,
    ...bucket.env,
    BLOB_STORE: 's3',
    ASSAY_BACKUP_KEY_FILE: keyFile,
    ASSAY_BACKUP_TO: 's3://recordings/backups/assay',
  };
  const assay = assayWith({ ...base, DATA_DIR: join(folder, 'data') });
  const { clientId } = await assay.json('clients', 'create', '--name', 'Acme', '--credits', '500');
  const files = ['run-1/upload', 'run-1/cut.mp3', 'run-2/upload', 'run-2/evidence.json.gz'].map((name) => ({
    key: `speech/${name}`,
    content: randomBytes(50_000),
  }));
  for (const { key, content } of files) bucket.objects.put(`assay/${key}`, content);

  await assay.json('backup', 'create');
  const made = await assay.json('backup', 'create');
  assert.ok(made.knownFiles >= files.length, 'what has not changed is not copied again');
  const { said, status } = await assay.answer('backup', 'verify', '--deep', '--json');
  assert.deepEqual([status, said.faults], [0, []]);

  const into = join(folder, 'restored');
  const same = await assayWith({ ...base, DATA_DIR: into }).answer('restore', '--json');
  assert.equal(same.fault.code, 'RESTORE_REFUSED');
  assert.match(same.fault.message, /another S3_PREFIX/);

  const restored = assayWith({ ...base, DATA_DIR: into, S3_PREFIX: 'restored' });
  // Cut off on its way, the next one goes on.
  bucket.failWhen(({ method, key }) =>
    method === 'PUT' && key.startsWith('restored/speech/')
      ? { status: 403, code: 'AccessDenied' }
      : undefined,
  );
  assert.equal((await restored.answer('restore', '--json')).fault.code, 'BACKUP_PLACE');
  bucket.failWhen();
  const { backup } = await restored.json('restore');
  assert.equal(backup.id, made.backup.id);
  for (const { key, content } of files) {
    assert.ok(bucket.objects.current(`restored/${key}`)!.content.equals(content), key);
  }
  assert.equal(bucket.objects.current('restored/restoring.json'), undefined);
  const { clients } = await restored.json('clients', 'list');
  assert.deepEqual(
    clients.map((client: { id?: string; clientId?: string }) => client.id ?? client.clientId),
    [clientId],
  );
  assert.equal((await restored.json('audit', 'verify')).isIntact, true);
});
