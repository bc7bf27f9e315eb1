import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { AuditService } from '#server/modules/audit/types.ts';
import { encodeForm, fakeAudio } from '#test/support/build-test-app.ts';
import { buildConsoleApp, type ConsoleApp } from '#test/support/console-app.ts';

/** Counters and the like, which are kept of whatever is tried. */
const uncounted = new Set([
  'audit_log',
  'audit_head',
  'console_sessions',
  'idempotency',
  'kysely_migration',
  'kysely_migration_lock',
  'rate_windows',
  'sign_in_attempts',
  'sqlite_sequence',
]);

async function everything({ db }: ConsoleApp): Promise<Record<string, unknown[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table' order by name`.execute(db);
  const all: Record<string, unknown[]> = {};
  for (const { name } of tables) {
    if (uncounted.has(name)) continue;
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db);
    all[name] = rows.map(({ last_seen_at: _, ...row }) => row);
  }
  return all;
}

test('what cannot be entered into the audit log does not happen', async (t) => {
  let isFull = false;
  const console = await buildConsoleApp(t, {
    replaceAudit: (audit: AuditService): AuditService => ({
      ...audit,
      record: (db, entry) => (isFull ? Promise.reject(new Error('no entry')) : audit.record(db, entry)),
    }),
  });
  const { clientId, keyId } = await console.customer();
  const owner = await console.as('owner');
  const member = await console.as('viewer', clientId);
  const of = `/clients/${clientId}`;
  const project = (await owner.post(`${of}/projects`, { name: 'Graduates' })).json();
  const link = (await owner.post('/installation/people/invites', { email: 'new@people.example' })).json()
    .link as string;
  const form = encodeForm([
    { name: 'language', value: 'en' },
    { name: 'audio', value: fakeAudio(240_000), fileName: 'a.wav' },
  ]);
  const newKey = {
    name: 'One',
    projectId: null,
    expiresInDays: 30,
    allowedIps: [],
    rateLimitPerMinute: 100,
  };
  const changes: Record<string, () => ReturnType<typeof owner.get>> = {
    'a client is made': () =>
      owner.post('/clients', { name: 'Globex', credits: 5, permissions: ['speech'], multilingual: true }),
    'a client changes': () => owner.patch(of, { name: 'Acme Ltd', isActive: false }),
    'credits are added': () => owner.post(`${of}/credits`, { amount: 5, reason: 'Invoice 1' }),
    'a price changes': () =>
      owner.put('/installation/prices', {
        speechPerStartedMinute: 3,
        cvMatch: 4,
        cvSearch: null,
        interviewPerStartedMinute: 5,
      }),
    'a key is made': () => owner.post(`${of}/keys`, newKey),
    'a key is revoked': () => owner.post(`${of}/keys/${keyId}/revoke`),
    'a key is rotated': () => owner.post(`${of}/keys/${keyId}/rotate`, { overlapHours: 0 }),
    'a project is renamed': () => owner.patch(`${of}/projects/${project.id}`, { name: 'Interns' }),
    'a role changes': () => owner.patch(`${of}/members/${member.userId}`, { role: 'admin' }),
    'a member goes': () => owner.delete(`${of}/members/${member.userId}`),
    'a person is invited': () => owner.post(`${of}/members`, { email: 'x@people.example', role: 'viewer' }),
    'an invitation is accepted': () =>
      console.anonymous.post('/invites/accept', {
        token: link.split('#')[1]!,
        name: 'Grace',
        password: 'a long enough sentence',
      }),
    'a password is chosen': () => owner.post('/account/password', { newPassword: 'a long enough sentence' }),
    'a secret is rotated': () => owner.post(`${of}/webhooks/secrets/rotate`, { overlapHours: 1 }),
    'a recording is submitted': () =>
      owner.inject({ method: 'POST', url: `${of}/playground`, payload: form.payload, headers: form.headers }),
  };
  const before = await everything(console);
  isFull = true;
  for (const [what, change] of Object.entries(changes)) {
    const answer = await change();
    assert.equal(answer.statusCode, 500, `${what}: ${answer.body}`);
    assert.deepEqual(await everything(console), before, what);
  }
  isFull = false;
  for (const [what, change] of Object.entries(changes)) {
    // One's own password ends all sessions; a client that is disabled takes no recording.
    if (what.startsWith('a password') || what === 'a client changes' || what === 'a role changes') continue;
    const answer = await change();
    assert.ok(
      answer.statusCode < 300 || answer.statusCode === 409 || answer.statusCode === 400,
      `${what}: ${answer.body}`,
    );
  }
  assert.notDeepEqual(await everything(console), before);
});
