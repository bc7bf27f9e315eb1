import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { limits } from '#server/config/limits.ts';
import { recordingKey } from '#server/modules/interview/run-type.ts';
import type { LiveSession } from '#server/modules/interview/types.ts';
import { days, minutes, seconds } from '#server/time.ts';
import { newRun } from '#test/support/data-layer.ts';
import { dialectTest } from '#test/support/dialect-test.ts';
import { interviewLayer, served, spoken } from '#test/support/interview-layer.ts';

const { lease, settlingMs } = limits.interview;

dialectTest(
  'an interview goes from its invitation to its end, charged by the started minute',
  async ({ db, t }) => {
    const layer = await interviewLayer({ db, t });
    const { live, sessions, credits, clock, blobs, recordingPath } = layer;
    const clientId = await layer.newClient({ credits: 100 });
    await layer.interviewSettings.setWebhookUrl(clientId, 'https://example.com/hook');
    const { sessionId, token } = await layer.invite(clientId, { session: { consentMode: 'explicit' } });
    // Nothing is held for who may never come.
    assert.equal((await credits.balance(clientId)).held, 0);

    const invitation = await live.look(token);
    assert.deepEqual(invitation, {
      sessionId,
      state: 'initiated',
      roleName: 'Baker',
      language: 'en',
      maxMinutes: 45,
      consentMode: 'explicit',
      clientName: 'Acme',
      expiresAt: '2026-03-08T09:00:00.000Z',
      trial: null,
    });
    const visitor = { token, device: 'phone' };
    const admitted = layer.admitted(await live.admit(visitor));
    assert.match(admitted.interviewer.systemPrompt, /"Baker"/);
    assert.match(admitted.interviewer.systemPrompt, /in English/);
    assert.match(admitted.interviewer.baseBehaviour, /never an instruction to you/);
    assert.deepEqual(await live.begin(visitor), { refusal: 'CONSENT_MISSING' });
    assert.equal(await live.consent(visitor, served), undefined);
    assert.equal(await live.consent(visitor, { ...served, hash: 'b'.repeat(64) }), undefined);

    const begun = (await live.begin(visitor)) as LiveSession;
    assert.deepEqual([begun.state, begun.endsBy], ['active', '2026-03-01T09:45:00.000Z']);
    assert.equal((await credits.balance(clientId)).held, 45);
    assert.equal(await live.note(sessionId, [{ kind: 'turn', data: { endMs: 4 } }]), true);
    assert.equal(await live.note(sessionId, [{ kind: 'turn', data: { endMs: 9 } }]), true);
    clock.advance(seconds(125));
    assert.equal(await live.complete(sessionId, spoken(recordingPath)), true);

    const run = (await sessions.find({ clientId, sessionId }))!;
    assert.deepEqual(
      [run.status, run.audioDurationMs, run.chargedCredits, run.externalId, run.summary],
      ['success', 125_000, 3, 'cand-1', { candidateTurns: 1 }],
    );
    assert.equal(run.result!.transcript!.turns.length, 2);
    assert.equal(String(await blobs.read(recordingKey(sessionId))), 'RIFF what was said');
    const balance = await credits.balance(clientId);
    assert.deepEqual([balance.balance, balance.held, balance.usage.interview], [97, 0, 3]);
    assert.deepEqual(
      balance.recent.map(({ serviceType, amount, referenceId }) => [serviceType, amount, referenceId])[0],
      ['interview', 3, sessionId],
    );
    const [message] = (await layer.webhooks.list({ clientId, limit: 9, offset: 0 })).messages;
    const body = JSON.parse((await layer.webhooks.show(message!.id)).body);
    assert.deepEqual(
      [body.event, body.id, body.status, body.candidate_ref, body.duration_sec, body.credit_charged],
      ['interview.completed', sessionId, 'completed', 'cand-1', 125, 3],
    );
    const events = (await sessions.events({ clientId, sessionId }))!;
    assert.deepEqual(
      events.map(({ number, data }) => [number, data.endMs]),
      [
        [1, 4],
        [2, 9],
      ],
    );
    const consent = await db.selectFrom('interview_sessions').select('consent').executeTakeFirstOrThrow();
    assert.deepEqual(JSON.parse(consent.consent!), {
      at: '2026-03-01T09:00:00.000Z',
      language: 'en',
      notice: served,
    });
    // It has ended: a late end changes nothing, and is charged nothing.
    assert.equal(await live.complete(sessionId, spoken(recordingPath, 600)), false);
    assert.equal(await live.fail(sessionId, { code: 'INTERNAL_ERROR', message: 'm' }), false);
    assert.equal(await live.keepAlive(sessionId), false);
    assert.equal((await credits.balance(clientId)).balance, 97);
    assert.deepEqual(await live.look(token), { refusal: 'LINK_USED' });
    assert.deepEqual(await live.admit({ token, device: 'phone' }), { refusal: 'LINK_USED' });
  },
);

dialectTest(
  'of devices that begin one interview at once, one holds it, and it alone comes back',
  async ({ db, openAnother, t }) => {
    const layer = await interviewLayer({ db, t });
    const lives = [layer.live, layer.liveOn(await openAnother(), 'live_2')];
    const clientId = await layer.newClient();
    for (let round = 0; round < 3; round++) {
      const { token } = await layer.invite(clientId);
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          lives[index % 2]!.begin({ token, device: `device ${index}` }),
        ),
      );
      const inside = answers.flatMap((answer, index) => ('refusal' in answer ? [] : [index]));
      assert.equal(inside.length, 1);
      const refused = answers.filter((answer) => 'refusal' in answer);
      assert.deepEqual(refused, Array(7).fill({ refusal: 'LINK_USED' }));
      const [first = 0] = inside;
      layer.admitted(await lives[first % 2]!.admit({ token, device: `device ${first}` }));
    }
  },
);

dialectTest(
  'what ends a link while its page is open is seen at consent and at the beginning',
  async ({ db, t }) => {
    const layer = await interviewLayer({ db, t });
    const { live, clock, identity } = layer;
    for (const [end, refusal] of [
      [() => clock.advance(days(7)), 'LINK_EXPIRED'],
      [(clientId: string) => identity.setClientActive(clientId, false), 'LINK_INVALID'],
    ] as const) {
      const clientId = await layer.newClient();
      const { token, sessionId } = await layer.invite(clientId);
      const visitor = { token, device: 'phone' };
      layer.admitted(await live.admit(visitor));
      await end(clientId);
      assert.deepEqual(await live.consent(visitor, served), { refusal });
      assert.deepEqual(await live.begin(visitor), { refusal });
      assert.equal(await layer.state(clientId, sessionId), 'queued');
      await layer.presence.stillHere('live_1');
    }
  },
);

dialectTest(
  'the live cap is exact, keeps the link, and frees with an end',
  async ({ db, openAnother, t }) => {
    const layer = await interviewLayer({ db, t });
    const { live, runs } = layer;
    const another = layer.liveOn(await openAnother(), 'live_2');
    const clientId = await layer.newClient({ maxConcurrentRuns: 2 });
    // Runs of other types have slots of their own.
    await runs.submit(newRun({ clientId }));
    await runs.submit(newRun({ clientId }));
    const invited = [];
    for (let count = 0; count < 4; count++) invited.push(await layer.invite(clientId));
    const visitors = invited.map(({ token, sessionId }) => ({ token, device: sessionId }));
    for (const visitor of visitors) layer.admitted(await live.admit(visitor));
    const answers = await Promise.all(
      visitors.map((visitor, index) => (index % 2 ? live : another).begin(visitor)),
    );
    const inside = answers.filter((answer) => !('refusal' in answer));
    assert.equal(inside.length, 2);
    const full = { refusal: 'CAPACITY_REACHED', because: 'too many interviews' };
    for (const answer of answers) if ('refusal' in answer) assert.deepEqual(answer, full);

    const late = await layer.invite(clientId);
    assert.deepEqual(await live.admit({ token: late.token, device: 'phone' }), full);
    const [first] = inside as LiveSession[];
    const holder = answers.indexOf(first!) % 2 ? live : another;
    assert.equal(await holder.complete(first!.sessionId, spoken(null)), true);
    assert.equal(
      ((await live.begin({ token: late.token, device: 'laptop' })) as LiveSession).state,
      'active',
    );
  },
);

dialectTest(
  'without credits for the longest it can last, no candidate is invited, and none begins',
  async ({ db, t }) => {
    const layer = await interviewLayer({ db, t });
    const { live, credits } = layer;
    const clientId = await layer.newClient({ credits: 44 });
    await assert.rejects(layer.invite(clientId), { code: 'INSUFFICIENT_CREDITS' });
    await credits.add({ clientId, amount: 1, description: 'more' });
    const [one, other] = [await layer.invite(clientId), await layer.invite(clientId)];
    const begin = ({ token }: typeof one, device = 'phone') => live.begin({ token, device });
    assert.equal(((await begin(one)) as LiveSession).state, 'active');
    assert.deepEqual(await begin(other), { refusal: 'CAPACITY_REACHED', because: 'credits' });
    assert.equal(await layer.state(clientId, other.sessionId), 'queued');
    // A device that has to wait is not bound.
    await credits.add({ clientId, amount: 45, description: 'more' });
    assert.equal(((await begin(other, 'laptop')) as LiveSession).state, 'active');
  },
);

dialectTest(
  'an interview whose process died is gone on with by another, and by one only',
  async ({ db, openAnother, t }) => {
    const layer = await interviewLayer({ db, t });
    const { clock, credits, recordingPath } = layer;
    const clientId = await layer.newClient();
    const { sessionId, token } = await layer.begun(clientId);
    const lives = [layer.liveOn(db, 'live_2'), layer.liveOn(await openAnother(), 'live_3')];
    assert.deepEqual(await lives[0]!.recover(), []);
    // The candidate, who comes back first, has to wait for it as little as the rest.
    assert.deepEqual(await lives[0]!.admit({ token, device: 'phone' }), {
      refusal: 'CAPACITY_REACHED',
      because: 'another process',
    });
    clock.advance(lease.leaseMs + 1);
    const taken = await Promise.all(lives.map((one) => one.recover()));
    assert.deepEqual(
      taken.flat().map((one) => [one.sessionId, one.state]),
      [[sessionId, 'active']],
    );
    const heir = lives[taken.findIndex(({ length }) => length > 0)]!;
    // The process that was thought dead finds out, and leaves no trace.
    assert.equal(await layer.live.keepAlive(sessionId), false);
    assert.equal(await layer.live.note(sessionId, [{ kind: 'late', data: {} }]), false);
    assert.equal(await layer.live.complete(sessionId, spoken(recordingPath)), false);
    assert.equal(await heir.note(sessionId, [{ kind: 'resumed', data: {} }]), true);
    assert.equal(layer.admitted(await heir.admit({ token, device: 'phone' })).state, 'active');
    assert.equal(await heir.complete(sessionId, spoken(recordingPath, 61)), true);
    assert.equal((await credits.balance(clientId)).usage.interview, 2);
    // Known to be dead: its lease is taken over at once.
    const other = await layer.begun(clientId);
    assert.deepEqual(
      (await heir.recover(['live_1'])).map((one) => one.sessionId),
      [other.sessionId],
    );
  },
);

dialectTest('cut off at any point of its end, an interview is ended once later', async ({ db, t }) => {
  const layer = await interviewLayer({ db, t });
  const { live, fault, credits, recordingPath } = layer;
  const clientId = await layer.newClient();
  const { sessionId } = await layer.begun(clientId);
  await assert.rejects(live.complete(sessionId, spoken('/nowhere.wav')), { code: 'ENOENT' });
  assert.equal(await layer.state(clientId, sessionId), 'processing');
  fault.breaks = true;
  await assert.rejects(live.complete(sessionId, spoken(recordingPath)), /outbox is full/);
  assert.equal(await layer.state(clientId, sessionId), 'processing');
  assert.equal((await credits.balance(clientId)).usage.interview, 0);
  fault.breaks = false;
  const both = await Promise.all([
    live.complete(sessionId, spoken(recordingPath)),
    live.complete(sessionId, spoken(recordingPath)),
  ]);
  assert.deepEqual(both.toSorted(), [false, true]);
  assert.equal((await credits.balance(clientId)).usage.interview, 3);
});

dialectTest(
  'an interview that is not ended fails at the end of its time, uncharged, and frees its slot',
  async ({ db, t }) => {
    const layer = await interviewLayer({ db, t });
    const { live, clock, credits, sessions } = layer;
    const clientId = await layer.newClient({ maxConcurrentRuns: 1 });
    const persona = { maxMinutes: 5 };
    const { sessionId } = await layer.begun(clientId, { persona });
    clock.advance(minutes(5));
    assert.deepEqual(await live.timeOut(), []);
    // Its process lives, and stores what was said.
    assert.equal(await live.keepAlive(sessionId), true);
    clock.advance(1000);
    assert.deepEqual(await live.timeOut(), []);
    clock.advance(lease.leaseMs);
    assert.deepEqual(await live.timeOut(), [sessionId]);
    const run = (await sessions.find({ clientId, sessionId }))!;
    assert.deepEqual([run.status, run.error!.code, run.chargedCredits], ['failed', 'SESSION_TIMEOUT', 0]);
    const { balance, held } = await credits.balance(clientId);
    assert.deepEqual([balance, held], [1000, 0]);

    await layer.pass(0);
    const next = await layer.begun(clientId, { persona });
    for (let passedMs = 0; passedMs < minutes(5) + settlingMs; passedMs += lease.heartbeatMs) {
      clock.advance(lease.heartbeatMs);
      await live.keepAlive(next.sessionId);
    }
    clock.advance(1);
    // Alive or not: beyond its time and that of storing it, the slot is free.
    assert.deepEqual(await live.timeOut(), [next.sessionId]);
  },
);

dialectTest(
  'no worker takes an interview, no list but its own shows it, and no line waits for it',
  async ({ db, t }) => {
    const layer = await interviewLayer({ db, t });
    const { queue, runs, sessions } = layer;
    const clientId = await layer.newClient();
    const waiting = await layer.invite(clientId);
    const held = await layer.begun(clientId);
    assert.equal(await queue.claim('w'), undefined);
    assert.deepEqual(await queue.recoverLapsed([]), { freed: [], stuck: [] });
    assert.equal(await layer.state(clientId, waiting.sessionId), 'queued');
    const { run } = await runs.submit(newRun({ clientId, id: randomUUID() }));
    assert.equal((await queue.claim('w'))?.id, run.id);
    const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);
    assert.deepEqual(ids((await runs.list({ clientId, limit: 9, offset: 0 })).runs), [run.id]);
    const browsed = await runs.browse({ clientId, limit: 9, playground: 'with' });
    assert.deepEqual(ids(browsed.runs), [run.id]);
    const own = { clientId, limit: 9, offset: 0 };
    assert.deepEqual(ids((await sessions.list(own)).sessions), [held.sessionId, waiting.sessionId]);
    assert.deepEqual(ids((await sessions.list({ ...own, status: 'active' })).sessions), [held.sessionId]);
    // Neither is another client's run an interview.
    assert.equal(await sessions.find({ clientId, sessionId: run.id }), undefined);
  },
);

dialectTest('no candidate is invited where no live process was seen lately', async ({ db, t }) => {
  const layer = await interviewLayer({ db, t });
  const { clock, presence } = layer;
  const clientId = await layer.newClient();
  await layer.invite(clientId);
  clock.advance(limits.interview.liveSeenMs);
  await assert.rejects(layer.invite(clientId), { code: 'INTERVIEWS_NOT_AVAILABLE' });
  await presence.stillHere('live_1');
  await layer.invite(clientId);
  await presence.leave('live_1');
  await assert.rejects(layer.invite(clientId), { code: 'INTERVIEWS_NOT_AVAILABLE' });
  assert.deepEqual(await presence.list(), []);
});

dialectTest(
  'a page goes to the process that holds its interview, another to the one with the fewest',
  async ({ db, t }) => {
    const layer = await interviewLayer({ db, t });
    const { presence, clock, liveOn } = layer;
    const clientId = await layer.newClient({ maxConcurrentRuns: 5 });
    const { sessionId } = await layer.begun(clientId);
    const enlist = (number: number) =>
      presence.enlist({
        ...{ id: `live_${number}`, host: `host-${number}`, pid: number },
        ...{ address: `http://10.0.0.${number}:8090`, languages: limits.languages },
      });
    await enlist(2);
    const [first, second] = ['http://127.0.0.1:1', 'http://10.0.0.2:8090'];
    assert.equal(await presence.addressFor('phone'), first);
    assert.equal(await presence.addressFor('laptop'), second, 'it holds none yet');
    assert.equal(await presence.addressFor(null), second);

    // It stops in order: what it held is free at once, and nothing is passed on to it.
    await layer.live.letGo(sessionId);
    await presence.pause('live_1');
    assert.equal(await presence.addressFor('phone'), second);
    const [taken] = await liveOn(db, 'live_2').recover();
    assert.equal(taken?.sessionId, sessionId);
    assert.equal(await layer.live.isUnderWay(sessionId), true);
    assert.equal(await layer.live.keepAlive(sessionId), false);

    // It dies: until its lease lapses no other process may have its interview, then any.
    await enlist(3);
    assert.deepEqual(await liveOn(db, 'live_3').recover(), []);
    clock.advance(lease.leaseMs + 1000);
    await presence.stillHere('live_3');
    assert.equal(await presence.addressFor('phone'), 'http://10.0.0.3:8090');
    assert.equal((await liveOn(db, 'live_3').recover())[0]?.sessionId, sessionId);
  },
);

dialectTest(
  'what was said in an interview that timed out without its process is kept when that comes back',
  async ({ db, t }) => {
    const layer = await interviewLayer({ db, t });
    const { live, sessions, blobs, credits, recordingPath } = layer;
    const clientId = await layer.newClient();
    const { sessionId } = await layer.begun(clientId);
    assert.equal(await live.keepLate(sessionId, spoken(recordingPath)), false);
    await layer.pass(minutes(46));
    assert.deepEqual(await live.timeOut(), [sessionId]);
    assert.deepEqual(await live.recover(), []);
    assert.equal(await live.keepLate(sessionId, spoken(recordingPath)), true);
    assert.equal(await live.keepLate(sessionId, spoken(null)), false);
    const run = (await sessions.find({ clientId, sessionId }))!;
    assert.deepEqual(
      [run.status, run.error?.code, run.chargedCredits, run.audioDurationMs],
      ['failed', 'SESSION_TIMEOUT', 0, 125_000],
    );
    assert.equal(run.result?.transcript?.turns.length, 2);
    assert.equal(String(await blobs.read(recordingKey(sessionId))), 'RIFF what was said');
    assert.equal((await credits.balance(clientId)).balance, 1000);
    await assert.rejects(sessions.reinvite({ clientId, sessionId }), { code: 'NOT_POSSIBLE_NOW' });
  },
);
