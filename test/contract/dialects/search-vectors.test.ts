import assert from 'node:assert/strict';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { forgetResultsOf } from '#server/modules/search/queries.ts';
import { minutes } from '#server/time.ts';
import { dialectTest } from '#test/support/dialect-test.ts';
import { fakeEmbeddings } from '#test/support/fake-embeddings.ts';
import { Killed, mortalDatabase } from '#test/support/mortal-database.ts';
import { searchLayer, searchWorker } from '#test/support/search-layer.ts';
import { MARK, storedRuns } from '#test/support/stored-runs.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { syntheticPeople } from '../../../testkit/search/synthetic-people.ts';
import { by, jobFor, knowing, never } from './search-fixtures.ts';

dialectTest(
  'who is killed while a search ends leaves it to another, found once and paid once',
  async ({ db, t }) => {
    const dataDir = await tempFolder(t);
    const layer = searchLayer(db, { dataDir });
    const clientId = await layer.newClient();
    await layer.upsert(clientId, [knowing('a', 'Excel'), knowing('b', 'SAP')]);
    await layer.embed();
    const runId = await layer.search(clientId, { inline: jobFor('Excel') });
    let deaths = 0;
    for (let dieAt = 1; ; dieAt++) {
      const { db: mortal, life } = mortalDatabase(db, dieAt);
      const doomed = searchWorker({ db: mortal, clock: layer.clock, dataDir, owner: `doomed ${dieAt}` });
      await doomed.work().catch((error) => assert.ok(error instanceof Killed || life.isDead, String(error)));
      const run = (await layer.searches.find({ clientId, runId }))!;
      const rows = await layer.resultsOf(runId);
      assert.equal(rows.length, run.status === 'success' ? 2 : 0, `killed at ${dieAt}`);
      if (!life.isDead) break;
      deaths++;
      layer.clock.advance(minutes(1));
      await layer.queue.recoverLapsed([]);
    }
    assert.ok(deaths > 8, `${deaths} deaths`);
    assert.equal((await layer.credits.balance(clientId)).balance, 99);
    const debits = await db.selectFrom('ledger').select('id').where('type', '=', 'debit').execute();
    assert.equal(debits.length, 1);
    assert.deepEqual(
      (await layer.resultsOf(runId)).map(({ externalId, rank }) => [externalId, rank]),
      [
        ['a', 1],
        ['b', 2],
      ],
    );
    await forgetResultsOf(db, runId);
    assert.deepEqual(await layer.resultsOf(runId), []);
  },
);

dialectTest('searches go on while candidates come in, change and are embedded', async (context) => {
  const layer = searchLayer(context.db, { dataDir: await tempFolder(context.t), inMemory: 40 });
  const elsewhere = layer.candidatesOn(await context.openAnother());
  const clientId = await layer.newClient(1000);
  await layer.upsert(clientId, [knowing('sure', 'Zymurgy')]);
  let isComing = true;
  const coming = (async () => {
    for (let from = 0; from < 300; from += 50) {
      await layer.upsert(clientId, syntheticPeople(50, { from }), 'c', elsewhere);
      await layer.embed();
      await layer.upsert(
        clientId,
        syntheticPeople(20, { from, seed: 1 }).map((one) => ({ ...one, tags: ['again'] })),
      );
    }
    isComing = false;
  })();
  let searches = 0;
  while (isComing) {
    const runId = await layer.search(clientId, { inline: jobFor('Zymurgy'), limit: 1 });
    await layer.work();
    const [best] = await layer.resultsOf(runId);
    assert.equal(best?.externalId, 'sure');
    searches++;
  }
  await coming;
  assert.ok(searches > 3, `${searches} searches`);
  assert.equal((await context.db.selectFrom('candidates').select('number').execute()).length, 301);
});

dialectTest(
  'a search whose candidates are never found is given back when its worker stops',
  async ({ db, t }) => {
    const dataDir = await tempFolder(t);
    const stop = new AbortController();
    const stuck = searchLayer(db, {
      dataDir,
      retriever: {
        retrieve() {
          setImmediate(() => stop.abort(new Error('The worker stops.')));
          return new Promise(() => undefined);
        },
      },
    });
    const clientId = await stuck.newClient();
    await stuck.upsert(clientId, syntheticPeople(5));
    const runId = await stuck.search(clientId, { inline: jobFor('Java', 'Java developer') });
    await stuck.work(stop.signal);
    const statusNow = async () => (await stuck.searches.find({ clientId, runId }))?.status;
    assert.equal(await statusNow(), 'processing', 'no verdict');
    // At once, and not when a lease has lapsed.
    await searchLayer(db, { dataDir, clock: stuck.clock }).work();
    assert.equal(await statusNow(), 'success');
  },
);

dialectTest('another model embeds everybody anew while searches go on', async ({ db, t }) => {
  const dataDir = await tempFolder(t);
  const layer = searchLayer(db, { dataDir });
  const clientId = await layer.newClient();
  await layer.upsert(clientId, syntheticPeople(30));
  await layer.embed();
  const next = searchLayer(db, { dataDir, clock: layer.clock, engine: fakeEmbeddings({ name: 'fake-2' }) });
  assert.equal(await next.embeddingQueue.requeueOthers(next.made.name), 30);
  const runId = await next.search(clientId, { inline: jobFor('Java', 'Java developer') });
  await next.work();
  assert.equal((await next.resultsOf(runId)).length, 30);
  await next.embed();
  const models = await db.selectFrom('candidate_vectors').select('model').distinct().execute();
  assert.deepEqual(models, [{ model: next.made.name }]);
  assert.equal(await next.embeddingQueue.requeueOthers(next.made.name), 0);
});

dialectTest('a candidate whose text no model takes says so and holds up no other', async ({ db, t }) => {
  const engine = fakeEmbeddings();
  engine.refuse = (text) => text.includes('poison');
  const layer = searchLayer(db, { dataDir: await tempFolder(t), engine });
  const clientId = await layer.newClient();
  await layer.upsert(clientId, [...syntheticPeople(5), knowing('bad', 'poison'), knowing('mute', '123')]);
  await layer.embed();
  const { candidates } = await layer.candidates.list({ clientId, corpusId: 'c', limit: 10 });
  const said = candidates.filter(({ embeddingStatus }) => embeddingStatus === 'failed');
  assert.deepEqual(said.map(({ externalId, embeddingError }) => [externalId, embeddingError]).sort(), [
    ['bad', 'The embedding model refused its text.'],
    ['mute', 'The embedding model knows none of its words.'],
  ]);
  assert.equal(candidates.filter(({ embeddingStatus }) => embeddingStatus === 'embedded').length, 5);
});

dialectTest('the file of vectors is made anew when it is gone, damaged or stale', async ({ db, t }) => {
  const dataDir = await tempFolder(t);
  const layer = searchLayer(db, { dataDir, inMemory: 20 });
  const clientId = await layer.newClient();
  await layer.upsert(clientId, syntheticPeople(120));
  await layer.embed();
  const corpus = (await db.selectFrom('corpora').select('number').executeTakeFirstOrThrow()).number;
  const [query] = await layer.engine.embed(['Java Spring PostgreSQL'], 'query', never);
  const folder = join(dataDir, 'vectors');
  const nearest = async (of = layer.index) =>
    (await of.nearest({ corpus, query: query!, limit: 15 })).candidates;
  const expected = await nearest();
  assert.equal(expected.length, 15);
  const fresh = () => searchWorker({ db, clock: layer.clock, dataDir, inMemory: 20 }).index;
  assert.deepEqual(await nearest(fresh()), expected, 'as it was written');
  const vectorsFile = async () => (await readdir(folder)).find((name) => name.endsWith('.vectors'))!;
  /** In another file: what is mapped must not change. */
  const damage = async (name: string, text: string) => {
    await rm(join(folder, name));
    await writeFile(join(folder, name), text);
  };
  await damage(await vectorsFile(), 'damaged');
  assert.deepEqual(await nearest(fresh()), expected, 'damaged');
  await damage((await readdir(folder)).find((name) => name.endsWith('.rows'))!, '{"rows":3}\nxx');
  assert.deepEqual(await nearest(fresh()), expected, 'damaged list');
  await rm(folder, { recursive: true });
  assert.deepEqual(await nearest(fresh()), expected, 'gone');

  // Who is deleted or changed is never found by what they were.
  const gone = expected.slice(0, 3);
  const names = await db
    .selectFrom('candidates')
    .select(['number', 'external_id'])
    .where('number', 'in', gone)
    .execute();
  for (const { external_id: externalId } of names)
    await layer.candidates.delete({ clientId, corpusId: 'c', externalId });
  const left = await nearest();
  assert.equal(left.length, 15);
  assert.deepEqual(left.slice(0, 12), expected.slice(3));
  await layer.index.tidy();
  const list = await readdir(folder);
  assert.deepEqual(list.map((name) => name.replace(/^.*\./, '')).sort(), ['rows', 'vectors']);
  assert.deepEqual(await nearest(fresh()), left, 'without those who went');
});

dialectTest(
  'deleting an external id takes the person out of every corpus of the account, with a certificate',
  async (context) => {
    const stored = await storedRuns(context.db, context.config);
    const { deletions, clientId, db } = stored;
    const layer = searchLayer(db, { dataDir: await tempFolder(context.t), clock: stored.clock });
    const mark = `person-${MARK}`;
    const stranger = await layer.newClient();
    await layer.upsert(clientId, [knowing(mark, MARK), knowing('b', 'SAP')]);
    await layer.upsert(clientId, [knowing(mark, MARK)], 'other');
    await layer.upsert(stranger, [knowing('same', 'SAP'), knowing(mark, 'SAP')]);
    await layer.embed();
    const runId = await layer.search(clientId, { inline: jobFor('SAP') });
    await layer.work();
    assert.equal((await layer.resultsOf(runId)).length, 2);

    const subject = { kind: 'externalId', externalId: mark } as const;
    const preview = await deletions.preview(clientId, subject);
    assert.deepEqual([preview.count, preview.candidates], [0, 2]);
    const { id } = await deletions.request({ clientId, subject, note: '', by });
    assert.deepEqual(
      (await layer.resultsOf(runId)).map(({ externalId }) => externalId),
      ['b'],
    );
    assert.deepEqual(await deletions.work('worker', never), [id]);
    const { certificate } = (await deletions.find({ clientId, deletionId: id }))!;
    assert.deepEqual(JSON.parse(certificate!).totals, {
      runs: 0,
      files: 0,
      sizeBytes: 0,
      rows: 0,
      candidates: 2,
      recordRows: 0,
    });
    const left = await db.selectFrom('candidates').select('external_id').orderBy('number').execute();
    assert.deepEqual(
      left.map(({ external_id }) => external_id),
      ['b', 'same', mark],
    );
    const counts = await db.selectFrom('corpora').select('candidates').orderBy('number').execute();
    assert.deepEqual(
      counts.map(({ candidates }) => candidates),
      [1, 0, 2],
    );
    assert.equal((await db.selectFrom('candidate_vectors').select('candidate').execute()).length, 3);
  },
);
