import assert from 'node:assert/strict';
import { createFaults } from '#server/domain/requirements/faults.ts';
import { readConfig } from '#server/domain/requirements/validate.ts';
import { createCorporaService } from '#server/modules/search/corpora.ts';
import { createListsService } from '#server/modules/search/lists.ts';
import { dialectTest } from '#test/support/dialect-test.ts';
import { searchLayer } from '#test/support/search-layer.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

const person = (id: string, more: object = {}) => ({
  ...{ external_id: id, full_name: `Name of ${id}`, headline: 'Accountant', skills: ['SQL'], tags: ['open'] },
  ...more,
});

const emptyConfig = readConfig({ requirements: {} }, 'config', createFaults())!;

dialectTest('corpora say how far they are, and who is in them', async ({ db, t }) => {
  const layer = searchLayer(db, { dataDir: await tempFolder(t) });
  const corpora = createCorporaService({ db });
  const clientId = await layer.newClient();
  const other = await layer.newClient();
  await layer.upsert(clientId, [person('a'), person('b', { tags: ['open', 'brno'] })], 'pool');
  await layer.embed();
  layer.clock.advance(1000);
  await layer.upsert(clientId, [person('c', { tags: [] })], 'pool');
  await layer.upsert(other, [person('a')], 'pool');
  const [standing, ...more] = await corpora.list(clientId);
  assert.deepEqual(more, []);
  const { candidates, embedded, pending, failed } = standing!;
  assert.deepEqual(
    { candidates, embedded, pending, failed },
    { candidates: 3, embedded: 2, pending: 1, failed: 0 },
  );
  const at = { clientId, corpusId: 'pool' };
  assert.deepEqual((await corpora.find(at))?.tags, [
    { tag: 'open', candidates: 2 },
    { tag: 'brno', candidates: 1 },
  ]);
  const ids = async (filter: object) =>
    (await corpora.browse({ ...at, limit: 2, ...filter }))!.people.map(({ externalId }) => externalId);
  assert.deepEqual(await ids({}), ['c', 'b']);
  assert.deepEqual(await ids({ status: 'pending' }), ['c']);
  assert.deepEqual(await ids({ tag: 'open', status: 'embedded' }), ['b', 'a']);
  assert.deepEqual(await ids({ tag: 'brno' }), ['b']);
  assert.deepEqual(await ids({ externalId: 'a' }), ['a']);
  assert.equal(await corpora.browse({ ...at, corpusId: 'none', limit: 2 }), undefined);
  const read = await corpora.read({ ...at, externalId: 'a' });
  assert.deepEqual(
    [read?.person.name, read?.person.headline, read?.cv.skills],
    ['Name of a', 'Accountant', ['SQL']],
  );
  assert.equal(await corpora.read({ ...at, externalId: 'a\0' }), undefined);
});

dialectTest(
  'a list can be searched at once, and two people who keep lists at the same moment lose nothing',
  async (context) => {
    const { db, t } = context;
    const layer = searchLayer(db, { dataDir: await tempFolder(t) });
    const clientId = await layer.newClient();
    await layer.upsert(clientId, [person('a'), person('b'), person('c')], 'pool');
    const here = createListsService({ db, clock: layer.clock });
    const there = createListsService({ db: await context.openAnother(), clock: layer.clock });
    const change = (on: typeof here, name: string, externalIds: string[], isMember = true) =>
      on.change({ clientId, corpusId: 'pool', name, externalIds, isMember });
    const answers = await Promise.all([
      change(here, 'first', ['a', 'b']),
      change(there, 'second', ['b', 'c']),
      change(here, 'third', ['b', 'nobody']),
    ]);
    assert.deepEqual(
      answers.map(({ changed }) => changed),
      [2, 2, 1],
    );
    const corpora = createCorporaService({ db });
    const { number } = await db.selectFrom('corpora').select('number').executeTakeFirstOrThrow();
    const { lists, tags } = (await corpora.people(number, ['b'])).get('b')!;
    assert.deepEqual(lists.toSorted(), ['first', 'second', 'third']);
    assert.deepEqual(tags.toSorted(), ['first', 'open', 'second', 'third']);
    const found = async (tag: string) => {
      const { candidates } = await layer.retriever.retrieve({
        corpus: number,
        job: { description: 'SQL', config: emptyConfig },
        filters: { tags: [tag], requireMinimalQualifications: false },
        signal: new AbortController().signal,
      });
      return candidates.map(({ externalId }) => externalId).toSorted();
    };
    assert.deepEqual(await found('second'), ['b', 'c']);
    await change(there, 'second', ['b'], false);
    assert.deepEqual(await found('second'), ['c']);
    await assert.rejects(
      here.change({ clientId, corpusId: 'none', name: 'x', externalIds: ['a'], isMember: true }),
      {
        code: 'CORPUS_NOT_FOUND',
      },
    );
  },
);
