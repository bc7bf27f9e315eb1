import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whileDatabaseStarts } from '#server/process/database-patience.ts';

const away = (code: string, message = 'away') => Object.assign(new Error(message), { code });
const postgres = { databaseUrl: 'postgres://db/assay' };

/** Work that fails with these in turn, then succeeds. */
function work(faults: readonly Error[]) {
  let calls = 0;
  const warnings: unknown[] = [];
  return {
    warnings,
    calls: () => calls,
    logger: { warn: (fields: unknown) => void warnings.push(fields) },
    async run() {
      const fault = faults[calls++];
      if (fault) throw fault;
      return 'served';
    },
  };
}

for (const [title, fault] of [
  ['starts', away('57P03', 'the database system is starting up')],
  ['was killed under a question', away('57P01', 'terminating connection due to unexpected postmaster exit')],
  ['recovers from a crash', away('57P02')],
  ['is not there yet', away('ECONNREFUSED')],
  ['has no connection left yet', away('53300')],
  ['cut a connection', new Error('Connection terminated unexpectedly')],
] as const) {
  test(`a start goes on when PostgreSQL ${title}`, async () => {
    const { run, calls, logger, warnings } = work([fault, fault]);
    assert.equal(await whileDatabaseStarts(postgres, { logger, againAfterMs: 1 }, run), 'served');
    assert.deepEqual([calls(), warnings.length], [3, 2]);
  });
}

test('what waiting cannot cure ends the start at once', async () => {
  for (const [place, fault] of [
    [postgres, new Error('a bug')],
    [postgres, away('28P01', 'password authentication failed')],
    // SQLite has no server that could still come up.
    [{ databaseUrl: null }, away('SQLITE_CANTOPEN')],
    [{ databaseUrl: null }, away('ECONNREFUSED')],
  ] as const) {
    const { run, calls, logger } = work([fault]);
    await assert.rejects(whileDatabaseStarts(place, { logger, againAfterMs: 1 }, run), fault);
    assert.equal(calls(), 1);
  }
});

test('a stop of the process does not wait for the database', async () => {
  const stopping = new AbortController();
  const { run, calls } = work([away('57P03'), away('57P03')]);
  const logger = { warn: () => stopping.abort() };
  await assert.rejects(
    whileDatabaseStarts(postgres, { logger, signal: stopping.signal, againAfterMs: 1e9 }, run),
    { code: '57P03' },
  );
  assert.equal(calls(), 2);
});
