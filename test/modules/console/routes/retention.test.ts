import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createFileServices } from '#server/app/services.ts';
import type {
  Deletion,
  DeletionDetails,
  DeletionList,
  DeletionPreview,
} from '#server/modules/console/deletions/contract.ts';
import type { PlaygroundAnswer } from '#server/modules/console/playground/contract.ts';
import type {
  ClientRetention,
  InstallationRetention,
  RetentionPreview,
} from '#server/modules/console/retention/contract.ts';
import type { RescoringState, RunDetail, RunEvent } from '#server/modules/console/runs/contract.ts';
import { evidenceKey } from '#server/modules/speech/files.ts';
import { evidenceOf } from '#server/modules/speech/pipeline/evidence.ts';
import type { FinishedState } from '#server/modules/speech/result.ts';
import { days } from '#server/time.ts';
import { encodeForm, fakeAudio, get, submit } from '#test/support/build-test-app.ts';
import { buildConsoleApp, type Visitor } from '#test/support/console-app.ts';
import { silence } from '#test/support/data-layer.ts';
import { finishedState, settlementOf, spoken } from '#test/support/speech-state.ts';

const server = await buildConsoleApp({ after });
const never = new AbortController().signal;

/** What the worker has: here it is called by hand. */
const { db, clock, blobs, audit } = server;
const keeping = createFileServices(server, { blobs, audio: silence, config: { databaseUrl: null } });

function play(
  visitor: Visitor,
  clientId: string,
  { key, language, audio = fakeAudio(240_000) }: { key?: string; language?: string; audio?: Buffer } = {},
) {
  const form = encodeForm([
    ...(language ? [{ name: 'language', value: language }] : []),
    { name: 'audio', value: audio, fileName: 'me.wav' },
  ]);
  return visitor.inject({
    method: 'POST',
    url: `/clients/${clientId}/playground`,
    ...form,
    headers: { ...form.headers, ...(key && { 'idempotency-key': key }) },
  });
}

/** An interview of which `saysEnough` has said enough to be scored. */
function heardBy(saysEnough: readonly string[]): FinishedState {
  const state = finishedState();
  for (const [index, speaker] of saysEnough.entries()) {
    state.spokenWords.push(...spoken(speaker, 20_000 + index * 90_000, Array(220).fill('word').join(' ')));
  }
  return state;
}

async function finishedRun(externalId = 'person-7', heard = heardBy(['S1'])) {
  const { clientId, apiKey } = await server.customer();
  const answer = await submit(server.app, { apiKey, fields: { externalId } });
  const runId = answer.json<{ id: string }>().id;
  await blobs.put(evidenceKey(runId), Readable.from([gzipSync(JSON.stringify(evidenceOf(heard)))]));
  await server.finish(runId, settlementOf(finishedState()));
  return { clientId, apiKey, runId };
}

/** A worker has this run. */
async function taken(runId: string) {
  for (;;) {
    const run = await server.queue.claim('worker_test');
    assert.ok(run, 'the run waits for a worker');
    if (run.id === runId) return;
  }
}

const actions = async (clientId: string) =>
  (await audit.list({ clientId, limit: 50 })).entries.map(({ action }) => action).reverse();

test('a playground run costs as by API, stays out of its list, and is submitted once per key', async () => {
  const { clientId, apiKey } = await server.customer({ credits: 10 });
  const recruiter = await server.as('recruiter', clientId);
  const first = await play(recruiter, clientId, { key: 'choice-1' });
  assert.equal(first.statusCode, 202, first.body);
  const { runId, costCredits } = first.json<PlaygroundAnswer>();
  assert.equal(costCredits, 4);
  const again = await play(recruiter, clientId, { key: 'choice-1' });
  assert.deepEqual([again.statusCode, again.json<PlaygroundAnswer>().runId], [202, runId]);
  assert.equal(
    (await blobs.list('speech', { limit: 99 })).entries.filter(({ name }) => name === runId).length,
    1,
  );

  const list = (await get(server.app, '/api/v1/speech/runs', apiKey)).json();
  assert.deepEqual(list.runs, []);
  const runs = (await recruiter.get(`/clients/${clientId}/runs?playground=only`)).json();
  assert.deepEqual(
    runs.items.map((run: { id: string; fileName: string }) => [run.id, run.fileName]),
    [[runId, 'me.wav']],
  );
  const rest = await play(recruiter, clientId, { key: 'choice-2' });
  assert.equal(rest.statusCode, 202);
  const refused = await play(recruiter, clientId, { key: 'choice-3' });
  assert.deepEqual([refused.statusCode, refused.json().error.code], [402, 'INSUFFICIENT_CREDITS']);
  await server.finish(runId, settlementOf(finishedState()));
  const charged = await db.selectFrom('ledger').selectAll().where('reference_id', '=', runId).execute();
  assert.deepEqual(
    charged.map(({ amount }) => amount),
    [4],
  );
  // The replay changed nothing.
  assert.deepEqual(await actions(clientId), Array(2).fill('playground.submit'));
});

test('what the playground refuses leaves no file and no run', async () => {
  const { clientId } = await server.customer();
  const recruiter = await server.as('recruiter', clientId);
  const files = (await server.blobFiles()).length;
  for (const [given, code] of [
    [{ audio: fakeAudio(60_000) }, 'AUDIO_TOO_SHORT'],
    [{ audio: Buffer.from('no sound') }, 'UNSUPPORTED_FORMAT'],
    [{ language: 'xx' }, 'INVALID_LANGUAGE_CODE'],
  ] as const) {
    const answer = await play(recruiter, clientId, given);
    assert.deepEqual([answer.statusCode, answer.json().error.code], [400, code]);
  }
  await server.identity.setClientActive(clientId, false);
  assert.equal((await play(recruiter, clientId)).json().error.code, 'MISSING_PERMISSION');
  assert.equal((await server.blobFiles()).length, files);
  assert.equal((await play(await server.as('viewer', clientId), clientId)).statusCode, 403);
});

test('a run tells each step as it happens and closes with its end', async () => {
  const { clientId } = await server.customer();
  const viewer = await server.as('viewer', clientId);
  const { runId } = (await play(await server.as('recruiter', clientId), clientId)).json<PlaygroundAnswer>();
  await taken(runId);
  await server.queue.heartbeat(runId, 'worker_test', { step: 'transcribe', fraction: 0.5 });
  // A request begins only once it is awaited.
  const answer = Promise.resolve(viewer.get(`/clients/${clientId}/runs/${runId}/events`));
  await new Promise((resolve) => setTimeout(resolve, 700));
  const run = (await server.runs.find({ clientId, runId }))!;
  assert.equal(await server.queue.settle(run, 'worker_test', settlementOf(finishedState())), true);
  const { body, headers } = await answer;
  assert.match(String(headers['content-type']), /text\/event-stream/);
  const events = body
    .split('\n\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line.replace(/^data: /, '')) as RunEvent);
  assert.deepEqual(events[0]!.progress, {
    step: 'transcribe',
    name: 'writing down what was said',
    number: 4,
    count: 14,
    fraction: 0.5,
    // Three steps of 9 behind it, half of its 70, of 108 in all.
    share: 44 / 108,
  });
  assert.equal(events.at(-1)!.status, 'success');
});

test('naming another candidate is asked for once, audited, and refused where the evidence is gone', async () => {
  const { clientId, runId, apiKey } = await finishedRun();
  const recruiter = await server.as('recruiter', clientId);
  const at = `/clients/${clientId}/runs/${runId}/candidate`;
  const wrong = await recruiter.post(at, { speaker: 'S7' });
  assert.deepEqual([wrong.statusCode, Object.keys(wrong.json().error.details.fields)], [400, ['speaker']]);
  const asked = await recruiter.post(at, { speaker: 'S1' });
  assert.deepEqual([asked.statusCode, asked.json<RescoringState>().status], [202, 'open']);
  assert.equal((await recruiter.post(at, { speaker: 'S1' })).statusCode, 409);
  assert.deepEqual(await actions(clientId), ['run.rescore']);
  // The client goes on seeing the earlier result.
  const poll = (await get(server.app, `/api/v1/speech/analyze/${runId}`, apiKey)).json();
  assert.equal(poll.candidateDetection.speaker, 'S2');

  const gone = await finishedRun();
  await blobs.delete(evidenceKey(gone.runId));
  const admin = await server.as('admin', gone.clientId);
  const refused = await admin.post(`/clients/${gone.clientId}/runs/${gone.runId}/candidate`, {
    speaker: 'S1',
  });
  assert.deepEqual([refused.statusCode, refused.json().error.code], [409, 'NOT_POSSIBLE_NOW']);
  assert.match(refused.json().error.message, /no longer kept/);
});

test('scoring another speaker is offered, and done, only where nothing is known against it', async () => {
  const state = heardBy(['S1']);
  state.recognition.minMeanConfidence = 0.8;
  for (const word of state.spokenWords) if (word.speaker === 'S1') word.confidence = 0.7;
  const misheard = heardBy(['S1']);
  misheard.recognition.maxWordErrors = 0.5;
  for (const word of misheard.spokenWords) if (word.speaker === 'S1') word.confidence = 0.3;
  const understood = heardBy(['S1']);
  understood.recognition.maxWordErrors = 0.5;
  for (const [title, heard, obstacle] of [
    ['enough was heard', heardBy(['S1']), null],
    [
      'too little was heard',
      heardBy([]),
      /^Speaker 1 speaks for \d+ seconds and \d+ words .* scores need 30/,
    ],
    ['few words were misheard', understood, null],
    ['too many words were misheard', misheard, /^About \d+ % of what Speaker 1 said .* 50 % or less/],
    ['the recogniser is too unsure', state, /^The recogniser is not sure enough .* Speaker 1 .*70 %/],
  ] as const) {
    const { clientId, runId } = await finishedRun('person-8', heard);
    const recruiter = await server.as('recruiter', clientId);
    const { rescorableSpeakers } = (
      await recruiter.get(`/clients/${clientId}/runs/${runId}`)
    ).json<RunDetail>();
    assert.deepEqual(
      rescorableSpeakers.map(({ id }) => id),
      ['S1'],
      title,
    );
    const asked = await recruiter.post(`/clients/${clientId}/runs/${runId}/candidate`, { speaker: 'S1' });
    const said = rescorableSpeakers[0]!.obstacle;
    if (obstacle === null) {
      assert.deepEqual([said, asked.statusCode], [null, 202], title);
    } else {
      assert.match(said!, obstacle, title);
      assert.deepEqual([asked.statusCode, asked.json().error.message], [409, said], title);
      assert.deepEqual(await actions(clientId), ['run.read'], 'nothing was asked for');
    }
  }
});

test('rules of the installation and of a client are shown apart, previewed, saved and audited', async () => {
  const { clientId } = await finishedRun();
  // Sessions end; the days pass before the next sign-in.
  clock.advance(days(40));
  const owner = await server.as('owner');
  const admin = await server.as('admin', clientId);
  const before = (await owner.get('/installation/retention')).json<InstallationRetention>();
  assert.equal(before.days.cvs, null);
  assert.equal((await owner.put('/installation/retention', { cvs: 30 })).statusCode, 200);
  const preview = await admin.post(`/clients/${clientId}/retention/preview`, { kind: 'audio', days: 20 });
  assert.equal(preview.json<RetentionPreview>().runs, 1);
  const saved = await admin.put(`/clients/${clientId}/retention`, { audio: 20, results: null });
  const rules = saved.json<ClientRetention>().kinds;
  assert.deepEqual(
    rules.map(({ kind, days: kept, own }) => [kind, kept, own]),
    [
      ['audio', 20, 20],
      ['transcripts', null, 'installation'],
      ['cvs', 30, 'installation'],
      ['results', null, null],
      ['runs', null, 'installation'],
    ],
  );
  for (const bad of [{ audio: 0 }, { audio: 1.5 }, { audio: 'soon' }, { video: 3 }]) {
    assert.equal(
      (await admin.put(`/clients/${clientId}/retention`, bad)).statusCode,
      400,
      JSON.stringify(bad),
    );
  }
  assert.equal((await owner.put('/installation/retention', { audio: 'installation' })).statusCode, 400);
  assert.deepEqual(await actions(clientId), ['retention.change']);
  assert.equal(
    (await (await server.as('viewer', clientId)).put(`/clients/${clientId}/retention`, {})).statusCode,
    403,
  );
  await owner.put('/installation/retention', { cvs: null });
});

test('what retention deleted is missing in answers, which say since when', async () => {
  const { clientId, runId, apiKey } = await finishedRun();
  clock.advance(days(6));
  const admin = await server.as('admin', clientId);
  await admin.put(`/clients/${clientId}/retention`, { transcripts: 5, audio: 5 });
  await keeping.retention.enforceIfDue('worker', never);
  const poll = (await get(server.app, `/api/v1/speech/analyze/${runId}`, apiKey)).json();
  assert.deepEqual(Object.keys(poll.deleted).sort(), ['audio', 'transcripts']);
  assert.deepEqual(poll.transcript.segments, []);
  assert.equal(poll.scores.vocabulary, 3.2);
  const page = (await admin.get(`/clients/${clientId}/runs/${runId}`)).json();
  assert.deepEqual(
    page.expired.map((part: { kind: string; days: number }) => [part.kind, part.days]).sort(),
    [
      ['audio', 5],
      ['transcripts', 5],
    ],
  );
  assert.equal(page.hasRecording, false);
});

test('a deletion is looked at, asked for, carried out and certified; afterwards the API knows nothing', async () => {
  const { clientId, runId, apiKey } = await finishedRun('person-8');
  const admin = await server.as('admin', clientId);
  const at = `/clients/${clientId}/deletions`;
  const subject = { kind: 'externalId', externalId: 'person-8' };
  const preview = (await admin.post(`${at}/preview`, { subject })).json<DeletionPreview>();
  assert.deepEqual([preview.count, preview.runs[0]?.id, preview.underWay], [1, runId, 0]);
  const missing = await admin.post(`${at}/preview`, { subject: { kind: 'externalId' } });
  assert.deepEqual(Object.keys(missing.json().error.details.fields), ['externalId']);

  const asked = await admin.post(at, { subject, note: 'Request 17' });
  assert.equal(asked.statusCode, 202, asked.body);
  const { id } = asked.json<Deletion>();
  assert.doesNotMatch(asked.body, /person-8/);
  const open = (await admin.get(`${at}/${id}`)).json<DeletionDetails>();
  assert.deepEqual([open.deletion.status, open.certificate], ['open', null]);

  clock.advance(2000);
  assert.deepEqual(await keeping.deletions.work('worker', never), [id]);
  const done = (await admin.get(`${at}/${id}`)).json<DeletionDetails>();
  assert.equal(done.certificate?.runs[0]?.runId, runId);
  assert.equal(done.certificate?.requestedBy.email, admin.email);
  assert.equal((await get(server.app, `/api/v1/speech/analyze/${runId}`, apiKey)).statusCode, 404);
  assert.equal((await admin.get(`/clients/${clientId}/runs/${runId}`)).statusCode, 404);
  const list = (await admin.get(`${at}?externalId=person-8`)).json<DeletionList>();
  assert.deepEqual(
    list.items.map((item) => item.id),
    [id],
  );
  assert.deepEqual((await admin.get(`${at}?externalId=person-9`)).json<DeletionList>().items, []);
  assert.deepEqual(await actions(clientId), ['data.delete', 'data.deleted']);

  const { clientId: otherId } = await server.customer();
  const stranger = await server.as('admin', otherId);
  const foreign = await stranger.get(`/clients/${otherId}/deletions/${id}`);
  const unknown = await stranger.get(`/clients/${otherId}/deletions/unknown`);
  assert.equal(foreign.statusCode, 404);
  assert.equal(foreign.json().error.message.replace(id, 'unknown'), unknown.json().error.message);
});
