import { constants, open } from 'node:fs/promises';
import { homedir, hostname, userInfo } from 'node:os';
import type { Kysely } from 'kysely';
import { bucketUse } from '../../app/blobs.ts';
import { createSystem } from '../../app/services.ts';
import type { Config } from '../../config/env.ts';
import { fileOf } from '../../db/database-fault.ts';
import { describeDatabase } from '../../db/dialects/describe.ts';
import { appliedMigrations } from '../../db/migrate.ts';
import { openDatabase } from '../../db/open-database.ts';
import { rowCounts } from '../../db/row-counts.ts';
import type { Tables } from '../../db/tables.ts';
import { listInventory } from '../../engines/models/inventory.ts';
import { modelPlaces, projectModels, thisMachine } from '../../engines/models/local.ts';
import { isAccessible, programFindings } from '../../engines/programs.ts';
import { scrub } from '../../logging.ts';
import { creditFigures } from '../../modules/credits/figures.ts';
import { failureCodes, openRuns, stepTimes, storedRuns } from '../../modules/runs/figures.ts';
import { attemptOutcomes, waitingWebhooks, webhooksGivenUp } from '../../modules/webhooks/figures.ts';
import { type Clock, days, isoTime, seconds } from '../../time.ts';
import { version } from '../../version.ts';
import { findings } from '../doctor/checks.ts';
import type { Part } from './archive.ts';
import { tellingLines } from './log-lines.ts';
import { shownSettings } from './settings.ts';
import { summariseTimes } from './times.ts';

/** Runs whose steps are looked at for their times. */
const NEWEST_RUNS = 1000;
const MOST_LOG_BYTES = 16 * 1024 * 1024;
const ASK_WITHIN_MS = seconds(5);

export interface BundleRequest {
  config: Config;
  env: Readonly<Record<string, string | undefined>>;
  clock: Clock;
  /** File that the server's log was kept in; none unless given. */
  logPath?: string;
  lines: number;
}

/**
 * All that helps to find a fault and holds no personal data. Every part is tried by itself: the error of one that fails stands in its
 * place, for a bundle is wanted most where something is broken.
 */
export async function collectParts(request: BundleRequest): Promise<Part[]> {
  const { config, env, clock, logPath, lines } = request;
  const clean = cleaner(config);
  const attempt = async (name: string, make: () => Promise<unknown>): Promise<Part> => {
    const content = await make().catch((error: Error) => ({ couldNotBeHad: error.message }));
    return {
      name,
      content: typeof content === 'string' ? clean(content) : JSON.parse(clean(JSON.stringify(content))),
    };
  };
  const opening = openAsItIs(config);
  // Each part says by itself that it cannot be opened.
  opening.catch(() => undefined);
  const withDb = async <Answer>(ask: (db: Kysely<Tables>) => Promise<Answer>) => ask(await opening);
  try {
    const parts = [
      await attempt('versions.json', async () => ({
        assay: version,
        node: process.version,
        components: process.versions,
        madeAt: isoTime(clock.now()),
      })),
      await attempt('settings.json', async () => shownSettings(env)),
      await attempt('machine.json', () => withDb((db) => machine(db, config, clock))),
      await attempt('doctor.json', () => findings(config, config.searchPath)),
      await attempt('health.json', () => health(config)),
      await attempt('models.json', () => models(config)),
      await attempt('database.json', () =>
        withDb(async (db) => ({
          ...(await describeDatabase(db, config)),
          migrations: await appliedMigrations(db),
          rows: await rowCounts(db),
        })),
      ),
      await attempt('runs.json', () => withDb((db) => runs(db, clock))),
      await attempt('webhooks.json', () =>
        withDb(async (db) => ({
          ...(await waitingWebhooks(db)),
          givenUpWithinADay: await webhooksGivenUp(db, isoTime(clock.now() - days(1))),
          attempts: await attemptOutcomes(db),
        })),
      ),
      await attempt('metrics.txt', () => metrics(config)),
    ];
    return [
      { name: 'README.txt', content: about(logPath !== undefined) },
      ...parts,
      ...(await log(logPath, lines, clean)),
    ];
  } finally {
    await opening.then(
      (db) => db.destroy(),
      () => undefined,
    );
  }
}

/** Words that are also ours: a machine of that name stays unmasked rather than every text unreadable. */
const ownWords = /^(?:assay|api|worker|live|server|localhost|root|node|data|models|speech)$/i;

/** Masks secrets, the names of this machine and its user, and the way to the user's home. */
function cleaner({ secrets }: Config): (text: string) => string {
  const masks: readonly (readonly [word: string, instead: string])[] = [
    [homedir(), '~'],
    [hostname(), '[this machine]'],
    [userInfoOr().username, '[this user]'],
  ];
  const shapes = masks
    .filter(([word]) => word.length > 1 && !ownWords.test(word))
    .map(
      ([word, instead]) =>
        [new RegExp(`(?<!\\w)${word.replaceAll(/[^\w]/g, '\\$&')}(?!\\w)`, 'g'), instead] as const,
    );
  return (text) =>
    shapes.reduce((all, [shape, instead]) => all.replace(shape, instead), scrub(text, secrets));
}

/** In a container there may be no user with this number. */
function userInfoOr(): { username: string } {
  try {
    return userInfo();
  } catch {
    return { username: '' };
  }
}

/** Looking must not change: neither made where there is none, nor brought up to date. */
async function openAsItIs(config: Config): Promise<Kysely<Tables>> {
  if (!config.databaseUrl && !(await isAccessible(fileOf(config), constants.F_OK)))
    throw new Error('There is no database yet.');
  return openDatabase(config, { migrate: false });
}

/** The end of a log that may have grown for months. */
async function endOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const length = Math.min(size, MOST_LOG_BYTES);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

async function machine(db: Kysely<Tables>, config: Config, clock: Clock) {
  const system = createSystem({
    ...{ db, clock, config },
    findPrograms: () => programFindings(config.searchPath),
    bucket: bucketUse(config),
  });
  const { platform, cpu, memory, disk, bucket, programs } = await system.describe();
  const { apiBytes: _, ...memoryOfMachine } = memory;
  return { platform, cpu, memory: memoryOfMachine, disk, bucket, programs };
}

async function health({ port }: Config) {
  if (port === 0) return { couldNotBeHad: 'The server takes any free port; which one is not known here.' };
  return get(`http://127.0.0.1:${port}/api/v1/health`).then(
    (answer) => answer.json(),
    () => ({ couldNotBeHad: `No server answers on port ${port} of this machine.` }),
  );
}

async function metrics({ port, metricsToken }: Config): Promise<string> {
  if (metricsToken === null) return 'METRICS_TOKEN is not set.\n';
  if (port === 0) return 'The server takes any free port; which one is not known here.\n';
  return get(`http://127.0.0.1:${port}/metrics`, { authorization: `Bearer ${metricsToken}` }).then(
    (answer) => answer.text(),
    () => `No server answers on port ${port} of this machine.\n`,
  );
}

const get = (url: string, headers: Record<string, string> = {}) =>
  fetch(url, { headers, signal: AbortSignal.timeout(ASK_WITHIN_MS) });

async function models(config: Config) {
  const inventory = await listInventory({
    places: modelPlaces(config),
    projectFolder: projectModels,
    machine: thisMachine(),
  });
  return inventory
    .filter(({ state }) => state !== 'available')
    .map(({ id, state, inUse, sizeBytes, languages, files, fault }) => ({
      ...{ id, state, inUse, sizeBytes, languages, files, fault },
    }));
}

async function runs(db: Kysely<Tables>, clock: Clock) {
  const open = await openRuns(db);
  return {
    open: open.map(({ oldestAt, ...one }) => ({
      ...one,
      oldestSeconds: Math.round((clock.now() - Date.parse(oldestAt)) / 1000),
    })),
    stored: await storedRuns(db),
    failures: await failureCodes(db),
    credits: await creditFigures(db),
    stepsOfNewestRuns: summariseTimes(await stepTimes(db, NEWEST_RUNS)),
  };
}

async function log(path: string | undefined, most: number, clean: (text: string) => string): Promise<Part[]> {
  if (path === undefined) return [];
  const { lines, leftOut } = tellingLines(await endOf(path), most);
  const head = `${lines.length} lines; ${leftOut} that were no JSON are left out.\n`;
  return [{ name: 'log.txt', content: clean(`${head}${lines.join('\n')}\n`) }];
}

const about = (hasLog: boolean) => `Support bundle of Assay ${version}

Figures, settings and the state of the machine, to find a fault with. It was made without names, e-mail addresses,
recordings, transcripts, CVs, keys or passwords: tables are counted, not copied; secrets are only said to be given; of log
lines only what a machine wrote is kept. settings.json has the addresses of your own servers as you gave them. Look it
through before you send it.

${hasLog ? 'log.txt: the last lines of the log.' : 'There is no log in it: Assay logs to standard error. Keep that in a file and give it with --log FILE.'}
`;

export const bundleFolder = (nowMs: number) =>
  `assay-support-${isoTime(nowMs).slice(0, 19).replaceAll(/[:T]/g, '-')}`;
