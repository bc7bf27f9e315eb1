import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { JobCheck, JobDetails, JobList, JobVersions } from '#server/modules/console/jobs/contract.ts';
import { seconds } from '#server/time.ts';
import { buildConsoleApp } from '#test/support/console-app.ts';

const config = { requirements: { skills: { hard_skills: [{ name: 'Bookkeeping', importance: 5 }] } } };
const draft = { positionId: 'acc-1', description: 'Accountant\nKeeps the books.', config };

const server = await buildConsoleApp({ after });
const { clientId } = await server.customer();
const recruiter = await server.as('recruiter', clientId);
const jobsAt = `/clients/${clientId}/jobs`;

const made = async (given: object = {}): Promise<JobDetails> => {
  const answer = await recruiter.post(jobsAt, { ...draft, positionId: null, ...given });
  assert.equal(answer.statusCode, 201, answer.body);
  return answer.json();
};

test('a job is stored with what was left out filled in, under the name of who made it', async () => {
  const job = await made({ positionId: 'acc-1' });
  assert.equal(job.title, 'Accountant');
  assert.equal(job.version, 1);
  assert.equal(job.requirementCount, 1);
  assert.equal(job.config.requirements.education.is_enabled, false);
  assert.deepEqual(job.matches, { count: 0, bestScore: null });
  assert.deepEqual((await recruiter.get(`${jobsAt}/${job.id}`)).json(), job);
  const { items } = (await recruiter.get(`${jobsAt}/${job.id}/versions`)).json<JobVersions>();
  assert.equal(items[0]?.author?.kind, 'user');
  assert.match(items[0]?.author?.name ?? '', /^Recruiter/);
});

test('a check names every fault under its path and stores nothing', async () => {
  const before = (await recruiter.get(jobsAt)).json<JobList>().items.length;
  const check = async (body: object, query = '') =>
    (await recruiter.post(`${jobsAt}/check${query}`, body)).json<JobCheck>();
  const faulty = await check({
    positionId: 'not an id',
    description: ' ',
    config: { requirements: { skills: { hard_skills: [{ name: 'English', importance: 9 }] } } },
  });
  assert.deepEqual(Object.keys(faulty.faults).sort(), [
    'config.requirements.skills.hard_skills[0].importance',
    'config.requirements.skills.hard_skills[0].name',
    'description',
    'positionId',
  ]);
  assert.equal(faulty.config, null);

  const { id } = await made({ positionId: 'taken' });
  const taken = await check({ ...draft, positionId: 'taken' });
  assert.deepEqual(Object.keys(taken.faults), ['positionId']);
  assert.deepEqual((await check({ ...draft, positionId: 'taken' }, `?jobId=${id}`)).faults, {}, 'its own');
  assert.equal((await recruiter.get(jobsAt)).json<JobList>().items.length, before + 1);
});

test('saving what is at fault is refused with the same paths', async () => {
  const answer = await recruiter.post(jobsAt, { ...draft, positionId: null, description: '' });
  assert.equal(answer.statusCode, 400);
  assert.deepEqual(Object.keys(answer.json().error.details.fields), ['description']);
  const conflict = await recruiter.post(jobsAt, { ...draft, positionId: 'taken' });
  assert.equal(conflict.json().error.code, 'POSITION_ID_CONFLICT');
});

test('every change makes a version; saving without a change makes none', async () => {
  const job = await made();
  server.clock.advance(seconds(1));
  const changed = await recruiter.patch(`${jobsAt}/${job.id}`, {
    ...draft,
    positionId: null,
    description: 'B',
  });
  assert.equal(changed.json<JobDetails>().version, 2);
  const same = await recruiter.patch(`${jobsAt}/${job.id}`, { ...draft, positionId: null, description: 'B' });
  assert.equal(same.json<JobDetails>().version, 2);
  const { items } = (await recruiter.get(`${jobsAt}/${job.id}/versions`)).json<JobVersions>();
  assert.deepEqual(
    items.map(({ number, description }) => [number, description]),
    [
      [2, 'B'],
      [1, draft.description],
    ],
  );
});

test('an archived job leaves the list, frees its position id and cannot be changed', async () => {
  const job = await made({ positionId: 'once' });
  const archived = await recruiter.post(`${jobsAt}/${job.id}/archive`);
  assert.equal(archived.json<JobDetails>().status, 'archived');
  const listed = async (query: string) =>
    (await recruiter.get(`${jobsAt}?limit=100&${query}`)).json<JobList>().items.map(({ id }) => id);
  assert.ok(!(await listed('status=active')).includes(job.id));
  assert.ok((await listed('status=archived')).includes(job.id));
  await made({ positionId: 'once' });
  const refused = await recruiter.patch(`${jobsAt}/${job.id}`, draft);
  assert.equal(refused.json().error.code, 'JOB_ARCHIVED');
});

test('a page ends where the next begins', async () => {
  const { customer, as } = server;
  const { clientId: other } = await customer();
  const person = await as('recruiter', other);
  for (let count = 0; count < 3; count++) {
    await person.post(`/clients/${other}/jobs`, { ...draft, positionId: null, description: `Job ${count}` });
  }
  const first = (await person.get(`/clients/${other}/jobs?limit=2`)).json<JobList>();
  const second = (await person.get(`/clients/${other}/jobs?limit=2&cursor=${first.next}`)).json<JobList>();
  assert.deepEqual(
    [...first.items, ...second.items].map(({ title }) => title),
    ['Job 2', 'Job 1', 'Job 0'],
  );
  assert.equal(second.next, null);
});

test('viewers read and change nothing', async () => {
  const job = await made();
  const viewer = await server.as('viewer', clientId);
  assert.equal((await viewer.get(`${jobsAt}/${job.id}`)).statusCode, 200);
  for (const answer of [
    await viewer.post(jobsAt, draft),
    await viewer.patch(`${jobsAt}/${job.id}`, draft),
    await viewer.post(`${jobsAt}/${job.id}/archive`),
  ]) {
    assert.equal(answer.json().error.code, 'ROLE_NOT_ALLOWED');
  }
});
