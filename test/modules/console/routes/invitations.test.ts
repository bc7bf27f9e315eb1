import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { MailConfig } from '#server/config/mail.ts';
import type { InvitationList, InvitationLook } from '#server/modules/console/invitations/contract.ts';
import type { PersonaDetails } from '#server/modules/console/personas/contract.ts';
import { days, hours, isoTime } from '#server/time.ts';
import { buildConsoleApp } from '#test/support/console-app.ts';

const mail: MailConfig = {
  ...{ host: 'mail.test', port: 25, isTls: false, requireTls: true, login: null },
  from: { name: 'Acme', address: 'jobs@acme.example' },
};
const server = await buildConsoleApp({ after }, { mail });
const mute = await buildConsoleApp({ after });
await server.interviewsAreHeld();
await mute.interviewsAreHeld();

const persona = {
  ...{ roleName: 'Baker', language: 'pl', systemPrompt: null, basePromptOverride: null },
  ...{ maxMinutes: 20, voice: null, patienceMs: 1500, analyse: false, positionId: null, questions: null },
};

async function hiring(on = server, client: Parameters<typeof server.customer>[0] = {}) {
  const { clientId } = await on.customer(client);
  const admin = await on.as('admin', clientId);
  const recruiter = await on.as('recruiter', clientId);
  const viewer = await on.as('viewer', clientId);
  const { id: personaId } = (
    await admin.post(`/clients/${clientId}/personas`, persona)
  ).json<PersonaDetails>();
  const at = `/clients/${clientId}/personas/${personaId}/invitations`;
  const draft = (given: object = {}) => ({
    list: 'Ada <ada@a.example>',
    deadline: isoTime(on.clock.now() + days(3)),
    timeZone: 'Europe/Warsaw',
    message: null,
    ...given,
  });
  const look = async (given: object = {}) =>
    (await recruiter.post(`${at}/look`, draft(given))).json<InvitationLook>();
  const invite = (given: object = {}, by = recruiter) =>
    by.post(at, {
      ...draft(given),
      ...{ by: 'mail', count: 1, remind: true, projectId: null, tags: [], consentMode: 'explicit', ...given },
    });
  const list = async (query = '') =>
    (await viewer.get(`/clients/${clientId}/invitations${query}`)).json<InvitationList>();
  return { clientId, admin, recruiter, viewer, personaId, at, draft, look, invite, list };
}

const fieldsOf = (answer: { json(): { error: { details?: { fields?: object } } } }) =>
  Object.keys(answer.json().error.details?.fields ?? {});

test('a look shows who is meant, what to change and the mail, and sends none', async () => {
  const { look, list } = await hiring();
  const found = await look({
    list: 'name,email,language\nAda,ada@a.example,de\nGrace,grace@,\nJoan,joan@a.example,',
    message: 'Bis bald.',
  });
  assert.deepEqual(
    found.people.map(({ line, language }) => [line, language]),
    [
      [2, 'de'],
      [4, 'pl'],
    ],
  );
  assert.deepEqual(
    found.faults.map(({ line }) => line),
    [3],
  );
  assert.match(found.mail.text, /^Guten Tag Ada,/);
  assert.match(found.mail.text, /Bis bald\./);
  assert.equal(
    (await look({ list: '' })).refusal,
    'The list is empty. Paste one person per line, or choose a CSV file.',
  );
  assert.deepEqual((await list()).items, []);
});

test('people who were invited by mail are in the list, and not invited twice while their link waits', async () => {
  const { invite, look, list, personaId } = await hiring();
  const made = await invite();
  assert.equal(made.statusCode, 201, made.body);
  assert.deepEqual(made.json(), { count: 1, links: null });
  const { items, canMail, next } = await list();
  assert.deepEqual([canMail, next, items.length], [true, null, 1]);
  const [one] = items;
  assert.deepEqual([one!.name, one!.email, one!.standing], ['Ada', 'ada@a.example', 'sending']);
  assert.equal(one!.reminder!.status, 'planned');
  assert.equal(one!.deadline, isoTime(server.clock.now() + days(3)));
  assert.equal((await list(`?persona=${personaId}`)).items.length, 1);
  assert.equal((await list('?persona=nobody')).items.length, 0);
  const again = await look({ list: 'ADA@a.example' });
  assert.deepEqual(again.people, []);
  assert.match(again.faults[0]!.message, /was invited already/);
  assert.deepEqual(fieldsOf(await invite()), ['list']);
});

test('links are handed out as CSV, this once, and what spreadsheets would run is text', async () => {
  const { invite, list, viewer, clientId } = await hiring();
  const made = await invite({ by: 'links', count: 2, list: 'name;ref\n=cmd|x!A1;c-1\nGrace;c-2' });
  const rows = made.json().links.split('\r\n') as string[];
  assert.equal(rows[0], 'name,email,language,reference,link,deadline');
  assert.match(rows[1]!, /^'=cmd\|x!A1,,pl,c-1,http:\/\/localhost(:\d+)?\/i\/#t=[\w-]{43},/);
  const tokens = rows.slice(1, 3).map((row) => /#t=([\w-]+)/.exec(row)![1]!);
  for (const token of tokens) assert.ok('sessionId' in (await server.live.look(token)));
  const everything = (await viewer.get(`/clients/${clientId}/invitations`)).body;
  for (const token of tokens) assert.ok(!everything.includes(token));
  assert.deepEqual(
    (await list()).items.map(({ standing, mail, reminder, canBeMailed }) => [
      standing,
      mail,
      reminder,
      canBeMailed,
    ]),
    [
      ['handed-out', null, null, false],
      ['handed-out', null, null, false],
    ],
  );
});

test('an order that cannot be is refused whole', async () => {
  const { invite, list, clientId } = await hiring();
  const now = server.clock.now();
  for (const [given, fields] of [
    [{ deadline: isoTime(now + days(8)) }, ['deadline']],
    [{ deadline: isoTime(now + hours(0.5)) }, ['deadline']],
    [{ deadline: 'soon' }, ['deadline']],
    [{ timeZone: 'Mars/Olympus', message: 'x'.repeat(2001) }, ['timeZone', 'message']],
    [{ count: 2 }, ['list']],
    [{ list: 'name\nAda', count: 1 }, ['list']],
    [{ projectId: 'nobodys' }, ['projectId']],
  ] as const) {
    const answer = await invite(given);
    assert.equal(answer.statusCode, 400, answer.body);
    assert.deepEqual(fieldsOf(answer), fields);
  }
  const poor = await hiring(server, { credits: 3 });
  assert.equal((await poor.invite()).json().error.code, 'INSUFFICIENT_CREDITS');
  const speaker = await hiring(server, { client: { permissions: ['speech'] } });
  assert.equal((await speaker.invite()).json().error.code, 'MISSING_PERMISSION');
  assert.deepEqual((await list()).items, []);
  const sessions = await server.sessions.list({ clientId, limit: 10, offset: 0 });
  assert.deepEqual(sessions.sessions, []);
});

test('without a mail server links can be handed out, and nothing else', async () => {
  const { invite, list, recruiter, clientId } = await hiring(mute);
  const answer = await invite();
  assert.equal(answer.json().error.code, 'NOT_POSSIBLE_NOW');
  assert.equal((await invite({ by: 'links' })).statusCode, 201);
  const { items, canMail } = await list();
  assert.equal(canMail, false);
  const again = await recruiter.post(`/clients/${clientId}/sessions/${items[0]!.sessionId}/mail-link`);
  assert.equal(again.json().error.code, 'NOT_POSSIBLE_NOW');
});

test('the log names who invited how many and how, never whom; a log line neither', async () => {
  const { invite, list, admin, recruiter, viewer, clientId } = await hiring();
  await invite({ message: 'Dear Ada', list: 'Ada Zebra <zebra@a.example>' });
  const { sessionId } = (await list()).items[0]!;
  assert.equal(
    (await recruiter.post(`/clients/${clientId}/sessions/${sessionId}/mail-link`)).statusCode,
    204,
  );
  assert.equal((await viewer.post(`/clients/${clientId}/sessions/${sessionId}/mail-link`)).statusCode, 403);
  const log = await admin.get(`/clients/${clientId}/audit`);
  assert.ok(log.body.includes('interview.invite-many') && log.body.includes('interview.mail-link'));
  assert.ok(log.body.includes(sessionId));
  for (const text of [log.body, server.logs.join('\n')]) assert.doesNotMatch(text, /zebra|Dear Ada/i);
});
