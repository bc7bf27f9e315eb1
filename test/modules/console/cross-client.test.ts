import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { access, type ConsoleRoute } from '#server/modules/console/access.ts';
import { encodeForm, submit } from '#test/support/build-test-app.ts';
import { buildConsoleApp, type ConsoleApp, type Visitor } from '#test/support/console-app.ts';
import { succeeded } from '#test/support/data-layer.ts';
import { fakePdf } from '#test/support/match-state.ts';
import { acceptedConfig, inlineJob } from '#test/support/submit-match.ts';
import { announce } from '#test/support/webhooks.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Answer = Awaited<ReturnType<Visitor['get']>>;

const routes = Object.keys(access)
  .filter((route) => route.includes('/:clientId'))
  .map((route) => {
    const [method, path] = route.split(' ') as [Method, string];
    // Of the same person in every corpus: the corpus is whose.
    return { route: route as ConsoleRoute, method, path: path.replace(':externalId', 'p') };
  });

const personaDraft = {
  ...{ roleName: 'Baker', language: 'en', systemPrompt: null, basePromptOverride: null },
  ...{ maxMinutes: 15, voice: null, patienceMs: 1500, analyse: false, positionId: null, questions: null },
};
/** Its deadline is by the clock of the app. */
const people = {
  ...{ list: 'ada@a.example', deadline: '2026-03-03T09:00:00.000Z', timeZone: 'UTC', message: null },
};
const invitation = { candidateRef: null, projectId: null, tags: [], consentMode: 'explicit' };

/** Bodies that pass the routes' own checks, so that only whose id it is decides. */
const bodies: Partial<Record<ConsoleRoute, object>> = {
  'PATCH /clients/:clientId/members/:userId': { role: 'viewer' },
  'PATCH /clients/:clientId/projects/:projectId': { name: 'Taken over', archived: true },
  'PATCH /clients/:clientId/keys/:keyId': { name: 'Taken over' },
  'POST /clients/:clientId/keys/:keyId/extend': { days: 30 },
  'POST /clients/:clientId/keys/:keyId/rotate': { overlapHours: 0 },
  'POST /clients/:clientId/runs/:runId/candidate': { speaker: 'B' },
  'PATCH /clients/:clientId/personas/:personaId': { ...personaDraft, roleName: 'Taken over' },
  'POST /clients/:clientId/personas/:personaId/sessions': invitation,
  'POST /clients/:clientId/personas/:personaId/candidate-invitations': {
    candidateIds: ['x'],
    consentMode: 'explicit',
  },
  'POST /clients/:clientId/personas/:personaId/invitations/look': people,
  'POST /clients/:clientId/personas/:personaId/invitations': {
    ...people,
    ...{ by: 'links', count: 1, remind: false, projectId: null, tags: [], consentMode: 'explicit' },
  },
  'POST /clients/:clientId/corpora/:corpusId/lists': { name: 'Taken', externalIds: ['p'], isMember: true },
  'PATCH /clients/:clientId/candidates/:candidateId': { version: 1, name: 'Taken over' },
  'POST /clients/:clientId/candidates/:candidateId/notes': { text: 'Taken over' },
  'POST /clients/:clientId/candidates/:candidateId/decisions': { version: 1, kind: 'advance' },
  'POST /clients/:clientId/candidates/:candidateId/decisions/undo': { version: 1 },
  'POST /clients/:clientId/candidates/:candidateId/merge': { version: 1, otherId: 'x' },
  'POST /clients/:clientId/candidates/:candidateId/separate': { version: 1, recordId: 'x' },
  'POST /clients/:clientId/candidates/:candidateId/split': { version: 1, runIds: ['x'] },
  'POST /clients/:clientId/candidates/:candidateId/links': {
    ...{ note: 'Taken over', days: 1, hidesNames: false, mayDownload: false },
  },
  'POST /clients/:clientId/candidates/:candidateId/entries': { version: 1, runId: 'x' },
  'PATCH /clients/:clientId/jobs/:jobId': { description: 'Taken over', config: acceptedConfig },
};

/** Queries that routes cannot do without. */
const queries: Partial<Record<ConsoleRoute, string>> = {
  'GET /clients/:clientId/runs/:runId/report': '?for=recruiter&format=html',
};

/** A client with one of everything that has an id, made by the real services. */
async function clientWithEverything(console: ConsoleApp) {
  const { clientId, keyId, apiKey } = await console.customer();
  const admin = await console.as('admin', clientId);
  const member = await console.as('viewer', clientId);
  const project = await console.identity.createProject({ clientId, name: 'Graduates' });
  const speech = (await submit(console.app, { apiKey, fields: { externalId: 'ada' } })).json();
  await console.finish(speech.id, succeeded());
  const match = await console.app.inject({
    method: 'POST',
    url: '/api/v1/cvdeepmatch/submit',
    ...(() => {
      const form = encodeForm([
        ...Object.entries(inlineJob).map(([name, value]) => ({ name, value })),
        { name: 'cv', value: fakePdf, fileName: 'cv.pdf' },
      ]);
      return { payload: form.payload, headers: { ...form.headers, 'x-api-key': apiKey } };
    })(),
  });
  const job = await admin.post(`/clients/${clientId}/jobs`, {
    positionId: 'acc-2',
    description: 'Keeps the books.',
    config: acceptedConfig,
  });
  const corpusId = `corpus-${randomUUID()}`;
  const asProgram = (url: string, payload: object) =>
    console.app.inject({ method: 'POST', url, headers: { 'x-api-key': apiKey }, payload });
  const stored = await asProgram('/api/v1/cvds/candidates', {
    corpus_id: corpusId,
    candidates: [{ external_id: 'p', headline: 'Baker' }],
  });
  const search = await asProgram('/api/v1/cvds/search', {
    corpus_id: corpusId,
    position_metadata: { job_description: 'Baker', ...acceptedConfig },
  });
  const { messageId } = await announce(console, console.webhooks, {
    clientId,
    url: 'https://hooks.people.example/assay',
  });
  const invite = await admin.post(`/clients/${clientId}/members`, {
    email: 'new@people.example',
    role: 'viewer',
  });
  await submit(console.app, { apiKey, fields: { externalId: 'grace' } });
  const deletion = await admin.post(`/clients/${clientId}/deletions`, {
    subject: { kind: 'externalId', externalId: 'grace' },
  });
  await console.interviewsAreHeld();
  const persona = await admin.post(`/clients/${clientId}/personas`, personaDraft);
  const session = await admin.post(`/clients/${clientId}/personas/${persona.json().id}/sessions`, invitation);
  const candidate = await admin.post(`/clients/${clientId}/candidates`, {
    ...{ name: 'Ada', email: null, phone: null, externalId: null, tags: [] },
  });
  const upload = await admin.post(`/clients/${clientId}/uploads`, {
    jobId: null,
    files: [{ kind: 'cv', fileName: 'a.pdf', sizeBytes: 5, sha256: null, language: null, candidate: null }],
  });
  for (const made of [upload, match, job, invite, deletion, persona, session, stored, search, candidate])
    assert.ok(made.statusCode < 300, made.body);
  // Files the runs under candidates, so that no later reading does.
  await admin.get(`/clients/${clientId}/candidates`);
  return {
    clientId,
    admin,
    /** By the name of the parameter; `runId` differs by what kind of run the route is about. */
    ids: {
      userId: member.userId,
      projectId: project.id,
      keyId,
      runId: speech.id as string,
      matchId: match.json().id as string,
      corpusId,
      searchId: search.json().id as string,
      jobId: job.json().id as string,
      messageId,
      inviteId: invite.json().inviteId as string,
      deletionId: deletion.json().id as string,
      candidateId: candidate.json().id as string,
      personaId: persona.json().id as string,
      uploadId: upload.json().id as string,
      sessionId: session.json().sessionId as string,
    },
  };
}

type Ids = Awaited<ReturnType<typeof clientWithEverything>>['ids'];

const subIdOf = (path: string): { parameter: string; id: (ids: Ids) => string } | undefined => {
  const parameter = path.match(/:(\w+)/g)![1]?.slice(1);
  if (parameter === undefined) return undefined;
  const kindOfRun = path.includes('/matches/')
    ? 'matchId'
    : path.includes('/searches/')
      ? 'searchId'
      : path.includes('/sessions/')
        ? 'sessionId'
        : 'runId';
  const name = parameter === 'runId' ? kindOfRun : parameter;
  return {
    parameter,
    id: (ids) => {
      const id = ids[name as keyof Ids];
      assert.ok(id, `this test must know a ${name}, for ${path}`);
      return id;
    },
  };
};

/** An answer as it is, but for what names the id asked for, the moment and the request. */
const imprint = (answer: Answer, id: string) => {
  const { date: _, 'x-request-id': __, ...headers } = answer.headers;
  const body = answer.body
    .replaceAll(id, '<id>')
    .replaceAll(/"requestId":"[^"]*"/g, '"requestId":"…"')
    .replaceAll(/"timestamp":"[^"]*"/g, '"timestamp":"…"');
  return { status: answer.statusCode, headers, body };
};

const ask = ({ inject }: Pick<Visitor, 'inject'>, method: Method, url: string, body: object = {}) =>
  inject({ method, url, ...(method !== 'GET' && { payload: body }) });

/** As long as an id of ours, and unknown. */
const unknownId = (like: string) => like.slice(0, -8) + randomUUID().slice(0, 8);

/** Everything a client has, to see that nothing of it was touched. */
async function possessions({ db }: ConsoleApp, clientId: string) {
  const tables = [
    'projects',
    'api_keys',
    'runs',
    'jobs',
    'corpora',
    'personas',
    'interview_sessions',
    'invitations',
    'invitation_mails',
    'webhook_messages',
    'memberships',
    'invites',
    'candidate_records',
    'candidate_notes',
    'candidate_decisions',
    'uploads',
    'candidate_links',
  ] as const;
  const rows = [];
  for (const table of [...tables, 'deletions', 'ledger', 'holds'] as const) {
    rows.push(await db.selectFrom(table).selectAll().where('client_id', '=', clientId).execute());
  }
  return JSON.stringify(rows);
}

test('another client does not exist, on every route: byte for byte the answer of an unknown id', async (t) => {
  const console = await buildConsoleApp(t);
  const victim = await clientWithEverything(console);
  const { clientId: ownId } = await console.customer();
  const strangers = await Promise.all(
    (['admin', 'recruiter', 'viewer'] as const).map((role) => console.as(role, ownId)),
  );
  const before = await possessions(console, victim.clientId);
  for (const { route, method, path } of routes) {
    const at = (clientId: string) =>
      subIdOf(path)
        ? path.replace(':clientId', clientId).replace(/:\w+/, subIdOf(path)!.id(victim.ids))
        : path.replace(':clientId', clientId);
    for (const stranger of strangers) {
      const unknown = unknownId(victim.clientId);
      const theirs = await ask(stranger, method, at(victim.clientId), bodies[route]);
      const nobodys = await ask(stranger, method, at(unknown), bodies[route]);
      assert.equal(theirs.statusCode, 404, route);
      assert.deepEqual(imprint(theirs, victim.clientId), imprint(nobodys, unknown), route);
    }
  }
  assert.equal(await possessions(console, victim.clientId), before);
});

test('nothing of another client can be reached through one’s own, on every route with an id', async (t) => {
  const console = await buildConsoleApp(t);
  const victim = await clientWithEverything(console);
  const own = await clientWithEverything(console);
  const owner = await console.as('owner');
  const before = await possessions(console, victim.clientId);
  let asked = 0;
  for (const { route, method, path } of routes) {
    const subId = subIdOf(path);
    if (!subId) continue;
    asked++;
    const id = subId.id(victim.ids);
    const unknown = unknownId(id);
    const addressIn = (clientId: string, wanted: string) =>
      path.replace(':clientId', clientId).replace(`:${subId.parameter}`, wanted) + (queries[route] ?? '');
    const at = (wanted: string) => addressIn(own.clientId, wanted);
    // An owner may see both clients, and still finds nothing of one in the other.
    for (const visitor of [own.admin, owner]) {
      const theirs = await ask(visitor, method, at(id), bodies[route]);
      const nobodys = await ask(visitor, method, at(unknown), bodies[route]);
      assert.equal(theirs.statusCode, 404, `${route}: ${theirs.body}`);
      assert.deepEqual(imprint(theirs, id), imprint(nobodys, unknown), route);
    }
    // The id is a real one: in its own client the answer is another.
    const there = addressIn(victim.clientId, unknown);
    const control = await ask(victim.admin, method, there, bodies[route]);
    assert.equal(control.statusCode, 404, route);
  }
  assert.ok(asked > 20);
  assert.equal(await possessions(console, victim.clientId), before);

  // Now the owners of those ids: each route knows them.
  for (const { route, method, path } of routes.toSorted((a, b) => order(a.method) - order(b.method))) {
    const subId = subIdOf(path);
    if (!subId || path.endsWith('/events')) continue;
    const id = subId.id(victim.ids);
    const unknown = unknownId(id);
    const at = (wanted: string) =>
      path.replace(':clientId', victim.clientId).replace(`:${subId.parameter}`, wanted) +
      (queries[route] ?? '');
    const known = await ask(victim.admin, method, at(id), bodies[route]);
    const nobodys = await ask(victim.admin, method, at(unknown), bodies[route]);
    assert.notDeepEqual(imprint(known, id), imprint(nobodys, unknown), `${route} does not know a real id`);
  }
});

/** What changes nothing first, what removes last. */
const order = (method: Method) => ['GET', 'PATCH', 'POST', 'PUT', 'DELETE'].indexOf(method);

test('ids of another client in bodies and queries are unknown ids, too', async (t) => {
  const console = await buildConsoleApp(t);
  const victim = await clientWithEverything(console);
  const own = await clientWithEverything(console);
  const before = await possessions(console, victim.clientId);
  const newKey = {
    name: 'Key',
    expiresInDays: 30,
    allowedIps: [],
    rateLimitPerMinute: 100,
  };
  const cases: [Method, string, (id: string) => { body?: object; query?: string }, keyof Ids][] = [
    ['POST', '/keys', (projectId) => ({ body: { ...newKey, projectId } }), 'projectId'],
    ['PATCH', `/keys/${own.ids.keyId}`, (projectId) => ({ body: { projectId } }), 'projectId'],
    ['POST', '/deletions/preview', (runId) => ({ body: { subject: { kind: 'run', runId } } }), 'runId'],
    ['POST', '/deletions', (runId) => ({ body: { subject: { kind: 'run', runId } } }), 'runId'],
    ['GET', '/runs', (project) => ({ query: `?project=${project}` }), 'projectId'],
    ['GET', '/runs', (id) => ({ query: `?search=${id}` }), 'runId'],
    ['GET', '/matches', (id) => ({ query: `?ids=${id}` }), 'matchId'],
    ['GET', '/matches', (jobId) => ({ query: `?jobId=${jobId}` }), 'jobId'],
    ['GET', '/sessions', (project) => ({ query: `?project=${project}` }), 'projectId'],
    ['GET', '/sessions', (persona) => ({ query: `?persona=${persona}` }), 'personaId'],
    ['GET', '/sessions', (id) => ({ query: `?search=${id}` }), 'sessionId'],
    [
      'POST',
      `/personas/${own.ids.personaId}/sessions`,
      (projectId) => ({ body: { ...invitation, projectId } }),
      'projectId',
    ],
    ['GET', '/webhooks/deliveries', (id) => ({ query: `?subjectId=${id}` }), 'matchId'],
    ['GET', '/audit', (id) => ({ query: `?search=${id}` }), 'keyId'],
  ];
  for (const [method, path, make, name] of cases) {
    const id = victim.ids[name];
    const unknown = unknownId(id);
    const at = async (wanted: string) => {
      const { body, query = '' } = make(wanted);
      return ask(own.admin, method, `/clients/${own.clientId}${path}${query}`, body);
    };
    const [theirs, nobodys] = [await at(id), await at(unknown)];
    assert.deepEqual(imprint(theirs, id), imprint(nobodys, unknown), `${method} ${path}`);
  }
  const match = async (jobId: string) => {
    const form = encodeForm([
      { name: 'jobId', value: jobId },
      { name: 'cv', value: fakePdf, fileName: 'cv.pdf' },
    ]);
    return own.admin.inject({ method: 'POST', url: `/clients/${own.clientId}/matches`, ...form });
  };
  const unknown = unknownId(victim.ids.jobId);
  assert.deepEqual(
    imprint(await match(victim.ids.jobId), victim.ids.jobId),
    imprint(await match(unknown), unknown),
  );
  assert.equal(await possessions(console, victim.clientId), before);
});
