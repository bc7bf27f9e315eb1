import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError } from '#server/errors.ts';
import { days, hours, isoTime } from '#server/time.ts';
import { newRun, succeeded } from '#test/support/data-layer.ts';
import { dialectTest } from '#test/support/dialect-test.ts';
import { Killed, mortalDatabase } from '#test/support/mortal-database.ts';
import { MARK, storedRuns } from '#test/support/stored-runs.ts';

const by = { id: 'user-1', name: 'Ada Admin', email: 'ada@example.com' };
const never = new AbortController().signal;

/** What may go on naming a deleted run by its id. */
const records = ['deletion_items', 'deletions', 'ledger'];

dialectTest('deleting an external id leaves no trace of the person in any table or file', async (context) => {
  const stored = await storedRuns(context.db, context.config);
  const { deletions, clientId } = stored;
  const runIds = [await stored.interview(), await stored.interview()];
  const other = await stored.interview({ externalId: null });
  const subject = { kind: 'externalId', externalId: `person-${MARK}` } as const;

  const preview = await deletions.preview(clientId, subject);
  assert.deepEqual([preview.count, preview.underWay, preview.files], [2, 0, 8]);
  const { id } = await deletions.request({ clientId, subject, note: 'Request 17', by });
  assert.deepEqual(await deletions.work('worker', never), [id]);

  for (const runId of runIds) {
    assert.equal(await stored.runs.find({ clientId, runId }), undefined);
    const traces = (await stored.tracesOf(runId)).map((place) => place.split('.')[0]!);
    assert.deepEqual([...new Set(traces)].sort(), records, runId);
  }
  assert.deepEqual(
    (await stored.tracesOf(`person-${MARK}`)).filter((place) => !place.startsWith('deletion')),
    [],
  );

  // The other run of the same client is whole.
  const kept = await stored.runs.find({ clientId, runId: other });
  assert.match(JSON.stringify(kept?.result), new RegExp(MARK));
  assert.equal((await stored.blobs.list(`speech/${other}`, { limit: 9 })).entries.length, 4);

  const last = await deletions.request({ clientId, subject: { kind: 'run', runId: other }, note: '', by });
  stored.clock.advance(2000);
  assert.deepEqual(await deletions.work('worker', never), [last.id]);
  assert.deepEqual(await stored.tracesOf(MARK), []);
  assert.deepEqual(await stored.filesWith(MARK), []);
});

dialectTest('deleting a match removes its webhook bodies and the log of their tries', async (context) => {
  const stored = await storedRuns(context.db, context.config);
  const { deletions, clientId, db } = stored;
  const runId = await stored.match();
  assert.equal((await db.selectFrom('webhook_attempts').selectAll().execute()).length, 1);
  assert.match((await stored.tracesOf(MARK)).join(), /webhook_messages\.body/);

  const subject = { kind: 'metadata', key: 'candidate', value: `meta-${MARK}` } as const;
  const { id } = await deletions.request({ clientId, subject, note: '', by });
  await deletions.work('worker', never);
  assert.deepEqual(await stored.tracesOf(MARK), []);
  assert.deepEqual(await stored.filesWith(MARK), []);
  const { certificate } = (await deletions.find({ clientId, deletionId: id }))!;
  const [only] = JSON.parse(certificate!).runs;
  assert.equal(only.runId, runId);
  assert.deepEqual(
    [only.rows.webhook_messages, only.rows.webhook_attempts, only.rows.cvs, only.rows.runs],
    [1, 1, 1, 1],
  );
});

dialectTest('the certificate says what there was, and the audit log has its hash', async (context) => {
  const stored = await storedRuns(context.db, context.config);
  const { deletions, clientId } = stored;
  const runId = await stored.interview();
  const result = (await stored.db.selectFrom('runs').select('result').executeTakeFirstOrThrow()).result!;
  const subject = { kind: 'externalId', externalId: `person-${MARK}` } as const;
  const { id } = await deletions.request({ clientId, subject, note: 'Request 17', by });
  stored.clock.advance(5000);
  await deletions.work('worker', never);

  const { deletion, certificate } = (await deletions.find({ clientId, deletionId: id }))!;
  assert.equal(deletion.status, 'done');
  assert.equal(deletion.certificateSha256, sha256(certificate!));
  const told = JSON.parse(certificate!);
  assert.equal(told.subject.name, `sha256:${sha256(`person-${MARK}`)}`);
  assert.deepEqual(told.requestedBy, by);
  assert.deepEqual(told.client, { id: clientId, name: 'Acme' });
  assert.deepEqual(told.leftAfterwards, { rows: 0, files: 0 });
  assert.equal(told.freedSpace, context.dialect === 'SQLite' ? 'overwritten' : 'given back to the database');
  const [run] = told.runs;
  assert.equal(run.resultSha256, sha256(result));
  const upload = `audio of ${MARK}`;
  assert.deepEqual(
    run.files.find(({ name }: { name: string }) => name === 'upload'),
    { name: 'upload', sizeBytes: upload.length, sha256: sha256(upload) },
  );
  assert.deepEqual(run.rows, {
    webhook_attempts: 0,
    webhook_messages: 0,
    idempotency: 1,
    run_versions: 0,
    expired_data: 0,
    run_outcomes: 1,
    run_metadata: 1,
    run_tags: 1,
    holds: 0,
    interview_events: 0,
    interview_sessions: 0,
    invitation_mails: 0,
    invitations: 0,
    search_results: 0,
    candidate_runs: 0,
    upload_files: 0,
    runs: 1,
  });
  assert.equal(told.totals.runs, 1);
  assert.equal(told.totals.rows, 5);

  const [entry] = (await stored.audit.list({ limit: 5 })).entries;
  assert.equal(entry?.action, 'data.deleted');
  assert.equal(entry?.details.certificateSha256, deletion.certificateSha256);
  assert.equal((await stored.audit.verify()).isIntact, true);
  assert.equal(run.runId, runId);
  const byName = await deletions.list({ clientId, limit: 5, offset: 0, about: subject });
  assert.deepEqual(
    byName.deletions.map((one) => one.id),
    [id],
  );
});

dialectTest(
  'a deletion that is killed at any statement goes on, with the same certificate',
  async (context) => {
    const stored = await storedRuns(context.db, context.config);
    const { clientId } = stored;
    // Every statement was tried once; since then each database tries some, the other one others.
    const [first, stride] = context.dialect === 'SQLite' ? [1, 7] : [4, 12];
    let lives = 0;
    for (let dieAt = first; ; dieAt += stride) {
      lives++;
      const runIds = [await stored.interview(), await stored.match()];
      const files = (await stored.filesWith('')).length;
      const subject = { kind: 'metadata', key: 'candidate', value: `meta-${MARK}` } as const;
      const { id } = await stored.deletions.request({ clientId, subject, note: '', by });
      const { db, life } = mortalDatabase(stored.db, dieAt);
      await stored
        .keeping(db)
        .deletions.work(`life-${dieAt}`, never)
        .catch((error) => assert.ok(error instanceof Killed || life.isDead, String(error)));
      if (life.isDead) {
        // The lease of a dead process has to lapse first.
        stored.clock.advance(61_000);
        await stored.deletions.work('heir', never);
      }
      const { deletion, certificate } = (await stored.deletions.find({ clientId, deletionId: id }))!;
      assert.equal(deletion.status, 'done', `killed at ${dieAt}, ${JSON.stringify(life)}`);
      const told = JSON.parse(certificate!);
      assert.deepEqual(told.runs.map((run: { runId: string }) => run.runId).sort(), runIds.toSorted());
      assert.equal(told.totals.files, files, `killed at ${dieAt}`);
      assert.equal(told.totals.rows, 10, `killed at ${dieAt}`);
      assert.deepEqual(await stored.filesWith(MARK), []);
      assert.deepEqual(await stored.tracesOf(MARK), []);
      const told17 = (await stored.audit.list({ limit: 1000 })).entries.filter(
        ({ target }) => target === `deletion:${id}`,
      );
      assert.equal(told17.length, 1, 'certified once');
      stored.clock.advance(2000);
      if (life.isDead) continue;
      assert.ok(life.statements > 50, `only ${life.statements} statements`);
      break;
    }
    const debits = await stored.db.selectFrom('ledger').selectAll().where('type', '=', 'debit').execute();
    assert.equal(debits.length, 2 * lives, 'charges stay as they were');
  },
);

dialectTest('a run under way is deleted once it has ended, and not before', async (context) => {
  const stored = await storedRuns(context.db, context.config);
  const { deletions, clientId, queue } = stored;
  const done = await stored.interview();
  const { run } = await stored.runs.submit(newRun({ clientId, externalId: `person-${MARK}` }));
  const subject = { kind: 'externalId', externalId: `person-${MARK}` } as const;
  const { id } = await deletions.request({ clientId, subject, note: '', by });
  assert.deepEqual(await deletions.work('worker', never), []);
  const half = (await deletions.find({ clientId, deletionId: id }))!;
  assert.deepEqual([half.deletion.status, half.deletion.doneCount, half.certificate], ['open', 1, null]);
  assert.equal(await stored.runs.find({ clientId, runId: done }), undefined);

  const claimed = (await queue.claim('worker'))!;
  assert.equal(await queue.settle(claimed, 'worker', succeeded()), true);
  stored.clock.advance(3000);
  assert.deepEqual(await deletions.work('worker', never), [id]);
  assert.equal(await stored.runs.find({ clientId, runId: run.id }), undefined);
});

dialectTest('a deletion waits until every machine has looked on its own disk', async (context) => {
  const stored = await storedRuns(context.db, context.config);
  const { deletions, clientId } = stored;
  const [near, far] = [await stored.machine('near'), await stored.machine('far')];
  const [runId, other] = [await stored.interview(), await stored.interview()];
  await near.leaveFolder(runId);
  const { run } = await stored.runs.submit(newRun({ clientId }));
  for (const id of [runId, run.id]) await far.leaveFolder(id);
  assert.deepEqual(await far.clear(), [], 'no deletion waits yet');

  const { id } = await deletions.request({ clientId, subject: { kind: 'run', runId }, note: '', by });
  const find = async () => (await deletions.find({ clientId, deletionId: id }))!;
  assert.deepEqual(await deletions.work('worker', never), []);
  const half = (await find()).deletion;
  assert.deepEqual(
    [half.status, half.doneCount, half.waitsForMachines, half.certificateSha256],
    ['open', 1, ['far', 'near'], null],
  );
  assert.equal(await stored.runs.find({ clientId, runId }), undefined);

  assert.deepEqual(await near.clear(), [id]);
  assert.deepEqual([await near.folders(), await far.folders()], [[], [runId, run.id].toSorted()]);
  stored.clock.advance(3000);
  assert.deepEqual(await deletions.work('worker', never), []);
  const listed = await deletions.list({ clientId, limit: 5, offset: 0 });
  assert.deepEqual(listed.deletions[0]!.waitsForMachines, ['far']);

  assert.deepEqual(await far.clear(), [id]);
  assert.deepEqual(await far.folders(), [run.id], 'a run under way keeps its folder');
  stored.clock.advance(3000);
  assert.deepEqual(await deletions.work('worker', never), [id]);
  const { deletion, certificate } = await find();
  assert.deepEqual([deletion.status, deletion.waitsForMachines], ['done', []]);
  assert.doesNotMatch(certificate!, /machine "/);

  // No machine has to report twice, and it is asked again only by the next deletion.
  assert.deepEqual([await near.clear(), await far.clear()], [[], []]);
  await deletions.request({ clientId, subject: { kind: 'run', runId: other }, note: '', by });
  stored.clock.advance(3000);
  assert.deepEqual(await deletions.work('worker', never), []);
});

dialectTest(
  'a machine without a heartbeat for a day is named in the certificate instead',
  async (context) => {
    const stored = await storedRuns(context.db, context.config);
    const { deletions, clientId, clock } = stored;
    const far = await stored.machine('far');
    const near = await stored.machine('near');
    const runId = await stored.interview();
    await far.leaveFolder(runId);
    const farSeenAt = isoTime(clock.now());
    const { id } = await deletions.request({ clientId, subject: { kind: 'run', runId }, note: '', by });
    await deletions.work('worker', never);
    await near.clear();
    clock.advance(hours(23));
    await near.seen();
    assert.deepEqual(await deletions.work('worker', never), []);
    clock.advance(hours(1) + 1);
    assert.deepEqual(await deletions.work('worker', never), [id]);
    const { certificate } = (await deletions.find({ clientId, deletionId: id }))!;
    const named = JSON.parse(certificate!).notCovered.filter((one: string) => one.includes('machine "'));
    assert.equal(named.length, 1);
    assert.ok(named[0].includes('"far"') && named[0].includes(farSeenAt), named[0]);

    // It clears up as soon as it is there again, and is waited for again.
    await far.seen();
    await far.clear();
    assert.deepEqual(await far.folders(), []);
    const next = await stored.interview();
    const last = await deletions.request({ clientId, subject: { kind: 'run', runId: next }, note: '', by });
    clock.advance(3000);
    await deletions.work('worker', never);
    const { deletion } = (await deletions.find({ clientId, deletionId: last.id }))!;
    assert.deepEqual(deletion.waitsForMachines, ['far', 'near']);

    // After a month it is forgotten.
    clock.advance(days(31));
    await near.seen();
    assert.equal((await stored.db.selectFrom('machines').selectAll().execute()).length, 1);
  },
);

dialectTest('a disk that cannot be swept is not called clean', async (context) => {
  const stored = await storedRuns(context.db, context.config);
  const { deletions, machines, clientId } = stored;
  await machines.enlist({ id: 'machine-1', host: 'near' });
  const runId = await stored.interview();
  const { id } = await deletions.request({ clientId, subject: { kind: 'run', runId }, note: '', by });
  await deletions.work('worker', never);
  const broken = async () => {
    throw new Error('The disk is gone.');
  };
  await assert.rejects(machines.clear('machine-1', broken), /disk is gone/);
  const { deletion } = (await deletions.find({ clientId, deletionId: id }))!;
  assert.deepEqual(deletion.waitsForMachines, ['near']);
});

dialectTest('another client, an unknown subject and a second request are refused', async (context) => {
  const stored = await storedRuns(context.db, context.config);
  const { deletions, clientId } = stored;
  const runId = await stored.interview();
  const stranger = await stored.identity.createClient({ name: 'Stranger', credits: 10 });
  const refused = (request: Parameters<typeof deletions.request>[0]) =>
    assert.rejects(deletions.request(request), (error) => {
      return error instanceof ApiError && error.code === 'INVALID_INPUT';
    });
  await refused({ clientId: stranger.id, subject: { kind: 'run', runId }, note: '', by });
  await refused({ clientId, subject: { kind: 'externalId', externalId: 'nobody' }, note: '', by });
  await refused({ clientId, subject: { kind: 'externalId', externalId: 'nul\0' }, note: '', by });
  const { id } = await deletions.request({ clientId, subject: { kind: 'run', runId }, note: '', by });
  await refused({ clientId, subject: { kind: 'run', runId }, note: '', by });
  assert.equal(await deletions.find({ clientId: stranger.id, deletionId: id }), undefined);
  assert.ok(await deletions.find({ clientId, deletionId: id }));
});

dialectTest('what a deleted row said is not in the database file either', async (context) => {
  if (context.dialect !== 'SQLite') return;
  const stored = await storedRuns(context.db, context.config);
  const { deletions, clientId } = stored;
  const runId = await stored.interview();
  const inFiles = async () => {
    const texts = await Promise.all(
      ['assay.db', 'assay.db-wal'].map((name) =>
        readFile(join(context.config.dataDir, name)).catch(() => Buffer.alloc(0)),
      ),
    );
    return texts.some((bytes) => bytes.includes(MARK));
  };
  assert.equal(await inFiles(), true);
  await deletions.request({ clientId, subject: { kind: 'run', runId }, note: '', by });
  await deletions.work('worker', never);
  assert.equal(await inFiles(), false);
});

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
