import assert from 'node:assert/strict';
import { createFileServices } from '#server/app/services.ts';
import { recordingKey } from '#server/modules/interview/run-type.ts';
import type { LiveSession } from '#server/modules/interview/types.ts';
import { days, seconds } from '#server/time.ts';
import { silence } from '#test/support/data-layer.ts';
import { type DialectTest, dialectTest } from '#test/support/dialect-test.ts';
import { interviewLayer, served, spoken } from '#test/support/interview-layer.ts';

const by = { id: 'user-1', name: 'Ada Admin', email: 'ada@example.com' };
const never = new AbortController().signal;

async function setUp(context: DialectTest) {
  const layer = await interviewLayer(context);
  const { db, blobs } = layer;
  const kept = createFileServices(layer, { blobs, audio: silence, config: context.config });
  const clientId = await layer.newClient();
  await layer.interviewSettings.setWebhookUrl(clientId, 'https://example.com/hook');
  const labels = { consentMode: 'explicit', metadata: { m: 'x' }, tags: ['x'] } as const;
  /** Held to its end, with a row or a file in every place that an interview has. */
  const held = async () => {
    const session = { ...labels, tags: [...labels.tags] };
    const { sessionId, token } = await layer.invite(clientId, { session });
    const visitor = { token, device: 'phone' };
    await layer.live.admit(visitor);
    await layer.live.consent(visitor, served);
    assert.equal(((await layer.live.begin(visitor)) as LiveSession).state, 'active');
    await layer.live.note(sessionId, [{ kind: 'turn', data: {} }]);
    return { sessionId, complete: () => layer.live.complete(sessionId, spoken(layer.recordingPath)) };
  };
  const rowsOf = async (sessionId: string) => {
    const of = async (table: 'interview_sessions' | 'interview_events' | 'run_tags' | 'run_metadata') =>
      (await db.selectFrom(table).select('run_id').where('run_id', '=', sessionId).execute()).length;
    return Promise.all([
      of('interview_sessions'),
      of('interview_events'),
      of('run_tags'),
      of('run_metadata'),
    ]);
  };
  const erase = async (runId: string) =>
    (await kept.deletions.request({ clientId, subject: { kind: 'run', runId }, note: '', by })).id;
  return { ...layer, ...kept, clientId, held, rowsOf, erase };
}

dialectTest('recording and transcript of an interview go when their own time is over', async (context) => {
  const stored = await setUp(context);
  const { clientId, retention, sessions, blobs, clock } = stored;
  await retention.setClient(clientId, { audio: 10, transcripts: 20, results: 30, runs: 40 });
  const { sessionId, complete } = await stored.held();
  await complete();
  const round = async (passed: number) => {
    clock.advance(days(passed));
    const deleted = await retention.enforceIfDue('worker', never);
    return Object.entries(deleted ?? {}).filter(([, count]) => count > 0);
  };
  const transcript = async () => (await sessions.find({ clientId, sessionId }))?.result?.transcript;
  assert.deepEqual(await round(9), []);
  assert.deepEqual(await round(1), [['audio', 1]]);
  assert.equal(await blobs.open(recordingKey(sessionId)), undefined);
  assert.equal((await transcript())?.turns.length, 2);
  assert.deepEqual(await round(10), [['transcripts', 1]]);
  assert.equal(await transcript(), null);
  // There was something: it is not held again as if nothing had been said.
  assert.deepEqual(await sessions.traces(sessionId), { hasRecording: true, hasTranscript: true });
  assert.deepEqual(await round(10), [['results', 1]]);
  assert.deepEqual(await round(10), [['runs', 1]]);
  assert.deepEqual(await stored.rowsOf(sessionId), [0, 0, 0, 0]);
  assert.equal(await sessions.find({ clientId, sessionId }), undefined);
});

dialectTest(
  'an interview is deleted for good, with a certificate of its rows and its recording',
  async (context) => {
    const stored = await setUp(context);
    const { clientId, deletions, blobs, sessions, clock } = stored;
    const { sessionId, complete } = await stored.held();
    const id = await stored.erase(sessionId);
    // Under way: it waits for the end.
    assert.deepEqual(await deletions.work('worker', never), []);
    assert.equal((await deletions.preview(clientId, { kind: 'externalId', externalId: 'cand-1' })).count, 0);
    await complete();
    clock.advance(seconds(5));
    assert.deepEqual(await deletions.work('worker', never), [id]);
    assert.equal(await sessions.find({ clientId, sessionId }), undefined);
    assert.equal(await blobs.open(recordingKey(sessionId)), undefined);
    assert.deepEqual(await stored.rowsOf(sessionId), [0, 0, 0, 0]);
    const { certificate } = (await deletions.find({ clientId, deletionId: id }))!;
    const [only] = JSON.parse(certificate!).runs;
    assert.deepEqual(
      [
        only.serviceType,
        only.rows.interview_sessions,
        only.rows.interview_events,
        only.rows.webhook_messages,
      ],
      ['interview', 1, 1, 1],
    );
    assert.deepEqual(
      only.files.map((file: { name: string }) => file.name),
      ['upload'],
    );
  },
);

dialectTest(
  'an invitation that no candidate takes up is deleted at once, and its link leads nowhere',
  async (context) => {
    const stored = await setUp(context);
    const { clientId, deletions, live } = stored;
    const { sessionId, token } = await stored.invite(clientId);
    const preview = await deletions.preview(clientId, { kind: 'externalId', externalId: 'cand-1' });
    assert.deepEqual([preview.count, preview.underWay], [1, 0]);
    const id = await stored.erase(sessionId);
    assert.deepEqual(await deletions.work('worker', never), [id]);
    assert.deepEqual(await live.admit({ token, device: 'phone' }), { refusal: 'LINK_INVALID' });
    assert.deepEqual(await live.begin({ token, device: 'phone' }), { refusal: 'LINK_INVALID' });
  },
);
