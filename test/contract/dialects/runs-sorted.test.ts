import assert from 'node:assert/strict';
import { CompiledQuery, type RootOperationNode } from 'kysely';
import { runTypes } from '#server/app/run-types.ts';
import { browseRuns } from '#server/modules/runs/list-runs.ts';
import type { BrowseFilter, Run, RunSorting, Settlement } from '#server/modules/runs/types.ts';
import { days, seconds } from '#server/time.ts';
import { createDataLayer, failed, newRun } from '#test/support/data-layer.ts';
import { type DialectTest, dialectTest } from '#test/support/dialect-test.ts';
import { createMovingClock } from '#test/support/moving-clock.ts';
import { finishedState, settlementOf } from '#test/support/speech-state.ts';
import { storedRuns } from '#test/support/stored-runs.ts';

const scored = (overall: number, accent: number | null): Settlement => ({
  ...{ status: 'success', charge: 1, error: null, result: {} },
  summary: { scores: { overall, vocabulary: null, fluency: 2, accent } },
});

/** In order of submission. */
const submissions: readonly [id: string, audioSeconds: number, Settlement][] = [
  ['a', 60, scored(3.1, 2)],
  ['b', 240, scored(4.6, null)],
  ['c', 30, scored(3.1, 4.9)],
  ['d', 120, failed],
  ['e', 90, scored(0.4, 3)],
  ['f', 10, failed],
  ['g', 15, scored(3.1, 0)],
];

async function prepare({ db }: DialectTest) {
  const layer = createDataLayer(db);
  const { identity, runs, queue, clock } = layer;
  const { id: clientId } = await identity.createClient({ name: 'ours', credits: 1000 });
  const { id: otherId } = await identity.createClient({ name: 'theirs', credits: 1000 });
  const end = async (run: Parameters<typeof newRun>[0], settlement: Settlement) => {
    await runs.submit(newRun(run));
    await queue.settle((await queue.claim('w'))!, 'w', settlement);
    clock.advance(seconds(1));
  };
  for (const [id, audioSeconds, settlement] of submissions) {
    const run = { clientId, id, audioDurationMs: seconds(audioSeconds), playground: id === 'c' };
    await end(run, settlement);
  }
  await end({ clientId: otherId, id: 'theirs' }, scored(5, 5));
  const all = { clientId, limit: 2, playground: 'with' } as const;
  const browse = (given: Partial<BrowseFilter>) => runs.browse({ ...all, ...given });
  const count = (given: Partial<BrowseFilter>) => runs.count({ ...all, ...given });
  /** All of it, two at a time. */
  const walk = async (sorting: RunSorting, between = async () => {}) => {
    const seen: Run[] = [];
    for (let after: BrowseFilter['after']; ; ) {
      const page = await browse({ sorting, ...(after && { after }) });
      seen.push(...page.runs);
      if (page.next === null) return seen.map(({ id }) => id).join('');
      after = page.next;
      await between();
    }
  };
  return { ...layer, clientId, end, browse, count, walk };
}

dialectTest('runs are sorted by the server, page by page, those without the value last', async (context) => {
  const { walk } = await prepare(context);
  for (const [by, direction, expected] of [
    ['overall', 'desc', 'bgcaefd'],
    ['overall', 'asc', 'eacgbfd'],
    ['accent', 'desc', 'ceagfdb'],
    ['accent', 'asc', 'gaecfdb'],
    ['fluency', 'desc', 'gecbafd'],
    ['vocabulary', 'desc', 'gfedcba'],
    ['vocabulary', 'asc', 'gfedcba'],
    ['audio', 'desc', 'bdeacgf'],
    ['audio', 'asc', 'fgcaedb'],
    ['submitted', 'desc', 'gfedcba'],
    ['submitted', 'asc', 'abcdefg'],
  ] as const) {
    assert.equal(await walk({ by, direction }), expected, `${by} ${direction}`);
  }
});

dialectTest('a page holds its place while better runs come in', async (context) => {
  const { walk, end, clientId } = await prepare(context);
  let count = 0;
  const between = () => end({ clientId, id: `late-${count++}` }, scored(4.9, 5));
  assert.equal(await walk({ by: 'overall', direction: 'desc' }, between), 'bgcaefd');
});

dialectTest('the count is that of the whole filter, whatever the page', async (context) => {
  const { browse, count, runs, clientId } = await prepare(context);
  await runs.submit(newRun({ clientId, id: 'cv', serviceType: 'cv_deepmatch', tags: ['x'] }));
  const sorting = { by: 'overall', direction: 'desc' } as const;
  const first = await browse({ sorting });
  for (const [filter, expected] of [
    [{}, 8],
    [{ sorting, after: first.next! }, 8],
    [{ serviceType: 'speech' }, 7],
    [{ serviceType: 'speech', playground: 'without' }, 6],
    [{ playground: 'only' }, 1],
    [{ status: 'failed' }, 2],
    [{ tags: ['x'] }, 1],
    [{ search: 'nul\0' }, 0],
  ] as [Partial<BrowseFilter>, number][]) {
    assert.equal(await count(filter), expected, JSON.stringify(filter));
  }
});

dialectTest('a score that was replaced or deleted sorts as it is shown', async ({ db, config }) => {
  const clock = createMovingClock();
  const stored = await storedRuns(db, config, clock);
  const { clientId, runs, rescoring, retention } = stored;
  const overallOf = async () => {
    const { overall_score, accent_score } = await db
      .selectFrom('runs')
      .select(['overall_score', 'accent_score'])
      .where('part_of', 'is', null)
      .executeTakeFirstOrThrow();
    const sorting = { by: 'overall', direction: 'desc' } as const;
    const { runs: rows } = await runs.browse({ clientId, limit: 5, playground: 'with', sorting });
    const { scores } = (rows[0]!.summary ?? { scores: {} }) as { scores: Record<string, number | null> };
    assert.deepEqual([overall_score, accent_score], [scores.overall ?? null, scores.accent ?? null]);
    return overall_score;
  };
  const runId = await stored.interview();
  const first = await overallOf();
  assert.equal(typeof first, 'number');

  const obstacle = async () => null;
  await rescoring.request({ clientId, runId, speaker: 'S1', userId: 'u', obstacle });
  const state = finishedState();
  state.accent = { ...state.accent!, score: 1.2 };
  const claimed = (await stored.queue.claim('worker', 'speech_rescore'))!;
  await stored.queue.settle(claimed, 'worker', settlementOf(state, { charge: 0 }));
  const second = await overallOf();
  assert.ok(second! < first!, `${second} after ${first}`);

  await retention.setClient(clientId, { results: 1 });
  clock.advance(days(2));
  await retention.enforceIfDue('worker', new AbortController().signal);
  assert.equal(await overallOf(), null);
});

dialectTest('sorting by a score reads its index and sorts nothing', async (context) => {
  const { db, dialect } = context;
  const { clientId } = await prepare(context);
  /** Which runs make the page; these few are then read and put in order. */
  const pages: CompiledQuery[] = [];
  const noting = db.withPlugin({
    transformQuery({ node, queryId }) {
      const query = db.getExecutor().compileQuery(node as RootOperationNode, queryId);
      if (query.sql.startsWith('select "runs"."sequence"')) pages.push(query);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const sorting = { by: 'overall', direction: 'desc' } as const;
  const filter: BrowseFilter = { clientId, limit: 2, playground: 'with', serviceType: 'speech', sorting };
  const [first] = await browseRuns(noting, runTypes, filter);
  await browseRuns(noting, runTypes, { ...filter, after: first!.cursor });
  assert.equal(pages.length, 2);
  for (const { sql, parameters } of pages) {
    const plan = await db.transaction().execute(async (trx) => {
      if (dialect === 'SQLite') {
        const { rows } = await trx.executeQuery<{ detail: string }>(
          CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
        );
        return rows.map(({ detail }) => detail).join('\n');
      }
      // So few rows are read quicker without any index.
      await trx.executeQuery(CompiledQuery.raw('set local enable_seqscan = off'));
      await trx.executeQuery(CompiledQuery.raw('set local enable_bitmapscan = off'));
      const { rows } = await trx.executeQuery<{ 'QUERY PLAN': string }>(
        CompiledQuery.raw(`explain ${sql}`, [...parameters]),
      );
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    assert.match(plan, /runs_by_overall_score/, plan);
    assert.doesNotMatch(plan, /TEMP B-TREE|Sort/, plan);
  }
});
