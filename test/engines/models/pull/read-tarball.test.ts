import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { textSha256 } from '#server/engines/models/content/hashing.ts';
import { readTarball } from '#server/engines/models/pull/read-tarball.ts';
import { randomBytes, writeFiles } from '#test/support/model-files.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { seededRandom } from '../../../../testkit/random.ts';

const run = promisify(execFile);
const longName = `${'deep/'.repeat(40)}${'x'.repeat(120)}.onnx`;
const files = { 'a.bin': randomBytes(1000, 1), 'b/empty': Buffer.alloc(0), [longName]: randomBytes(5000, 2) };

async function packed(t: TestContext, format: string): Promise<string> {
  const folder = await tempFolder(t);
  await writeFiles(join(folder, 'package'), files);
  await symlink('/etc/passwd', join(folder, 'package/link'));
  const path = join(folder, 'it.tgz');
  await run('tar', ['-czf', path, '-C', folder, `--format=${format}`, 'package']);
  return path;
}

async function read(path: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  await readTarball(path, async (name, pieces) => {
    const read: Buffer[] = [];
    for await (const piece of pieces) read.push(piece);
    found[name] = textSha256(Buffer.concat(read));
  });
  return found;
}

const expected = Object.fromEntries(
  Object.entries(files).map(([name, content]) => [name, textSha256(content)]),
);

for (const format of ['gnu', 'pax']) {
  test(`plain files of a tarball in ${format} form are read, long names too, and links are passed over`, async (t) => {
    assert.deepEqual(await read(await packed(t, format)), expected);
  });
}

test('files that are not asked for are passed over', async (t) => {
  const names: string[] = [];
  await readTarball(await packed(t, 'pax'), async (name) => void names.push(name));
  assert.deepEqual(names.sort(), Object.keys(files).sort());
});

test('what is cut off or no archive is refused as such', async (t) => {
  const path = await packed(t, 'pax');
  const content = readFileSync(path);
  const random = seededRandom(3);
  const cuts = Array.from({ length: 20 }, () =>
    content.subarray(0, Math.floor(random() * (content.length - 20))),
  );
  for (const bytes of [...cuts, Buffer.from('<html>'), gzipSync(randomBytes(4096, 4))]) {
    await writeFile(path, bytes);
    await assert.rejects(read(path), { code: 'DOWNLOAD_FAILED' }, `${bytes.length} bytes`);
  }
});
