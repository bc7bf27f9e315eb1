import { constants, statfs } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '../../config/env.ts';
import { limits } from '../../config/limits.ts';
import { openDatabase } from '../../db/open-database.ts';
import { installedVoices } from '../../engines/models/installed-voices.ts';
import { type Finding, isAccessible, programFindings } from '../../engines/programs.ts';
import { sandboxFinding } from '../../engines/sandbox-check.ts';
import { clientIds } from '../../modules/identity/queries.ts';
import { checkKeyPepper, KeyPepperError } from '../../modules/installation/key-pepper.ts';
import { openToOthers } from '../../storage/private-folder.ts';
import { backupFinding } from './backup.ts';
import { bucketFinding } from './bucket.ts';
import { embeddingsFinding } from './embeddings.ts';
import { modelFindings } from './models.ts';
import { recogniserFinding } from './recogniser.ts';

const root = resolve(import.meta.dirname, '../../..');
const MIB = 1024 * 1024;
/** An hour of uploads and working files of a busy client fits in this. */
const DISK_WARNING_BYTES = 2048 * MIB;
/** One recording of 45 minutes, decoded with both channels, needs about 300 MB. */
const DISK_NEEDED_BYTES = 512 * MIB;

/** Looks at everything at once; in the order people should read it. */
export async function findings(config: Config, searchPath: string): Promise<Finding[]> {
  const groups = await Promise.all([
    [nodeVersion()],
    programFindings(searchPath),
    nativeAddon(),
    nearestFolder(config.dataDir).then(async (folder) => [await sandboxFinding(folder)]),
    modelFindings(config),
    recogniserFinding(config).then((finding) => [finding]),
    embeddingsFinding(config).then((finding) => [finding]),
    voice(config),
    dataFolder(config),
    disk(config),
    bucketFinding(config),
    database(config),
    keyPepper(config),
    backups(config),
    port(config),
  ]);
  return groups.flat();
}

const ok = (name: string, detail: string): Finding => ({ name, status: 'ok', detail });

function nodeVersion(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isEnough = major > 24 || (major === 24 && minor >= 15);
  return isEnough
    ? ok('Node', `${process.version} at ${process.execPath}`)
    : {
        name: 'Node',
        status: 'missing',
        detail: `${process.version} is too old`,
        advice: 'Run scripts/setup, and start Assay by scripts/assay or scripts/start.',
      };
}

async function nativeAddon(): Promise<Finding[]> {
  const name = 'native addon';
  const path = join(root, 'native/build/Release/assay_native.node');
  try {
    createRequire(import.meta.url)(path);
    return [ok(name, 'built and loadable')];
  } catch (error) {
    const detail = (await isAccessible(path, constants.R_OK))
      ? `cannot be loaded: ${(error as Error).message}`
      : 'has not been built';
    return [{ name, status: 'missing', detail, advice: 'Run scripts/setup; it builds the addon.' }];
  }
}

/** Speaks a word with every voice, and names the languages that none of them speaks. */
async function voice({ ttsHttp, modelsDir, weightsDir }: Config): Promise<Finding[]> {
  const engines = await installedVoices({ ttsHttp, modelsDir, weightsDir });
  const checks = await Promise.all(engines.map((engine) => engine.check()));
  const able = engines.filter((_, index) => checks[index]!.ok);
  const spoken = new Set(able.flatMap(({ voices }) => voices).flatMap(({ languages }) => languages));
  const silent = limits.languages.filter((code) => !spoken.has(code));
  const detail = checks.map((check) => check.detail.replace(/\.$/, '')).join('; ');
  if (silent.length === 0 && able.length === engines.length) return [ok('voice', detail)];
  const cannot = silent.length > 0 ? `; interviews cannot be spoken in ${silent.join(', ')}` : '';
  return [
    {
      name: 'voice',
      status: 'warning',
      detail: `${detail}${cannot}`,
      advice: 'Set TTS_HTTP_URL to a speech server that answers and knows them, or install what is missing.',
    },
  ];
}

/** The folder itself, or the nearest one above it that exists. */
export async function nearestFolder(path: string): Promise<string> {
  if (await isAccessible(path, constants.F_OK)) return path;
  return dirname(path) === path ? path : nearestFolder(dirname(path));
}

export async function dataFolder({ dataDir, modelsDir }: Config): Promise<Finding[]> {
  const name = 'data folder';
  const nearest = await nearestFolder(dataDir);
  if (!(await isAccessible(nearest, constants.W_OK))) {
    return [
      {
        name,
        status: 'missing',
        detail: `${nearest} cannot be written to by this user`,
        advice: `Set DATA_DIR to another folder, or: sudo chown -R $(id -un) ${nearest}`,
      },
    ];
  }
  if (nearest !== dataDir) return [ok(name, `${dataDir} will be made at the first start`)];
  const open = await openToOthers(dataDir, { except: modelsDir });
  if (open.length > 0) {
    const more = open.length > 1 ? ` and ${open.length - 1} more` : '';
    return [
      {
        name,
        status: 'warning',
        detail: `${open[0]}${more} can be opened by other users of this machine`,
        advice: `Start the server, which closes them, or: chmod -R go= ${dataDir}`,
      },
    ];
  }
  return [ok(name, dataDir)];
}

async function disk({ dataDir }: Config): Promise<Finding[]> {
  const { bavail, bsize } = await statfs(await nearestFolder(dataDir));
  const free = bavail * bsize;
  const detail = `${(free / MIB / 1024).toFixed(1)} GB free for ${dataDir}`;
  if (free >= DISK_WARNING_BYTES) return [ok('disk space', detail)];
  const status = free < DISK_NEEDED_BYTES ? 'missing' : 'warning';
  return [
    { name: 'disk space', status, detail, advice: 'Free some space, or set DATA_DIR to a larger disk.' },
  ];
}

async function database(config: Config): Promise<Finding[]> {
  const name = 'database';
  const kind = config.databaseUrl ? 'PostgreSQL' : 'SQLite';
  if (!config.databaseUrl && !(await isAccessible(join(config.dataDir, 'assay.db'), constants.F_OK))) {
    return [ok(name, `${kind}; will be made at the first start`)];
  }
  try {
    // Looking must not change: an older database is brought up to date by the server, not by its doctor.
    const db = await openDatabase(config, { migrate: false });
    try {
      await clientIds(db);
    } finally {
      await db.destroy();
    }
    return [ok(name, `${kind} answers`)];
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    // A fault of the database says what to do in its own last sentence.
    const [fact, advice] = /^(.+?[.)]) ([A-Z].+)$/.exec(message)?.slice(1) ?? [message || code, ''];
    return [
      {
        name,
        status: 'missing',
        detail: `${kind}: ${fact}`,
        advice:
          advice ||
          (config.databaseUrl ? 'Check DATABASE_URL.' : `Check ${join(config.dataDir, 'assay.db')}.`),
      },
    ];
  }
}

/** Silent where the database cannot tell: that is said by its own finding. */
async function keyPepper(config: Config): Promise<Finding[]> {
  const name = 'key pepper';
  if (!config.databaseUrl && !(await isAccessible(join(config.dataDir, 'assay.db'), constants.F_OK)))
    return [];
  const db = await openDatabase(config, { migrate: false }).catch(() => null);
  if (!db) return [];
  try {
    const isNoted = await checkKeyPepper(db, config);
    return [ok(name, isNoted ? 'the one this database was first opened with' : 'noted at the next start')];
  } catch (error) {
    if (!(error instanceof KeyPepperError)) return [];
    const { message } = error;
    const at = message.search(/Set KEY_PEPPER|Restore it/);
    return [{ name, status: 'missing', detail: message.slice(0, at).trim(), advice: message.slice(at) }];
  } finally {
    await db.destroy();
  }
}

/** Before the first start there is nothing to back up, and asking would make a database. */
async function backups(config: Config): Promise<Finding[]> {
  if (!config.databaseUrl && !(await isAccessible(join(config.dataDir, 'assay.db'), constants.F_OK)))
    return [];
  return [await backupFinding(config)];
}

function port({ host, port: wanted }: Config): Promise<Finding[]> {
  const name = 'port';
  if (wanted === 0) return Promise.resolve([ok(name, 'a free one is taken at the start')]);
  return new Promise((done) => {
    const server = createServer();
    server.once('error', async ({ code, message }: NodeJS.ErrnoException) => {
      const isAssay = code === 'EADDRINUSE' && (await answersAsAssay(wanted));
      done([
        isAssay
          ? ok(name, `Assay is serving on ${wanted}`)
          : {
              name,
              status: 'warning',
              detail: code === 'EADDRINUSE' ? `${wanted} is taken by another program` : message,
              advice: 'Set PORT to a free one.',
            },
      ]);
    });
    server.listen(wanted, host, () => server.close(() => done([ok(name, `${wanted} is free`)])));
  });
}

async function answersAsAssay(wanted: number): Promise<boolean> {
  const url = `http://127.0.0.1:${wanted}/api/v1/health`;
  const health: unknown = await fetch(url, { signal: AbortSignal.timeout(2000) })
    .then((answer) => answer.json())
    .catch(() => null);
  return typeof health === 'object' && health !== null && 'checks' in health;
}
