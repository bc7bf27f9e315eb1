import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFaults } from '#server/domain/requirements/faults.ts';
import { readConfig } from '#server/domain/requirements/validate.ts';
import { RunFailure } from '#server/errors.ts';
import { searchPipeline } from '#server/modules/search/pipeline/pipeline.ts';
import { createSearchRunService } from '#server/modules/search/pipeline/run-service.ts';
import type { SearchRun } from '#server/modules/search/run-type.ts';
import type { Retriever } from '#server/modules/search/types.ts';

const config = readConfig({ requirements: {} }, 'config', createFaults())!;
const run = {
  id: 'r',
  createdAt: '2026-11-23T00:00:00.000Z',
  input: {
    corpus: 1,
    jobDescription: 'Clerk',
    config,
    filters: { tags: [], requireMinimalQualifications: false },
    limit: 10,
  },
} as unknown as SearchRun;
const never = new AbortController().signal;

const inputOf = (retrieve: Retriever['retrieve'], { signal = never, timeoutMs = 60_000 } = {}) =>
  createSearchRunService({ pipeline: searchPipeline, retriever: { retrieve }, timeoutMs }).buildInput(
    run,
    '',
    signal,
  );
const endless = () => new Promise<never>(() => undefined);
const failsWith =
  (message: string, code = 'SCORING_FAILED') =>
  (error: unknown) =>
    error instanceof RunFailure && error.code === code && error.message === message;

test('candidates that cannot be found in time fail the search, whether anything listens or not', async () => {
  await assert.rejects(
    inputOf(endless, { timeoutMs: 20 }),
    failsWith('Finding candidates took longer than the 0.02 seconds it may take.', 'STUCK_TIMEOUT'),
  );
});

test('a search that is dropped meanwhile is no failure of it', async () => {
  const stop = new AbortController();
  const waiting = inputOf(endless, { signal: stop.signal });
  stop.abort(new Error('The worker stops.'));
  await assert.rejects(waiting, /^Error: The worker stops\.$/);
});

test('what a search meets fails it in words that tell nothing of the inside, an outage is waited for', async () => {
  await assert.rejects(
    inputOf(async () => {
      throw new Error('no such table');
    }),
    failsWith('The corpus could not be searched.'),
  );
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  await assert.rejects(
    inputOf(async () => {
      throw away;
    }),
    away,
  );
});

test('the candidates that retrieval found are compared', async () => {
  const found = { candidates: [], searched: 3, warnings: ['so'] };
  const { searched, retrievalWarnings, limit } = await inputOf(async () => found);
  assert.deepEqual(
    { searched, retrievalWarnings, limit },
    { searched: 3, retrievalWarnings: ['so'], limit: 10 },
  );
});
