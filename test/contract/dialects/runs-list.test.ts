import assert from 'node:assert/strict';
import { runTypes } from '#server/app/run-types.ts';
import { listRuns } from '#server/modules/runs/list-runs.ts';
import { isoTime, seconds } from '#server/time.ts';
import { createDataLayer, newRun, succeeded } from '#test/support/data-layer.ts';
import { type DialectTest, dialectTest } from '#test/support/dialect-test.ts';

/** Twelve runs of one client, a second apart, and one of another client that resembles all of them. */
async function prepare({ db }: DialectTest) {
  const layer = createDataLayer(db);
  const { identity, runs, clock } = layer;
  const clientId = (await identity.createClient({ name: 'ours', credits: 1000, maxConcurrentRuns: 3 })).id;
  const otherId = (await identity.createClient({ name: 'theirs', credits: 1000 })).id;
  const project = (await identity.createProject({ clientId, name: 'p' })).id;
  const startMs = clock.now();
  for (let index = 0; index < 12; index++) {
    await runs.submit(
      newRun({
        clientId,
        id: `run-${index}`,
        projectId: index % 3 === 0 ? project : null,
        externalId: index % 4 === 0 ? 'ext' : null,
        tags: [...(index % 2 === 0 ? ['even'] : []), ...(index % 3 === 0 ? ['third'] : []), 'it\'s, "odd"'],
        metadata:
          index === 5
            ? { role: 'nurse', more: { nested: true } }
            : { role: index < 6 ? 'nurse' : 'cook', n: index, ok: true },
        playground: index === 11,
        serviceType: index === 10 ? 'cv_deepmatch' : 'speech',
      }),
    );
    clock.advance(seconds(1));
  }
  await runs.submit(
    newRun({
      clientId: otherId,
      id: 'theirs',
      externalId: 'ext',
      tags: ['even', 'third'],
      metadata: { role: 'nurse' },
    }),
  );
  const list = async (filter: Partial<Parameters<typeof runs.list>[0]>) => {
    const page = await runs.list({ clientId, limit: 20, offset: 0, ...filter });
    return { ids: page.runs.map(({ id }) => Number(id.slice(4))), hasMore: page.hasMore };
  };
  const at = (index: number) => isoTime(startMs + seconds(index));
  return { layer, clientId, project, list, at };
}

dialectTest('lists are newest first, without playground runs, page by page', async (context) => {
  const { list } = await prepare(context);
  assert.deepEqual(await list({}), { ids: [10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0], hasMore: false });
  assert.deepEqual(await list({ limit: 4 }), { ids: [10, 9, 8, 7], hasMore: true });
  assert.deepEqual(await list({ limit: 4, offset: 4 }), { ids: [6, 5, 4, 3], hasMore: true });
  assert.deepEqual(await list({ limit: 3, offset: 8 }), { ids: [2, 1, 0], hasMore: false });
  assert.deepEqual(await list({ offset: 50 }), { ids: [], hasMore: false });
});

dialectTest('every filter of a list matches exactly, alone and with others', async (context) => {
  const { layer, clientId, project, list, at } = await prepare(context);
  const run = (await layer.queue.claim('w'))!;
  await layer.queue.settle(run, 'w', succeeded());
  for (const [filter, expected] of [
    [{ status: 'success' as const }, [0]],
    // The CV match waits in a line of its own, which has a free slot.
    [{ status: 'processing' as const }, [10, 3, 2, 1]],
    [{ status: 'failed' as const }, []],
    [{ serviceType: 'cv_deepmatch' as const }, [10]],
    [{ project }, [9, 6, 3, 0]],
    [{ project: 'none' }, [10, 8, 7, 5, 4, 2, 1]],
    [{ project: 'unknown' }, []],
    [{ tags: ['even'] }, [10, 8, 6, 4, 2, 0]],
    [{ tags: ['third', 'even'] }, [6, 0]],
    [{ tags: ['even', 'even'] }, [10, 8, 6, 4, 2, 0]],
    [{ tags: ['it\'s, "odd"', 'third'] }, [9, 6, 3, 0]],
    [{ tags: ['even', 'unknown'] }, []],
    [{ tags: ['nul\0'] }, []],
    [{ metadata: { key: 'role', value: 'nurse' } }, [4, 3, 2, 1, 0]],
    [{ metadata: { key: 'n', value: '7' } }, [7]],
    [{ metadata: { key: 'ok', value: 'true' } }, [10, 9, 8, 7, 6, 4, 3, 2, 1, 0]],
    [{ metadata: { key: 'role', value: 'nur' } }, []],
    [{ externalId: 'ext' }, [8, 4, 0]],
    [{ externalId: 'EXT' }, []],
    [{ ids: ['run-4', 'run-8', 'run-4', 'run-11', 'theirs', 'unknown'] }, [8, 4]],
    [{ ids: ['run-3', 'run-4'], tags: ['even'] }, [4]],
    [{ ids: ['nul\0'] }, []],
    [{ ids: [] }, []],
    [{ createdAfter: at(8) }, [10, 9, 8]],
    [{ createdBefore: at(1) }, [1, 0]],
    [{ createdAfter: at(2), createdBefore: at(4) }, [4, 3, 2]],
    [{ createdAfter: at(2).replace('Z', '+00:00'), createdBefore: at(2) }, [2]],
    [
      { tags: ['even'], externalId: 'ext', metadata: { key: 'role', value: 'nurse' }, createdAfter: at(1) },
      [4],
    ],
  ] as const) {
    const given = filter as Parameters<typeof list>[0];
    assert.deepEqual((await list(given)).ids, [...expected], JSON.stringify(filter));
    // The same by the other way of searching, which common tags take.
    const walked = await listRuns(context.db, runTypes, { clientId, limit: 20, offset: 0, ...given }, 0);
    assert.deepEqual(
      walked.map(({ id }) => Number(id.slice(4))),
      [...expected],
      JSON.stringify(filter),
    );
  }
});

dialectTest('list rows carry the summary and not the whole result', async (context) => {
  const { layer, clientId } = await prepare(context);
  const claimed = (await layer.queue.claim('w'))!;
  await layer.queue.settle(claimed, 'w', succeeded());
  const { runs } = await layer.runs.list({ clientId, limit: 1, offset: 0, status: 'success' });
  assert.deepEqual(runs[0]!.summary, succeeded().summary);
  assert.equal(runs[0]!.result, null);
});
