import assert from 'node:assert/strict';
import type { Cursor } from '#server/domain/paging/cursor.ts';
import { seconds } from '#server/time.ts';
import { createDataLayer, newRun, succeeded } from '#test/support/data-layer.ts';
import { dialectTest } from '#test/support/dialect-test.ts';

dialectTest(
  'pages by cursor meet every run once, also those of one moment, whatever comes meanwhile',
  async ({ db }) => {
    const { runs, queue, identity, clock } = createDataLayer(db);
    const { id: clientId } = await identity.createClient({ name: 'Acme', credits: 1000 });
    const submit = (id: string) =>
      runs.submit(newRun({ clientId, id, serviceType: 'cv_deepmatch', tags: Number(id) % 2 ? ['odd'] : [] }));
    for (let index = 0; index < 7; index++) {
      await submit(String(index));
      if (index % 3 === 2) clock.advance(seconds(1));
    }
    const pages = async (filter: object) => {
      const seen: string[][] = [];
      for (let after: Cursor | undefined; ; ) {
        const page = await runs.list({ clientId, limit: 2, offset: 0, ...filter, ...(after && { after }) });
        seen.push(page.runs.map(({ id }) => id));
        if (!page.hasMore) return seen;
        after = page.runs.at(-1)!;
      }
    };
    assert.deepEqual(await pages({}), [['6', '5'], ['4', '3'], ['2', '1'], ['0']]);
    assert.deepEqual(await pages({ tags: ['odd'] }), [['5', '3'], ['1']]);
    const [first] = (await runs.list({ clientId, limit: 1, offset: 0 })).runs;
    await submit('7');
    const rest = await runs.list({ clientId, limit: 9, offset: 0, after: first! });
    assert.deepEqual(
      rest.runs.map(({ id }) => id),
      ['5', '4', '3', '2', '1', '0'],
    );

    const claimed = (await queue.claim('w'))!;
    await queue.settle(claimed, 'w', succeeded());
    const ended = await runs.list({ clientId, limit: 9, offset: 0, status: ['success', 'partial'] });
    assert.deepEqual(
      ended.runs.map(({ id }) => id),
      ['0'],
    );
  },
);
