import assert from 'node:assert/strict';
import { migrateToLatest } from '#server/db/migrate.ts';
import { createRescoringService, createResultReplacer } from '#server/modules/speech/rescoring.ts';
import { createDataLayer } from '#test/support/data-layer.ts';
import { madeAt as at, migrationTest } from '#test/support/migration-test.ts';
import { finishedState, settlementOf } from '#test/support/speech-state.ts';

migrationTest(
  'rescorings of an earlier release stay what they were, and one that was open is done',
  '0008_run_search',
  async (db) => {
    const { result, summary } = settlementOf(finishedState());
    const run = (id: string) => ({
      id,
      service_type: 'speech',
      client_id: 'c',
      status: 'success' as const,
      playground: 0,
      metadata: '{}',
      tags: '[]',
      input: JSON.stringify({ language: 'en', blobKey: `speech/${id}/upload`, fileName: 'anna.mp3' }),
      result: JSON.stringify(result),
      summary: JSON.stringify(summary),
      audio_duration_ms: 200_000,
      language: 'en',
      cost_credits: 4,
      created_at: at,
      finished_at: at,
      lapses: 0,
    });
    await db
      .insertInto('runs')
      .values([run('a'), run('b')])
      .execute();
    const rescore = (id: string, runId: string, more: object) => ({
      id,
      run_id: runId,
      client_id: 'c',
      speaker: 'S1',
      requested_by: 'user-1',
      status: 'done',
      created_at: at,
      finished_at: at,
      tries: 1,
      ...more,
    });
    await db
      .insertInto('rescores' as 'runs')
      .values([
        rescore('first', 'a', {}),
        rescore('second', 'a', { status: 'failed', error_code: 'SCORING_FAILED', error_message: 'No.' }),
        rescore('open', 'b', { status: 'open', finished_at: null, lease_owner: 'gone', lease_until: at }),
      ] as never)
      .execute();

    await migrateToLatest(db);
    const layer = createDataLayer(db, undefined, { speech_rescore: createResultReplacer() });
    const rescoring = createRescoringService({ db, runs: layer.runs, newId: () => 'new' });
    const { id, status, error } = (await rescoring.newest('a'))!;
    assert.deepEqual([id, status, error], ['second', 'failed', { code: 'SCORING_FAILED', message: 'No.' }]);
    assert.equal((await rescoring.newest('b'))?.status, 'open');

    await layer.queue.recoverLapsed([]);
    const claimed = (await layer.queue.claim('w', 'speech_rescore'))!;
    assert.deepEqual(claimed.input, {
      language: 'en',
      blobKey: 'speech/b/upload',
      runId: 'b',
      speaker: 'S1',
      requestedBy: 'user-1',
    });
    const settlement = settlementOf(finishedState(), { status: 'partial', charge: 0 });
    assert.equal(await layer.queue.settle(claimed, 'w', settlement), true);
    assert.equal((await rescoring.newest('b'))?.status, 'done');
    assert.equal((await layer.runs.find({ clientId: 'c', runId: 'b' }))?.status, 'partial');
    const listed = await layer.runs.list({ clientId: 'c', limit: 10, offset: 0 });
    assert.deepEqual(listed.runs.map((one) => one.id).sort(), ['a', 'b']);
  },
);
