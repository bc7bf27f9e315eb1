import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { JobDetails } from '#server/modules/console/jobs/contract.ts';
import type {
  MatchDetails,
  MatchEvent,
  MatchList,
  MatchRow,
} from '#server/modules/console/matches/contract.ts';
import { buildMatchResult } from '#server/modules/matching/result.ts';
import { encodeForm } from '#test/support/build-test-app.ts';
import { buildConsoleApp, type ConsoleApp } from '#test/support/console-app.ts';
import { fakePdf, matched, matchResult, unreadable } from '#test/support/match-state.ts';

const server = await buildConsoleApp({ after });

/** A client of its own with a job, and a recruiter there. */
async function hiring(options: Parameters<ConsoleApp['customer']>[0] = {}, on: ConsoleApp = server) {
  const { clientId } = await on.customer(options);
  const recruiter = await on.as('recruiter', clientId);
  const draft = { positionId: null, description: 'Accountant', config: { requirements: {} } };
  const job = (await recruiter.post(`/clients/${clientId}/jobs`, draft)).json<JobDetails>();
  const at = `/clients/${clientId}/matches`;
  const submit = (
    fields: Record<string, string> = { jobId: job.id },
    content: Buffer = fakePdf,
    headers: Record<string, string> = {},
  ) => {
    const form = encodeForm([
      ...Object.entries(fields).map(([name, value]) => ({ name, value })),
      { name: 'cv', value: content, fileName: 'jane.pdf' },
    ]);
    return recruiter.inject({
      method: 'POST',
      url: at,
      payload: form.payload,
      headers: { ...form.headers, ...headers },
    });
  };
  const submitted = async (): Promise<MatchRow> => {
    const answer = await submit({ jobId: job.id, again: 'true' });
    assert.equal(answer.statusCode, 202, answer.body);
    return answer.json();
  };
  return { clientId, recruiter, job, at, submit, submitted };
}

/** What the pipeline leaves of a match with this score. */
const finished = (score: number) => {
  const { match, profile, pages, narrative } = matchResult;
  const built = buildMatchResult({
    state: { match: { ...match, score }, profile, document: { pages, lines: [] }, narrative },
    outcomes: [],
  });
  return { ...matched(), result: { ...built.result }, summary: { ...built.summary } };
};

test('a CV is matched with the job as it stands, costs credits, and shows whose it is', async () => {
  const { recruiter, job, at, submitted, clientId } = await hiring();
  const row = await submitted();
  assert.equal(row.status, 'processing');
  assert.equal(row.fileName, 'jane.pdf');
  assert.deepEqual(row.job, { id: job.id, version: 1, positionId: null, title: 'Accountant' });
  await server.finish(row.id, finished(60));
  const match = (await recruiter.get(`${at}/${row.id}`)).json<MatchDetails>();
  assert.equal(match.status, 'finished');
  assert.equal(match.score, 60);
  assert.equal(match.candidateName, 'Zoë Smith');
  assert.deepEqual(match.verdicts, { yes: 1, partly: 0, no: 0, unknown: 1 });
  assert.equal(match.isCapped, true);
  assert.equal(match.creditsCharged, 2);
  assert.equal(match.currentJobVersion, 1);
  assert.deepEqual(match.result?.match.requirements, matchResult.match.requirements);
  assert.equal((await server.credits.balance(clientId)).balance, 98);
});

test('the same PDF is matched with a job once, unless a person asks for it again', async () => {
  const { clientId, recruiter, job, at, submit } = await hiring();
  const balance = async () => (await server.credits.balance(clientId)).balance;
  const first = (await submit()).json<MatchRow>();
  const refusedFor = async (matchId: string, named: RegExp) => {
    const refused = await submit();
    assert.equal(refused.statusCode, 409, refused.body);
    const { error } = refused.json();
    assert.deepEqual([error.code, error.details.knownMatchId], ['NOT_POSSIBLE_NOW', matchId]);
    assert.match(error.message, named);
  };
  await refusedFor(first.id, /: jane\.pdf\.$/);
  await server.finish(first.id, finished(60));
  await refusedFor(first.id, /: Zoë Smith, jane\.pdf\.$/);
  assert.equal(await balance(), 98);
  const { items } = (await recruiter.get(at)).json<MatchList>();
  assert.deepEqual(
    items.map(({ id }) => id),
    [first.id],
    'a refusal leaves no match',
  );

  const again = await submit({ jobId: job.id, again: 'true' });
  assert.equal(again.statusCode, 202, again.body);
  await server.finish(again.json<MatchRow>().id, finished(61));
  assert.equal(await balance(), 96);
  // Another job is another question, another file another CV.
  const draft = { positionId: null, description: 'Chef', config: { requirements: {} } };
  const other = (await recruiter.post(`/clients/${clientId}/jobs`, draft)).json<JobDetails>();
  assert.equal((await submit({ jobId: other.id })).statusCode, 202);
  assert.equal((await submit({ jobId: job.id }, Buffer.concat([fakePdf, Buffer.from(' ')]))).statusCode, 202);
});

test('a match that failed was not paid, and does not block another', async () => {
  const { submit } = await hiring();
  const first = (await submit()).json<MatchRow>();
  await server.finish(first.id, unreadable);
  assert.equal((await submit()).statusCode, 202);
});

test('of the same PDF sent twice at once one is matched', async () => {
  const { clientId, submit } = await hiring();
  const answers = await Promise.all([submit(), submit(), submit()]);
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [202, 409, 409]);
  assert.equal((await server.credits.balance(clientId)).held, 2);
});

test("a job's matches are ranked by score; without a job the newest come first", async () => {
  const { recruiter, job, at, submitted } = await hiring();
  const ids: string[] = [];
  for (const end of [finished(40), unreadable, finished(90.5)]) {
    const { id } = await submitted();
    ids.push(id);
    await server.finish(id, end);
    server.clock.advance(1);
  }
  const listed = async (query: string) =>
    (await recruiter.get(`${at}?${query}`)).json<MatchList>().items.map(({ id }) => ids.indexOf(id));
  assert.deepEqual(await listed(`jobId=${job.id}&order=rank`), [2, 0, 1]);
  assert.deepEqual(await listed(''), [2, 1, 0]);
  assert.deepEqual(await listed('status=failed'), [1]);
  assert.deepEqual(await listed('jobId=unknown'), []);
  const page = (await recruiter.get(`${at}?limit=2`)).json<MatchList>();
  assert.equal(page.next, 2);
  assert.deepEqual(await listed('limit=2&offset=2'), [0]);
  const { matches } = (await recruiter.get(`${at.replace('matches', 'jobs')}/${job.id}`)).json<JobDetails>();
  assert.deepEqual(matches, { count: 3, bestScore: 90.5 });
});

test('a CV is found by a part of the candidate’s name or of the file’s, whatever the case, and by nothing else', async () => {
  const { recruiter, at, submitted, submit, job } = await hiring();
  const named = await submitted();
  await server.finish(named.id, finished(60));
  const waiting = await submit({ jobId: job.id }, Buffer.concat([fakePdf, Buffer.from('2')]));
  const { id: waitingId } = waiting.json<MatchRow>();
  const found = async (search: string, more = '') =>
    (await recruiter.get(`${at}?search=${encodeURIComponent(search)}${more}`))
      .json<MatchList>()
      .items.map(({ id }) => id);
  assert.deepEqual(await found('zOË sm'), [named.id], 'by name');
  assert.deepEqual(new Set(await found('JANE.p')), new Set([named.id, waitingId]), 'by file');
  assert.deepEqual(await found('jane', '&status=finished'), [named.id]);
  assert.deepEqual(await found(waitingId.slice(0, 13)), [waitingId]);
  for (const nothing of ['accountant', 'partly', '%', '_', 'zoë jane', '\\']) {
    assert.deepEqual(await found(nothing), [], nothing);
  }
  const stranger = await hiring();
  const theirs = await stranger.recruiter.get(`${stranger.at}?search=jane`);
  assert.deepEqual(theirs.json<MatchList>().items, []);
});

test('any of the matches are found by their ids, however many are newer', async () => {
  const { recruiter, at, submitted } = await hiring();
  const ids: string[] = [];
  for (let number = 0; number < 4; number += 1) {
    ids.push((await submitted()).id);
    server.clock.advance(1);
  }
  const listed = async (wanted: string[], query = 'limit=100') =>
    (await recruiter.get(`${at}?ids=${wanted.join(',')}&${query}`))
      .json<MatchList>()
      .items.map(({ id }) => id);
  assert.deepEqual(await listed([ids[0]!, ids[2]!, 'unknown']), [ids[2], ids[0]]);
  assert.deepEqual(await listed([ids[0]!], 'limit=1'), [ids[0]], 'three are newer');
  assert.deepEqual(await listed(['%00']), []);
  const tooMany = await recruiter.get(`${at}?ids=${'x'.repeat(7000)}`);
  assert.equal(tooMany.json().error.code, 'INVALID_INPUT');
});

test('a CV that is sent again under its key after a lost answer is the same match, charged once', async () => {
  const { recruiter, job, at, submit, clientId } = await hiring();
  const keyed = (key: string, content = fakePdf) =>
    submit({ jobId: job.id }, content, { 'idempotency-key': key });
  const files = (await server.blobFiles()).length;
  const first = (await keyed('one')).json<MatchRow>();
  await server.finish(first.id, finished(60));
  const again = await keyed('one');
  assert.equal(again.statusCode, 202, again.body);
  assert.equal(again.json<MatchRow>().id, first.id);
  assert.equal(again.json<MatchRow>().status, 'finished', 'as it stands, not as it was');
  assert.equal((await recruiter.get(at)).json<MatchList>().items.length, 1);
  assert.deepEqual(
    await server.credits.balance(clientId).then(({ balance, held }) => [balance, held]),
    [98, 0],
  );
  assert.equal((await server.blobFiles()).length, files + 1);

  const other = await keyed('one', Buffer.concat([fakePdf, Buffer.from('other')]));
  assert.equal(other.json().error.code, 'IDEMPOTENCY_CONFLICT');
  assert.equal((await server.blobFiles()).length, files + 1);
  assert.notEqual((await keyed('two')).json<MatchRow>().id, first.id);
});

test('a key of a refused CV is free again', async () => {
  const { job, submit, clientId } = await hiring({ credits: 1 });
  const keyed = () => submit({ jobId: job.id }, fakePdf, { 'idempotency-key': 'one' });
  assert.equal((await keyed()).json().error.code, 'INSUFFICIENT_CREDITS');
  await server.credits.add({ clientId, amount: 10, description: 'Top-up' });
  assert.equal((await keyed()).statusCode, 202);
});

test('the CV comes back byte for byte, as a file to save', async () => {
  const { recruiter, at, submitted } = await hiring();
  const { id } = await submitted();
  const answer = await recruiter.get(`${at}/${id}/cv`);
  assert.deepEqual(answer.rawPayload, fakePdf);
  assert.equal(answer.headers['content-type'], 'application/pdf');
  assert.match(String(answer.headers['content-disposition']), /^attachment/);
  assert.equal(answer.headers['cache-control'], 'private, no-store');

  const { cv_id: cvId } = await server.db
    .selectFrom('runs')
    .select('cv_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await server.blobs.delete(`cvs/${cvId}`);
  const gone = await recruiter.get(`${at}/${id}/cv`);
  assert.equal(gone.statusCode, 404);
  assert.equal((await recruiter.get(`${at}/${id}`)).json<MatchDetails>().cvKind, null);
});

test('events tell what a match comes to and then end', async () => {
  const { recruiter, at, submitted } = await hiring();
  const { id } = await submitted();
  const stream = recruiter.get(`${at}/${id}/events`);
  await server.finish(id, finished(71));
  const answer = await stream;
  assert.match(String(answer.headers['content-type']), /^text\/event-stream/);
  const events = [...answer.body.matchAll(/^data: (.*)$/gm)].map(
    ([, text]) => JSON.parse(text!) as MatchEvent,
  );
  assert.deepEqual(events.at(-1), { status: 'finished', score: 71, progress: null, queuePosition: null });
});

const refusals: readonly [string, Record<string, string> | undefined, Buffer, string][] = [
  ['a file that is no PDF', undefined, Buffer.from('hello'), 'UNSUPPORTED_FORMAT'],
  ['an unknown job', { jobId: 'unknown' }, fakePdf, 'JOB_NOT_FOUND'],
  ['no job', {}, fakePdf, 'INVALID_INPUT'],
  ['an unknown field', { jobId: 'a', colour: 'red' }, fakePdf, 'INVALID_INPUT'],
];
for (const [title, fields, content, code] of refusals) {
  test(`${title} is refused, and nothing is left of it`, async () => {
    const { submit, recruiter, at } = await hiring();
    const before = await server.blobFiles();
    const answer = await submit(fields, content);
    assert.equal(answer.json().error.code, code);
    assert.deepEqual(await server.blobFiles(), before);
    assert.deepEqual((await recruiter.get(at)).json<MatchList>().items, []);
  });
}

test('a client without credits, without the module, or disabled takes no CVs', async () => {
  const poor = await hiring({ credits: 1 });
  assert.equal((await poor.submit()).json().error.code, 'INSUFFICIENT_CREDITS');
  const speechOnly = await hiring({ client: { permissions: ['speech'] } });
  assert.equal((await speechOnly.submit()).json().error.code, 'MISSING_PERMISSION');
  const disabled = await hiring();
  await server.identity.setClientActive(disabled.clientId, false);
  assert.equal((await disabled.submit()).json().error.code, 'MISSING_PERMISSION');
});

/** A server on a port, and a form of which only the first bytes of its file come. */
async function onThePort(t: TestContext, options: Parameters<typeof buildConsoleApp>[1] = {}) {
  const on = await buildConsoleApp(t, options);
  await on.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = on.app.server.address() as { port: number };
  const send = (path: string, cookie: string, jobId: string | null) => {
    const parts = [
      ...(jobId === null ? [] : [{ name: 'jobId', value: jobId }]),
      { name: 'cv', value: fakePdf, fileName: 'cv.pdf' },
    ];
    const { headers, payload } = encodeForm(parts);
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `POST /console/api${path} HTTP/1.1\r\nhost: test\r\nx-assay-console: 1\r\ncookie: ${cookie}\r\n` +
        `content-length: 5000000\r\ncontent-type: ${headers['content-type']}\r\n\r\n`,
    );
    socket.write(payload.subarray(0, payload.indexOf(fakePdf) + 5));
    return socket;
  };
  return { on, send };
}

test('what no file can change is refused before the file is sent', { timeout: 60_000 }, async (t) => {
  const { on, send } = await onThePort(t);
  const rich = await hiring({}, on);
  const poor = await hiring({ credits: 1 }, on);
  const archived = await hiring({}, on);
  await archived.recruiter.post(`/clients/${archived.clientId}/jobs/${archived.job.id}/archive`);
  const speechOnly = await hiring({}, on);
  await on.identity.updateClient(speechOnly.clientId, { permissions: ['speech'] });
  const disabled = await hiring({}, on);
  await on.identity.setClientActive(disabled.clientId, false);
  for (const [{ at, recruiter, job }, jobId, code] of [
    [rich, 'unknown', 'JOB_NOT_FOUND'],
    [rich, null, 'INVALID_INPUT'],
    [poor, undefined, 'INSUFFICIENT_CREDITS'],
    [archived, undefined, 'JOB_NOT_FOUND'],
    [speechOnly, undefined, 'MISSING_PERMISSION'],
    [disabled, undefined, 'MISSING_PERMISSION'],
  ] as const) {
    const socket = send(at, recruiter.cookie, jobId === undefined ? job.id : jobId);
    const [answer] = await once(socket, 'data', { signal: AbortSignal.timeout(5000) });
    const body = String(answer).split('\r\n\r\n')[1]!;
    assert.equal(JSON.parse(body).error.code, code, body);
    socket.destroy();
  }
  assert.deepEqual(await on.blobFiles(), []);
});

test('a browser that goes away while its CV is being admitted leaves nothing', {
  timeout: 60_000,
}, async (t) => {
  const asked = Promise.withResolvers<void>();
  const admitted = Promise.withResolvers<void>();
  const { on, send } = await onThePort(t, {
    replace: ({ console }) => ({
      console: {
        ...console,
        matches: {
          ...console.matches,
          async assertAcceptable() {
            asked.resolve();
            await admitted.promise;
          },
        },
      },
    }),
  });
  const { at, recruiter, job, clientId } = await hiring({}, on);
  const socket = send(at, recruiter.cookie, job.id);
  await asked.promise;
  socket.destroy();
  await delay(100);
  admitted.resolve();
  await delay(100);
  assert.deepEqual(await on.blobFiles(), []);
  assert.equal((await on.credits.balance(clientId)).held, 0);
});

test('a CV sent again is answered as before, though its credits are used up and its job is archived', async () => {
  const { job, submit, recruiter, clientId } = await hiring({ credits: 2 });
  const keyed = (key: string) => submit({ jobId: job.id }, fakePdf, { 'idempotency-key': key });
  const first = await keyed('one');
  assert.equal(first.statusCode, 202, first.body);
  assert.equal((await keyed('two')).json().error.code, 'INSUFFICIENT_CREDITS');
  await recruiter.post(`/clients/${clientId}/jobs/${job.id}/archive`);
  const again = await keyed('one');
  assert.equal(again.statusCode, 202, again.body);
  assert.equal(again.json<MatchRow>().id, first.json<MatchRow>().id);
  assert.equal((await keyed('two')).json().error.code, 'JOB_NOT_FOUND');
});

test('a recording is no CV match', async () => {
  const { recruiter, at, clientId } = await hiring();
  const { run } = await server.runs.submit({
    id: 'a-recording',
    serviceType: 'speech',
    clientId,
    projectId: null,
    apiKeyId: null,
    externalId: null,
    playground: false,
    metadata: {},
    tags: [],
    input: {},
    audioDurationMs: 240_000,
    language: 'en',
    costCredits: 4,
  });
  const [here, unknown] = [await recruiter.get(`${at}/${run.id}`), await recruiter.get(`${at}/no-such-run`)];
  assert.equal(here.statusCode, 404);
  assert.equal(here.json().error.code, unknown.json().error.code);
});
