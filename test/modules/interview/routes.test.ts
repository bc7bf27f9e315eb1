import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { LiveSession } from '#server/modules/interview/types.ts';
import { minutes } from '#server/time.ts';
import { get } from '#test/support/build-test-app.ts';
import { spoken } from '#test/support/interview-layer.ts';
import { base, hold, idOf, invite, newPersona, post, setUp, tokenOf } from './served.ts';

test('a session is created with one id under both names and a link whose token is stored nowhere', async (t) => {
  const { server, customer } = await setUp(t);
  const persona = await newPersona(server, customer);
  const body = { consent_mode: 'explicit', candidate_ref: 'c-1', metadata: { a: 1 }, tags: [' x ', 'x'] };
  const create = (headers: Record<string, string>) =>
    post(server, customer, `/personas/${persona}/sessions`, body, headers);
  const keyed = { 'idempotency-key': 'k', host: 'assay.example' };
  const answer = await create(keyed);
  assert.equal(answer.statusCode, 201, answer.body);
  const { session_id, id, candidate_link, expires_in } = answer.json();
  assert.equal(id, session_id);
  assert.equal(expires_in, 604_800);
  assert.match(candidate_link, /^http:\/\/assay\.example\/i\/#t=[\w-]{43}$/);
  // Sent again, it is the same session and the same link, although the link is not stored.
  const again = await create(keyed);
  assert.deepEqual(again.json(), answer.json());
  assert.equal(again.headers['idempotency-replayed'], 'true');
  const token = tokenOf(candidate_link);
  for (const table of ['interview_sessions', 'idempotency', 'runs'] as const) {
    const rows = await server.db.selectFrom(table).selectAll().execute();
    assert.ok(rows.length > 0 && !JSON.stringify(rows).includes(token), table);
  }
  assert.ok(!server.logs.join('').includes(token));

  const record = (await get(server.app, `${base}/sessions/${id}`, customer.apiKey)).json();
  assert.deepEqual(record, {
    id,
    status: 'initiated',
    persona_id: persona,
    project_id: null,
    candidate_ref: 'c-1',
    consent_mode: 'explicit',
    duration_sec: 0,
    credit_charged: 0,
    created_at: record.created_at,
    opened_at: null,
    declined_at: null,
    slow_turns: 0,
    started_at: null,
    completed_at: null,
    error_code: null,
    metadata: { a: '1' },
    tags: ['x'],
  });
  assert.notEqual((await create({})).json().id, id);
});

test('a session that cannot be is refused, and nothing is left of it', async (t) => {
  const { server, customer } = await setUp(t);
  const persona = await newPersona(server, customer);
  const poor = await server.customer({ credits: 44 });
  const archived = await newPersona(server, customer);
  await server.interviews.personas.archive({ clientId: customer.clientId, personaId: archived });
  const jobless = randomUUID();
  for (const [who, id, body, status, code] of [
    [customer, persona, { consent_mode: 'maybe' }, 400, 'INVALID_INPUT'],
    [customer, persona, { candidate_ref: '' }, 400, 'INVALID_INPUT'],
    [customer, persona, { candidate_ref: 'x'.repeat(256) }, 400, 'INVALID_INPUT'],
    [customer, persona, { webhook_url: 'x' }, 400, 'INVALID_INPUT'],
    [customer, persona, { metadata: [] }, 400, 'INVALID_METADATA'],
    [customer, persona, { tags: [''] }, 400, 'INVALID_TAGS'],
    [customer, jobless, {}, 404, 'PERSONA_NOT_FOUND'],
    [customer, archived, {}, 409, 'PERSONA_ARCHIVED'],
    [poor, await newPersona(server, poor), {}, 402, 'INSUFFICIENT_CREDITS'],
  ] as const) {
    const answer = await post(server, who, `/personas/${id}/sessions`, body);
    assert.deepEqual([answer.statusCode, answer.json().error.code], [status, code]);
  }
  await server.interviews.presence.leave('live_test');
  const answer = await post(server, customer, `/personas/${persona}/sessions`);
  assert.deepEqual([answer.statusCode, answer.json().error.code], [503, 'INTERVIEWS_NOT_AVAILABLE']);
  assert.equal(answer.headers['retry-after'], '30');
  const rows = await server.db.selectFrom('interview_sessions').selectAll().execute();
  assert.deepEqual(rows, []);
  // Interviewers can be made ready before.
  await newPersona(server, customer);
});

test('sessions are listed by what speech runs are, and in no other list', async (t) => {
  const { server, customer } = await setUp(t);
  const { apiKey, clientId } = customer;
  const project = await server.identity.createProject({ clientId, name: 'Shop' });
  const inShop = await server.identity.createKey({ clientId, projectId: project.id });
  const first = await invite(server, customer, { tags: ['a', 'b'], metadata: { k: 'v' } });
  const second = await invite(
    server,
    { ...customer, apiKey: inShop.apiKey },
    { tags: ['a'], candidate_ref: 'cand-9' },
  );
  const completed = await hold(server, customer);
  const list = async (query: string) => {
    const answer = await get(server.app, `${base}/sessions${query}`, apiKey);
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json();
  };
  const all = [completed, second.id, first.id];
  for (const [query, ids] of [
    ['', all],
    [`?project=${project.id}`, [second.id]],
    ['?project=none', [completed, first.id]],
    ['?tags=a', [second.id, first.id]],
    ['?tags=a&tags=b', [first.id]],
    ['?tags=a,b', [first.id]],
    ['?metadata_key=k&metadata_value=v', [first.id]],
    ['?metadata_key=k&metadata_value=w', []],
    ['?status=completed', [completed]],
    ['?candidate_ref=cand-9', [second.id]],
    ['?candidate_ref=cand', []],
  ] as const) {
    assert.deepEqual((await list(query)).data.map(idOf), ids, query);
  }
  const newest = await list('?limit=2');
  assert.deepEqual(newest.data.map(idOf), [completed, second.id]);
  // One that comes meanwhile moves no page.
  const late = await invite(server, customer);
  const rest = await list(`?limit=2&cursor=${newest.next_cursor}`);
  assert.deepEqual([rest.data.map(idOf), rest.next_cursor], [[first.id], null]);
  assert.deepEqual((await list('?limit=1')).data.map(idOf), [late.id]);
  for (const [query, code] of [
    ['?status=queued', 'INVALID_STATUS'],
    ['?limit=101', 'INVALID_INPUT'],
    ['?tags=', 'INVALID_TAGS'],
    ['?metadata_key=k', 'INVALID_INPUT'],
    ['?cursor=x', 'INVALID_INPUT'],
    ['?offset=1', 'INVALID_INPUT'],
    ['?candidate=cand-9', 'INVALID_INPUT'],
  ]) {
    const answer = await get(server.app, `${base}/sessions${query}`, apiKey);
    assert.deepEqual([answer.statusCode, answer.json().error.code], [400, code], query);
  }
  assert.deepEqual((await get(server.app, '/api/v1/speech/runs', apiKey)).json().runs, []);
  const asked = await get(server.app, '/api/v1/speech/runs?serviceType=interview', apiKey);
  assert.equal(asked.json().error.code, 'INVALID_SERVICE_TYPE');
});

test('a lost link is replaced by its own client alone, and the record tells when the new one was opened', async (t) => {
  const { server, customer } = await setUp(t);
  const stranger = await server.customer();
  const { id, candidate_link } = await invite(server, customer, { consent_mode: 'none' });
  const record = async () => (await get(server.app, `${base}/sessions/${id}`, customer.apiKey)).json();
  await server.live.admit({ token: tokenOf(candidate_link), device: 'phone' });
  const { opened_at } = await record();
  assert.ok(opened_at);
  const [row] = (await get(server.app, `${base}/sessions`, customer.apiKey)).json().data;
  assert.equal(row.opened_at, opened_at);

  const refused = await post(server, stranger, `/sessions/${id}/link`);
  assert.deepEqual([refused.statusCode, refused.json().error.code], [404, 'SESSION_NOT_FOUND']);
  const renew = () => post(server, customer, `/sessions/${id}/link`, {}, { 'idempotency-key': 'lost' });
  const answer = await renew();
  assert.equal(answer.statusCode, 201, answer.body);
  const renewed = answer.json();
  // Sent again, it is the same link, and no third one; also where the first request was cut off behind its transaction.
  assert.deepEqual((await renew()).json(), renewed);
  const cutOff = () => server.db.updateTable('idempotency').set({ status: null, body: '2' }).execute();
  await cutOff();
  server.clock.advance(minutes(2));
  await server.interviewsAreHeld();
  assert.deepEqual((await renew()).json(), renewed);
  assert.deepEqual([renewed.id, renewed.session_id, renewed.expires_in], [id, id, 604_800]);
  assert.notEqual(tokenOf(renewed.candidate_link), tokenOf(candidate_link));
  assert.equal((await record()).opened_at, null);
  assert.deepEqual(await server.live.look(tokenOf(candidate_link)), { refusal: 'LINK_INVALID' });
  const visitor = { token: tokenOf(renewed.candidate_link), device: 'phone' };
  await server.live.admit(visitor);
  assert.equal(((await server.live.begin(visitor)) as LiveSession).state, 'active');
  const late = await post(server, customer, `/sessions/${id}/link`);
  assert.deepEqual([late.statusCode, late.json().error.code], [409, 'NOT_POSSIBLE_NOW']);
});

test('the recording comes whole, in ranges and as headers alone, and only once there is one', async (t) => {
  const { server, customer } = await setUp(t);
  const { apiKey } = customer;
  const waiting = await invite(server, customer);
  for (const [part, code] of [
    ['recording', 'RECORDING_NOT_READY'],
    ['transcript', 'TRANSCRIPT_NOT_READY'],
  ]) {
    const answer = await get(server.app, `${base}/sessions/${waiting.id}/${part}`, apiKey);
    assert.deepEqual([answer.statusCode, answer.json().error.code], [404, code]);
    assert.equal(answer.headers['retry-after'], '30');
  }
  const id = await hold(server, customer);
  const url = `${base}/sessions/${id}/recording`;
  const ask = (range?: string, method: 'GET' | 'HEAD' = 'GET') =>
    server.app.inject({ method, url, headers: { 'x-api-key': apiKey, ...(range && { range }) } });
  const whole = await ask();
  assert.deepEqual(
    [
      whole.statusCode,
      whole.headers['content-type'],
      whole.headers['content-length'],
      whole.rawPayload.length,
    ],
    [200, 'audio/wav', '1000', 1000],
  );
  assert.equal(whole.headers['accept-ranges'], 'bytes');
  const part = await ask('bytes=10-19');
  assert.deepEqual([part.statusCode, part.headers['content-range']], [206, 'bytes 10-19/1000']);
  assert.deepEqual([...part.rawPayload], [10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
  const behind = await ask('bytes=1000-');
  assert.deepEqual(
    [behind.statusCode, behind.headers['content-range'], behind.json().error.code],
    [416, 'bytes */1000', 'RANGE_NOT_SATISFIABLE'],
  );
  const head = await ask(undefined, 'HEAD');
  assert.deepEqual(
    [head.statusCode, Number(head.headers['content-length']), head.headers['content-type'], head.body],
    [200, 1000, 'audio/wav', ''],
  );
  const transcript = await get(server.app, `${base}/sessions/${id}/transcript`, apiKey);
  assert.deepEqual(transcript.json(), spoken(null).transcript);
  const record = (await get(server.app, `${base}/sessions/${id}`, apiKey)).json();
  assert.deepEqual(
    [record.status, record.duration_sec, record.credit_charged, record.completed_at !== null],
    ['completed', 125, 3, true],
  );
  const credits = (await get(server.app, '/api/v1/credits', apiKey)).json();
  assert.equal(credits.usage.interviewCreditsUsed, 3);
});

test("another client's persona and session are, byte for byte, ones that do not exist", async (t) => {
  const { server, customer } = await setUp(t);
  const stranger = await server.customer();
  const persona = await newPersona(server, customer);
  const id = await hold(server, customer);
  const asked = async (path: string) => {
    const of = async (unknown: string) => {
      const answer = await get(server.app, `${base}${path.replace('ID', unknown)}`, stranger.apiKey);
      const { timestamp: _, requestId: __, ...error } = answer.json().error;
      return [answer.statusCode, error];
    };
    return [await of(path.startsWith('/personas') ? persona : id), await of(randomUUID())];
  };
  for (const path of ['/personas/ID', '/sessions/ID', '/sessions/ID/recording', '/sessions/ID/transcript']) {
    const [theirs, unknown] = await asked(path);
    assert.deepEqual(theirs, unknown, path);
    assert.equal(theirs![0], 404);
  }
  const answer = await post(server, stranger, `/personas/${persona}/sessions`, { nonsense: 1 });
  assert.deepEqual([answer.statusCode, answer.json().error.code], [404, 'PERSONA_NOT_FOUND']);
  assert.deepEqual((await get(server.app, `${base}/sessions`, stranger.apiKey)).json().data, []);
  assert.deepEqual((await get(server.app, `${base}/personas`, stranger.apiKey)).json().data, []);
});

test('listening and reading are in the audit log; looking at headers is not', async (t) => {
  const { server, customer } = await setUp(t);
  const id = await hold(server, customer);
  const url = `${base}/sessions/${id}`;
  await server.app.inject({
    method: 'HEAD',
    url: `${url}/recording`,
    headers: { 'x-api-key': customer.apiKey },
  });
  await get(server.app, `${url}/transcript`, customer.apiKey);
  await get(server.app, `${url}/recording`, customer.apiKey);
  const entries = async () =>
    (
      await server.db
        .selectFrom('audit_log')
        .select(['action', 'target', 'client_id'])
        .where('action', 'like', 'interview.%')
        .orderBy('sequence')
        .execute()
    ).map((row) => ({ ...row }));
  for (let tries = 0; tries < 100 && (await entries()).length < 2; tries++) {
    await new Promise((done) => setTimeout(done, 10));
  }
  const about = { target: `run:${id}`, client_id: customer.clientId };
  assert.deepEqual(await entries(), [
    { action: 'interview.read', ...about },
    { action: 'interview.listen', ...about },
  ]);
});

test('a job steers an interview only while it is in the catalogue', async (t) => {
  const { server, customer } = await setUp(t);
  const { clientId } = customer;
  const { personas } = server.interviews;
  const content = { roleName: 'Baker', language: 'de', positionId: 'baker-1' };
  await assert.rejects(personas.create({ clientId, id: randomUUID() }, content), { code: 'JOB_NOT_FOUND' });
  const made = await server.app.inject({
    method: 'POST',
    url: '/api/v1/jobs',
    headers: { 'x-api-key': customer.apiKey },
    payload: { position_id: 'baker-1', job_description: 'Bakes bread.', config: { requirements: {} } },
  });
  const jobId = made.json().job_id as string;
  const persona = await personas.create({ clientId, id: randomUUID() }, content);
  const answer = await post(server, customer, `/personas/${persona.id}/sessions`, { consent_mode: 'none' });
  const session = (await server.live.admit({
    token: tokenOf(answer.json().candidate_link),
    device: 'phone',
  })) as LiveSession;
  assert.equal(session.job?.description, 'Bakes bread.');
  await server.jobs.archive({ clientId, jobId });
  const late = await post(server, customer, `/personas/${persona.id}/sessions`);
  assert.equal(late.json().error.code, 'JOB_NOT_FOUND');
});
