import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { PassThrough } from 'node:stream';
import type { TestContext } from 'node:test';
import { createCommandContext } from '#server/commands/context.ts';
import { runCommandLine } from '#server/commands/program.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { writeTestWhisper } from '../../testkit/test-model/write-whisper.ts';

export type Env = Record<string, string>;

/** Whether set-up has fetched models into the project must make no difference to tests. */
export const noWeights = '/nonexistent/weights';

export async function assay(env: Env, ...argv: string[]) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const status = await runCommandLine(
    ['models', ...argv],
    createCommandContext({ env: { WEIGHTS_DIR: noWeights, ...env }, stdout, stderr }),
  );
  return { status, out: String(stdout.read() ?? ''), err: String(stderr.read() ?? '') };
}

export async function json(env: Env, ...argv: string[]) {
  const { status, out, err } = await assay(env, ...argv, '--json');
  assert.equal(status, 0, err);
  assert.equal(out.trim().split('\n').length, 1, 'one document on one line');
  return JSON.parse(out);
}

export async function refusal(env: Env, ...argv: string[]): Promise<{ code: string; message: string }> {
  const { status, out, err } = await assay(env, ...argv, '--json');
  assert.deepEqual([status, out], [1, '']);
  return JSON.parse(err.trim().split('\n').at(-1)!).error;
}

/** An appliance without internet, and a real export to bring there. */
export async function appliance(t: TestContext) {
  const home = await tempFolder(t);
  const exported = join(home, 'export');
  await writeTestWhisper(exported, {
    geometry: 'short',
    layouts: ['merged'],
    precisions: ['int8'],
    timestamped: true,
  });
  return { home, exported, env: { DATA_DIR: join(home, 'data') } as Env, models: join(home, 'data/models') };
}

export async function filesOf(folder: string): Promise<Record<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [relative(folder, path), readFileSync(path)]),
  );
}
