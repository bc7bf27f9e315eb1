import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { minutes } from '#server/time.ts';
import { findSharedData, withoutSharedData } from '#test/support/shared-data.ts';
import { createSpeechClient } from '#test/support/speech-client.ts';
import { startDemoServer } from '../../testkit/console-demo/demo-server.ts';
import { serverProcesses } from '../../testkit/processes.ts';

/** What the specification allows to say about a bad file. */
const fileCodes = [
  'UNSUPPORTED_FORMAT',
  'AUDIO_TOO_SHORT',
  'AUDIO_TOO_LONG',
  'AUDIO_DURATION_UNAVAILABLE',
  'FILE_TOO_LARGE',
  'MISSING_AUDIO_FILE',
];
const AT_ONCE = 3;
const MIB = 1024 * 1024;
/** Garbage collection comes and goes; a leak of one file in ten would show. */
const GROWTH_ALLOWED_BYTES = 60 * MIB;

/** Each file is read by the same program in test/engines/audio/shared-media.test.ts; here are as many as show what clients get. */
const EVERY = 4;

test('a corrupt, truncated, mislabelled or odd file gets a specified refusal or a normal run, and the server stays as it was', {
  skip: withoutSharedData(),
}, async (t) => {
  const folder = join(findSharedData()!, 'media');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .filter((_, index) => index % EVERY === 0);
  assert.ok(files.length > 30, `${files.length} files`);
  // Decoding is real; what is heard afterwards is recorded.
  const server = await startDemoServer();
  t.after(() => server.stop());
  const { identity } = server.services;
  const { id: clientId } = await identity.createClient({ name: 'one', credits: 100_000 });
  const { apiKey } = await identity.createKey({ clientId });
  const client = createSpeechClient(server, apiKey);
  const processes = () => serverProcesses(server.supervisor.pid!);
  const before = await processes();

  const accepted: string[] = [];
  const submit = async (file: string) => {
    const name = file.slice(folder.length + 1);
    const { status, body } = await client.submit(file);
    if (status === 202) accepted.push(body.id);
    else {
      assert.equal(status, 400, `${name}: ${JSON.stringify(body)}`);
      assert.ok(fileCodes.includes(body.error.code), `${name}: ${JSON.stringify(body)}`);
      assert.ok(body.error.message.length > 10, name);
    }
  };
  const submitAll = async (list: readonly string[]) => {
    const waiting = [...list];
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let file = waiting.shift(); file; file = waiting.shift()) await submit(file);
      }),
    );
  };
  // The first half loads what is loaded lazily; from then on nothing may be kept.
  await submitAll(files.filter((_, index) => index % 2 === 0));
  const middle = await processes();
  await submitAll(files.filter((_, index) => index % 2 === 1));
  for (const id of accepted) {
    const run = await client.ended(id, minutes(3));
    assert.ok(['success', 'partial', 'failed'].includes(run.status));
  }

  const { api, worker } = await processes();
  assert.equal(api.pid, before.api.pid, 'the api was never restarted');
  assert.equal(worker.pid, before.worker.pid, 'the worker was never restarted');
  const grown = api.residentBytes - middle.api.residentBytes;
  assert.ok(grown < GROWTH_ALLOWED_BYTES, `the api grew by ${Math.round(grown / MIB)} MiB`);
  const left = readdirSync(join(server.dataDir, 'blobs'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !accepted.some((id) => path.includes(id)));
  assert.deepEqual(left, [], 'a refused upload leaves no file');
  t.diagnostic(
    `${files.length} files, ${accepted.length} accepted; the api grew by ${Math.round(grown / MIB)} MiB`,
  );
});
