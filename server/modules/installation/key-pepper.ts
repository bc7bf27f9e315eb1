import { createHmac, randomBytes } from 'node:crypto';
import { chmod, link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../config/env.ts';
import type { Db } from '../../db/db.ts';
import { type Clock, isoTime } from '../../time.ts';

type PepperConfig = Pick<Config, 'dataDir' | 'keyPepper'>;

/** This process has another pepper than the database knows; the message tells a person what to do. */
export class KeyPepperError extends Error {}

/** What the database keeps of the pepper it was first opened with: enough to know it again, not to find it out. */
interface NotedPepper {
  fingerprint: string;
  /** "KEY_PEPPER", or the path of the file. */
  source: string;
  host: string;
  notedAt: string;
}

const NOTE = 'key_pepper';

/**
 * `loadKeyPepper` for a process on this database. The first one leaves a fingerprint there; any other pepper is refused
 * from then on, and none is made where one is known: keys, secrets, passwords and the audit log's seal would silently
 * be invalid.
 *
 * @throws KeyPepperError
 */
export async function openKeyPepper(db: Db, config: PepperConfig, clock: Clock): Promise<string> {
  if (!(await checkKeyPepper(db, config))) {
    await refuseNewPepper(db, config);
    const note: NotedPepper = {
      fingerprint: fingerprintOf(await loadKeyPepper(config)),
      source: config.keyPepper ? 'KEY_PEPPER' : pathOf(config),
      host: hostname(),
      notedAt: isoTime(clock.now()),
    };
    // Another process may have been quicker, with another pepper.
    await db
      .insertInto('installation')
      .values({ name: NOTE, value: JSON.stringify(note) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await checkKeyPepper(db, config);
  }
  return loadKeyPepper(config);
}

/**
 * Changes nothing. True when the pepper is the database's, false when the database knows none yet.
 *
 * @throws KeyPepperError
 */
export async function checkKeyPepper(db: Db, config: PepperConfig): Promise<boolean> {
  const row = await db.selectFrom('installation').select('value').where('name', '=', NOTE).executeTakeFirst();
  if (!row) return false;
  const noted = JSON.parse(row.value) as NotedPepper;
  const pepper = config.keyPepper ?? (await readPepper(pathOf(config)));
  const here = pepper === undefined ? 'none' : fingerprintOf(pepper);
  if (here === noted.fingerprint) return true;
  if (pepper === undefined && noted.source === pathOf(config)) throw lost(config, noted.fingerprint);
  const isSetting = noted.source === 'KEY_PEPPER';
  const first = isSetting ? 'the setting KEY_PEPPER' : `the file ${noted.source}`;
  throw new KeyPepperError(
    [
      `This database was first opened with another key pepper (fingerprint ${noted.fingerprint}, here ${here}): API keys,`,
      "webhook secrets, passwords and the audit log's seal would be invalid with this one.",
      `The first was ${first} on host "${noted.host}", noted at ${noted.notedAt}.`,
      `Set KEY_PEPPER to ${isSetting ? 'the same value' : 'what that file holds'}${
        config.keyPepper ? '' : `, or put it into ${pathOf(config)}`
      }.`,
    ].join(' '),
  );
}

/** A database from before fingerprints: something in it was made with a pepper that is not there any more. */
async function refuseNewPepper(db: Db, config: PepperConfig): Promise<void> {
  if (config.keyPepper || (await readPepper(pathOf(config))) !== undefined) return;
  const isUsed = await db.selectFrom('api_keys').select('id').limit(1).executeTakeFirst();
  if (isUsed) throw lost(config);
}

const lost = (config: PepperConfig, fingerprint?: string) =>
  new KeyPepperError(
    [
      `The file ${pathOf(config)} is missing, with which the keys in this database were made${fingerprint ? ` (fingerprint ${fingerprint})` : ''}.`,
      'Restore it from a backup.',
      "A new one would void every API key, password, webhook secret, second factor and the audit log's seal; if it is lost for good, see docs/decisions/0014-keys-and-command-line.md.",
    ].join(' '),
  );

const pathOf = ({ dataDir }: PepperConfig) => join(dataDir, 'secrets', 'key-pepper');

const fingerprintOf = (pepper: string) =>
  createHmac('sha256', pepper).update('assay key pepper').digest('hex').slice(0, 16);

/**
 * The secret that API keys are hashed with: KEY_PEPPER, else the one in DATA_DIR/secrets/key-pepper, made on first use. Losing it makes
 * every key invalid, so it belongs into backups.
 *
 * Written whole under a name of its own and then linked, which only the first of several processes can do: all of them read the same
 * secret, and none ever reads half of one.
 */
export async function loadKeyPepper(config: PepperConfig): Promise<string> {
  if (config.keyPepper) return config.keyPepper;
  const folder = join(config.dataDir, 'secrets');
  const path = pathOf(config);
  const existing = await readPepper(path);
  if (existing) return existing;

  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = join(folder, `key-pepper.${process.pid}.${randomBytes(6).toString('hex')}`);
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(`${randomBytes(32).toString('base64url')}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    // The umask can only have taken rights away; this makes the mode exact.
    await chmod(draft, 0o600);
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    // The name must survive power loss as surely as the keys hashed with it.
    const directory = await open(folder, 'r');
    await directory.sync().finally(() => directory.close());
  } finally {
    await rm(draft, { force: true });
  }
  const made = await readPepper(path);
  if (!made) throw new Error(`The key pepper in "${path}" cannot be read.`);
  return made;
}

async function readPepper(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const pepper = text.trim();
  if (pepper.length < 32) {
    throw new KeyPepperError(
      `The file ${path} must hold at least 32 characters and has ${pepper.length}. Restore it from a backup: a new one would void every API key, password, webhook secret, second factor and the audit log's seal.`,
    );
  }
  return pepper;
}
