import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { tempFolder } from '#test/support/temp-folder.ts';
import { processorMs, readCosts } from '../../scripts/processor-time.ts';

/** Works until it has cost 200 ms, however long that takes. */
const work = 'while (process.cpuUsage().user < 200_000);';
const preload = ['--import', resolve(import.meta.dirname, '../../scripts/processor-time.ts')];

test('what children cost is in it once they have ended', () => {
  const before = processorMs();
  execFileSync(process.execPath, ['--eval', work]);
  assert.ok(processorMs() - before >= 190, `${processorMs() - before} ms`);
});

test('a file of tests tells its cost with that of its children, which tell none of their own', async (t) => {
  const costs = join(await tempFolder(t), 'costs');
  const file = join(await tempFolder(t), 'some file.mjs');
  await writeFile(
    file,
    `import { execFileSync } from 'node:child_process';
execFileSync(process.execPath, [...process.execArgv, '--eval', ${JSON.stringify(work)}]);`,
  );
  const env = { ...process.env, ASSAY_TEST_COSTS: costs, ASSAY_TEST_RUNNER: String(process.pid) };
  execFileSync(process.execPath, [...preload, file], { env });
  assert.equal(readFileSync(costs, 'utf8').trim().split('\n').length, 1);
  assert.ok(readCosts(costs).get(file)! >= 190, readFileSync(costs, 'utf8'));
});
