import assert from 'node:assert/strict';
import { createDataLayer, newRun } from '#test/support/data-layer.ts';
import { dialectTest } from '#test/support/dialect-test.ts';

const submissions = [
  { id: 'aaa1', externalId: 'Candidate 100%' },
  { id: 'aab2', externalId: 'candidate_17', playground: true },
  { id: 'bbb3', externalId: 'ÉLODIE' },
  { id: 'bbb4', externalId: null },
] as const;

dialectTest(
  'the console finds runs by part of their externalId or the beginning of their id',
  async (context) => {
    const { identity, runs, clock } = createDataLayer(context.db);
    const { id: clientId } = await identity.createClient({ name: 'ours', credits: 100 });
    const { id: otherId } = await identity.createClient({ name: 'theirs', credits: 100 });
    for (const submission of submissions) {
      await runs.submit(newRun({ clientId, ...submission }));
      clock.advance(1000);
    }
    await runs.submit(newRun({ clientId: otherId, id: 'aaa5', externalId: 'candidate 100%' }));

    const found = async (search: string | undefined, playground: 'with' | 'without' | 'only' = 'with') => {
      const filter = { clientId, limit: 20, playground, ...(search !== undefined && { search }) };
      return (await runs.browse(filter)).runs.map(({ id }) => id);
    };
    for (const [search, expected] of [
      ['CANDIDATE', ['aab2', 'aaa1']],
      ['100%', ['aaa1']],
      // What is a wildcard elsewhere is a character here.
      ['candidate%', []],
      ['e_1', ['aab2']],
      ['\\', []],
      ['ÉLO', ['bbb3']],
      ['AA', ['aab2', 'aaa1']],
      ['bb4', []],
      ['nul\0', []],
    ] as const) {
      assert.deepEqual(await found(search), [...expected], search);
    }
    assert.deepEqual(await found(undefined), ['bbb4', 'bbb3', 'aab2', 'aaa1']);
    assert.deepEqual(await found(undefined, 'without'), ['bbb4', 'bbb3', 'aaa1']);
    assert.deepEqual(await found('candidate', 'only'), ['aab2']);
  },
);
