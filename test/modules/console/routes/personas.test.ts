import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import type { PersonaDetails, PersonaList, PersonaLook } from '#server/modules/console/personas/contract.ts';
import type { LiveSession } from '#server/modules/interview/types.ts';
import { minutes } from '#server/time.ts';
import { buildConsoleApp } from '#test/support/console-app.ts';
import { everyRow } from '#test/support/every-row.ts';

const draft = {
  roleName: 'Event planner',
  language: 'en',
  systemPrompt: null,
  basePromptOverride: null,
  maxMinutes: 20,
  voice: null,
  patienceMs: 1500,
  analyse: false,
  positionId: null,
  questions: null as PersonaDetails['questions'],
};

const server = await buildConsoleApp({ after });
const { clientId } = await server.customer();
const admin = await server.as('admin', clientId);
const viewer = await server.as('viewer', clientId);
const at = `/clients/${clientId}/personas`;

const made = async (given: object = {}): Promise<PersonaDetails> => {
  const answer = await admin.post(at, { ...draft, ...given });
  assert.equal(answer.statusCode, 201, answer.body);
  return answer.json();
};
const listed = async (query = '') => (await viewer.get(`${at}${query}`)).json<PersonaList>().items;

test('a persona is stored as it was written, and its generated prompt follows its role', async () => {
  const persona = await made();
  assert.equal(persona.isPromptGenerated, true);
  assert.match(persona.systemPrompt, /"Event planner"/);
  assert.deepEqual((await viewer.get(`${at}/${persona.id}`)).json(), persona);
  const changed = await admin.patch(`${at}/${persona.id}`, {
    ...draft,
    roleName: ' Baker ',
    patienceMs: 2200,
  });
  const after = changed.json<PersonaDetails>();
  assert.equal(after.roleName, 'Baker');
  assert.equal(after.patienceMs, 2200);
  assert.match(after.systemPrompt, /"Baker"/);
  const own = await admin.patch(`${at}/${persona.id}`, { ...draft, systemPrompt: 'Ask about bread.' });
  assert.equal(own.json<PersonaDetails>().isPromptGenerated, false);
  const back = await admin.patch(`${at}/${persona.id}`, draft);
  assert.equal(back.json<PersonaDetails>().isPromptGenerated, true);
});

test('every fault of a draft is named at once, and nothing is stored', async () => {
  const before = (await listed()).length;
  const answer = await admin.post(at, {
    ...draft,
    roleName: ' ',
    language: 'xx',
    maxMinutes: 3,
    patienceMs: 0,
  });
  assert.equal(answer.statusCode, 400);
  assert.deepEqual(Object.keys(answer.json().error.details.fields).sort(), [
    'max_minutes',
    'patience_ms',
    'role_name',
  ]);
  assert.equal((await listed()).length, before);
});

test('an archived persona leaves the list and takes no change', async () => {
  const { id } = await made({ roleName: 'Lamplighter' });
  const archived = await admin.post(`${at}/${id}/archive`);
  assert.equal(archived.json<PersonaDetails>().status, 'archived');
  assert.ok(!(await listed()).some((persona) => persona.id === id));
  assert.ok((await listed('?status=archived')).some((persona) => persona.id === id));
  assert.equal((await admin.patch(`${at}/${id}`, draft)).json().error.code, 'PERSONA_ARCHIVED');
});

test('what a persona would begin with is told before it is stored', async () => {
  const look = async (language: string) => {
    const answer = await viewer.post(`${at}/look`, { roleName: 'Baker', language, maxMinutes: 20 });
    return answer.json<PersonaLook>();
  };
  const english = await look('English');
  assert.equal(english.language, 'en');
  assert.ok(english.opening.length >= 3);
  assert.ok(english.opening.some((sentence) => sentence.includes('Baker')));
  assert.match(english.generatedPrompt, /"Baker"/);
  assert.match(english.baseBehaviour, /One question at a time/);
  assert.ok(english.voices.includes('slt'));
  assert.equal(english.hasModel, false, 'none is connected here');
  assert.deepEqual((await look('ja')).voices, []);
  assert.equal(english.whyNotHeld, null, 'no live process is there to tell');
  await server.interviewsAreHeld(['en']);
  assert.match((await look('ja')).whyNotHeld!, /holds no interviews in Japanese/);
  assert.equal((await look('en')).whyNotHeld, null);
  await server.interviewsAreHeld();
  const refused = await viewer.post(`${at}/look`, { roleName: 'Baker', language: 'Klingon', maxMinutes: 20 });
  assert.deepEqual(Object.keys(refused.json().error.details.fields), ['language']);
});

test('a voice is heard as a WAV of half a minute at most, and only so often', async () => {
  const listener = await server.as('viewer', clientId);
  const speak = (given: object = {}) =>
    listener.post(`${at}/voice`, {
      roleName: 'Baker',
      language: 'pl',
      maxMinutes: 20,
      voice: null,
      ...given,
    });
  const heard = await speak();
  assert.equal(heard.statusCode, 200, heard.body.slice(0, 300));
  assert.equal(heard.headers['content-type'], 'audio/wav');
  const wav = heard.rawPayload;
  assert.equal(wav.toString('latin1', 0, 4), 'RIFF');
  assert.equal(wav.readUInt32LE(40), wav.length - 44);
  assert.ok(wav.length > 2 * 16_000 * 3, 'more than three seconds');
  assert.ok(wav.length <= 2 * 16_000 * 30 + 44);

  const unspoken = await speak({ language: 'ja' });
  assert.equal(unspoken.statusCode, 400);
  assert.equal(unspoken.json().error.code, 'LANGUAGE_NOT_AVAILABLE');
  assert.match(unspoken.json().error.message, /No voice of this installation speaks Japanese/);
  const unknown = await speak({ voice: 'nobody' });
  assert.deepEqual(Object.keys(unknown.json().error.details.fields), ['voice']);

  for (let tries = 3; tries < 12; tries++) await speak({ language: 'ja' });
  const refused = await speak();
  assert.equal(refused.statusCode, 429);
  assert.ok(Number(refused.headers['retry-after']) > 0);
  const other = await server.as('viewer', clientId);
  const body = { roleName: 'Baker', language: 'ja', maxMinutes: 20, voice: null };
  assert.equal((await other.post(`${at}/voice`, body)).statusCode, 400, 'another person');
  server.clock.advance(minutes(1));
  assert.equal((await speak({ language: 'ja' })).statusCode, 400, 'a minute later');
});

test('what is asked is shown before it is: made for the role and its job, or as it was written', async () => {
  const look = async (given: object) =>
    (
      await viewer.post(`${at}/look`, {
        ...{ roleName: 'Event planner', language: 'en', maxMinutes: 20, questions: null, positionId: null },
        ...given,
      })
    ).json<{ questions: string[] }>().questions;
  const usual = await look({});
  assert.ok(
    usual.length >= 6 && usual.every((text) => text.endsWith('?') || text.endsWith('.')),
    usual.join('\n'),
  );
  assert.deepEqual(await look({}), usual, 'the same for everybody');
  const own = { text: 'Which event went wrong?', seconds: null, followUps: true, mustAsk: true };
  assert.deepEqual(await look({ questions: [own] }), [own.text]);
  const { questions } = await made({ questions: [own] });
  assert.deepEqual(questions, [own]);
});

test('a persona is tried without an invitation: a link for half an hour, an entry in the audit log, and nothing else', async () => {
  await server.interviewsAreHeld();
  const { clientId: own } = await server.customer({ credits: 0 });
  const maker = await server.as('admin', own);
  const { id } = (await maker.post(`/clients/${own}/personas`, draft)).json<PersonaDetails>();
  const before = await everyRow(server.db);
  const answer = await maker.post(`/clients/${own}/personas/${id}/trials`);
  assert.equal(answer.statusCode, 201, answer.body);
  const { link, expiresAt } = answer.json<{ link: string; expiresAt: string }>();
  assert.equal(Date.parse(expiresAt) - server.clock.now(), minutes(30));
  const token = /^\/i\/#t=(.+)$/.exec(link)![1]!;
  assert.ok(token.length <= 200, 'as long as a page may send');
  const session = (await server.live.trial(token)) as LiveSession;
  assert.deepEqual(session.trial, { clientId: own, personaId: id });
  assert.equal(session.interviewer.patienceMs, draft.patienceMs);
  assert.deepEqual(await server.live.look(token), { refusal: 'LINK_INVALID' }, 'no candidate’s link');

  const { audit_log: entries, audit_head: _, ...rest } = await everyRow(server.db);
  const { audit_log: earlier, audit_head: __, ...same } = before;
  assert.deepEqual(rest, same);
  const added = (entries as { action: string; target: string; client_id: string }[]).slice(earlier!.length);
  assert.deepEqual(
    added.map(({ action, target, client_id }) => ({ action, target, client_id })),
    [{ action: 'persona.try', target: `persona:${id}`, client_id: own }],
  );
});

test('a persona is tried by who may change it, where interviews are held', async () => {
  await server.interviewsAreHeld(['en']);
  const { id } = await made();
  const attempt = async (visitor = admin, personaId = id) => {
    const { statusCode, body } = await visitor.post(`${at}/${personaId}/trials`);
    return [statusCode, (JSON.parse(body) as { error?: { code: string } }).error?.code];
  };
  assert.deepEqual(await attempt(), [201, undefined]);
  for (const other of [viewer, await server.as('recruiter', clientId)]) {
    assert.deepEqual(await attempt(other), [403, 'ROLE_NOT_ALLOWED']);
  }
  await server.interviewsAreHeld(['pl']);
  assert.deepEqual(await attempt(), [400, 'LANGUAGE_NOT_AVAILABLE']);
  await server.interviewsAreHeld();
  await admin.post(`${at}/${id}/archive`);
  assert.deepEqual(await attempt(), [409, 'PERSONA_ARCHIVED']);
  assert.deepEqual(await attempt(admin, randomUUID()), [404, 'NOT_FOUND']);
});
