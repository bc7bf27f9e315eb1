import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { openDatabase } from '#server/db/open-database.ts';
import { createInvitations } from '#server/modules/invitations/service.ts';
import { days, isoTime, minutes } from '#server/time.ts';
import { interviewLayer } from '#test/support/interview-layer.ts';
import { createMovingClock } from '#test/support/moving-clock.ts';
import { startSmtpServer } from '#test/support/smtp-server.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

test('a worker that is killed when the mail is out and before it is noted: the mail comes once more, with the same Message-ID, and never a third time', async (t) => {
  const dataDir = await tempFolder(t);
  const db = await openDatabase({ dataDir, databaseUrl: null });
  t.after(() => db.destroy());
  const clock = createMovingClock();
  const layer = await interviewLayer({ db, t }, clock);
  const clientId = await layer.newClient();
  const persona = await layer.personas.create(
    { clientId, id: randomUUID() },
    { roleName: 'Baker', language: 'en', maxMinutes: 20 },
  );
  const invitations = createInvitations({ ...layer, canMail: true });
  await invitations.invite({
    ...{ clientId, personaId: persona.id, list: 'Ada <ada@a.example>', by: 'mail', remind: false, count: 1 },
    ...{ timeZone: 'UTC', message: null, projectId: null, tags: [], consentMode: 'explicit' },
    deadline: isoTime(clock.now() + days(5)),
  });
  const mailServer = await startSmtpServer(t);
  const worker = (laterMs: number): ChildProcess =>
    spawn(
      process.execPath,
      [join(import.meta.dirname, 'sending-worker.ts'), dataDir, `${mailServer.port}`, `${laterMs}`],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
  const killed = async (laterMs: number) => {
    const child = worker(laterMs);
    mailServer.behaviour.onMail = () => child.kill('SIGKILL');
    const [, signal] = await once(child, 'exit');
    assert.equal(signal, 'SIGKILL');
  };
  await killed(0);
  assert.equal(mailServer.received.length, 1);
  // Its lease lasts three minutes.
  await killed(minutes(4));
  const ids = mailServer.received.map(({ data }) => /^Message-ID: (.+)$/im.exec(data)?.[1]);
  assert.equal(ids.length, 2);
  assert.ok(ids[0]);
  assert.equal(ids[1], ids[0]);
  const last = worker(minutes(8));
  const [said] = await once(last.stdout!, 'data');
  assert.equal(String(said).trim(), '["unsure"]');
  assert.equal(mailServer.received.length, 2);
});
