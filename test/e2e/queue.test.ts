import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '#server/config/limits.ts';
import { minutes } from '#server/time.ts';
import { createSpeechClient } from '#test/support/speech-client.ts';
import { startDemoServer } from '../../testkit/console-demo/demo-server.ts';
import { silentWav } from '../../testkit/silent-wav.ts';

const CLIENTS = 2;
const PER_CLIENT = 10;
/** Of one recording: 182 s are four started minutes. */
const COST = 4;
const SLOTS = limits.concurrentRunsPerClient;

test(`${CLIENTS * PER_CLIENT} submissions at once by ${CLIENTS} clients: at most ${SLOTS} each are processed, first come first served, and every position is right`, async (t) => {
  const audio = new Blob([silentWav(182)]);
  // The real processes; what the steps compute is made up.
  const server = await startDemoServer({ hearing: 'fake' });
  t.after(() => server.stop());
  const { identity } = server.services;
  const clients = await Promise.all(
    Array.from({ length: CLIENTS }, async (_, index) => {
      const { id: clientId } = await identity.createClient({ name: `client ${index}`, credits: 1000 });
      const { apiKey } = await identity.createKey({ clientId });
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

  /** A machine that is too busy to look at twenty recordings says so, and takes them later. */
  const submit = async (client: ReturnType<typeof createSpeechClient>) => {
    for (;;) {
      const answer = await client.submit(audio);
      if (answer.status !== 503) return answer;
      await sleep(200);
    }
  };

  // With the worker held still nothing ends meanwhile, so the line is known exactly.
  const { worker } = await server.children();
  process.kill(worker!, 'SIGSTOP');
  try {
    const answers = await Promise.all(
      clients.flatMap(({ client }) => Array.from({ length: PER_CLIENT }, () => submit(client))),
    );
    for (const { status, body } of answers) assert.equal(status, 202, JSON.stringify(body));
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
    process.kill(worker!, 'SIGCONT');
  }

  const until = Date.now() + minutes(3);
  for (;;) {
    const all = await rows();
    for (const { clientId } of clients) {
      const processing = ofClient(all, clientId).filter(({ status }) => status === 'processing');
      assert.ok(processing.length <= SLOTS, `${processing.length} runs of one client are processed at once`);
    }
    if (all.every(({ status }) => status === 'success')) break;
    assert.ok(Date.now() < until, `not all ended: ${JSON.stringify(all)}`);
    await sleep(50);
  }
  const all = await rows();
  for (const { clientId } of clients) {
    const started = ofClient(all, clientId).map(({ started_at }) => started_at!);
    assert.deepEqual(started, started.toSorted(), 'runs start in the order they were submitted');
  }
  for (const { charged_credits } of all) assert.equal(charged_credits, COST);
});
