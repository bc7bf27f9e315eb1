import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/env.ts';

type Place = Pick<Config, 'dataDir' | 'databaseUrl'>;

/** The database cannot be used as it is; the message, one line, names it and tells a person what to do. */
export class DatabaseFault extends Error {
  /** It may be there in a moment: a server that is still starting. */
  readonly mayPass: boolean;

  constructor(message: string, options: { mayPass?: boolean; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = 'DatabaseFault';
    this.mayPass = options.mayPass ?? false;
  }
}

const RESTORE = 'Restore it from a backup; nothing in it was changed.';
const MAGIC = 'SQLite format 3\0';
const HEADER_BYTES = 100;

export const fileOf = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'assay.db');

/** There while a restored data folder is put in place. */
export const restoreMarkerOf = (dataDir: string): string => join(dataDir, 'restore', 'committed.json');

/** What went wrong, for people; undefined for what is no fault of the database or its place. */
export function explainFault(error: unknown, place: Place): DatabaseFault | undefined {
  if (error instanceof DatabaseFault) return error;
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return place.databaseUrl
    ? postgresFault(code, message, place.databaseUrl, error)
    : sqliteFault(code, place.dataDir, error);
}

function sqliteFault(code: string, dataDir: string, cause: unknown): DatabaseFault | undefined {
  const path = fileOf({ dataDir });
  const told = (message: string) => new DatabaseFault(message, { cause });
  const user = `the user of this process (uid ${process.getuid?.() ?? 'unknown'})`;
  if (code === 'SQLITE_NOTADB')
    return told(`The database ${path} is damaged: it is no SQLite file. ${RESTORE}`);
  if (code.startsWith('SQLITE_CORRUPT')) return told(`The database ${path} is damaged. ${RESTORE}`);
  if (/^(SQLITE_READONLY|EROFS)/.test(code)) {
    return told(
      `The data folder ${dataDir} is read-only for ${user}. Make it writable, or set DATA_DIR to another.`,
    );
  }
  if (/^(ENOENT|ENOTDIR|EEXIST|ELOOP|ENAMETOOLONG)/.test(code)) {
    return told(`The data folder ${dataDir} cannot be made (${code}). Set DATA_DIR to another.`);
  }
  if (/^(SQLITE_CANTOPEN|SQLITE_PERM|SQLITE_AUTH|EACCES|EPERM|EISDIR)/.test(code)) {
    return told(
      `The database ${path} cannot be opened by ${user}. Check that the folder and the file are that user's: sudo chown -R USER ${dataDir}`,
    );
  }
  if (/^(SQLITE_FULL|ENOSPC)/.test(code)) {
    return told(`The disk of ${dataDir} is full. Free some space, or set DATA_DIR to a larger disk.`);
  }
  if (code.startsWith('SQLITE_IOERR')) {
    return told(
      `The database ${path} cannot be read (${code}). Check the disk; if the file is lost, restore it from a backup.`,
    );
  }
  if (code.startsWith('SQLITE_BUSY')) {
    return told(
      `The database ${path} is being used by another program. Stop that program, then start Assay again.`,
    );
  }
  return undefined;
}

/** SQLSTATE, or the network's own code. https://www.postgresql.org/docs/current/errcodes-appendix.html */
function postgresFault(
  code: string,
  message: string,
  url: string,
  cause: unknown,
): DatabaseFault | undefined {
  const { host, pathname, username } = URL.parse(url) ?? { host: url, pathname: '', username: '' };
  const where = `PostgreSQL at ${host || 'its socket'}`;
  const told = (text: string, mayPass = false) => new DatabaseFault(text, { mayPass, cause });
  const isAway =
    /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOENT|EPIPE|57P0[123]|53300|08)/.test(
      code,
    ) || /timeout|terminated unexpectedly/i.test(message);
  if (isAway) {
    return told(
      `${where} does not answer (${code || message}). Start it, or check DATABASE_URL and the network between.`,
      true,
    );
  }
  if (code.startsWith('28')) {
    return told(
      `${where} does not let "${username}" in (${message}). Check user and password in DATABASE_URL.`,
    );
  }
  if (code === '3D000') {
    const name = pathname.slice(1);
    return told(`${where} has no database "${name}". Make it (createdb ${name}), or correct DATABASE_URL.`);
  }
  if (code === '42501' || code === '25006') {
    return told(
      `${where} does not let "${username}" change this database (${message}). Make that user its owner.`,
    );
  }
  return undefined;
}

/**
 * Looks at the file before SQLite does, which would take an empty one for a new database and go on without what was cut off.
 *
 * @throws DatabaseFault
 */
export async function checkFile({ dataDir }: Pick<Config, 'dataDir'>): Promise<void> {
  if (statSync(restoreMarkerOf(dataDir), { throwIfNoEntry: false })) {
    throw new DatabaseFault(
      `A restore into ${dataDir} was cut off while it was put in place. Start the server, which finishes it, or: assay restore --finish --into ${dataDir}`,
    );
  }
  const path = fileOf({ dataDir });
  const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size;
  const size = sizeOf(path) ?? 0;
  if (size === 0) {
    const state = sizeOf(path) === undefined ? 'missing' : 'empty';
    await refuseLeftovers(dataDir, `The database ${path} is ${state}`);
    if ((sizeOf(`${path}-wal`) ?? 0) > 0) {
      throw new DatabaseFault(
        `The database ${path} is ${state}, although ${path}-wal, which belongs to it, is there. Put the database back beside it.`,
      );
    }
    return;
  }
  // What is still in the journal is not in the file yet.
  if ((sizeOf(`${path}-wal`) ?? 0) > 0) return;
  const header = Buffer.alloc(HEADER_BYTES);
  const file = openSync(path, 'r');
  try {
    readSync(file, header, 0, HEADER_BYTES, 0);
  } finally {
    closeSync(file);
  }
  if (header.toString('latin1', 0, MAGIC.length) !== MAGIC) return;
  // https://www.sqlite.org/fileformat.html: page size (1 means 65,536) and pages of the file.
  const pageBytes = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
  const wholeBytes = pageBytes * header.readUInt32BE(28);
  if (size < wholeBytes) {
    throw new DatabaseFault(
      `The database ${path} is cut off: ${size} of ${wholeBytes} bytes are there. ${RESTORE}`,
    );
  }
}

/**
 * An unused database is not the one of these files, and its sweep would soon remove them.
 *
 * @throws DatabaseFault
 */
export async function refuseLeftovers(dataDir: string, fact: string): Promise<void> {
  const blobs = join(dataDir, 'blobs');
  const kinds = await readdir(blobs).catch(() => []);
  let count = 0;
  // The mark of the store is no submission.
  for (const kind of kinds.filter((name) => !name.startsWith('.') && name !== 'store')) {
    const folder = join(blobs, kind);
    if ((await stat(folder)).isDirectory()) count += (await readdir(folder)).length;
  }
  if (count === 0) return;
  throw new DatabaseFault(
    `${fact}, although ${blobs} holds the files of ${count} ${count === 1 ? 'submission' : 'submissions'}. Restore the database from a backup; to begin anew on purpose, move ${blobs} away first.`,
  );
}

/** @throws DatabaseFault where a later Assay has used this database, or it is unused and there are files of runs */
export async function checkMigrations(
  applied: readonly string[] | null,
  {
    place: { dataDir, databaseUrl },
    known,
    mayBeNew = false,
  }: { place: Place; known: readonly string[]; mayBeNew?: boolean },
): Promise<void> {
  const name = databaseUrl ? `The database of DATABASE_URL` : `The database ${fileOf({ dataDir })}`;
  if (applied === null) {
    return mayBeNew ? undefined : refuseLeftovers(dataDir, `${name} has none of Assay's tables`);
  }
  const later = applied.filter((migration) => !known.includes(migration));
  if (later.length === 0) return;
  throw new DatabaseFault(
    `${name} was used by a newer Assay (it has ${later.join(', ')}). Install that version again, or restore a backup made before the update.`,
  );
}
