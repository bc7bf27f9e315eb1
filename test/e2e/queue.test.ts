import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { limits } from '#server/config/limits.ts';
import { minutes } from '#server/time.ts';
import { createSpeechClient } from '#test/support/speech-client.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { serverProcesses } from '../../scripts/shared/processes.ts';
import { startThrowawayServer } from '../../scripts/shared/throwaway-server.ts';

const CLIENTS = 2;
const PER_CLIENT = 10;
const SLOTS = limits.concurrentRunsPerClient;

test(`${CLIENTS * PER_CLIENT} submissions at once by ${CLIENTS} clients: at most ${SLOTS} each are processed, first come first served, and every position is right`, async (t) => {
  const folder = await tempFolder(t);
  // Nobody speaks in it: quick to process, and real to the end, which is "failed" without a charge.
  const path = join(folder, 'hum.flac');
  await promisify(execFile)('ffmpeg', [
    ...['-v', 'error', '-f', 'lavfi', '-i', 'anoisesrc=d=182:c=brown:a=0.02:r=16000', '-ac', '1', path],
  ]);
  const audio = await openAsBlob(path);
  const server = await startThrowawayServer(process.env);
  t.after(() => server.stop());
  await server.ready();
  const clients = await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      const { clientId, apiKey } = await server.createKey(1000);
      return { clientId, client: createSpeechClient(server, apiKey) };
    }),
  );
  const rows = () =>
    server.services.db
      .selectFrom('runs')
      .select(['id', 'client_id', 'status', 'sequence', 'started_at', 'charged_credits'])
      .orderBy('sequence')
      .execute();
  const ofClient = <Row extends { client_id: string }>(all: readonly Row[], clientId: string) =>
    all.filter((row) => row.client_id === clientId);

  // With the worker held still nothing ends meanwhile, so the line is known exactly.
  const { worker } = await serverProcesses(server.pid);
  process.kill(worker.pid, 'SIGSTOP');
  try {
    const answers = await Promise.all(
      clients.flatMap(({ client }) => Array.from({ length: PER_CLIENT }, () => client.submit(audio))),
    );
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([202]));
    const bodies = new Map(answers.map(({ body }) => [body.id, body]));
    for (const { clientId, client } of clients) {
      const line = ofClient(await rows(), clientId);
      assert.equal(line.length, PER_CLIENT);
      for (const [index, row] of line.entries()) {
        const body = bodies.get(row.id);
        const isQueued = index >= SLOTS;
        assert.equal(body.status, isQueued ? 'queued' : 'processing', `submission ${index + 1}`);
        if (!isQueued) continue;
        assert.equal(body.queuePosition, index - SLOTS + 1);
        assert.equal(body.activeRequests, SLOTS);
        const { body: polled } = await client.poll(row.id);
        assert.equal(polled.status, 'queued');
        assert.equal(polled.queuePosition, index - SLOTS + 1);
        assert.equal(polled.activeRequests, SLOTS);
      }
    }
  } finally {
    process.kill(worker.pid, 'SIGCONT');
  }

  const until = Date.now() + minutes(3);
  for (;;) {
    const all = await rows();
    for (const { clientId } of clients) {
      const processing = ofClient(all, clientId).filter(({ status }) => status === 'processing');
      assert.ok(processing.length <= SLOTS, `${processing.length} runs of one client are processed at once`);
    }
    if (all.every(({ status }) => status === 'failed')) break;
    assert.ok(Date.now() < until, `not all ended: ${JSON.stringify(all)}`);
    await sleep(50);
  }
  const all = await rows();
  for (const { clientId } of clients) {
    const started = ofClient(all, clientId).map(({ started_at }) => started_at!);
    assert.deepEqual(started, started.toSorted(), 'runs start in the order they were submitted');
  }
  for (const { charged_credits } of all) assert.equal(charged_credits ?? 0, 0);
});
