import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { listening, liveProcess, until } from '#test/support/live-process.ts';
import { begun, scene } from './live-scene.ts';

test('another process takes an interview up where the one that died left it', async (t) => {
  const s = await scene(t);
  const { sessionId, token, page } = await begun(s);
  s.process.say('I have been a baker for ten years.');
  await listening(page, page.messages.length);
  const { folder } = s.process;
  const kept = JSON.parse(await readFile(join(folder, sessionId, 'said.json'), 'utf8'));
  // As a kill leaves it: nothing is given back, the lease lapses.
  page.drop();
  const next = await liveProcess(t, { live: s.liveOn(s.db, 'live_2'), clock: s.clock, folder });
  await next.rooms.recover(['live_1']);
  const again = await next.page(token, page.device);
  const joined = await again.next('joined');
  assert.ok(joined.captions.length >= kept.captions.length);
  const from = await listening(again);
  next.say('After that I went to Lyon.');
  await listening(again, from);
  const told = (all: typeof again.messages) =>
    all.flatMap((one) => (one.type === 'caption' ? [one.caption.id] : []));
  const old = new Set(joined.captions.map(({ id }) => id));
  assert.deepEqual(
    told(again.messages).filter((id) => old.has(id)),
    [],
    'no caption takes the place of one from before',
  );
  again.send({ type: 'end' });
  await until(async () => (await s.state(s.clientId, sessionId)) === 'success');
  const run = (await s.runs.find({ clientId: s.clientId, runId: sessionId }))!;
  const { transcript } = run.result as { transcript: { events: { kind: string }[] } };
  assert.ok(transcript.events.some(({ kind }) => kind === 'restarted'));
});

test('an interview that had ended when its process died is stored by the next one', async (t) => {
  const s = await scene(t);
  const { sessionId, page } = await begun(s);
  s.process.say('I have been a baker for ten years.');
  await listening(page, page.messages.length);
  // The process dies between the end and its storing.
  const diary = join(s.process.folder, sessionId, 'said.json');
  const text = JSON.parse(await readFile(diary, 'utf8'));
  await s.process.stop();
  await writeFile(diary, JSON.stringify({ ...text, ended: 'candidate' }));
  const next = await liveProcess(t, {
    live: s.liveOn(s.db, 'live_2'),
    clock: s.clock,
    folder: s.process.folder,
  });
  await next.rooms.recover(['live_1']);
  await until(async () => (await s.state(s.clientId, sessionId)) === 'success');
});

test('two processes over one folder: who comes and who goes leaves the other its interviews', async (t) => {
  const s = await scene(t, { maxConcurrentRuns: 3 });
  const { sessionId, token, page } = await begun(s);
  const from = page.messages.length;
  s.process.say('I have been a baker for ten years.');
  await listening(page, from);
  const kept = join(s.process.folder, sessionId, 'said.json');
  await until(async () => /baker/.test(await readFile(kept, 'utf8')));
  const other = await liveProcess(t, {
    live: s.liveOn(s.db, 'live_2'),
    clock: s.clock,
    folder: s.process.folder,
  });
  await other.rooms.sweep();
  assert.match(await readFile(kept, 'utf8'), /baker/, 'the other holds it');
  assert.deepEqual(await s.state(s.clientId, sessionId), 'processing');

  // The first stops: the second has it at once, with all that was said.
  await s.process.stop();
  const again = await other.page(token, page.device);
  const joined = await again.next('joined');
  assert.equal(joined.isResumed, true);
  assert.ok(joined.captions.some(({ text }) => text.includes('baker')));
  await listening(again);

  // A process that finds its lease taken keeps its hands off the files.
  const third = s.liveOn(s.db, 'live_3');
  s.clock.advance(60_000);
  assert.deepEqual(
    (await third.recover()).map((one) => one.sessionId),
    [sessionId],
  );
  await until(() => other.rooms.holds(sessionId) === false);
  assert.match(await readFile(kept, 'utf8'), /baker/);
});
