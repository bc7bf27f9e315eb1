import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { limits } from '#server/config/limits.ts';
import type { LiveSession } from '#server/modules/interview/types.ts';
import { minutes } from '#server/time.ts';
import { buildTestApp, get, type TestApp } from '#test/support/build-test-app.ts';
import { spoken } from '#test/support/interview-layer.ts';

const base = '/api/v1/interview';
const baker = { role_name: 'Baker', language: 'English' };

type Customer = Awaited<ReturnType<TestApp['customer']>>;

const post = (
  { app }: TestApp,
  { apiKey }: Pick<Customer, 'apiKey'>,
  path: string,
  payload: object | string = {},
  headers: Record<string, string> = {},
) =>
  app.inject({
    method: 'POST',
    url: `${base}${path}`,
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json', ...headers },
    payload,
  });

const newPersona = async (server: TestApp, customer: Customer, body: object = baker) =>
  (await post(server, customer, '/personas', body)).json().id as string;

async function invite(server: TestApp, customer: Customer, body: object = {}) {
  const persona = await newPersona(server, customer);
  const answer = await post(server, customer, `/personas/${persona}/sessions`, body);
  assert.equal(answer.statusCode, 201, answer.body);
  return answer.json() as { id: string; candidate_link: string };
}

const tokenOf = (link: string): string => new URL(link).hash.slice('#t='.length);

/** A session that was held to its end, of which so many bytes were recorded. */
async function hold(server: TestApp, customer: Customer, bytes = 1000) {
  const { id, candidate_link } = await invite(server, customer, { consent_mode: 'none' });
  const { live } = server;
  const visitor = { token: tokenOf(candidate_link), device: 'phone' };
  await live.admit(visitor);
  assert.equal(((await live.begin(visitor)) as LiveSession).state, 'active');
  const path = join(server.dataDir, `${id}.wav`);
  await writeFile(path, Buffer.from(Array.from({ length: bytes }, (_, index) => index % 256)));
  server.clock.advance(minutes(2));
  await server.interviewsAreHeld();
  assert.equal(await live.complete(id, spoken(path)), true);
  return id;
}

async function setUp(t: Parameters<typeof buildTestApp>[0]) {
  const server = await buildTestApp(t);
  await server.interviewsAreHeld();
  return { server, customer: await server.customer() };
}

test('a persona is created, listed without and read with its prompt', async (t) => {
  const { server, customer } = await setUp(t);
  const { clientId, apiKey } = customer;
  const answer = await post(server, customer, '/personas', { ...baker, base_prompt_override: null });
  assert.equal(answer.statusCode, 201);
  const { id, created_at } = answer.json();
  const row = {
    id,
    client_id: clientId,
    role_name: 'Baker',
    language: 'English',
    status: 'active',
    created_at,
  };
  assert.deepEqual(answer.json(), row);
  const own = await newPersona(server, customer, { ...baker, system_prompt: ' Ask about bread. ' });
  const listed = (await get(server.app, `${base}/personas`, apiKey)).json();
  assert.deepEqual(listed.data[1], row);
  assert.deepEqual(
    listed.data.map((one: { id: string }) => one.id),
    [own, id],
  );
  const read = async (personaId: string) =>
    (await get(server.app, `${base}/personas/${personaId}`, apiKey)).json();
  assert.equal((await read(own)).system_prompt, ' Ask about bread. ');
  const { system_prompt, ...rest } = await read(id);
  assert.deepEqual(rest, { ...row, questions: null, updated_at: null });
  assert.match(system_prompt, /role "Baker".*in English/s);
});

test('a persona has questions of its client’s own, with what was left out as usual', async (t) => {
  const { server, customer } = await setUp(t);
  const questions = [
    { text: 'Why bread?' },
    { text: 'When do you get up?', seconds: 60, follow_ups: false, must_ask: false },
  ];
  const id = await newPersona(server, customer, { ...baker, questions });
  const read = (await get(server.app, `${base}/personas/${id}`, customer.apiKey)).json();
  assert.deepEqual(read.questions, [
    { text: 'Why bread?', seconds: null, follow_ups: true, must_ask: true },
    questions[1],
  ]);
});

test('every fault of a persona is named, and none is stored', async (t) => {
  const { server, customer } = await setUp(t);
  for (const [body, fields] of [
    [{}, ['role_name', 'language']],
    [{ ...baker, role_name: 7, voice: 'x' }, ['voice', 'role_name']],
    [{ ...baker, role_name: ' ' }, ['role_name']],
    [{ ...baker, role_name: 'x'.repeat(201) }, ['role_name']],
    [{ ...baker, role_name: 'a\0' }, ['role_name']],
    [{ ...baker, language: 'x'.repeat(65) }, ['language']],
    [{ ...baker, language: 'Klingon' }, ['language']],
    [{ ...baker, language: 'English and French' }, ['language']],
    [{ ...baker, system_prompt: 'x'.repeat(20_001) }, ['system_prompt']],
    [{ ...baker, base_prompt_override: '' }, ['base_prompt_override']],
    [{ ...baker, questions: 'Why?' }, ['questions']],
    [{ ...baker, questions: [] }, ['questions']],
    [{ ...baker, questions: Array(31).fill({ text: 'Why?' }) }, ['questions']],
    [
      { ...baker, questions: ['Why?', null] },
      [0, 1].flatMap((at) => [`questions.${at}`, `questions.${at}.text`]),
    ],
    [{ ...baker, questions: [{ text: ' ' }] }, ['questions.0.text']],
    [{ ...baker, questions: [{ text: 'x'.repeat(501) }] }, ['questions.0.text']],
    [
      { ...baker, questions: [{ text: 'a\0' }, { text: 'Why?', seconds: 14 }] },
      ['questions.0.text', 'questions.1.seconds'],
    ],
    [{ ...baker, questions: [{ text: 'Why?', seconds: 1.5 }] }, ['questions.0.seconds']],
    [
      { ...baker, questions: [{ text: 'Why?', must_ask: 1, time: 3 }] },
      ['questions.0.time', 'questions.0.must_ask'],
    ],
  ] as const) {
    const answer = await post(server, customer, '/personas', body);
    assert.equal(answer.statusCode, 400);
    const { code, details } = answer.json().error;
    assert.deepEqual([code, Object.keys(details.fields)], ['INVALID_INPUT', fields]);
  }
  const longest = { ...baker, role_name: 'ü'.repeat(200), system_prompt: 'x'.repeat(20_000) };
  await newPersona(server, customer, longest);
  const { data } = (await get(server.app, `${base}/personas`, customer.apiKey)).json();
  assert.deepEqual(
    data.map((one: { role_name: string }) => one.role_name),
    [longest.role_name],
  );
});

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
  // Sent again, it is the same session and the same link, although nobody has kept that.
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

const idOf = (one: { id: string }) => one.id;

test('personas are listed page by page, while new ones come', async (t) => {
  const { server, customer } = await setUp(t);
  const made: string[] = [];
  for (let count = 0; count < 3; count++) made.unshift(await newPersona(server, customer));
  const list = async (query: string) =>
    (await get(server.app, `${base}/personas${query}`, customer.apiKey)).json();
  const whole = await list('');
  assert.deepEqual([whole.data.map(idOf), whole.next_cursor], [made, null]);
  const first = await list('?limit=2');
  assert.deepEqual(first.data.map(idOf), made.slice(0, 2));
  await newPersona(server, customer);
  const rest = await list(`?limit=2&cursor=${first.next_cursor}`);
  assert.deepEqual([rest.data.map(idOf), rest.next_cursor], [made.slice(2), null]);
  for (const query of ['?limit=0', '?limit=101', '?cursor=x', '?offset=1']) {
    assert.equal((await list(query)).error.code, 'INVALID_INPUT', query);
  }
});

test('a language that interviews cannot be held in is one refusal, at the persona already', async (t) => {
  const { server, customer } = await setUp(t);
  const { clientId } = customer;
  const german = { ...baker, language: 'German' };
  const before = await newPersona(server, customer, german);
  await server.interviewsAreHeld(['en', 'fr']);
  const refusals = [
    await post(server, customer, '/personas', german),
    await post(server, customer, `/personas/${before}/sessions`),
  ];
  for (const answer of refusals) {
    const { code, details } = answer.json().error;
    assert.deepEqual([answer.statusCode, code], [400, 'LANGUAGE_NOT_AVAILABLE']);
    assert.deepEqual([details.language, details.available], ['de', ['en', 'fr']]);
  }
  const personaId = await newPersona(server, customer);
  const { personas } = server.interviews;
  const toGerman = personas.update({ clientId, personaId }, { language: 'de' });
  await assert.rejects(toGerman, { code: 'LANGUAGE_NOT_AVAILABLE' });
  // What it has is no obstacle to changing the rest.
  await personas.update({ clientId, personaId: before }, { roleName: 'Cook' });
});

test('a refused language is told by what it lacks: a recogniser or a voice', async (t) => {
  const { server, customer } = await setUp(t);
  const reasonOf = async (language: string) =>
    String((await post(server, customer, '/personas', { ...baker, language })).json().error.message);
  await server.interviewsAreHeld(['en', 'de']);
  assert.match(await reasonOf('ja'), /no recogniser or no voice for them/, 'no worker has told');
  await server.workerIsReady(['en', 'de', 'ja']);
  assert.match(
    await reasonOf('ja'),
    /interviews in Japanese \("ja"\).*no voice that speaks it.*TTS_HTTP_URL/,
  );
  assert.match(await reasonOf('pl'), /interviews in Polish.*no recogniser that knows it.*in en, de\./);
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

test('a persona changes within its bounds, and its prompt follows role and language', async (t) => {
  const { server, customer } = await setUp(t);
  const { clientId } = customer;
  const { personas } = server.interviews;
  const { id: personaId } = await personas.create(
    { clientId, id: randomUUID() },
    { roleName: 'Baker', language: 'en' },
  );
  const about = { clientId, personaId };
  const { maxMinutes, patienceMs } = limits.interview;
  for (const [changes, field] of [
    [{ maxMinutes: maxMinutes.min - 1 }, 'max_minutes'],
    [{ maxMinutes: maxMinutes.max + 1 }, 'max_minutes'],
    [{ patienceMs: patienceMs.min - 1 }, 'patience_ms'],
    [{ patienceMs: patienceMs.max + 1 }, 'patience_ms'],
    [{ voice: '' }, 'voice'],
  ] as const) {
    await assert.rejects(personas.update(about, changes), (error: { details: { fields: object } }) => {
      assert.deepEqual(Object.keys(error.details.fields), [field]);
      return true;
    });
  }
  const same = (await personas.update(about, { roleName: 'Baker' }))!;
  assert.equal(same.updatedAt, null);
  const german = (await personas.update(about, { language: 'Deutsch', maxMinutes: 120, analyse: true }))!;
  assert.match(german.systemPrompt, /in German/);
  assert.deepEqual([german.maxMinutes, german.analyse, german.isPromptGenerated], [120, true, true]);
  const own = (await personas.update(about, { systemPrompt: 'Mine.' }))!;
  const renamed = (await personas.update(about, { roleName: 'Cook' }))!;
  assert.deepEqual([own.systemPrompt, renamed.systemPrompt], ['Mine.', 'Mine.']);
  assert.match((await personas.update(about, { systemPrompt: null }))!.systemPrompt, /"Cook"/);
  await personas.archive(about);
  await assert.rejects(personas.update(about, { roleName: 'x' }), { code: 'PERSONA_ARCHIVED' });
  const stranger = await server.customer();
  assert.equal(await personas.update({ ...about, clientId: stranger.clientId }, {}), undefined);
  assert.equal(await personas.archive({ ...about, clientId: stranger.clientId }), undefined);
});
