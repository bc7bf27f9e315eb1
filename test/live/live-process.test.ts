import assert from 'node:assert/strict';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { emptyPage } from '#server/live/diary.ts';
import { recordingKey } from '#server/modules/interview/run-type.ts';
import type { InterviewResult } from '#server/modules/interview/stored.ts';
import { listening, until } from '#test/support/live-process.ts';
import { newDevice } from '../../testkit/interview/page-client.ts';
import { begun, scene } from './live-scene.ts';

test('consent, six turns, the end: recording, transcript, charge and webhook of one interview', async (t) => {
  const s = await scene(t);
  const { sessionId, token } = await s.invite(s.clientId, { session: { consentMode: 'explicit' } });
  let page = await s.process.page(token);
  const { invitation, hasConsented } = await page.next('invitation');
  assert.equal(hasConsented, false);
  assert.deepEqual(Object.keys(invitation).toSorted(), [
    ...['clientName', 'consentMode', 'expiresAt', 'language', 'maxMinutes', 'roleName', 'sessionId', 'state'],
    'trial',
  ]);
  assert.equal(invitation.trial, null);
  page.send({ type: 'begin', typed: false });
  assert.equal(await page.closed, 1008);
  assert.equal(await s.state(s.clientId, sessionId), 'queued', 'nothing begins without consent');
  page = await s.process.page(token, page.device);
  const { notice } = await page.next('invitation');
  page.send({ type: 'consent', notice: notice.hash });
  page.send({ type: 'begin', typed: false });
  const joined = await page.next('joined');
  assert.equal(joined.isResumed, false);
  assert.ok(joined.leftMs > 44 * 60_000 && joined.leftMs <= 45 * 60_000);
  assert.equal(await s.state(s.clientId, sessionId), 'processing');

  let from = await listening(page);
  const answers = Array.from(
    { length: 6 },
    (_, index) => `This is what I did in year ${index} of my work as a baker.`,
  );
  for (const answer of answers) {
    s.process.say(answer);
    from = await listening(page, from);
  }
  page.send({ type: 'end' });
  assert.equal((await page.next('ended')).reason, 'completed');
  await until(async () => (await s.state(s.clientId, sessionId)) === 'success');

  const run = (await s.runs.find({ clientId: s.clientId, runId: sessionId }))!;
  assert.equal(run.chargedCredits, 1);
  const transcript = (run.result as InterviewResult).transcript!;
  const said = transcript.turns.filter(({ speaker }) => speaker === 'candidate').map(({ text }) => text);
  assert.deepEqual(said.join(' '), answers.join(' '));
  assert.ok(
    transcript.turns.every((turn, index, all) => index === 0 || turn.startMs >= all[index - 1]!.startMs),
  );
  assert.equal(transcript.events.filter(({ kind }) => kind === 'turn-ended').length, 6);
  const asked = transcript.turns.filter(({ asks }) => asks === 'question');
  assert.ok(asked.length > 1 && asked.every(({ question }, index) => question === index + 1));
  assert.ok(
    asked.every(({ text, question }) => text.includes(transcript.questions![question! - 1]!.text)),
    'which question a turn asks is kept with it',
  );
  assert.ok(
    !JSON.stringify(transcript.events).includes('baker'),
    'events hold timings, nothing that was said',
  );

  const bytes = (await s.blobs.read(recordingKey(sessionId)))!;
  assert.ok(bytes, 'the recording is stored');
  assert.equal(bytes.toString('latin1', 0, 4), 'RIFF');
  assert.equal(bytes.readUInt32LE(40), bytes.length - 44);
  assert.equal(bytes.readUInt16LE(22), 2);
  let [left, right] = [0, 0];
  for (let at = 44; at < bytes.length; at += 4) {
    left = Math.max(left, Math.abs(bytes.readInt16LE(at)));
    right = Math.max(right, Math.abs(bytes.readInt16LE(at + 2)));
  }
  assert.ok(left > 0 && left < 100, `left the candidate's microphone: ${left}`);
  assert.equal(right, 3000, 'right the interviewer');
  await until(async () => (await readdir(s.process.folder)).length === 0);
});

test('over the WebSocket silence is not sent, and a page that is behind gets half the bytes', async (t) => {
  const s = await scene(t);
  const { token, sessionId } = await s.invite(s.clientId);
  const page = await s.process.page(token, newDevice(), { isCompact: true, answersPings: false });
  await page.next('invitation');
  page.send({ type: 'begin', typed: false });
  await page.next('joined');
  await listening(page);
  // The pause behind the last word, and pings without an answer.
  await delay(1500);
  const from = page.played.length;
  await delay(500);
  assert.equal(page.played.length, from);
  assert.ok(
    page.played[0]!.bytes === 2 * page.played[0]!.samples.length,
    'plain until it is known to be slow',
  );
  const before = page.messages.length;
  await page.speak(new Int16Array(16_000).fill(5000));
  s.process.say('I have baked bread for ten years.');
  await page.next('phase', { from: before, where: ({ phase }) => phase === 'speaking' });
  await listening(page, before);
  const answer = page.played.slice(from);
  assert.ok(answer.some(({ samples }) => samples.some((sample) => sample > 2000)));
  assert.ok(answer.every(({ bytes, samples }) => bytes === samples.length + 1));
  page.send({ type: 'end' });
  await page.next('ended');
  await until(async () => (await s.state(s.clientId, sessionId)) === 'success');
  const wav = (await s.blobs.read(recordingKey(sessionId)))!;
  const loud = Array.from({ length: (wav.length - 44) / 4 }, (_, frame) =>
    wav.readInt16LE(44 + 4 * frame),
  ).filter((sample) => Math.abs(sample - 5000) < 150);
  assert.ok(loud.length > 15_000 && loud.length < 17_000, `${loud.length} samples of a second`);
});

test('a reload goes on where it was, and the page that was there is told to be quiet', async (t) => {
  const s = await scene(t);
  const { sessionId, token, page } = await begun(s);
  s.process.say('I have been a baker for ten years.');
  await listening(page, page.messages.length);
  const again = await s.process.page(token, page.device);
  const joined = await again.next('joined');
  await page.next('replaced');
  assert.equal(await page.closed, 1000);
  assert.equal(joined.isResumed, true);
  const shown = joined.captions.map(({ text }) => text);
  assert.ok(shown.includes('I have been a baker for ten years.'), JSON.stringify(shown));
  s.process.say('And I like early mornings.');
  await listening(again, again.messages.length);
  again.send({ type: 'end' });
  await until(async () => (await s.state(s.clientId, sessionId)) === 'success');
});

test('a candidate who is gone for less than two minutes comes back; the recording has no gap of silence', async (t) => {
  const s = await scene(t);
  const { sessionId, token, page } = await begun(s);
  s.process.say('I have been a baker for ten years.');
  await listening(page, page.messages.length);
  page.drop();
  await delay(200);
  s.clock.advance(100_000);
  await s.live.keepAlive(sessionId);
  const again = await s.process.page(token, page.device);
  assert.equal((await again.next('joined')).isResumed, true);
  again.send({ type: 'end' });
  await until(async () => (await s.state(s.clientId, sessionId)) === 'success');
  const run = (await s.runs.find({ clientId: s.clientId, runId: sessionId }))!;
  assert.ok((run.audioDurationMs ?? 0) < 30_000, `${run.audioDurationMs} ms`);
});

test('an interview that its candidate ends before any answer costs nothing, and its link begins it again', async (t) => {
  const s = await scene(t, { credits: 100 });
  const { sessionId, token, page } = await begun(s);
  page.send({ type: 'end' });
  assert.equal((await page.next('ended')).reason, 'unanswered');
  await until(async () => (await s.state(s.clientId, sessionId)) === 'queued');
  assert.equal((await s.credits.balance(s.clientId)).available, 100);
  assert.deepEqual(
    (await s.sessions.events({ clientId: s.clientId, sessionId }))?.map(({ kind, data }) => [kind, data]),
    [['started-over', { because: 'unanswered' }]],
  );

  // On another device, at once.
  const again = await s.process.page(token);
  await again.next('invitation');
  again.send({ type: 'begin', typed: true });
  const joined = await again.next('joined');
  assert.deepEqual([joined.isResumed, joined.captions], [false, []], 'nothing is left of the first attempt');
  await listening(again);
  again.send({ type: 'say', text: 'I have been a baker for ten years.' });
  await again.next('caption', { where: ({ caption }) => caption.speaker === 'candidate' });
  again.send({ type: 'end' });
  assert.equal((await again.next('ended')).reason, 'completed');
  await until(async () => (await s.state(s.clientId, sessionId)) === 'success');
});

test('nothing is taken up of an attempt that ended when its process died just after storing it', async (t) => {
  const s = await scene(t);
  const { sessionId } = await s.invite(s.clientId);
  const folder = join(s.process.folder, sessionId);
  await mkdir(folder, { recursive: true });
  const earlier = { ...emptyPage, startedAt: '2026-01-01T00:00:00.000Z', ended: 'candidate' };
  await writeFile(join(folder, 'said.json'), JSON.stringify(earlier));
  const page = await s.process.page(s.links.token(sessionId, 1));
  await page.next('invitation');
  page.send({ type: 'begin', typed: false });
  await page.next('joined');
  await listening(page);
});

test('the receipt holds what was served, whatever the page says; consent to another text is refused', async (t) => {
  const s = await scene(t);
  const explicit = { persona: { analyse: true }, session: { consentMode: 'explicit' as const } };
  const { sessionId, token } = await s.invite(s.clientId, explicit);
  const receipt = async () =>
    (await s.sessions.standing((await s.sessions.find({ clientId: s.clientId, sessionId }))!)).consent;
  let page = await s.process.page(token);
  const { notice } = await page.next('invitation');
  assert.ok(JSON.stringify(notice.sections).includes('your accent'), 'it is told that the accent is scored');
  page.send({ type: 'consent', notice: 'f'.repeat(64) });
  assert.equal(await page.closed, 1008);
  assert.equal(await receipt(), null);

  page = await s.process.page(token, page.device);
  await page.next('invitation');
  page.send({ type: 'decline' });
  const marks = async () => (await s.sessions.marks([{ id: sessionId }])).get(sessionId)!;
  await until(async () => (await marks()).declinedAt !== null);
  // Thought better of, with a text of their own.
  const lie = { type: 'consent', language: 'xx', text: 'I do NOT agree', notice: notice.hash } as const;
  page.send(lie);
  await until(async () => (await receipt()) !== null);
  assert.deepEqual((await receipt())!.notice, notice);
  assert.equal((await receipt())!.language, 'en');
  assert.ok(!JSON.stringify(await receipt()).includes('NOT'));
  assert.equal((await marks()).declinedAt, null);
});

test('what a candidate was told will not be scored is not scored, though the persona says so by then', async (t) => {
  const s = await scene(t);
  const { sessionId, personaId, token } = await s.invite(s.clientId, {
    session: { consentMode: 'explicit' },
  });
  const page = await s.process.page(token);
  await page.next('invitation');
  page.send({ type: 'consent' });
  await s.personas.update({ clientId: s.clientId, personaId }, { analyse: true });
  page.send({ type: 'begin', typed: true });
  await listening(page);
  page.send({ type: 'say', text: 'I have been a baker for ten years.' });
  await page.next('caption', { where: ({ caption }) => caption.speaker === 'candidate' });
  page.send({ type: 'end' });
  await until(async () => (await s.state(s.clientId, sessionId)) === 'success');
  assert.equal(await s.sessions.analysisOf({ clientId: s.clientId, sessionId }), undefined);
});

test('a machine that falls behind says so, and begins no other interview; one that stays behind ends it free of charge', async (t) => {
  const s = await scene(t, { credits: 1000 });
  const { sessionId, token, page } = await begun(s);
  page.send({ type: 'say', text: 'I have been a baker for ten years.' });
  await listening(page, page.messages.length);
  const other = await s.invite(s.clientId);
  const waiting = await s.process.page(other.token);
  await waiting.next('invitation');

  let from = page.messages.length;
  s.process.fault.behindMs = 6000;
  await page.next('phase', { from, where: ({ phase }) => phase === 'late' });
  waiting.send({ type: 'begin', typed: false });
  assert.ok((await waiting.next('waiting')).retryAfterSeconds > 0);
  const third = await s.invite(s.clientId);
  assert.equal((await (await s.process.page(third.token)).next('refused')).code, 'CAPACITY_REACHED');
  from = page.messages.length;
  s.process.fault.behindMs = 0;
  await listening(page, from);

  s.process.fault.behindMs = 40_000;
  assert.equal((await page.next('ended')).reason, 'failed');
  await until(async () => (await s.state(s.clientId, sessionId)) === 'queued');
  assert.equal((await s.credits.balance(s.clientId)).available, 1000);
  const events = await s.sessions.events({ clientId: s.clientId, sessionId });
  assert.deepEqual(
    events?.map(({ data }) => data),
    [{ because: 'too-slow' }],
  );
  // The link is good again as soon as the machine is.
  assert.equal((await (await s.process.page(token)).next('refused')).code, 'CAPACITY_REACHED');
});

test('one who stays away for two minutes has ended it: kept when there are answers, else failed and free', async (t) => {
  const s = await scene(t);
  const one = await begun(s);
  s.process.say('I have been a baker for ten years.');
  await listening(one.page, one.page.messages.length);
  const other = await begun(s);
  // The script hears the same in every recording.
  s.process.fault.atLast = true;
  one.page.drop();
  other.page.drop();
  await delay(200);
  s.clock.advance(121_000);
  await until(async () => (await s.state(s.clientId, one.sessionId)) === 'success');
  await until(async () => (await s.state(s.clientId, other.sessionId)) === 'failed');
  const failed = (await s.runs.find({ clientId: s.clientId, runId: other.sessionId }))!;
  assert.equal(failed.error?.code, 'CANDIDATE_LEFT');
  assert.equal(failed.chargedCredits, 0);
});

test('typed answers make a whole interview without a microphone', async (t) => {
  const s = await scene(t);
  const { token, sessionId } = await s.invite(s.clientId);
  const page = await s.process.page(token);
  await page.next('invitation');
  page.send({ type: 'begin', typed: true });
  const from = await listening(page);
  page.send({ type: 'say', text: 'I bake bread.' });
  await listening(page, from);
  page.send({ type: 'end' });
  await until(async () => (await s.state(s.clientId, sessionId)) === 'success');
  const run = (await s.runs.find({ clientId: s.clientId, runId: sessionId }))!;
  const { transcript } = run.result as { transcript: { turns: { speaker: string; text: string }[] } };
  assert.ok(
    transcript.turns.some(({ speaker, text }) => speaker === 'candidate' && text === 'I bake bread.'),
  );
});

test('where nothing can hear, the page says so, and the link stays good', async (t) => {
  const s = await scene(t);
  const { token } = await s.invite(s.clientId);
  s.process.fault.atReady = 'no weights';
  const device = newDevice();
  assert.equal((await (await s.process.page(token, device)).next('refused')).code, 'UNAVAILABLE');
  s.process.fault.atReady = '';
  await (await s.process.page(token, device)).next('invitation');
});

test('a recogniser that fails in the middle is opened anew, and the interview goes on', async (t) => {
  const s = await scene(t);
  const { page } = await begun(s);
  const before = s.process.sessions.length;
  s.process.sessions.at(-1)!.onFailed('out of memory');
  await until(() => s.process.sessions.length > before);
  await delay(100);
  const from = page.messages.length;
  s.process.say('I have been a baker for ten years.');
  await listening(page, from);
});

test('when the recording cannot be heard again, what was heard at the time stands', async (t) => {
  const s = await scene(t);
  const { page, sessionId } = await begun(s);
  s.process.say('I have been a baker for ten years.');
  await listening(page, page.messages.length);
  s.process.fault.atLast = true;
  page.send({ type: 'end' });
  await until(async () => (await s.state(s.clientId, sessionId)) === 'success');
  const run = (await s.runs.find({ clientId: s.clientId, runId: sessionId }))!;
  const { transcript } = run.result as { transcript: { turns: { text: string }[] } };
  assert.ok(transcript.turns.some(({ text }) => text === 'I have been a baker for ten years.'));
});

test('an interview whose time is over ends, and says so', async (t) => {
  const s = await scene(t);
  const { page, sessionId } = await begun(s);
  s.process.say('I have been a baker for ten years.');
  await listening(page, page.messages.length);
  s.clock.advance(45 * 60_000 + 1000);
  assert.equal((await page.next('ended')).reason, 'completed');
  await until(async () => (await s.state(s.clientId, sessionId)) === 'success');
});

test('nothing of what was said, and no token, is in the log', async (t) => {
  const s = await scene(t);
  const { page, token, sessionId } = await begun(s);
  s.process.say('I have been a baker in Wuppertal.');
  await listening(page, page.messages.length);
  page.send({ type: 'end' });
  await until(async () => (await s.state(s.clientId, sessionId)) === 'success');
  assert.ok(!s.process.logged().includes('Wuppertal'));
  assert.ok(!s.process.logged().includes(token));
});
