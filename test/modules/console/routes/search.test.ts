import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { limits } from '#server/config/limits.ts';
import type {
  CorpusDetails,
  CorpusRow,
  PersonDetails,
  PersonRow,
  SearchDetails,
  SearchEvent,
  SearchRow,
} from '#server/modules/console/search/contract.ts';
import { buildConsoleApp, type ConsoleApp, type Visitor } from '#test/support/console-app.ts';
import { searchWorker } from '#test/support/search-layer.ts';
import { notSearched, searched } from '#test/support/search-state.ts';

const server = await buildConsoleApp({ after });
const worker = searchWorker({ db: server.db, clock: server.clock, dataDir: server.dataDir });
after(() => worker.index.close());

const person = {
  external_id: 'p',
  full_name: 'Ada Baker',
  headline: 'Accountant',
  location: 'Leeds',
  experience: [{ title: 'Accountant', employer: 'Acme', location: 'Otley' }],
  skills: ['SQL'],
  tags: ['lisbon'],
  metadata: { street: 'Mill Lane' },
};
const cook = { external_id: 'q/1', experience: [{ title: 'Cook' }], tags: ['lisbon', 'open'] };

/** A client with a corpus of two, and people of every role. */
async function hiring(options: Parameters<ConsoleApp['customer']>[0] = {}) {
  const { clientId, apiKey } = await server.customer(options);
  const send = (candidates: object[], corpusId = 'pool') =>
    server.app.inject({
      method: 'POST',
      url: '/api/v1/cvds/candidates',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      payload: JSON.stringify({ corpus_id: corpusId, candidates }),
    });
  const sent = await send([person, cook]);
  assert.equal(sent.statusCode, 200, sent.body);
  const at = `/clients/${clientId}`;
  return {
    clientId,
    at,
    send,
    corpus: `${at}/corpora/pool`,
    admin: await server.as('admin', clientId),
    recruiter: await server.as('recruiter', clientId),
    viewer: await server.as('viewer', clientId),
  };
}

const wanted = {
  corpusId: 'pool',
  jobId: null,
  description: 'Accountant',
  config: { requirements: { skills: { hard_skills: [{ name: 'SQL', importance: 5 }] } } },
  filters: { tags: [], requireMinimalQualifications: false },
  limit: 20,
};

async function listed<Row>(visitor: Visitor, path: string): Promise<Row[]> {
  const answer = await visitor.get(path);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json<{ items: Row[] }>().items;
}

test('corpora are listed with how far their candidates are, and each says its tags', async () => {
  const { at, corpus, viewer } = await hiring();
  const [row] = await listed<CorpusRow>(viewer, `${at}/corpora`);
  assert.deepEqual(
    [row?.corpusId, row?.candidates, row?.embedded, row?.pending, row?.failed],
    ['pool', 2, 0, 2, 0],
  );
  await worker.embed();
  const details = (await viewer.get(corpus)).json<CorpusDetails>();
  assert.deepEqual([details.embedded, details.pending], [2, 0]);
  assert.deepEqual(details.tags, [
    { tag: 'lisbon', candidates: 2 },
    { tag: 'open', candidates: 1 },
  ]);
  assert.equal((await viewer.get(`${at}/corpora/other`)).statusCode, 404);
});

test('candidates are found by id, tag and state, page by page, and told by name to who asks', async () => {
  const { corpus, viewer } = await hiring();
  const ids = async (query: string) =>
    (await listed<PersonRow>(viewer, `${corpus}/candidates${query}`)).map(({ externalId }) => externalId);
  assert.deepEqual(await ids(''), ['q/1', 'p']);
  assert.deepEqual(await ids('?tag=open'), ['q/1']);
  assert.deepEqual(await ids('?externalId=p'), ['p']);
  assert.deepEqual(await ids('?status=failed'), []);
  const first = (await viewer.get(`${corpus}/candidates?limit=1`)).json<{ next: string }>();
  assert.deepEqual(await ids(`?limit=1&cursor=${first.next}`), ['p']);
  const [, hidden] = await listed<PersonRow>(viewer, `${corpus}/candidates`);
  assert.deepEqual([hidden?.name, hidden?.headline], [null, 'Accountant']);
  const [other, shown] = await listed<PersonRow>(viewer, `${corpus}/candidates?names=true`);
  assert.deepEqual([shown?.name, other?.headline], ['Ada Baker', 'Cook']);
});

test('a candidate is read without what says who it is unless names are asked for, and that is recorded', async () => {
  const { clientId, corpus, admin, viewer } = await hiring();
  const at = `${corpus}/candidates/p`;
  const hidden = await viewer.get(at);
  assert.doesNotMatch(hidden.body, /Ada|Leeds|Otley|Mill Lane/);
  const shown = (await viewer.get(`${at}?names=true`)).json<PersonDetails>();
  assert.deepEqual(
    [shown.cv.fullName, shown.cv.location, shown.cv.experience[0]?.location],
    ['Ada Baker', 'Leeds', 'Otley'],
  );
  assert.deepEqual(shown.metadata, { street: 'Mill Lane' });
  const { items } = (await admin.get(`/clients/${clientId}/audit`)).json<{
    items: { action: string; target: string }[];
  }>();
  const [entry] = items.filter(({ action }) => action === 'candidate.read');
  assert.equal(entry?.target, 'candidate:pool/p');
  assert.equal((await viewer.get(`${corpus}/candidates/nobody`)).statusCode, 404);
});

test('an admin deletes a candidate for good; a recruiter may not', async () => {
  const { corpus, admin, recruiter, viewer } = await hiring();
  const at = `${corpus}/candidates/${encodeURIComponent('q/1')}`;
  assert.equal((await recruiter.delete(at)).statusCode, 403);
  assert.equal((await admin.delete(at)).statusCode, 204);
  assert.equal((await viewer.get(at)).statusCode, 404);
  assert.equal((await admin.delete(at)).statusCode, 404);
  assert.equal((await viewer.get(corpus)).json<CorpusDetails>().candidates, 1);
});

test('a list is a tag that stays when the candidate is sent again, and only a list is taken away here', async () => {
  const { corpus, send, recruiter, viewer } = await hiring();
  const change = (name: string, isMember: boolean, externalIds = ['p', 'q/1']) =>
    recruiter.post(`${corpus}/lists`, { name, externalIds, isMember });
  const tagsOf = async (id: string) => {
    const { tags, lists } = (
      await viewer.get(`${corpus}/candidates/${encodeURIComponent(id)}`)
    ).json<PersonDetails>();
    return { tags, lists };
  };
  assert.deepEqual((await change(' shortlist ', true)).json(), { changed: 2 });
  assert.deepEqual((await change('shortlist', true)).json(), { changed: 0 });
  assert.deepEqual(await tagsOf('p'), { tags: ['lisbon', 'shortlist'], lists: ['shortlist'] });

  await send([{ ...person, headline: 'Head of accounts', tags: ['vienna'] }]);
  assert.deepEqual(await tagsOf('p'), { tags: ['vienna', 'shortlist'], lists: ['shortlist'] });

  const found = await listed<PersonRow>(viewer, `${corpus}/candidates?tag=shortlist`);
  assert.equal(found.length, 2);
  assert.deepEqual((await change('lisbon', false)).json(), { changed: 0 }, 'it was sent');
  assert.deepEqual((await change('shortlist', false, ['p'])).json(), { changed: 1 });
  assert.deepEqual(await tagsOf('p'), { tags: ['vienna'], lists: [] });
  assert.equal(
    (await viewer.post(`${corpus}/lists`, { name: 'x', externalIds: ['p'], isMember: true })).statusCode,
    403,
  );
  assert.equal((await change('   ', true)).statusCode, 400);
});

test('a search is made of a job or of what is typed, and its results are read, exported and filtered by a list', async () => {
  const { clientId, at, corpus, admin, recruiter, viewer } = await hiring();
  const job = (
    await recruiter.post(`${at}/jobs`, { description: 'Bookkeeper', config: wanted.config })
  ).json<{ id: string }>();
  const ofJob = await recruiter.post(`${at}/searches`, { ...wanted, jobId: job.id, config: {} });
  assert.equal(ofJob.statusCode, 202, ofJob.body);
  assert.equal(ofJob.json<SearchRow>().job.title, 'Bookkeeper');
  await recruiter.post(`${corpus}/lists`, { name: 'seen', externalIds: ['p'], isMember: true });
  const typed = await recruiter.post(`${at}/searches`, {
    ...wanted,
    filters: { tags: ['seen'], requireMinimalQualifications: true },
  });
  const { id } = typed.json<SearchRow>();
  const rows = await listed<SearchRow>(viewer, `${at}/searches`);
  assert.deepEqual(
    rows.map(({ job: { title }, status }) => [title, status]),
    [
      ['Accountant', 'processing'],
      ['Bookkeeper', 'processing'],
    ],
  );
  assert.equal((await listed(viewer, `${at}/searches?search=bookk`)).length, 1);
  const unnamed = await recruiter.post(`${at}/searches`, {
    ...wanted,
    description: 'Leads ten people in three shops and answers for what they sell.',
  });
  assert.equal(unnamed.json<SearchRow>().job.title, 'Leads ten people in three shops and answers …');
  assert.equal((await viewer.get(`${at}/searches/${id}`)).json<SearchDetails>().people, null);

  await worker.embed();
  await worker.work();
  const blind = (await viewer.get(`${at}/searches/${id}`)).json<SearchDetails>();
  assert.deepEqual([blind.status, blind.searched, blind.people?.length], ['finished', 1, 1]);
  const [found] = blind.people!;
  assert.deepEqual([found?.externalId, found?.name, found?.lists], ['p', null, ['seen']]);
  assert.equal(found?.requirements[0]?.met, 'yes');
  const named = (await viewer.get(`${at}/searches/${id}?names=true`)).json<SearchDetails>();
  assert.equal(named.people?.[0]?.name, 'Ada Baker');

  const csv = await viewer.get(`${at}/searches/${id}/export`);
  assert.match(String(csv.headers['content-disposition']), new RegExp(`search-${id}\\.csv`));
  const [head, line] = csv.body.split('\r\n');
  assert.equal(head, 'rank,external_id,headline,score,tags,reasons,SQL');
  assert.match(line!, /^1,p,Accountant,[\d.]+,"lisbon; seen",.*,(partly )?met$/);
  assert.match((await viewer.get(`${at}/searches/${id}/export?names=true`)).body, /Ada Baker/);

  const events = await viewer.get(`${at}/searches/${id}/events`);
  const last = JSON.parse(/data: (.*)\n\n$/.exec(events.body)![1]!) as SearchEvent;
  assert.deepEqual(last, { status: 'finished', progress: null, queuePosition: null });

  const audit = (await admin.get(`/clients/${clientId}/audit`)).json<{ items: { action: string }[] }>();
  const actions = audit.items.map(({ action }) => action);
  for (const action of ['search.submit', 'search.read', 'search.export', 'candidates.list']) {
    assert.ok(actions.includes(action), action);
  }
});

test('a deleted candidate leaves the results of earlier searches, too', async () => {
  const { at, corpus, admin, recruiter, viewer } = await hiring();
  const { id } = (await recruiter.post(`${at}/searches`, wanted)).json<SearchRow>();
  await worker.work();
  const people = async () =>
    (await viewer.get(`${at}/searches/${id}`)).json<SearchDetails>().people?.map((one) => one.externalId);
  assert.deepEqual(await people(), ['p', 'q/1']);
  await admin.delete(`${corpus}/candidates/p`);
  assert.deepEqual(await people(), ['q/1']);
});

test('a search that cannot be is refused in words, and a failed one says so', async () => {
  const { at, recruiter, viewer } = await hiring();
  const refused = async (changes: object) => {
    const answer = await recruiter.post(`${at}/searches`, { ...wanted, ...changes });
    return [answer.statusCode, answer.json<{ error: { code: string } }>().error.code];
  };
  assert.deepEqual(await refused({ corpusId: 'nowhere' }), [404, 'CORPUS_NOT_FOUND']);
  assert.deepEqual(await refused({ jobId: 'job_none' }), [400, 'JOB_NOT_FOUND']);
  assert.deepEqual(await refused({ limit: limits.search.results.max + 1 }), [400, 'INVALID_INPUT']);
  assert.deepEqual(await refused({ config: { requirements: { skills: 'none' } } }), [400, 'INVALID_INPUT']);
  assert.equal((await viewer.post(`${at}/searches`, wanted)).statusCode, 403);
  assert.equal((await viewer.get(`${at}/searches/none`)).statusCode, 404);

  const { id } = (await recruiter.post(`${at}/searches`, wanted)).json<SearchRow>();
  await server.finish(id, notSearched);
  const failed = (await viewer.get(`${at}/searches/${id}`)).json<SearchDetails>();
  assert.deepEqual([failed.status, failed.people, failed.error?.code], ['failed', null, 'SCORING_FAILED']);
});

test('a client without CV search, or without credits, searches nothing', async () => {
  const none = await hiring();
  await server.identity.updateClient(none.clientId, { permissions: ['speech'] });
  const answer = await none.recruiter.post(`${none.at}/searches`, wanted);
  assert.deepEqual([answer.statusCode, answer.json().error.code], [403, 'MISSING_PERMISSION']);
  const poor = await hiring({ credits: 0 });
  const refused = await poor.recruiter.post(`${poor.at}/searches`, wanted);
  assert.equal(refused.statusCode, 402, refused.body);
  assert.deepEqual(await listed(poor.viewer, `${poor.at}/searches`), []);
});

test('what was found in a search that names a deleted candidate is told by what it said of them', async () => {
  const { at, recruiter, viewer } = await hiring();
  const { id } = (await recruiter.post(`${at}/searches`, wanted)).json<SearchRow>();
  await server.finish(id, searched());
  const { people } = (await viewer.get(`${at}/searches/${id}?names=true`)).json<SearchDetails>();
  assert.deepEqual(
    people?.map(({ externalId, score }) => [externalId, score]),
    [['p', 88.4]],
  );
});
