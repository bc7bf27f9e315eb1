import assert from 'node:assert/strict';
import { hashOfSecret } from '#server/modules/interview/link.ts';
import type { LiveSession, Visitor } from '#server/modules/interview/types.ts';
import { days, minutes } from '#server/time.ts';
import { dialectTest } from '#test/support/dialect-test.ts';
import { interviewLayer, served, spoken } from '#test/support/interview-layer.ts';

dialectTest('a link is bound by consent or by beginning, not by being looked at', async ({ db, t }) => {
  const layer = await interviewLayer({ db, t });
  const { live } = layer;
  const clientId = await layer.newClient();
  const steps = {
    consent: (visitor: Visitor) => live.consent(visitor, served),
    begin: (visitor: Visitor) => live.begin(visitor),
  };
  for (const bind of ['consent', 'begin'] as const) {
    const { token } = await layer.invite(clientId);
    for (const device of ['phone', 'scanner of links', 'laptop']) {
      layer.admitted(await live.admit({ token, device }));
    }
    const bound = await steps[bind]({ token, device: 'laptop' });
    assert.ok(!(bound && 'refusal' in bound));
    for (const step of [live.admit, steps.consent, steps.begin]) {
      assert.deepEqual(await step({ token, device: 'phone' }), { refusal: 'LINK_USED' }, bind);
    }
    layer.admitted(await live.admit({ token, device: 'laptop' }));
  }
});

dialectTest(
  'a link that is wrong, expired or of a closed account lets no candidate in',
  async ({ db, t }) => {
    const layer = await interviewLayer({ db, t });
    const { live, clock, identity } = layer;
    const clientId = await layer.newClient();
    const both = async (token: string) => {
      const looked = await live.look(token);
      const admitted = await live.admit({ token, device: 'phone' });
      return [looked, admitted].map((answer) => ('refusal' in answer ? answer.refusal : 'in'));
    };
    assert.deepEqual(await both('guessed'), ['LINK_INVALID', 'LINK_INVALID']);
    const expiring = await layer.invite(clientId);
    const held = await layer.begun(clientId);
    await layer.pass(days(7) - 1);
    assert.deepEqual(await both((await layer.begun(clientId)).token), ['in', 'in']);
    const waiting = await layer.invite(clientId);
    clock.advance(1);
    assert.deepEqual(await both(expiring.token), ['LINK_EXPIRED', 'LINK_EXPIRED']);
    // An interview under way goes on.
    assert.deepEqual(await both(held.token), ['in', 'in']);
    await identity.setClientActive(clientId, false);
    assert.deepEqual(await both(waiting.token), ['LINK_INVALID', 'LINK_INVALID']);
    // Of a token, nothing but its hash is stored.
    const rows = await db.selectFrom('interview_sessions').selectAll().execute();
    assert.ok(rows.some((row) => row.token_hash === hashOfSecret(waiting.token)));
    assert.ok(!JSON.stringify(rows).includes(waiting.token));
  },
);

dialectTest('a link that is lost is replaced, with whatever was agreed under it', async ({ db, t }) => {
  const layer = await interviewLayer({ db, t });
  const { live, sessions } = layer;
  const clientId = await layer.newClient();
  const { sessionId, token } = await layer.invite(clientId);
  const of = { clientId, sessionId };
  const openedAt = async () => (await sessions.standing((await sessions.find(of))!)).openedAt;
  // A mail scanner that only asks for the page opens nothing.
  await live.look(token);
  assert.equal(await openedAt(), null);
  const lost = { token, device: 'phone' };
  layer.admitted(await live.admit(lost));
  const first = await openedAt();
  assert.ok(first !== null);
  await layer.pass(minutes(5));
  layer.admitted(await live.admit({ token, device: 'desktop' }));
  assert.equal(await openedAt(), first);
  assert.equal(await live.consent(lost, served), undefined);

  const { session, link } = await sessions.reinvite(of);
  assert.equal(session.status, 'queued');
  assert.equal(await openedAt(), null);
  for (const dead of [lost, { token, device: 'desktop' }]) {
    assert.deepEqual(await live.admit(dead), { refusal: 'LINK_INVALID' });
    assert.deepEqual(await live.begin(dead), { refusal: 'LINK_INVALID' });
  }
  const visitor = { token: link.token, device: 'another phone' };
  assert.equal(layer.admitted(await live.admit(visitor)).hasConsented, false);
  assert.equal(await live.consent(visitor, served), undefined);
  assert.equal(((await live.begin(visitor)) as LiveSession).state, 'active');
  await assert.rejects(sessions.reinvite(of), { code: 'NOT_POSSIBLE_NOW' });
});

dialectTest(
  'a failed interview of which nothing is left is held again under a fresh link',
  async ({ db, t }) => {
    const layer = await interviewLayer({ db, t });
    const { live, sessions, credits, recordingPath } = layer;
    const clientId = await layer.newClient();
    const labels = { metadata: { a: 'b' }, tags: ['x'] };
    const { sessionId, token } = await layer.begun(clientId, { session: labels });
    const again = () => sessions.reinvite({ clientId, sessionId });
    await assert.rejects(again(), { code: 'NOT_POSSIBLE_NOW' });
    await live.note(sessionId, [{ kind: 'first try', data: {} }]);
    assert.equal(await live.fail(sessionId, { code: 'CANDIDATE_LEFT', message: 'Gone.' }), true);
    await layer.pass(days(1));

    const { session, link } = await again();
    assert.deepEqual(
      [session.status, session.error, session.finishedAt, session.externalId, session.metadata, session.tags],
      ['queued', null, null, 'cand-1', labels.metadata, labels.tags],
    );
    assert.equal(link.expiresInSeconds, 604_800);
    assert.notEqual(link.token, token);
    assert.deepEqual(await live.look(token), { refusal: 'LINK_INVALID' });
    // A page of the first invitation that is still open takes nothing of the second.
    const old = { token, device: 'phone' };
    assert.deepEqual(await live.consent(old, served), { refusal: 'LINK_INVALID' });
    assert.deepEqual(await live.begin(old), { refusal: 'LINK_INVALID' });
    const visitor = { token: link.token, device: 'another phone' };
    layer.admitted(await live.admit(visitor));
    assert.equal(((await live.begin(visitor)) as LiveSession).state, 'active');
    assert.deepEqual(await sessions.events({ clientId, sessionId }), []);
    assert.equal(await live.complete(sessionId, spoken(recordingPath)), true);
    assert.equal((await credits.balance(clientId)).usage.interview, 3);
    await assert.rejects(again(), { code: 'NOT_POSSIBLE_NOW' });

    for (const left of [spoken(recordingPath), { ...spoken(null), transcript: spoken(null).transcript }]) {
      const other = await layer.begun(clientId);
      await live.fail(other.sessionId, { code: 'CANDIDATE_LEFT', message: 'Gone.' }, left);
      await assert.rejects(sessions.reinvite({ clientId, sessionId: other.sessionId }), {
        code: 'NOT_POSSIBLE_NOW',
      });
    }
    const stranger = await layer.newClient();
    for (const of of [
      { clientId: stranger, sessionId },
      { clientId, sessionId: 'unknown' },
    ]) {
      await assert.rejects(sessions.reinvite(of), { code: 'SESSION_NOT_FOUND' });
    }
  },
);
