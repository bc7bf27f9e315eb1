import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { limits } from '#server/config/limits.ts';
import { get } from '#test/support/build-test-app.ts';
import { baker, base, idOf, newPersona, post, setUp } from './served.ts';

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
      { ...baker, questions: [{ text: 'Why?', must_ask: 1, time: 3, constructor: 1 }] },
      ['questions.0.time', 'questions.0.constructor', 'questions.0.must_ask'],
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
