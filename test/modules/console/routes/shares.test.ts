import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { SharedCandidate, ShareLinkRow } from '#server/modules/console/shares/contract.ts';
import { days } from '#server/time.ts';
import { encodeForm } from '#test/support/build-test-app.ts';
import { buildConsoleApp } from '#test/support/console-app.ts';
import { fakePdf, matched, matchResult } from '#test/support/match-state.ts';
import { acceptedConfig } from '#test/support/submit-match.ts';

const server = await buildConsoleApp({ after });
const { clientId } = await server.customer();
const recruiter = await server.as('recruiter', clientId);
const viewer = await server.as('viewer', clientId);
const of = `/clients/${clientId}`;

/** A candidate whose CV was matched, with their name in a quote. */
async function candidateWithCv(): Promise<{ at: string; runId: string }> {
  const job = await recruiter.post(`${of}/jobs`, {
    ...{ positionId: null, description: 'Accountant\nKeeps the books.', config: acceptedConfig },
  });
  const { headers, payload } = encodeForm([
    { name: 'jobId', value: job.json().id },
    {
      name: 'cv',
      value: Buffer.concat([fakePdf, Buffer.from(String(Math.random()))]),
      fileName: 'zoe-smith.pdf',
    },
  ]);
  const sent = await recruiter.inject({ method: 'POST', url: `${of}/matches`, payload, headers });
  const runId = sent.json().id as string;
  const [first, ...rest] = matchResult.match.requirements;
  const evidence = [{ ...first!.evidence[0]!, text: 'Zoë Smith, accountant' }];
  const match = { ...matchResult.match, requirements: [{ ...first!, evidence }, ...rest] };
  const ended = matched({ match });
  await server.finish(runId, { ...ended, summary: { score: 60, candidateName: 'Zoë Smith' } });
  const found = await viewer.get(`${of}/candidate-of?run=${runId}`);
  return { at: `${of}/candidates/${found.json().candidate.id}`, runId };
}

const { at, runId } = await candidateWithCv();
const usual = { note: 'Head of books', days: 7, hidesNames: false, mayDownload: false };
async function share(given: object = {}): Promise<{ id: string; token: string }> {
  const made = await recruiter.post(`${at}/links`, { ...usual, ...given });
  assert.equal(made.statusCode, 201, made.body);
  const { id, link } = made.json();
  return { id, token: link.split('#')[1] };
}
const open = (token: string) => server.anonymous.post('/shared/candidate', { token });
const links = async () => (await viewer.get(`${at}/links`)).json<{ items: ShareLinkRow[] }>().items;

test('a link shows the candidate to a person without an account, and each opening is counted and logged', async () => {
  const { id, token } = await share();
  const answer = await open(token);
  assert.equal(answer.statusCode, 200, answer.body);
  const { sheet, sharedBy } = answer.json<SharedCandidate>();
  assert.deepEqual([sheet.name, sheet.cv?.score, sheet.files], ['Zoë Smith', 60, []]);
  assert.ok(sharedBy.startsWith('Recruiter'));
  await open(token);
  const [row] = await links();
  assert.deepEqual([row?.id, row?.openings, row?.state], [id, 2, 'active']);
  const entries = await server.db
    .selectFrom('audit_log')
    .select(['client_id', 'target'])
    .where('action', '=', 'candidate.share.open')
    .execute();
  assert.equal(entries.length, 2);
  assert.deepEqual(entries[0], { client_id: clientId, target: `candidate:${at.split('/').at(-1)}` });
  const stored = await server.db.selectFrom('candidate_links').selectAll().execute();
  assert.ok(!JSON.stringify(stored).includes(token), 'only its hash is stored');
});

test('without names nothing says who it is', async () => {
  const { token } = await share({ hidesNames: true });
  const answer = await open(token);
  const { sheet } = answer.json<SharedCandidate>();
  assert.equal(sheet.name, null);
  assert.deepEqual(sheet.cv?.requirements[0]?.quotes, ['••• •••, accountant']);
  assert.doesNotMatch(JSON.stringify(sheet), /zo[eë]|smith/i);
  const refused = await recruiter.post(`${at}/links`, { ...usual, hidesNames: true, mayDownload: true });
  assert.deepEqual(Object.keys(refused.json().error.details.fields), ['mayDownload']);
  const print = await viewer.get(`${at}/sheet?names=false`);
  assert.doesNotMatch(print.body, /zo[eë]|smith/i);
});

test('files are given where the link allows it, and no others', async () => {
  const { token: closed } = await share();
  const file = (token: string, id: string) =>
    server.anonymous.post('/shared/candidate/file', { token, runId: id });
  assert.equal((await file(closed, runId)).statusCode, 404);
  const { token } = await share({ mayDownload: true });
  assert.deepEqual((await open(token)).json<SharedCandidate>().sheet.files, [
    { runId, title: 'zoe-smith.pdf' },
  ]);
  const pdf = await file(token, runId);
  assert.deepEqual([pdf.statusCode, pdf.headers['content-type']], [200, 'application/pdf']);
  const other = await candidateWithCv();
  assert.equal((await file(token, other.runId)).statusCode, 404, 'another candidate’s');
  const own = await viewer.get(`${at}/cvs/${runId}`);
  assert.equal(own.statusCode, 200);
  assert.equal((await viewer.get(`${at}/cvs/${other.runId}`)).statusCode, 404);
});

test('a link that is revoked, over or unknown opens nothing, in the same words', async () => {
  const { id, token } = await share({ days: 1 });
  const { token: later } = await share({ days: 2 });
  const revoke = () => recruiter.post(`${at}/links/${id}/revoke`);
  assert.equal((await revoke()).statusCode, 204);
  assert.equal((await revoke()).statusCode, 404);
  const says = async (given: string) => {
    const answer = await open(given);
    return [answer.statusCode, answer.json().error.message];
  };
  const unknown = await says('x');
  assert.equal(unknown[0], 404);
  assert.deepEqual(await says(token), unknown);
  assert.equal((await open(later)).statusCode, 200);
  server.clock.advance(days(2) + 1);
  const someone = await server.as('viewer', clientId);
  assert.deepEqual(await says(later), unknown);
  const states = (await someone.get(`${at}/links`)).json<{ items: ShareLinkRow[] }>().items;
  assert.equal(states.find((one) => one.id === id)?.state, 'revoked');
  assert.equal(states[0]?.state, 'expired');
});

test('only recruiters share, and for no longer than a month', async () => {
  const again = await server.as('recruiter', clientId);
  const watcher = await server.as('viewer', clientId);
  assert.equal((await watcher.post(`${at}/links`, usual)).statusCode, 403);
  for (const days of [0, 31])
    assert.equal((await again.post(`${at}/links`, { ...usual, days })).statusCode, 400);
  assert.equal((await again.post(`${at}/links`, { ...usual, note: 'x'.repeat(201) })).statusCode, 400);
});
