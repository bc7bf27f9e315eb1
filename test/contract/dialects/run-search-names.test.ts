import assert from 'node:assert/strict';
import type { RunsService } from '#server/modules/runs/types.ts';
import { days } from '#server/time.ts';
import { dialectTest } from '#test/support/dialect-test.ts';
import { MARK, storedRuns } from '#test/support/stored-runs.ts';

const foundBy = async (runs: RunsService, clientId: string, name: string) =>
  (await runs.list({ clientId, serviceType: 'cv_deepmatch', name, limit: 10, offset: 0 })).runs.map(
    ({ id }) => id,
  );

dialectTest('no run is found by a name that is no longer kept', async (context) => {
  const stored = await storedRuns(context.db, context.config);
  const { retention, clientId, clock, runs } = stored;
  await retention.setClient(clientId, { cvs: 10, results: 20 });
  const matchId = await stored.match();
  const names = async () => {
    const { search_names } = await context.db
      .selectFrom('runs')
      .select('search_names')
      .where('id', '=', matchId)
      .executeTakeFirstOrThrow();
    return search_names;
  };
  const mark = MARK.toLowerCase();
  assert.equal(await names(), `${mark}\n${mark}.pdf`);
  assert.deepEqual(await foundBy(runs, clientId, MARK), [matchId]);
  clock.advance(days(10));
  await retention.enforceIfDue('worker', new AbortController().signal);
  assert.equal(await names(), mark, 'the file has gone');
  clock.advance(days(10));
  await retention.enforceIfDue('worker', new AbortController().signal);
  assert.equal(await names(), null);
  assert.deepEqual(await foundBy(runs, clientId, MARK), []);
});
