import assert from 'node:assert/strict';
import { documentCounts, nearestByWords } from '#server/db/dialects/text-index.ts';
import { taggedCandidates } from '#server/modules/search/repository.ts';
import { createRetriever } from '#server/modules/search/search/retriever.ts';
import { tagWords } from '#server/modules/search/tag-words.ts';
import { days, minutes } from '#server/time.ts';
import { dialectTest } from '#test/support/dialect-test.ts';
import { Killed, mortalDatabase } from '#test/support/mortal-database.ts';
import { searchLayer, searchWorker } from '#test/support/search-layer.ts';
import { storedRuns } from '#test/support/stored-runs.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { titles } from '#test/support/written-cv.ts';
import { seededRandom } from '../../../testkit/random.ts';
import { syntheticPeople } from '../../../testkit/search/synthetic-people.ts';
import { jobFor, knowing, never } from './search-fixtures.ts';

const none = { tags: [], requireMinimalQualifications: false };

dialectTest('of words rare ones count more, and those of the head more than others', async ({ db, t }) => {
  const layer = searchLayer(db, { dataDir: await tempFolder(t) });
  const clientId = await layer.newClient();
  const common = Array.from({ length: 30 }, (_, n) => ({
    ...knowing(`common${n}`, 'Excel'),
    tags: ['open'],
  }));
  await layer.upsert(clientId, [
    ...common,
    { external_id: 'told', text: 'Once tried falconry, and Excel.' },
    { ...knowing('rare', "Falconry O'Hara\\"), tags: ['open'] },
    knowing('neither', 'Baking'),
  ]);
  await layer.upsert(clientId, [knowing('elsewhere', 'Falconry')], 'd');
  const numbers = new Map(
    (await db.selectFrom('candidates').select(['number', 'external_id', 'corpus']).execute()).map((row) => [
      row.number,
      row,
    ]),
  );
  const corpus = [...numbers.values()].find(({ external_id }) => external_id === 'rare')!.corpus;
  const countsOf = (terms: string[], upTo = 100) => documentCounts(db, { corpus, terms, upTo });
  const found = async (stems: string[], tags: string[] = []) => {
    const counts = await countsOf(stems);
    const terms = stems.map((stem) => ({ stem, candidates: counts.get(stem) ?? 0 }));
    const question = { corpus, candidates: 33, tags: tagWords(tags), terms, limit: 50 };
    return (await nearestByWords(db, question)).map((number) => numbers.get(number)!.external_id);
  };
  const order = await found(['excel', 'falconri']);
  assert.equal(order.length, 32);
  assert.deepEqual(order.slice(0, 2).sort(), ['rare', 'told']);
  assert.deepEqual(await found(['excel', 'falconri'], ['open']).then(([first]) => first), 'rare');
  assert.deepEqual(await found(['falconri']), ['rare', 'told']);
  assert.deepEqual(await found(['falconri', 'unheard'], ['open']), ['rare']);
  assert.deepEqual(await found(["it's", 'back\\slash', '"', '&', "x' | 'falconri"]), []);
  assert.deepEqual(await found([]), []);
  const counts = async (upTo: number) =>
    Object.fromEntries(await countsOf(['excel', 'falconri', 'unheard', "it's"], upTo));
  assert.deepEqual(await counts(100), { excel: 31, falconri: 2 });
  assert.deepEqual(await counts(5), { excel: 5, falconri: 2 });
});

dialectTest(
  'what other clients store changes nothing of who is found, and in which order',
  async ({ db, t }) => {
    const layer = searchLayer(db, { dataDir: await tempFolder(t) });
    const skills = ['Excel', 'Falconry', 'Welding', 'Baking', 'Carpentry', 'Latin', 'Masonry', 'Sailing'];
    const random = seededRandom(3);
    const some = (of: readonly string[], most: number) => of.filter(() => random() * of.length < most);
    const rows = Array.from({ length: 60 }, (_, n) => ({
      ...knowing(`p${n}`, 'Cooking', ...some(skills, 2)),
      text: some(skills, 2)
        .join(', then ')
        .repeat(1 + Math.floor(3 * random())),
      tags: n % 2 ? ['odd'] : [],
    }));
    const clientId = await layer.newClient();
    await layer.upsert(clientId, rows);
    const [{ corpus }] = (await db.selectFrom('candidates').select('corpus').execute()) as [
      { corpus: number },
    ];
    const asked = [
      [['Excel', 'Falconry', 'Baking'], []],
      [['Welding', 'Carpentry', 'Latin', 'Cooking'], ['odd']],
      [skills, []],
    ] as const;
    /** A search of a server that has just started: what it remembers of before decides nothing. */
    const orders = async () => {
      const retriever = createRetriever({ db, vectors: null, titles });
      const found = [];
      for (const [named, tags] of asked) {
        const job = { ...jobFor('Cooking'), description: named.join(' and ') };
        const filters = { ...none, tags: [...tags] };
        const { candidates } = await retriever.retrieve({ corpus, job, filters, signal: never });
        found.push(candidates.map(({ externalId }) => externalId));
      }
      return found;
    };
    const before = await orders();
    const texts = [
      'Falconry '.repeat(300),
      ...skills.map((skill) => `${skill}. `.repeat(9)),
      'Nothing of the kind, in many words that nobody else has.',
    ];
    for (const text of texts) {
      const other = await layer.newClient();
      const crowd = Array.from({ length: 100 }, (_, n) => ({ ...knowing(`${n}`, text.slice(0, 12)), text }));
      await layer.upsert(other, crowd, 'theirs');
      assert.deepEqual(await orders(), before, text.slice(0, 30));
    }
  },
);

dialectTest(
  'people of the occupation are among those compared, whatever language they are in',
  async ({ db, t }) => {
    const layer = searchLayer(db, { dataDir: await tempFolder(t) });
    const clientId = await layer.newClient();
    await layer.upsert(clientId, [
      { external_id: 'de', headline: 'Berufskraftfahrer' },
      { external_id: 'fr', experience: [{ title: 'Conducteur routier' }] },
    ]);
    await layer.upsert(
      clientId,
      Array.from({ length: 250 }, (_, n) => ({ ...knowing(`p${n}`, 'Excel'), headline: 'Clerk' })),
    );
    const { corpus } = await db.selectFrom('candidates').select('corpus').executeTakeFirstOrThrow();
    const { candidates } = await createRetriever({ db, vectors: null, titles }).retrieve({
      corpus,
      job: jobFor('Excel', 'Truck driver'),
      filters: none,
      signal: never,
    });
    const found = candidates.map(({ externalId }) => externalId);
    assert.equal(found.length, 200);
    assert.ok(found.includes('de') && found.includes('fr'));
  },
);

dialectTest('tags leave out candidates without one of them', async ({ db, t }) => {
  const layer = searchLayer(db, { dataDir: await tempFolder(t) });
  const clientId = await layer.newClient();
  const rows = Array.from({ length: 24 }, (_, n) => ({
    ...knowing(`p${n}`, 'Excel'),
    tags: [n % 2 ? 'odd' : 'even', n % 3 ? 'other' : 'third'],
  }));
  await layer.upsert(clientId, rows);
  const [{ corpus }] = (await db.selectFrom('candidates').select('corpus').execute()) as [{ corpus: number }];
  const odd = await taggedCandidates(db, corpus, ['odd']);
  assert.equal(odd.length, 12);
  assert.deepEqual(
    [...odd],
    [...odd].sort((a, b) => a - b),
  );
  assert.equal((await taggedCandidates(db, corpus, ['odd', 'third'])).length, 4);
  assert.deepEqual([...(await taggedCandidates(db, corpus, ['nobody']))], []);
  await layer.embed();
  const { candidates, searched } = await layer.retriever.retrieve({
    corpus,
    job: jobFor('Excel'),
    filters: { ...none, tags: ['odd', 'third'] },
    signal: never,
  });
  assert.equal(searched, 4);
  assert.deepEqual(candidates.map(({ externalId }) => externalId).sort(), ['p15', 'p21', 'p3', 'p9']);
});

dialectTest(
  'upserts of one candidate at the same moment keep one row, one index entry, one state',
  async (context) => {
    const layer = searchLayer(context.db, { dataDir: await tempFolder(context.t) });
    const elsewhere = layer.candidatesOn(await context.openAnother());
    const clientId = await layer.newClient();
    for (let round = 0; round < 8; round++) {
      const results = await Promise.all(
        [layer.candidates, elsewhere, layer.candidates, elsewhere].map((on, index) =>
          layer.upsert(
            clientId,
            [knowing('same', `skill${round}x${index}`), knowing(`own${index}`, 'x')],
            'c',
            on,
          ),
        ),
      );
      const outcomes = results.flat().filter(({ externalId }) => externalId === 'same');
      assert.equal(outcomes.filter(({ status }) => status === 'created').length, round === 0 ? 1 : 0);
    }
    const rows = await context.db.selectFrom('candidates').select(['external_id', 'cv']).execute();
    assert.deepEqual(rows.map(({ external_id }) => external_id).sort(), [
      'own0',
      'own1',
      'own2',
      'own3',
      'same',
    ]);
    const { corpora } = { corpora: await context.db.selectFrom('corpora').selectAll().execute() };
    assert.deepEqual(
      corpora.map(({ candidates }) => candidates),
      [5],
    );
    // Exactly the words of the state that was kept are found.
    const [kept] = (
      JSON.parse(rows.find(({ external_id }) => external_id === 'same')!.cv) as { skills: string[] }
    ).skills;
    const found = await layer.retriever.retrieve({
      corpus: corpora[0]!.number,
      job: jobFor(kept!),
      filters: none,
      signal: never,
    });
    assert.equal(found.candidates[0]!.externalId, 'same');
  },
);

dialectTest(
  'who is killed while a batch is stored leaves the old candidates or the new ones',
  async ({ db, t }) => {
    const layer = searchLayer(db, { dataDir: await tempFolder(t) });
    const clientId = await layer.newClient();
    const before = [knowing('a', 'oldskill'), knowing('b', 'oldskill')];
    const after = [
      { ...knowing('a', 'newskill'), tags: ['t'] },
      { ...knowing('b', 'newskill'), tags: ['t'] },
      { ...knowing('c', 'newskill'), tags: ['t'] },
    ];
    await layer.upsert(clientId, before);
    await layer.embed();
    const corpus = (await db.selectFrom('corpora').select('number').executeTakeFirstOrThrow()).number;
    const state = async () => {
      const cvs = await db.selectFrom('candidates').select('cv').execute();
      const skillsOf = (skill: string) => cvs.filter(({ cv }) => cv.includes(skill)).length;
      const named = async (skill: string) => {
        const job = jobFor(skill);
        const { candidates } = await layer.retriever.retrieve({ corpus, job, filters: none, signal: never });
        return candidates.filter(({ cv }) => cv.includes(skill)).length;
      };
      const { count } = await db
        .selectFrom('candidate_tags')
        .select((of) => of.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      const { candidates } = await db.selectFrom('corpora').select('candidates').executeTakeFirstOrThrow();
      return [skillsOf('oldskill'), skillsOf('newskill'), await named('newskill'), count, candidates];
    };
    let deaths = 0;
    for (let dieAt = 1; ; dieAt++) {
      const { db: mortal, life } = mortalDatabase(db, dieAt);
      await layer
        .upsert(clientId, after, 'c', layer.candidatesOn(mortal))
        .catch((error) => assert.ok(error instanceof Killed || life.isDead, String(error)));
      if (!life.isDead) break;
      deaths++;
      assert.deepEqual(await state(), [2, 0, 0, 0, 2], `killed at ${dieAt}`);
    }
    assert.deepEqual(await state(), [0, 3, 3, 3, 3]);
    assert.ok(deaths > 6, `${deaths} deaths`);
  },
);

dialectTest('words of no language, signs and quotes are found and harm nothing', async ({ db, t }) => {
  const layer = searchLayer(db, { dataDir: await tempFolder(t) });
  const clientId = await layer.newClient();
  const odd: [string, string][] = [
    ['cpp', 'C++'],
    ['csharp', 'C#'],
    ['net', '.NET'],
    ['node', 'Node.js'],
    ['quote', `it's "so" \\ 'called'`],
    ['han', '会计'],
    ['hindi', 'लेखांकन'],
    ['german', 'Lohnbuchhaltung'],
    ['near', 'NEAR/3 AND NOT'],
  ];
  await layer.upsert(
    clientId,
    odd.map(([id, skill]) => knowing(id, skill)),
  );
  const corpus = (await db.selectFrom('corpora').select('number').executeTakeFirstOrThrow()).number;
  for (const [id, skill] of odd) {
    const job = jobFor(skill);
    const { candidates } = await layer.retriever.retrieve({ corpus, job, filters: none, signal: never });
    assert.equal(candidates[0]?.externalId, id, skill);
  }
});

dialectTest(
  'two workers never embed the same candidate, and what a dead one had is taken up',
  async (context) => {
    const { db } = context;
    const layer = searchLayer(db, { dataDir: await tempFolder(context.t) });
    const clientId = await layer.newClient();
    await layer.upsert(clientId, syntheticPeople(300));
    const other = searchWorker({
      db: await context.openAnother(),
      clock: layer.clock,
      dataDir: await tempFolder(context.t),
      owner: 'other',
    });
    const [mine, theirs] = await Promise.all([
      layer.embeddingQueue.claim('mine'),
      other.embeddingQueue.claim('theirs'),
    ]);
    const numbers = [...mine, ...theirs].map(({ number }) => number);
    assert.equal(new Set(numbers).size, numbers.length);
    assert.equal((await layer.embeddingQueue.claim('third')).length, 300 - numbers.length);
    assert.deepEqual(await layer.embeddingQueue.claim('fourth'), []);
    // A candidate changed meanwhile keeps no vector of the old text.
    const [first] = mine;
    const changed = (
      await db
        .selectFrom('candidates')
        .select('external_id')
        .where('number', '=', first!.number)
        .executeTakeFirstOrThrow()
    ).external_id;
    await layer.upsert(clientId, [knowing(changed, 'Falconry')]);
    const vector = new Int8Array(64).fill(1);
    const stored = await layer.embeddingQueue.store(
      'mine',
      'm',
      mine.map(({ number, corpus }) => ({ number, corpus, vector })),
    );
    assert.equal(stored, mine.length - 1);
    layer.clock.advance(minutes(10));
    const left = [
      ...(await layer.embeddingQueue.claim('fifth')),
      ...(await layer.embeddingQueue.claim('sixth')),
    ];
    assert.ok(left.some(({ number }) => number === first!.number));
    assert.equal(left.length, 300 - stored);
  },
);

dialectTest('what a search found goes with its results, and the search with its time', async (context) => {
  const stored = await storedRuns(context.db, context.config);
  const { clientId, db } = stored;
  const layer = searchLayer(db, { dataDir: await tempFolder(context.t), clock: stored.clock });
  await layer.upsert(clientId, [knowing('a', 'SAP')]);
  const runId = await layer.search(clientId, { inline: jobFor('SAP') });
  await layer.work();
  await stored.retention.setClient(clientId, { results: 1, runs: 2 });
  const rows = async () => (await db.selectFrom('search_results').select('rank').execute()).length;
  assert.equal(await rows(), 1);
  stored.clock.advance(days(1) + minutes(20));
  await stored.retention.enforceIfDue('worker', never);
  const run = (await layer.searches.find({ clientId, runId }))!;
  assert.deepEqual([await rows(), run.result, run.summary], [0, null, null]);
  stored.clock.advance(days(1) + minutes(20));
  await stored.retention.enforceIfDue('worker', never);
  assert.equal(await layer.searches.find({ clientId, runId }), undefined);
});
