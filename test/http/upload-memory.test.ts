import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { nodeOptions } from '#server/process/service.ts';
import { encodeForm, fakeAudio } from '#test/support/build-test-app.ts';

/** Resident memory of another process, in bytes. */
const residentBytes = (pid: number) =>
  Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * 4096;

test('uploads of 25 MB leave the memory of the server flat', {
  skip: process.platform === 'linux' ? false : 'reads /proc',
}, async (t) => {
  const server = fork(resolve(import.meta.dirname, '../support/serve-test-app.ts'), {
    execArgv: [...nodeOptions.api],
  });
  t.after(async () => {
    server.disconnect();
    await once(server, 'exit');
  });
  const [{ port, apiKey }] = (await once(server, 'message')) as [{ port: number; apiKey: string }];
  const { headers, payload } = encodeForm([{ name: 'audio', value: fakeAudio(240_000), fileName: 'a.wav' }]);
  const end = payload.indexOf('\r\n--assay', 10);
  const filler = Buffer.alloc(64 * 1024, 1);

  const upload = async () => {
    const outgoing = request({
      port,
      method: 'POST',
      path: '/api/v1/speech/analyze',
      headers: { ...headers, 'x-api-key': apiKey },
    });
    const answered = once(outgoing, 'response');
    outgoing.write(payload.subarray(0, end));
    for (let count = 0; count < 399; count++) {
      if (!outgoing.write(filler)) await once(outgoing, 'drain');
    }
    outgoing.end(payload.subarray(end));
    const [answer] = await answered;
    answer.resume();
    return answer.statusCode;
  };

  const idleBytes = residentBytes(server.pid!);
  let peakBytes = idleBytes;
  const timer = setInterval(() => {
    peakBytes = Math.max(peakBytes, residentBytes(server.pid!));
  }, 3);
  assert.equal(await upload(), 202);
  // Four at once: were each held in memory, they would be 100 MB.
  assert.deepEqual(await Promise.all([upload(), upload(), upload(), upload()]), [202, 202, 202, 202]);
  clearInterval(timer);
  const grownMb = (peakBytes - idleBytes) / 1024 / 1024;
  t.diagnostic(`peak ${grownMb.toFixed(1)} MB above idle with four uploads at once`);
  assert.ok(grownMb < 80, `${grownMb.toFixed(1)} MB above idle`);
});
