import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { bundledModel } from '#test/support/bundled-model.ts';

const server = resolve(import.meta.dirname, '../../server');

/** As in the worker process: the program begins, a thread of it uses a model. */
const program = `
  import '${join(server, 'engines/quiet-runtime.ts')}';
  import { Worker } from 'node:worker_threads';
  const code = "import('${join(server, 'engines/vad/silero.ts')}').then(({ createSileroVad }) =>" +
    " createSileroVad({ modelPath: '${bundledModel('silero-vad-v6.onnx')}' }))";
  new Worker(code, { eval: true }).on('exit', (code) => process.exit(code));
`;

test('ONNX Runtime neither notes down nor reports that it is used', async (t) => {
  const home = await mkdtemp(join(tmpdir(), 'assay-home-'));
  t.after(() => rm(home, { recursive: true, force: true }));
  const env = { PATH: process.env.PATH, HOME: home };
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], { env });
  assert.deepEqual(await readdir(home, { recursive: true }), []);
});

test('both programs silence it before anything else', async () => {
  for (const file of ['main.ts', 'cli.ts']) {
    const [first] = (await readFile(join(server, file), 'utf8')).match(/^import .*$/m) ?? [];
    assert.equal(first, "import './engines/quiet-runtime.ts';", file);
  }
});
