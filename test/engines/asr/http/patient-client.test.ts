import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPatientClient } from '#server/engines/asr/http/patient-client.ts';
import { createCircuit } from '#server/engines/http/circuit.ts';
import { RequestError } from '#server/engines/http/request.ts';
import { never } from '#test/support/speech-sounds.ts';

const good = { words: [{ word: 'yes', start: 0, end: 0.5, probability: 1 }] };
const settings = {
  url: new URL('http://gpu.lan/v1/audio/transcriptions'),
  model: 'm',
  apiKey: null,
  timeoutMs: 1000,
  patienceMs: 100_000,
};

/** A client on a clock that only sleeping moves. */
function clientOf(outcomes: (RequestError | object)[]) {
  let nowMs = 0;
  const askedAtMs: number[] = [];
  const now = () => nowMs;
  const circuit = createCircuit({ failuresToOpen: 3, pauseMs: 20_000, now });
  const requester = {
    async json() {
      askedAtMs.push(nowMs);
      const outcome = outcomes.length > 1 ? outcomes.shift()! : outcomes[0]!;
      if (outcome instanceof RequestError) throw outcome;
      return outcome;
    },
    close: () => undefined,
  };
  const sleep = async (ms: number) => {
    nowMs += ms;
  };
  const client = createPatientClient(settings, { requester, circuit, now, sleep });
  return { askedAtMs, circuit, ask: () => client({ pcm: Buffer.alloc(32_000), signal: never }) };
}

const down = () => new RequestError('unreachable', 'ECONNREFUSED');

test('pauses grow; after three failures in a row the server is left alone, then one request looks', async () => {
  const { ask, askedAtMs } = clientOf([down(), down(), down(), down(), good]);
  await ask();
  assert.deepEqual(askedAtMs, [0, 500, 1500, 21_500, 41_500]);
});

test('Retry-After is heeded', async () => {
  const { ask, askedAtMs } = clientOf([new RequestError('busy', 'HTTP 429', { retryAfterMs: 7000 }), good]);
  await ask();
  assert.deepEqual(askedAtMs, [0, 7000]);
});

test('a Retry-After beyond the patience ends the run at once', async () => {
  const { ask, askedAtMs } = clientOf([new RequestError('busy', 'HTTP 503', { retryAfterMs: 3_600_000 })]);
  await assert.rejects(ask(), { code: 'TRANSCRIPTION_FAILED', message: /100 s/, forOperators: 'HTTP 503' });
  assert.equal(askedAtMs.length, 1);
});

test('an open circuit keeps a second run from asking', async () => {
  const { ask, askedAtMs } = clientOf([down()]);
  await assert.rejects(ask(), { code: 'TRANSCRIPTION_FAILED' });
  const asked = askedAtMs.length;
  assert.ok(asked <= 8, `${asked} requests in 100 s to a server that is down`);
});

test('a refusal does not open the circuit: the server is there', async () => {
  const { ask, circuit } = clientOf([new RequestError('refused', 'HTTP 400', { status: 400 })]);
  for (let run = 0; run < 5; run++) await assert.rejects(ask(), { code: 'SERVICE_CONFIGURATION_ERROR' });
  assert.equal(circuit.waitMs(), 0);
});

test('while one request looks whether the server is back, no other does', () => {
  let nowMs = 0;
  const circuit = createCircuit({ failuresToOpen: 1, pauseMs: 1000, now: () => nowMs });
  circuit.failed();
  assert.equal(circuit.waitMs(), 1000);
  nowMs = 1000;
  assert.equal(circuit.waitMs(), 0);
  assert.ok(circuit.waitMs() > 0);
  circuit.succeeded();
  assert.equal(circuit.waitMs(), 0);
  assert.equal(circuit.waitMs(), 0);
});
