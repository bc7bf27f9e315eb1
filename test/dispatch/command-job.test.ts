import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { tempFolder } from '#test/support/temp-folder.ts';

const server = resolve(import.meta.dirname, '../../server');

test('a command ends with the process that started it, even where that is killed', async (t) => {
  // A hub that never answers: the command holds its connection until it ends.
  const hub = createServer(() => {}).listen(0, '127.0.0.1');
  t.after(() => hub.close());
  await once(hub, 'listening');
  const { port } = hub.address() as AddressInfo;
  const asked = once(hub, 'connection') as Promise<[Socket]>;
  const script = `
    import { startCommand } from '${server}/dispatch/command-job.ts';
    startCommand('${server}/cli.ts', ['models', 'pull', 'whisper-tiny', '--json', '--answer-seconds', '600']);
  `;
  const starter = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    env: {
      ...process.env,
      DATA_DIR: await tempFolder(t),
      ASSAY_MODELS_MIRROR: `http://127.0.0.1:${port}`,
    },
    stdio: 'ignore',
  });
  t.after(() => starter.kill('SIGKILL'));
  const [connection] = await asked;
  const isGone = once(connection, 'close');
  starter.kill('SIGKILL');
  await isGone;
  assert.ok(connection.destroyed);
});
