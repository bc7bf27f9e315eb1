import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Transcript } from '#server/domain/transcript/segments.ts';
import { wavOf } from '#server/domain/wav.ts';
import type { PersonaDetails, PersonaList } from '#server/modules/console/personas/contract.ts';
import type { PeaksAnswer } from '#server/modules/console/runs/contract.ts';
import type {
  InvitationMade,
  SessionAnswers,
  SessionDetails,
  SessionList,
} from '#server/modules/console/sessions/contract.ts';
import { keepAnalysis, refuseAnalysis } from '#server/modules/interview/session-repository.ts';
import { days, seconds } from '#server/time.ts';
import { submit } from '#test/support/build-test-app.ts';
import { buildConsoleApp } from '#test/support/console-app.ts';
import { spoken } from '#test/support/interview-layer.ts';

const server = await buildConsoleApp({ after });
await server.interviewsAreHeld();
const { live } = server;

const draft = {
  ...{ roleName: 'Baker', language: 'en', systemPrompt: null, basePromptOverride: null },
  ...{ maxMinutes: 20, voice: null, patienceMs: 1500, analyse: false, positionId: null, questions: null },
};

async function hiring(options: Parameters<typeof server.customer>[0] = {}) {
  const { clientId } = await server.customer(options);
  const admin = await server.as('admin', clientId);
  const recruiter = await server.as('recruiter', clientId);
  const viewer = await server.as('viewer', clientId);
  const persona = (await admin.post(`/clients/${clientId}/personas`, draft)).json<PersonaDetails>();
  const at = `/clients/${clientId}/sessions`;
  const ask = (given: object = {}) =>
    recruiter.post(`/clients/${clientId}/personas/${persona.id}/sessions`, {
      ...{ candidateRef: 'cand-7', projectId: null, tags: [], consentMode: 'none' },
      ...given,
    });
  const invite = async (given: object = {}): Promise<InvitationMade> => {
    const answer = await ask(given);
    assert.equal(answer.statusCode, 201, answer.body);
    return answer.json();
  };
  const find = async (id: string) => (await viewer.get(`${at}/${id}`)).json<SessionDetails>();
  const list = async (query = '') => (await viewer.get(`${at}${query}`)).json<SessionList>();
  const begun = async (given: object = {}) => {
    const invitation = await invite(given);
    await live.begin({ token: tokenOf(invitation), device: 'phone' });
    return invitation;
  };
  return { clientId, admin, recruiter, viewer, persona, at, ask, invite, find, list, begun };
}

/** A file with so many seconds of sound. */
async function recordTone(durationSec: number): Promise<string> {
  const path = join(server.dataDir, 'held.wav');
  const tone = Int16Array.from({ length: 16_000 * durationSec }, (_, at) => 8000 * Math.sin(at / 8));
  await writeFile(path, wavOf(Buffer.from(tone.buffer)));
  return path;
}

const tokenOf = ({ link }: InvitationMade) => new URL(link).hash.slice('#t='.length);

test('an invitation shows its link once, which lets the candidate in for seven days', async () => {
  const { clientId, invite, find, viewer, at } = await hiring();
  const project = await server.identity.createProject({ clientId, name: 'Lisbon' });
  const made = await invite({ projectId: project.id, tags: ['first-round'] });
  assert.match(made.link, /\/i\/#t=[\w-]{43}$/);
  assert.equal(Date.parse(made.expiresAt), server.clock.now() + days(7));
  const session = await find(made.sessionId);
  assert.equal(session.state, 'initiated');
  assert.deepEqual(session.project, { id: project.id, name: 'Lisbon' });
  assert.deepEqual(session.tags, ['first-round']);
  assert.equal(session.linkExpiresAt, made.expiresAt);
  const everything = (await viewer.get(`${at}/${made.sessionId}`)).body + (await viewer.get(at)).body;
  assert.ok(!everything.includes(tokenOf(made)), 'the token is in no other answer');
  const seen = await live.look(tokenOf(made));
  assert.ok('sessionId' in seen && seen.sessionId === made.sessionId);
});

test('an invitation needs the module, a project of the client and fields that may be', async () => {
  const { ask } = await hiring({ client: { permissions: ['speech'] } });
  assert.equal((await ask()).json().error.code, 'MISSING_PERMISSION');
  const other = await hiring();
  const foreign = await server.identity.createProject({
    clientId: (await hiring()).clientId,
    name: 'Theirs',
  });
  const refused = await other.ask({ projectId: foreign.id });
  assert.deepEqual(Object.keys(refused.json().error.details.fields), ['projectId']);
  const long = await other.ask({ candidateRef: 'x'.repeat(256) });
  assert.deepEqual(Object.keys(long.json().error.details.fields), ['candidate_ref']);
  const poor = await hiring({ credits: 3 });
  assert.equal((await poor.ask()).json().error.code, 'INSUFFICIENT_CREDITS');
});

test('the list finds sessions by state, project, persona and reference, newest first, page by page', async () => {
  const { clientId, admin, invite, list, persona, begun } = await hiring();
  const project = await server.identity.createProject({ clientId, name: 'Porto' });
  const ids: string[] = [];
  for (const candidateRef of ['ada', 'grace', 'Adam']) {
    server.clock.advance(seconds(1));
    ids.unshift((await invite({ candidateRef, projectId: project.id })).sessionId);
  }
  server.clock.advance(seconds(1));
  const { sessionId } = await begun({ candidateRef: null });
  const idsOf = async (query: string) => (await list(query)).items.map(({ id }) => id);
  assert.deepEqual(await idsOf(''), [sessionId, ...ids]);
  assert.deepEqual(await idsOf('?status=active'), [sessionId]);
  assert.deepEqual(await idsOf('?project=none'), [sessionId]);
  assert.deepEqual(await idsOf(`?project=${project.id}`), ids);
  assert.deepEqual(await idsOf('?search=ada'), [ids[0], ids[2]]);
  assert.deepEqual(await idsOf(`?search=${sessionId.slice(0, 8)}`), [sessionId]);
  assert.deepEqual(await idsOf(`?persona=${persona.id}&status=initiated`), ids);
  assert.deepEqual(await idsOf('?persona=nobody'), []);
  const first = await list('?limit=3');
  assert.equal(first.next, 3);
  assert.deepEqual(await idsOf('?limit=3&offset=3'), [ids[2]]);
  const { items } = (await admin.get(`/clients/${clientId}/personas`)).json<PersonaList>();
  assert.deepEqual(
    items.map(({ id, sessions }) => [id, sessions]),
    [[persona.id, 4]],
  );
});

test('an interview under way tells who is in and what goes on, and no word of it', async () => {
  const { begun, find, viewer, at } = await hiring();
  const { sessionId } = await begun();
  await live.note(sessionId, [
    { kind: 'joined', data: { resumed: false } },
    { kind: 'spoke', data: { startMs: 0, endMs: 2000, text: 'en/greeting/0', responseMs: null } },
  ]);
  const { state, live: seen, courtesy, hasTranscript } = await find(sessionId);
  assert.equal(state, 'active');
  assert.equal(seen?.seen.isHere, true);
  assert.equal(seen?.seen.doing, 'listening');
  assert.ok(Date.parse(seen!.endsBy!) > Date.parse(seen!.now));
  assert.deepEqual([courtesy, hasTranscript], [null, false]);
  assert.ok(!(await viewer.get(`${at}/${sessionId}`)).body.includes('greeting'));
  for (const part of ['transcript', 'recording', 'peaks']) {
    assert.equal((await viewer.get(`${at}/${sessionId}/${part}`)).statusCode, 404, part);
  }
});

test('a completed interview can be heard in ranges, read, and judged for its manners', async () => {
  const { clientId, admin, begun, find, viewer, at } = await hiring();
  const { sessionId } = await begun();
  await live.note(sessionId, [
    { kind: 'spoke', data: { startMs: 0, endMs: 2000, responseMs: null } },
    { kind: 'turn-ended', data: { startMs: 2400, endMs: 4000 } },
    { kind: 'spoke', data: { startMs: 4700, endMs: 5000, responseMs: 700 } },
  ]);
  assert.equal(await live.complete(sessionId, spoken(await recordTone(6), 6)), true);

  const session = await find(sessionId);
  assert.equal(session.state, 'completed');
  assert.deepEqual([session.hasRecording, session.hasTranscript, session.creditsCharged], [true, true, 1]);
  assert.deepEqual(session.courtesy?.responses, { count: 1, p50Ms: 700, p95Ms: 700 });
  assert.deepEqual(session.courtesy?.deadAir, { count: 2, p50Ms: 550, p95Ms: 685 });

  const { segments, speakers } = (await viewer.get(`${at}/${sessionId}/transcript`)).json<Transcript>();
  assert.deepEqual(
    segments.map(({ speaker, words }) => [speaker, words.map(({ text }) => text)]),
    [
      ['interviewer', ['Hello.']],
      ['candidate', ['Good', 'morning.']],
    ],
  );
  assert.equal(segments[1]!.words.at(-1)!.endMs, 4000, 'words without times share the time of their turn');
  assert.equal(speakers.find(({ role }) => role === 'candidate')?.speakingMs, 1600);

  const { durationMs } = (await viewer.get(`${at}/${sessionId}/peaks`)).json<PeaksAnswer>();
  assert.ok(Math.abs(durationMs - 6000) < 100, String(durationMs));
  const part = await viewer.inject({
    method: 'GET',
    url: `${at}/${sessionId}/recording`,
    headers: { range: 'bytes=100-199' },
  });
  assert.deepEqual([part.statusCode, part.rawPayload.length], [206, 100]);

  const entries = (await admin.get(`/clients/${clientId}/audit?limit=50`)).json().items as {
    action: string;
    target: string;
  }[];
  for (const action of ['interview.invite', 'interview.read', 'interview.listen']) {
    const entry = entries.find((one) => one.action === action);
    assert.equal(entry?.target, `run:${sessionId}`, action);
  }
});

test('an analysis is named once there is one, and why there is none where it was refused', async () => {
  const { clientId, admin, persona, begun, find } = await hiring();
  await admin.patch(`/clients/${clientId}/personas/${persona.id}`, { ...draft, analyse: true });
  const held = async () => {
    const { sessionId } = await begun();
    await live.complete(sessionId, spoken(await recordTone(6), 6));
    return sessionId;
  };
  const [analysed, refused] = [await held(), await held()];
  assert.deepEqual((await find(analysed)).analysis, { run: null, refusal: null });
  const { apiKey } = await server.identity.createKey({ clientId });
  const { id } = (await submit(server.app, { apiKey })).json();
  await keepAnalysis(server.db, analysed, id);
  await refuseAnalysis(server.db, refused, 'Too short.');
  assert.deepEqual((await find(analysed)).analysis, { run: { id, status: 'processing' }, refusal: null });
  assert.deepEqual((await find(refused)).analysis, { run: null, refusal: 'Too short.' });
});

test('an interview that failed and left nothing, or waits, gets a link that replaces the old one', async () => {
  const { begun, find, recruiter, at, invite } = await hiring();
  const first = await begun();
  await live.fail(first.sessionId, { code: 'CANDIDATE_LEFT', message: 'The candidate left.' });
  const failed = await find(first.sessionId);
  assert.deepEqual(
    [failed.state, failed.canBeReinvited, failed.error?.code],
    ['failed', true, 'CANDIDATE_LEFT'],
  );
  const again = await recruiter.post(`${at}/${first.sessionId}/reinvite`);
  assert.equal(again.statusCode, 201, again.body);
  assert.notEqual(tokenOf(again.json()), tokenOf(first));
  assert.deepEqual(await live.look(tokenOf(first)), { refusal: 'LINK_INVALID' });
  assert.equal((await find(first.sessionId)).state, 'initiated');
  const waiting = await invite();
  assert.deepEqual(
    await find(waiting.sessionId).then(({ canBeReinvited, openedAt }) => [canBeReinvited, openedAt]),
    [false, null],
  );
  const renewed = await recruiter.post(`${at}/${waiting.sessionId}/reinvite`);
  assert.equal(renewed.statusCode, 201, renewed.body);
  assert.deepEqual(await live.look(tokenOf(waiting)), { refusal: 'LINK_INVALID' });
  const underWay = await begun();
  const refused = await recruiter.post(`${at}/${underWay.sessionId}/reinvite`);
  assert.equal(refused.json().error.code, 'NOT_POSSIBLE_NOW');
});

test('a session is deleted as a run is', async () => {
  const { clientId, admin, invite } = await hiring();
  const { sessionId } = await invite();
  const subject = { kind: 'run', runId: sessionId };
  const preview = await admin.post(`/clients/${clientId}/deletions/preview`, { subject });
  assert.equal(preview.json().count, 1);
  const deletion = await admin.post(`/clients/${clientId}/deletions`, { subject });
  assert.equal(deletion.statusCode, 202, deletion.body);
});

test('completed interviews are announced where an admin says, and nowhere that may not be', async () => {
  const { clientId, admin, recruiter } = await hiring();
  const at = `/clients/${clientId}/interview-webhook`;
  assert.deepEqual((await admin.get(at)).json(), { url: null });
  const url = 'https://hooks.people.example/assay';
  assert.deepEqual((await admin.put(at, { url })).json(), { url });
  assert.deepEqual((await admin.get(at)).json(), { url });
  assert.deepEqual(Object.keys((await admin.put(at, { url: 'ftp://x' })).json().error.details.fields), [
    'webhookUrl',
  ]);
  assert.deepEqual((await admin.put(at, { url: null })).json(), { url: null });
  assert.equal((await recruiter.get(at)).json().error.code, 'ROLE_NOT_ALLOWED');
});

test('what candidates are told is shown to everybody; an admin adds to it, and each change is a version', async () => {
  const { clientId, admin, recruiter } = await hiring();
  const at = `/clients/${clientId}/interview-notice`;
  const before = (await recruiter.get(at)).json();
  assert.deepEqual([before.version, before.contact, before.texts], [0, null, {}]);
  await admin.put(`/clients/${clientId}/retention`, { audio: 12 });
  const own = {
    contact: 'people@example.com',
    privacyUrl: 'https://example.com/p',
    texts: { de: 'Guten Tag.' },
  };
  const saved = (await admin.put(`${at}?language=de`, own)).json();
  assert.equal(saved.version, 1);
  const shown = JSON.stringify(saved.preview.sections);
  for (const part of ['people@example.com', 'https://example.com/p', 'Guten Tag.', '12 Tage']) {
    assert.ok(shown.includes(part), part);
  }
  assert.equal((await admin.put(at, { ...own, contact: null })).json().version, 2);
  assert.notEqual((await recruiter.get(at)).json().preview.hash, before.preview.hash);
  const bad = { contact: ' ', privacyUrl: 'javascript:alert(1)', texts: { xx: 'x', en: '' } };
  assert.deepEqual(Object.keys((await admin.put(at, bad)).json().error.details.fields).toSorted(), [
    ...['contact', 'privacyUrl', 'texts.en', 'texts.xx'],
  ]);
  assert.equal((await recruiter.put(at, own)).json().error.code, 'ROLE_NOT_ALLOWED');
});

test('an ended interview is told by question, and without a job nothing is said to speak to one', async () => {
  const { viewer, at, begun } = await hiring();
  const { sessionId } = await begun();
  for (const part of ['answers', 'evidence'])
    assert.equal((await viewer.get(`${at}/${sessionId}/${part}`)).statusCode, 404);
  await live.complete(sessionId, spoken(null));
  const { entries, report } = (await viewer.get(`${at}/${sessionId}/answers`)).json<SessionAnswers>();
  assert.deepEqual(
    entries.map(({ text, turns }) => [text, turns.map(({ part }) => part)]),
    [['Hello.', ['question', 'answer']]],
  );
  assert.deepEqual(report.speaking, { candidateMs: 1600, interviewerMs: 2000 });
  assert.deepEqual((await viewer.get(`${at}/${sessionId}/evidence`)).json(), { job: null, requirements: [] });
});
