import assert from 'node:assert/strict';
import { sweepOrphanBlobs } from '#server/dispatch/orphan-blobs.ts';
import { cvsAmong } from '#server/modules/cvs/queries.ts';
import { matchRuns } from '#server/modules/matching/run-type.ts';
import { runsAmong } from '#server/modules/runs/queries.ts';
import { days, hours } from '#server/time.ts';
import { dialectTest } from '#test/support/dialect-test.ts';
import { matchLayer } from '#test/support/match-layer.ts';
import { Killed, mortalDatabase } from '#test/support/mortal-database.ts';
import { MARK, storedRuns } from '#test/support/stored-runs.ts';

const never = new AbortController().signal;
const by = { id: 'user-1', name: 'Ada Admin', email: 'ada@example.com' };

const cv = `Zoe Smith
zoe@example.org

EXPERIENCE
Accountant, Acme Inc.  01/2020 - Present
- Kept the books in Excel and SAP

SKILLS
Excel, SAP, Python, Accounting, SQL, Payroll, Budgeting, Auditing, Power BI`;
const tenSkills = [
  'Excel',
  'SAP',
  'Python',
  'Accounting',
  'SQL',
  'Payroll',
  'Budgeting',
  'Auditing',
  'Power BI',
  'Go',
];

for (const [title, text] of [
  ['', cv],
  [', with what was told of unread pages', `${cv}\ntorn`],
] as const) {
  dialectTest(
    `a CV for ten jobs is stored and read once, and scores as ten CVs do${title}`,
    async ({ db }) => {
      const layer = await matchLayer(db);
      const { submit, find, reader } = layer;
      const clientId = await layer.newClient();
      const together: string[] = [];
      for (const skill of tenSkills) together.push(await submit(clientId, text, skill));
      assert.equal((await layer.rows()).length, 1);
      assert.deepEqual(await layer.files(), [`cvs/${(await layer.rows())[0]!.id}/upload`]);
      await layer.work();
      assert.equal(reader.calls, 1);

      const apart: [string, string][] = [];
      for (const skill of tenSkills) {
        const other = await layer.newClient();
        apart.push([other, await submit(other, text, skill)]);
      }
      assert.equal((await layer.rows()).length, 11, 'no client has the CV of another');
      await layer.work();
      assert.equal(reader.calls, 11);
      for (const [index, [other, runId]] of apart.entries()) {
        const { status, result, summary } = await find(clientId, together[index]!);
        const alone = await find(other, runId);
        assert.deepEqual(
          { status, result, summary },
          { status: alone.status, result: alone.result, summary: alone.summary },
        );
      }
      const [stored] = await layer.rows();
      assert.equal(stored?.page_count, 1);
      assert.equal(JSON.parse(stored.profile!).contacts.emails[0].value, 'zoe@example.org');
    },
  );
}

dialectTest('another parser reads again, another month only parses again', async ({ db }) => {
  const layer = await matchLayer(db);
  const { submit, reader, clock, find } = layer;
  const clientId = await layer.newClient();
  const monthsOf = async (runId: string) =>
    (await find(clientId, runId)).result!.profile.totalExperienceMonths!;
  const first = await submit(clientId, cv);
  await layer.work();
  reader.version = '2';
  const second = await submit(clientId, cv);
  await layer.work();
  assert.equal(reader.calls, 2);
  assert.equal((await layer.rows())[0]!.parser_version, '2');
  clock.advance(days(62));
  const later = await submit(clientId, cv);
  await layer.work();
  assert.equal(reader.calls, 2);
  assert.equal(await monthsOf(second), await monthsOf(first));
  assert.equal(await monthsOf(later), (await monthsOf(first)) + 2);
  const alone = await layer.newClient();
  const byItself = await submit(alone, cv);
  await layer.work();
  assert.deepEqual((await find(clientId, later)).result, (await find(alone, byItself)).result);
});

dialectTest('a PDF that cannot be read fails each match alike and leaves no profile', async ({ db }) => {
  const layer = await matchLayer(db);
  const clientId = await layer.newClient();
  for (const calls of [1, 2]) {
    const runId = await layer.submit(clientId, 'locked');
    await layer.work();
    const { status, error } = await layer.find(clientId, runId);
    assert.deepEqual([status, error], ['failed', { code: 'CV_UNREADABLE', message: 'It is locked.' }]);
    assert.equal(layer.reader.calls, calls);
  }
  const [row, ...others] = await layer.rows();
  assert.deepEqual([row?.profile, row?.reading, others], [null, null, []]);
});

dialectTest('a stored profile of another shape is not used', async ({ db }) => {
  const layer = await matchLayer(db);
  const clientId = await layer.newClient();
  await layer.submit(clientId, cv);
  await layer.work();
  await db.updateTable('cvs').set({ reading: '{"document":3}' }).execute();
  await layer.submit(clientId, cv);
  await layer.work();
  assert.equal(layer.reader.calls, 2);
});

dialectTest('a match of an earlier release is read from the file of its run', async ({ db }) => {
  const layer = await matchLayer(db);
  const clientId = await layer.newClient();
  const runId = await layer.submit(clientId, cv);
  const { input } = await layer.find(clientId, runId);
  const { cvId, ...earlier } = input;
  const blobKey = `cvdeepmatch/${runId}/upload`;
  await layer.blobs.move(input.blobKey!, blobKey);
  await db
    .updateTable('runs')
    .set({ cv_id: null, input: JSON.stringify({ ...earlier, blobKey }) })
    .execute();
  await db.deleteFrom('cvs').where('id', '=', cvId!).execute();
  await layer.work();
  assert.deepEqual([(await layer.find(clientId, runId)).status, layer.reader.calls], ['success', 1]);
  assert.deepEqual(await layer.files(), [blobKey]);
});

dialectTest('a refused submission leaves no file, and takes none from others', async ({ db }) => {
  const layer = await matchLayer(db);
  const poor = await layer.newClient(3);
  const refused = { code: 'INSUFFICIENT_CREDITS' };
  const kept = await layer.submit(poor, cv);
  const { blobKey } = (await layer.find(poor, kept)).input;
  await assert.rejects(layer.submit(poor, cv), refused);
  await assert.rejects(layer.submit(poor, 'another'), refused);
  assert.deepEqual(await layer.files(), [blobKey]);
});

dialectTest('a stored CV whose file was lost has it again with the next upload', async ({ db }) => {
  const layer = await matchLayer(db);
  const clientId = await layer.newClient();
  const runId = await layer.submit(clientId, cv);
  const { blobKey } = (await layer.find(clientId, runId)).input;
  await layer.blobs.delete(blobKey!);
  await layer.submit(clientId, cv);
  assert.deepEqual(await layer.files(), [blobKey]);
});

dialectTest(
  'a process killed while it stores a CV leaves nothing that the sweep does not find',
  async ({ db }) => {
    const layer = await matchLayer(db);
    const clientId = await layer.newClient(1000);
    const sweep = () =>
      sweepOrphanBlobs(
        { blobs: layer.blobs, nowMs: layer.clock.now() },
        {
          places: [
            { folder: 'cvdeepmatch', knownAmong: (ids) => runsAmong(db, ids) },
            { folder: 'cvs', knownAmong: (ids) => cvsAmong(db, ids) },
          ],
          olderThanMs: 0,
        },
      );
    const lives = { died: 0, sweptFiles: 0 };
    for (let dieAt = 1; ; dieAt++) {
      const { db: mortal, life } = mortalDatabase(db, dieAt);
      // Every other time the CV is one that the client has already.
      const text = dieAt % 2 === 0 ? cv : `${cv} ${dieAt}`;
      await layer
        .submit(clientId, text, 'Excel', layer.servicesOn(mortal))
        .catch((error) => assert.ok(error instanceof Killed || life.isDead, String(error)));
      lives.sweptFiles += (await sweep()).length;
      const runs = await db.selectFrom('runs').select(['cv_id', 'input']).execute();
      const cvIds = [...new Set(runs.map((run) => run.cv_id!))].sort();
      assert.deepEqual((await layer.rows()).map(({ id }) => id).sort(), cvIds, `killed at ${dieAt}`);
      assert.deepEqual(
        await layer.files(),
        cvIds.map((id) => `cvs/${id}/upload`),
        `killed at ${dieAt}`,
      );
      if (!life.isDead) break;
      lives.died++;
    }
    assert.ok(lives.died > 8 && lives.sweptFiles > 4, JSON.stringify(lives));
  },
);

dialectTest(
  'a CV that is sent again while its last match lets go of it is there for the new one',
  async (context) => {
    const layer = await matchLayer(context.db);
    const elsewhere = layer.servicesOn(await context.openAnother());
    const clientId = await layer.newClient(1000);
    for (let round = 0; round < 10; round++) {
      const text = `${cv} ${round}`;
      const old = await layer.submit(clientId, text);
      const { cvId } = (await layer.find(clientId, old)).input;
      const [, runId] = await Promise.all([
        elsewhere.cvs.letGo({ clientId, runId: old, cvId: cvId! }),
        layer.submit(clientId, text),
      ]);
      const { blobKey } = (await layer.find(clientId, runId)).input;
      assert.ok((await layer.files()).includes(blobKey!), `round ${round}`);
    }
  },
);

dialectTest('deleting nine of ten matches leaves their CV, the tenth takes it along', async (context) => {
  const stored = await storedRuns(context.db, context.config);
  const { deletions, clientId, clock } = stored;
  const stranger = await stored.identity.createClient({ name: 'Stranger', credits: 10 });
  await stored.match({ clientId: stranger.id, cv: 'same' });
  const runIds: string[] = [];
  for (let count = 0; count < 10; count++) runIds.push(await stored.match({ cv: 'same' }));
  const cvsOf = async (owner: string) =>
    (await context.db.selectFrom('cvs').selectAll().execute()).filter((row) => row.client_id === owner);
  const cvId = (await cvsOf(clientId))[0]!.id;
  const deleted = async (runId: string) => {
    const subject = { kind: 'run', runId } as const;
    const { files } = await deletions.preview(clientId, subject);
    const { id } = await deletions.request({ clientId, subject, note: '', by });
    clock.advance(2000);
    await deletions.work('worker', never);
    const { certificate } = (await deletions.find({ clientId, deletionId: id }))!;
    const { totals, kept, runs } = JSON.parse(certificate!);
    return {
      previewed: files,
      files: totals.files,
      cvRows: runs[0].rows.cvs,
      keepsCv: kept.join().includes('The CV of 1 run:'),
    };
  };
  for (const runId of runIds.slice(0, 9)) {
    assert.deepEqual(await deleted(runId), { previewed: 0, files: 0, cvRows: undefined, keepsCv: true });
  }
  const [left] = await cvsOf(clientId);
  assert.ok(left?.profile?.includes(MARK), 'the tenth has its result still');
  assert.ok(await stored.blobs.open(`cvs/${cvId}/upload`));
  const last = await deleted(runIds[9]!);
  assert.deepEqual(last, { previewed: 1, files: 1, cvRows: 1, keepsCv: false });
  assert.deepEqual(await cvsOf(clientId), []);
  assert.equal(await stored.blobs.open(`cvs/${cvId}/upload`), undefined);
  assert.equal((await cvsOf(stranger.id)).length, 1);
  assert.deepEqual(await stored.filesWith(MARK), ['upload'], "the stranger's");
});

dialectTest(
  'ten matches of a CV that are deleted together take it along, certified once',
  async (context) => {
    const stored = await storedRuns(context.db, context.config);
    const { deletions, clientId } = stored;
    for (let count = 0; count < 3; count++) await stored.match({ cv: 'same' });
    await stored.match({ cv: null });
    const subject = { kind: 'metadata', key: 'candidate', value: `meta-${MARK}` } as const;
    assert.equal((await deletions.preview(clientId, subject)).files, 2);
    const { id } = await deletions.request({ clientId, subject, note: '', by });
    await deletions.work('worker', never);
    const { totals } = JSON.parse((await deletions.find({ clientId, deletionId: id }))!.certificate!);
    assert.deepEqual([totals.runs, totals.files], [4, 2]);
    assert.deepEqual([await stored.filesWith(MARK), await stored.tracesOf(MARK)], [[], []]);
  },
);

dialectTest(
  'a CV goes when the time of the last match of it is over, and says so of each',
  async (context) => {
    const stored = await storedRuns(context.db, context.config);
    const { retention, clientId, clock, runs, db } = stored;
    await retention.setClient(clientId, { cvs: 10 });
    const round = async () => (await retention.enforceIfDue('worker', never))?.cvs;
    const inputOf = async (runId: string) => matchRuns.of((await runs.find({ clientId, runId }))!).input;
    const first = await stored.match({ cv: 'same' });
    const old = await stored.match({ cv: null });
    clock.advance(days(5));
    const second = await stored.match({ cv: 'same' });
    const { cvId, blobKey } = await inputOf(second);
    assert.equal((await inputOf(first)).cvId, cvId);

    clock.advance(days(5) + hours(1));
    assert.equal(await round(), 2);
    const { fileName, ...gone } = await inputOf(first);
    assert.deepEqual([fileName, gone.cvId, gone.blobKey], [null, null, null]);
    assert.deepEqual(
      (await retention.expired(first)).map(({ kind }) => kind),
      ['cvs'],
    );
    assert.deepEqual(
      (await retention.expired(old)).map(({ kind }) => kind),
      ['cvs'],
    );
    assert.deepEqual(await stored.filesWith(MARK), ['upload']);
    assert.ok(await stored.blobs.open(blobKey!), 'the second match has it');

    clock.advance(days(5));
    assert.equal(await round(), 1);
    assert.deepEqual(
      [await stored.filesWith(MARK), await db.selectFrom('cvs').selectAll().execute()],
      [[], []],
    );
  },
);

dialectTest('the profile of a kept CV goes with the last result that was made of it', async (context) => {
  const stored = await storedRuns(context.db, context.config);
  const { retention, clientId, clock, db } = stored;
  await retention.setClient(clientId, { results: 10 });
  const profiles = async () =>
    (await db.selectFrom('cvs').select(['profile', 'reading']).execute()).map(
      (row) => row.profile !== null && row.reading !== null,
    );
  await stored.match({ cv: 'same' });
  clock.advance(days(5));
  await stored.match({ cv: 'same' });
  clock.advance(days(5) + hours(1));
  assert.equal((await retention.enforceIfDue('worker', never))?.results, 1);
  assert.deepEqual(await profiles(), [true]);
  clock.advance(days(5));
  assert.equal((await retention.enforceIfDue('worker', never))?.results, 1);
  assert.deepEqual(await profiles(), [false]);
  assert.deepEqual(await stored.filesWith(MARK), ['upload']);
});
