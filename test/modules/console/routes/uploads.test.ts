import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, test } from 'node:test';
import { transaction } from '#server/db/transaction.ts';
import type { CandidateDetails, CandidateList } from '#server/modules/console/candidates/contract.ts';
import type { Upload, UploadKnown, UploadList } from '#server/modules/console/uploads/contract.ts';
import { readingRuns } from '#server/modules/matching/run-type.ts';
import { deleteCandidateRecords, recordRowsUnder } from '#server/modules/retention/candidate-records.ts';
import { forgetOldUploads } from '#server/modules/uploads/queries.ts';
import { whoIs } from '#server/web/console/pages/candidates/who.ts';
import { encodeForm, fakeAudio } from '#test/support/build-test-app.ts';
import { buildConsoleApp } from '#test/support/console-app.ts';
import { failed, succeeded } from '#test/support/data-layer.ts';
import { cvReading, fakePdf, matched } from '#test/support/match-state.ts';
import { acceptedConfig } from '#test/support/submit-match.ts';
import { docxOf, paragraph } from '../../../../testkit/docx-writer.ts';

const server = await buildConsoleApp({ after });
const { db, blobs, cvs, pool, clock } = server;
const { clientId } = await server.customer();
const recruiter = await server.as('recruiter', clientId);
const viewer = await server.as('viewer', clientId);
const of = `/clients/${clientId}`;
const never = new AbortController().signal;

const pdf = (mark: string) => Buffer.concat([fakePdf, Buffer.from(mark)]);
const hash = (content: Buffer) => createHash('sha256').update(content).digest('hex');
const cvFile = (fileName: string, content: Buffer) => ({
  ...{ kind: 'cv', fileName, sizeBytes: content.length, sha256: hash(content) },
  ...{ language: null, candidate: null },
});
const recording = (fileName: string, content: Buffer, candidate: string | null) => ({
  ...{ kind: 'recording', fileName, sizeBytes: content.length, sha256: hash(content) },
  ...{ language: 'en', candidate },
});

async function begin(files: object[], jobId: string | null = null): Promise<Upload> {
  const answer = await recruiter.post(`${of}/uploads`, { jobId, files });
  assert.equal(answer.statusCode, 201, answer.body);
  return answer.json();
}

function send(upload: Upload, index: number, content: Buffer) {
  const file = upload.files[index]!;
  const { headers, payload } = encodeForm([{ name: 'file', value: content, fileName: file.fileName }]);
  const url = `${of}/uploads/${upload.id}/files/${file.id}`;
  return recruiter.inject({
    method: 'POST',
    url,
    payload,
    headers: { ...headers, 'idempotency-key': file.id },
  });
}

const list = async () => (await viewer.get(`${of}/uploads`)).json<UploadList>().uploads;
const seen = async ({ id }: Upload) => (await list()).find((one) => one.id === id)!;

/** As the worker ends a reading: what the CV says is stored, then the run ends. */
async function endReading(runId: string, name: string | null = 'Zoë Smith') {
  const run = (await server.runs.find({ clientId, runId }))!;
  const { contacts } = cvReading.profile;
  const profile =
    name === null
      ? { ...cvReading.profile, contacts: { ...contacts, name: null, emails: [], phones: [] } }
      : cvReading.profile;
  await cvs.saveReading(readingRuns.of(run).input.cvId!, { ...cvReading, profile });
  await server.finish(runId, {
    ...matched(),
    charge: 0,
    result: { warnings: [] },
    summary: { candidateName: name },
  });
}

test('a CV without a job is read free of charge, is a candidate’s entry, and can be found in CV search', async () => {
  const content = pdf('pool');
  const upload = await begin([cvFile('zoe.pdf', content)]);
  const before = await server.credits.balance(clientId);
  const answer = await send(upload, 0, content);
  assert.equal(answer.statusCode, 202, answer.body);
  const { runId } = answer.json<{ runId: string }>();
  assert.deepEqual(await server.credits.balance(clientId), before);
  await endReading(runId);

  const [file] = (await seen(upload)).files;
  assert.deepEqual([file?.state, file?.person?.name], ['done', 'Zoë Smith']);
  const candidate = (await viewer.get(`${of}/candidates/${file!.person!.id}`)).json<CandidateDetails>();
  assert.deepEqual(
    candidate.entries.map(({ kind, title }) => [kind, title]),
    [['cv', 'zoe.pdf']],
  );
  assert.equal(await pool.fill(never), 1);
  assert.equal(await pool.fill(never), 0, 'once');
  const pooled = (await viewer.get(`${of}/corpora/uploaded-cvs/candidates?names=true`)).json();
  const [entry] = pooled.items;
  assert.equal(entry.name, 'Zoë Smith');
  const link = await viewer.get(`${of}/candidate-of?externalId=${entry.externalId}`);
  assert.equal(link.json().candidate.id, candidate.id);

  const { corpora } = (await viewer.get(`${of}/candidates/${candidate.id}`)).json<CandidateDetails>();
  assert.deepEqual(corpora, [{ corpusId: 'uploaded-cvs', externalId: entry.externalId }]);

  // Everything of the person goes, out of CV search, too.
  const admin = await server.as('admin', clientId);
  const subject = { kind: 'candidate', candidateId: candidate.id };
  const preview = (await admin.post(`${of}/deletions/preview`, { subject })).json();
  assert.equal(preview.candidates, 1);
  await admin.post(`${of}/deletions`, { subject });
  assert.deepEqual((await viewer.get(`${of}/corpora/uploaded-cvs/candidates?names=true`)).json().items, []);
});

test('candidates of whom nothing but a file is known are told apart by it', async () => {
  const contents = [pdf('nameless'), pdf('nameless, too')];
  const upload = await begin([cvFile('scan-1.pdf', contents[0]!), cvFile('scan-2.pdf', contents[1]!)]);
  for (const [index, content] of contents.entries())
    await endReading((await send(upload, index, content)).json().runId, null);
  const { items } = (await viewer.get(`${of}/candidates`)).json<CandidateList>();
  const nameless = items.filter(({ name }) => name === null).map(whoIs);
  assert.deepEqual(nameless.sort(), ['scan-1.pdf', 'scan-2.pdf']);
});

test('a CV that no record needs any more leaves CV search with its file', async () => {
  const content = pdf('let go');
  const upload = await begin([cvFile('one.pdf', content)]);
  const { runId } = (await send(upload, 0, content)).json();
  await endReading(runId);
  await pool.fill(never);
  const { cvId } = readingRuns.of((await server.runs.find({ clientId, runId }))!).input;
  const isFound = async () =>
    (await viewer.get(`${of}/corpora/uploaded-cvs/candidates/${cvId}`)).statusCode === 200;
  assert.equal(await isFound(), true);
  await cvs.letGo({ clientId, runId, cvId: cvId! });
  assert.equal(await isFound(), false);
});

test('what was sent, what was refused and what was not sent is still there after a reload', async () => {
  const good = fakeAudio(240_000, 'survives');
  const files = [
    recording('anna.wav', good, '  Anna   Kowalska '),
    recording('short.wav', fakeAudio(1000), null),
    recording('later.wav', fakeAudio(240_000, 'later'), null),
  ];
  const upload = await begin(files);
  const first = await send(upload, 0, good);
  assert.equal(first.statusCode, 202, first.body);
  const again = await send(upload, 0, good);
  assert.deepEqual(again.json(), first.json(), 'the second time it is the same run');
  assert.equal((await send(upload, 1, fakeAudio(1000))).statusCode, 400);
  const shown = await seen(upload);
  assert.deepEqual(
    shown.files.map(({ state, fault }) => [state, fault?.code ?? null]),
    [
      ['processing', null],
      ['refused', 'AUDIO_TOO_SHORT'],
      ['waiting', null],
    ],
  );
  assert.equal(shown.files[0]!.person?.name, 'Anna Kowalska');
  // What was refused can be sent once more, in the same place.
  const mended = await send(upload, 1, fakeAudio(200_000, 'mended'));
  assert.equal(mended.statusCode, 202, mended.body);
  assert.deepEqual((await seen(upload)).files[1]!.fault, null);
  assert.equal((await recruiter.delete(`${of}/uploads/${upload.id}`)).statusCode, 204);
  assert.equal(await seen(upload), undefined);
});

test('before anything is spent, people see what is there already', async () => {
  const job = await recruiter.post(`${of}/jobs`, {
    positionId: null,
    description: 'Books',
    config: acceptedConfig,
  });
  const jobId = job.json().id as string;
  const content = pdf('known');
  const audio = fakeAudio(240_000, 'known');
  const files = [cvFile('a.pdf', content), recording('a.wav', audio, 'Ben Okafor')];
  const upload = await begin(files, jobId);
  for (const [index, one] of [content, audio].entries())
    assert.equal((await send(upload, index, one)).statusCode, 202);
  const ask = async (asked: object[], forJob: string | null) => {
    const chosen = asked.map((file) => {
      const { language: _, candidate: __, ...rest } = file as ReturnType<typeof cvFile>;
      return rest;
    });
    const answer = await recruiter.post(`${of}/uploads/check`, { jobId: forJob, files: chosen });
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json<UploadKnown>().known;
  };
  const known = await ask([cvFile('other name.pdf', content), files[1]!, cvFile('b.pdf', pdf('new'))], jobId);
  const [match, speech] = (await seen(upload)).files;
  assert.deepEqual(
    known.map((one) => one?.runId ?? null),
    [match!.runId, speech!.runId, null],
  );
  assert.equal(known[1]!.person?.name, 'Ben Okafor');
  // Pages without https cannot tell contents: names and sizes stand in.
  const untold = [
    { ...files[0]!, sha256: null },
    { ...files[0]!, sha256: null, sizeBytes: 7 },
  ];
  assert.deepEqual(
    (await ask(untold, jobId)).map((one) => one !== null),
    [true, false],
  );
  const otherJob = await recruiter.post(`${of}/jobs`, {
    ...{ positionId: null, description: 'Other', config: acceptedConfig },
  });
  assert.deepEqual(await ask([files[0]!], otherJob.json().id), [null], 'another job is another match');
  // A recording is for the job and no match of it.
  const jobs = (await viewer.get(`${of}/jobs`)).json().items as { id: string; matches: { count: number } }[];
  assert.equal(jobs.find(({ id }) => id === jobId)!.matches.count, 1);
});

test('a failed run is tried again from the stored file, and what is not kept says so', async () => {
  const content = fakeAudio(240_000, 'fails');
  const upload = await begin([recording('f.wav', content, 'Cara Lind')]);
  const { runId } = (await send(upload, 0, content)).json();
  const url = `${of}/uploads/${upload.id}/files/${upload.files[0]!.id}/again`;
  assert.equal((await recruiter.post(url)).statusCode, 409, 'it has not failed');
  await server.finish(runId, failed);
  const [lost] = (await seen(upload)).files;
  assert.deepEqual([lost?.state, lost?.fault?.code], ['failed', 'TRANSCRIPTION_FAILED']);
  const again = await recruiter.post(url);
  assert.equal(again.statusCode, 202, again.body);
  const next = again.json().runId as string;
  assert.notEqual(next, runId);
  await server.finish(next, succeeded());
  const [done] = (await seen(upload)).files;
  assert.deepEqual([done?.state, done?.runId, done?.person?.name], ['done', next, 'Cara Lind']);
  const { items } = (await viewer.get(`${of}/candidates?search=cara`)).json<CandidateList>();
  assert.equal(items[0]?.counts.recording, 2);

  const second = pdf('gone');
  const cvUpload = await begin([cvFile('gone.pdf', second)]);
  const { runId: reading } = (await send(cvUpload, 0, second)).json();
  const { cvId } = readingRuns.of((await server.runs.find({ clientId, runId: reading }))!).input;
  await server.finish(reading, failed);
  await blobs.delete(`cvs/${cvId}`);
  const refused = await recruiter.post(`${of}/uploads/${cvUpload.id}/files/${cvUpload.files[0]!.id}/again`);
  assert.equal(refused.json().error.code, 'NOT_POSSIBLE_NOW');
});

test('a CV that cannot be read belongs to no candidate: it stays on the list with its cause and asks for another file', async () => {
  const content = pdf('unreadable');
  const upload = await begin([cvFile('Ines Prado.pdf', content)]);
  const { runId } = (await send(upload, 0, content)).json();
  const people = async () => (await viewer.get(`${of}/candidates`)).json<CandidateList>().items;
  const before = (await people()).length;
  await server.finish(runId, {
    ...failed,
    error: { code: 'CV_UNREADABLE', message: 'The PDF is damaged and cannot be read.' },
  });
  const [file] = (await seen(upload)).files;
  assert.deepEqual(
    [file?.state, file?.needsOtherFile, file?.person, file?.fault?.message],
    ['failed', true, null, 'The PDF is damaged and cannot be read.'],
  );
  assert.equal((await people()).length, before);
});

test('Word files are taken, others say what to send instead', async () => {
  const word = docxOf([paragraph('Anna')]);
  const old = Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 old Word', 'latin1');
  const upload = await begin([cvFile('Anna.docx', word), cvFile('Anna.doc', old)]);
  assert.equal((await send(upload, 0, word)).statusCode, 202);
  const refused = (await send(upload, 1, old)).json();
  assert.equal(refused.error.code, 'UNSUPPORTED_FORMAT');
  assert.match(refused.error.message, /\(\.doc\).* Save the CV as PDF or DOCX/);
  const [, file] = (await seen(upload)).files;
  assert.deepEqual([file?.state, file?.needsOtherFile], ['refused', true]);
});

test('a deletion of a person takes the uploads of theirs that were refused, and of no other person', async () => {
  const taken = fakeAudio(240_000, 'hers');
  const upload = await begin([
    recording('r.wav', taken, 'Ewa Maj'),
    cvFile('CV_Maj-Ewa.doc', Buffer.from('no CV')),
    recording('s.wav', fakeAudio(1000), 'Ewa Maj'),
    cvFile('Ewa Nowak.doc', Buffer.from('no CV')),
  ]);
  const { runId } = (await send(upload, 0, taken)).json();
  await server.finish(runId, succeeded());
  for (const index of [1, 2, 3]) assert.equal((await send(upload, index, Buffer.from('no'))).statusCode, 400);
  const candidateId = (await seen(upload)).files[0]!.person!.id;
  const rows = await recordRowsUnder(db, clientId, { kind: 'candidate', candidateId }, [runId]);
  const { rows: gone } = await transaction(db, (trx) =>
    deleteCandidateRecords(trx, clientId, { kind: 'candidate', candidateId }, [runId]),
  );
  assert.equal(gone, rows, 'the preview has counted them');
  const left = (await seen(upload)).files.map(({ fileName }) => fileName);
  assert.deepEqual(left, ['r.wav', 'Ewa Nowak.doc']);
});

test('only recruiters upload, and what cannot be is told before', async () => {
  const file = cvFile('a.pdf', pdf('x'));
  assert.equal((await viewer.post(`${of}/uploads`, { jobId: null, files: [file] })).statusCode, 403);
  for (const body of [
    { jobId: null, files: [] },
    { jobId: null, files: [{ ...file, sha256: 'no' }] },
    { jobId: null, files: [{ ...file, fileName: 'a\0.pdf' }] },
    { jobId: null, files: Array.from({ length: 101 }, () => file) },
  ])
    assert.equal((await recruiter.post(`${of}/uploads`, body)).statusCode, 400);
  const unknown = await recruiter.post(`${of}/uploads`, { jobId: 'nope', files: [file] });
  assert.equal(unknown.json().error.code, 'JOB_NOT_FOUND', unknown.body);
  const upload = await begin([file]);
  const refused = await send(upload, 0, Buffer.from('no pdf at all'));
  assert.equal(refused.json().error.code, 'UNSUPPORTED_FORMAT');
  assert.equal((await seen(upload)).files[0]!.state, 'refused');
});

test('after a week, what was not taken is forgotten, and of the others the names', async () => {
  const content = fakeAudio(240_000, 'old');
  const upload = await begin([
    recording('zoe-smith.wav', content, 'Zoë Smith'),
    recording('never-sent.wav', fakeAudio(240_000, 'never'), 'Nils Holm'),
  ]);
  assert.equal((await send(upload, 0, content)).statusCode, 202);
  const forget = (before: number) =>
    forgetOldUploads(db, { clientId, before: new Date(before).toISOString() });
  const rows = () => db.selectFrom('upload_files').selectAll().where('upload_id', '=', upload.id).execute();
  await forget(clock.now() - 1);
  assert.equal((await rows()).length, 2, 'not yet');
  await forget(clock.now() + 1);
  const left = await rows();
  assert.deepEqual(
    left.map(({ file_name, candidate, sha256 }) => [file_name, candidate, sha256]),
    [['', null, hash(content)]],
  );
  // The same file is still known by its content.
  const { language: _, candidate: __, ...same } = recording('other.wav', content, null);
  const answer = await recruiter.post(`${of}/uploads/check`, { jobId: null, files: [same] });
  assert.equal(answer.json<UploadKnown>().known[0]?.runId, left[0]!.run_id);
});
