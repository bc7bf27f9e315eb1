import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { composition } from '../../server/app/composition.ts';
import { loadConfig } from '../../server/config/env.ts';
import { openDatabase } from '../../server/db/open-database.ts';
import { createLogger } from '../../server/logging.ts';
import { createSessions } from '../../server/modules/accounts/sessions.ts';
import { createIdentityService } from '../../server/modules/identity/service.ts';
import { loadKeyPepper } from '../../server/modules/installation/key-pepper.ts';
import { isoTime, systemClock } from '../../server/time.ts';
import { fillRuns } from './console-runs/fill.ts';

/**
 * `assay bench console-runs`: how long the console's table of runs takes to open with a hundred thousand runs of one
 * client. The api process as it is served, asked over HTTP by a signed-in person; so every figure holds the way there.
 */
const { runs, times, json, limitMs } = new Command('assay bench console-runs')
  .description(
    "how long the console's table of runs takes with many runs; fails where an opening takes too long",
  )
  .option('--runs <count>', 'of the client that is looked at; another has a tenth as many', '100000')
  .option('--times <count>', 'each question is asked', '30')
  .option('--limit-ms <ms>', 'p95 that no opening may exceed', '200')
  .option('--json', 'print everything measured as one JSON document')
  .parse()
  .opts<{ runs: string; times: string; limitMs: string; json?: true }>();

const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'));
const config = loadConfig({ DATA_DIR: folder, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'fatal' });

async function prepare() {
  const db = await openDatabase(config);
  try {
    const identity = createIdentityService({
      db,
      clock: systemClock,
      keyPepper: await loadKeyPepper(config),
    });
    const makeClient = async (name: string, count: number) => {
      const { id: clientId } = await identity.createClient({ name, credits: 0 });
      const projects = await Promise.all(
        ['North', 'South'].map((project) => identity.createProject({ clientId, name: project })),
      );
      await fillRuns(db, { clientId, projectIds: projects.map(({ id }) => id), count });
      return { clientId, projectId: projects[0]!.id };
    };
    await makeClient('Another', Number(runs) / 10);
    const client = await makeClient('Looked at', Number(runs));
    const userId = randomUUID();
    const at = isoTime(systemClock.now());
    await db
      .insertInto('users')
      .values({ id: userId, email: 'bench@people.example', name: 'Bench', is_owner: 1, created_at: at })
      .execute();
    const sessions = createSessions({ db, clock: systemClock, newId: randomUUID });
    const { token } = await sessions.begin(db, {
      userId,
      method: 'link',
      ipAddress: '127.0.0.1',
      userAgent: 'bench',
    });
    return { ...client, token };
  } finally {
    await db.destroy();
  }
}

interface Measured {
  question: string;
  rows: number;
  medianMs: number;
  p95Ms: number;
  longestMs: number;
}

async function measure(
  ask: (query: string) => Promise<number>,
  question: string,
  query: string,
): Promise<Measured> {
  const spentMs: number[] = [];
  let rows = 0;
  for (let time = 0; time < Number(times); time++) {
    const began = performance.now();
    rows = await ask(query);
    spentMs.push(performance.now() - began);
  }
  spentMs.sort((a, b) => a - b);
  const at = (share: number) =>
    Math.round(spentMs[Math.min(spentMs.length - 1, Math.floor(share * spentMs.length))]! * 10) / 10;
  return { question, rows, medianMs: at(0.5), p95Ms: at(0.95), longestMs: at(1) };
}

const { clientId, projectId, token } = await prepare();
const service = await composition.api(config, {
  logger: createLogger({ level: 'fatal', name: 'bench' }),
  deaths: [],
  onFatal: (message) => {
    throw new Error(message);
  },
  renew: () => undefined,
});
try {
  const { url } = await service.start();
  const page = async (query: string) => {
    const answer = await fetch(`${url}/console/api/clients/${clientId}/runs?${query}`, {
      headers: { cookie: `assay_session=${token}` },
    });
    if (!answer.ok) throw new Error(`${query}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { items: { createdAt: string }[]; next: string | null };
  };
  const first = await page('limit=50&playground=with');
  const best = await page('limit=50&serviceType=speech&sort=overall');
  const oldest = await page('limit=1&direction=asc');
  const [newestMs, oldestMs] = [first, oldest].map(({ items }) => Date.parse(items[0]!.createdAt));
  const farBack = isoTime(newestMs! - 0.6 * (newestMs! - oldestMs!));
  const deep = await page(`limit=1&createdBefore=${farBack}`);
  const middle = first.items[0]!.createdAt.slice(0, 8);
  const questions: [string, string][] = [
    ['the table, as it opens', 'limit=50'],
    ['without the playground', 'limit=50&playground=without'],
    ['the playground alone', 'limit=50&playground=only'],
    ['the next page', `limit=50&playground=with&cursor=${first.next}`],
    ['a page far back', `limit=50&playground=with&cursor=${deep.next}`],
    ['failed ones', 'limit=50&status=failed'],
    ['of one kind', 'limit=50&serviceType=speech'],
    ['best overall first', 'limit=50&serviceType=speech&sort=overall'],
    ['the next best', `limit=50&serviceType=speech&sort=overall&cursor=${best.next}`],
    ['lowest overall first', 'limit=50&serviceType=speech&sort=overall&direction=asc'],
    ['best of the failed', 'limit=50&serviceType=speech&status=failed&sort=overall'],
    ['best of a project', `limit=50&serviceType=speech&project=${projectId}&sort=overall`],
    ['longest first', 'limit=50&serviceType=speech&sort=audio'],
    ['of a project', `limit=50&project=${projectId}`],
    ['with a tag', 'limit=50&tags=lisbon'],
    ['with metadata', 'limit=50&metadata_key=role&metadata_value=Concierge'],
    ['one externalId', 'limit=50&externalId=cand-000123'],
    ['of a month', `limit=50&createdAfter=${middle}01&createdBefore=${middle}28`],
    ['search that finds many', 'limit=50&search=cand'],
    ['search that finds one', 'limit=50&search=D-000123'],
    ['search that finds none', 'limit=50&search=nobody'],
    ['search, API alone', 'limit=50&search=nobody&playground=without'],
    ['search among failed ones', 'limit=50&search=nobody&status=failed'],
  ];
  const measured: Measured[] = [];
  for (const [question, query] of questions) {
    measured.push(await measure(async (asked) => (await page(asked)).items.length, question, query));
  }
  const machine = {
    cores: availableParallelism(),
    cpu: cpus()[0]?.model ?? 'unknown',
    node: process.version,
  };
  if (json) process.stdout.write(`${JSON.stringify({ machine, runs: Number(runs), measured })}\n`);
  else {
    process.stdout.write(`Machine: ${machine.cores} cores, ${machine.cpu}, Node ${machine.node}\n`);
    process.stdout.write(`${Number(runs).toLocaleString('en')} runs, each question ${times} times, ms:\n`);
    for (const { question, rows, medianMs, p95Ms, longestMs } of measured) {
      const figures = [medianMs, p95Ms, longestMs].map((ms) => ms.toFixed(1).padStart(8)).join('');
      process.stdout.write(`${question.padEnd(28)}${String(rows).padStart(4)} rows${figures}\n`);
    }
  }
  if (measured.some(({ p95Ms }) => p95Ms > Number(limitMs))) process.exitCode = 1;
} finally {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
}
