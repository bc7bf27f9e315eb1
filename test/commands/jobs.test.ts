import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { createCommandContext } from '#server/commands/context.ts';
import { runCommandLine } from '#server/commands/program.ts';
import { createFaults } from '#server/domain/requirements/faults.ts';
import { readConfig } from '#server/domain/requirements/validate.ts';

async function installation(t: TestContext) {
  const dataDir = await mkdtemp(join(tmpdir(), 'assay-cli-'));
  t.after(() => rm(dataDir, { recursive: true }));
  const newContext = () => {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    return { stdout, stderr, context: createCommandContext({ env: { DATA_DIR: dataDir }, stdout, stderr }) };
  };
  const assay = async (...argv: string[]) => {
    const { stdout, stderr, context } = newContext();
    const status = await runCommandLine(argv, context);
    return { status, out: String(stdout.read() ?? ''), err: String(stderr.read() ?? '') };
  };
  return { dataDir, assay, services: () => newContext().context.openServices({ mayBegin: true }) };
}

test('jobs can be listed, shown and archived', async (t) => {
  const { assay, services } = await installation(t);
  const opened = await services();
  const { id: clientId } = await opened.identity.createClient({ name: 'Acme', credits: 0 });
  const config = readConfig({ requirements: {} }, 'config', createFaults())!;
  const job = { clientId, positionId: 'acc-1', config, description: `Keeps the books.\n${'x'.repeat(99)}` };
  await opened.jobs.create({ id: 'job-1', ...job });
  await opened.close();

  const list = await assay('jobs', 'list', '--client', clientId);
  assert.match(list.out, /job-1 +acc-1 .*Keeps the books\.\s*$/m);
  const shown = await assay('jobs', 'show', 'job-1', '--client', clientId);
  assert.deepEqual(JSON.parse(shown.out).config, config);
  assert.match((await assay('jobs', 'archive', 'job-1', '--client', clientId)).out, /job-1 is archived/);
  assert.match((await assay('jobs', 'list', '--client', clientId)).out, /no such jobs/);
  const archived = await assay('jobs', 'list', '--client', clientId, '--status', 'archived', '--json');
  assert.deepEqual(
    JSON.parse(archived.out).jobs.map(({ job_id, status }: Record<string, string>) => [job_id, status]),
    [['job-1', 'archived']],
  );
  const missing = await assay('jobs', 'show', 'job-1', '--client', 'somebody else');
  assert.notEqual(missing.status, 0);
  assert.match(missing.err, /has no job "job-1"/);
});

test('a requirements config can be judged before it is sent', async (t) => {
  const { dataDir, assay } = await installation(t);
  const file = join(dataDir, 'config.json');
  await writeFile(file, '{"requirements":{"workExperience":{"from":3,"to":1}}}');
  const bad = await assay('jobs', 'check', file);
  assert.equal(bad.status, 1);
  assert.match(bad.out, /config\.requirements\.workExperience\.from +Must not be above/);
  await writeFile(file, '{"requirements":{}}');
  const good = await assay('jobs', 'check', file, '--json');
  assert.equal(good.status, 0);
  assert.equal(JSON.parse(good.out).valid, true);
  await writeFile(file, '{');
  assert.match((await assay('jobs', 'check', file)).err, /not valid JSON/);
});
