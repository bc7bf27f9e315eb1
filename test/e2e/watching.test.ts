import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createCommandContext } from '#server/commands/context.ts';
import { runCommandLine } from '#server/commands/program.ts';
import { migrationNames } from '#server/db/migrate.ts';
import { readPrometheusText, sampleOf } from '#test/support/prometheus-text.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { findMarks, marks, startWatchedServer, type WatchedServer } from '#test/support/watched-server.ts';

/** One server for all of them: what is watched is what went on before. */
let watched: WatchedServer;
const tidyUps: (() => unknown)[] = [];
before(async () => {
  watched = await startWatchedServer({ after: (tidyUp) => void tidyUps.push(tidyUp as () => unknown) });
});
after(async () => {
  for (const tidyUp of tidyUps.reverse()) await tidyUp();
});

test('one scrape of a real server tells of requests, runs, steps, models, credits and webhooks', async () => {
  let families = readPrometheusText(await watched.scrape());
  const of = (name: string, labels: Record<string, string> = {}) => sampleOf(families, name, labels);
  // What ended is told a few seconds later.
  const isTold = () => of('assay_runs_ended_total', { service: 'cv_deepmatch', status: 'failed' }) === 1;
  for (const giveUpAt = performance.now() + 60_000; !isTold(); await delay(1000)) {
    assert.ok(performance.now() < giveUpAt, 'waited in vain');
    families = readPrometheusText(await watched.scrape());
  }
  assert.equal(of('assay_runs_ended_total', { service: 'speech', status: 'success' }), 1);
  assert.equal(of('assay_run_duration_seconds_count', { service: 'cv_deepmatch' }), 3);
  assert.equal(of('assay_step_duration_seconds_count', { step: 'transcribe', outcome: 'ok' }), 1);
  assert.equal(of('assay_audio_seconds_total', { service: 'speech' }), 181);
  assert.ok(of('assay_worker_start_seconds')! > 0);
  assert.equal(of('assay_workers', { state: 'ready' }), 1);
  assert.ok(of('assay_credits_charged_total', { service: 'speech' })! > 0);
  assert.equal(of('assay_webhooks_waiting'), 1);
  assert.equal(of('assay_webhooks_ended_total', { status: 'delivered' }), 1);
  assert.equal(of('assay_runs', { service: 'cv_deepmatch', status: 'processing' }), 0);
  const submitted = { route: '/api/v1/cvdeepmatch/submit', method: 'POST', status: '2xx' };
  assert.equal(of('assay_http_request_duration_seconds_count', submitted), 3);
  assert.equal(of('assay_check_healthy', { check: 'worker' }), 1);
});

test('its labels are few and name no person: no ids, no addresses, nothing that was sent', async () => {
  const text = await watched.scrape();
  assert.deepEqual(findMarks(text, watched.handedOut), []);
  const names = new Set<string>();
  for (const { samples } of readPrometheusText(text).values()) {
    for (const [key, value] of samples.flatMap(({ labels }) => Object.entries(labels))) {
      names.add(key);
      assert.doesNotMatch(value, /[0-9a-f]{8}-[0-9a-f]{4}|@|\d+\.\d+\.\d+\.\d+/, `${key}="${value}"`);
    }
  }
  // Those of Node's own figures besides ours.
  assert.deepEqual(
    [...names].sort(),
    [
      ...['check', 'code', 'event', 'kind', 'le', 'major', 'method', 'minor', 'outcome', 'patch', 'route'],
      ...['service', 'space', 'state', 'status', 'step', 'type', 'version'],
    ].sort(),
  );
  assert.ok(text.length < 200_000, `${text.length} characters`);
});

test('no log line has what people said, wrote or are called, nor a password, session or link', () => {
  const log = watched.log();
  assert.ok(
    log.includes('"msg":"run ended"') && log.includes('"msg":"webhook try failed"'),
    'things are logged',
  );
  const found = findMarks(log, watched.handedOut);
  const lines = log.split('\n').filter((line) => findMarks(line, watched.handedOut).length > 0);
  assert.deepEqual(found, [], lines.slice(0, 5).join('\n'));
});

test('a support bundle has what helps to find a fault, and no personal data', async (t) => {
  const folder = await tempFolder(t);
  const logPath = join(folder, 'assay.log');
  // A log as a careless version would write it.
  const careless = {
    level: 50,
    time: '2026-11-23T10:00:00.000Z',
    name: 'worker',
    candidate: marks.candidateName,
    msg: `could not read ${marks.fileName}`,
    err: {
      type: 'TypeError',
      message: marks.cvText,
      stack: `TypeError: ${marks.cvText}\n    at read (file:///a.ts:1:2)`,
    },
  };
  writeFileSync(logPath, `${watched.log()}\n${JSON.stringify(careless)}\n${marks.candidateName} crashed\n`);
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const env = {
    ...watched.env,
    LANGUAGE_MODEL_URL: 'http://localhost:9/v1',
    LANGUAGE_MODEL_NAME: 'small',
    LANGUAGE_MODEL_KEY: marks.modelKey,
    EMBEDDINGS_URL: `http://robot:${marks.turnPassword}@localhost:9/v1`,
    EMBEDDINGS_MODEL: 'm',
    EMBEDDINGS_DIMENSIONS: '8',
    PORT: new URL(watched.server.url).port,
    PATH: process.env.PATH ?? '',
  };
  const to = join(folder, 'support.tar.gz');
  const argv = ['support-bundle', '--to', to, '--log', logPath];
  const status = await runCommandLine(argv, createCommandContext({ env, stdout, stderr }));
  assert.deepEqual([status, String(stderr.read() ?? '')], [0, '']);
  assert.equal(statSync(to).mode & 0o777, 0o600);

  // Read by another vendor's program.
  execFileSync('tar', ['xzf', to, '-C', folder]);
  const [unpacked = ''] = readdirSync(folder).filter((name) => name.startsWith('assay-support-'));
  const parts = Object.fromEntries(
    readdirSync(join(folder, unpacked)).map((name) => [
      name,
      readFileSync(join(folder, unpacked, name), 'utf8'),
    ]),
  );
  assert.deepEqual(
    Object.keys(parts).sort(),
    [
      ...[
        'README.txt',
        'database.json',
        'doctor.json',
        'health.json',
        'log.txt',
        'machine.json',
        'metrics.txt',
      ],
      ...['models.json', 'runs.json', 'settings.json', 'versions.json', 'webhooks.json'],
    ].sort(),
  );
  for (const [name, text] of Object.entries(parts)) {
    assert.deepEqual(findMarks(text, watched.handedOut), [], name);
    assert.ok(!text.includes('couldNotBeHad'), `${name}: ${text.slice(0, 300)}`);
  }
  const part = (name: string) => JSON.parse(parts[name]!);
  assert.equal(part('settings.json').LANGUAGE_MODEL_KEY, '[given]');
  assert.equal(part('settings.json').EMBEDDINGS_URL, 'http://[redacted]@localhost:9/v1');
  assert.equal(part('health.json').status, 'healthy');
  assert.equal(part('runs.json').failures[0].serviceType, 'cv_deepmatch');
  assert.ok(part('runs.json').stepsOfNewestRuns['speech transcribe ok'].medianMs >= 0);
  assert.equal(part('webhooks.json').retrying, 1);
  const rows: { table: string; rows: number }[] = part('database.json').rows;
  assert.equal(rows.find(({ table }) => table === 'runs')?.rows, 4);
  assert.deepEqual(part('database.json').migrations, migrationNames);
  assert.ok(
    part('models.json').some(({ files }: { files: { sha256: string }[] }) =>
      /^[0-9a-f]{64}$/.test(files[0]?.sha256 ?? ''),
    ),
  );
  assert.ok(readPrometheusText(parts['metrics.txt']!).size > 20);
  const lines = parts['log.txt']!.trimEnd().split('\n');
  assert.match(lines[0]!, /^\d+ lines; 1 that were no JSON are left out\.$/);
  assert.deepEqual(JSON.parse(lines.at(-1)!), {
    ...{ level: 50, time: careless.time, name: 'worker' },
    err: { type: 'TypeError', at: ['at read (file:///a.ts:1:2)'] },
  });
  assert.ok(lines.some((line) => line.includes('"msg":"run ended"')));
});
