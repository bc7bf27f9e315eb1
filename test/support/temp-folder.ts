import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

/** A folder of the test's own, removed when it ends. */
export async function tempFolder(t: Pick<TestContext, 'after'>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-test-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const left: string[] = [];

/** A folder that is removed when the process ends, for what is made without a test at hand. */
export async function folderUntilExit(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-test-'));
  // One listener for all: files of tests share a process.
  if (left.push(folder) === 1)
    process.once('exit', () => {
      for (const one of left) rmSync(one, { recursive: true, force: true });
    });
  return folder;
}
