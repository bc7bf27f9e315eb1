import { constants } from 'node:fs';
import { access, chmod, mkdir, open, readdir, readFile, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../make-folder.ts';
import { ModelError } from '../installed/model-error.ts';
import {
  isModelId,
  type ModelKind,
  type ModelRecord,
  maxRecordBytes,
  parseRecordText,
  recordFileName,
} from '../installed/record.ts';

/** Space that an installation leaves for the database and the recordings. */
const spareBytes = 128 * 1024 * 1024;

const stagingRootOf = (folder: string): string => join(folder, '.staging');

/**
 * Loads a model's files as the appliance would.
 *
 * @returns ISO 639-1 codes of the languages it knows
 * @throws naming the file and what is wrong with it
 */
export type ContentCheck = (kind: ModelKind, folder: string) => Promise<{ languages: readonly string[] }>;

/** A folder in which a model comes together, invisible until `place`. */
export interface Staging {
  readonly folder: string;
  /** Loads the files and writes the record; all that can fail has then been done. */
  prepare(facts: Omit<ModelRecord, 'languages'>): Promise<ModelRecord>;
  /** Puts the prepared model in its place, in one step, in place of an older one. */
  place(): Promise<void>;
  /** Removes everything; harmless after `place`. */
  discard(): Promise<void>;
}

export type ModelStore = ReturnType<typeof createModelStore>;

/**
 * The installed models: `<folder>/<id>/` with a `model.json` each. What is half done lies in `.staging` and `.partial`
 * and counts as no model. A process that changes anything holds the lock of the folder (`commands/models-lock.ts`).
 */
export function createModelStore({
  folder,
  checkContent,
  freeBytes = freeBytesOf,
}: {
  folder: string;
  checkContent: ContentCheck;
  freeBytes?: (folder: string) => Promise<number>;
}) {
  const stagingRoot = stagingRootOf(folder);
  const folderOf = (id: string) => join(folder, id);
  /** Models that this process is putting together. */
  const underWay = new Set<string>();

  return {
    folder,
    folderOf,
    find: (id: string) => findIn(folder, id),

    /** @throws ModelError MODEL_NOT_FOUND */
    async get(id: string): Promise<ModelRecord> {
      const record = await findIn(folder, id);
      if (record) return record;
      const installed = (await this.list()).map((model) => model.id).join(', ') || 'none';
      throw new ModelError('MODEL_NOT_FOUND', `No model "${id}" is installed; installed: ${installed}.`);
    },

    /** Every folder with a record, by id; one with a damaged record comes with its fault. */
    async list(): Promise<{ id: string; record?: ModelRecord; fault?: string }[]> {
      const entries = await readdir(folder, { withFileTypes: true }).catch(absent);
      const ids = (entries ?? []).map(({ name }) => name).filter(isModelId);
      const found = await Promise.all(
        ids.sort().map(async (id) => {
          try {
            const record = await findIn(folder, id);
            return record ? [{ id, record }] : [];
          } catch (error) {
            return [{ id, fault: (error as Error).message }];
          }
        }),
      );
      return found.flat();
    },

    /** @throws ModelError DISK_FULL when `bytes` more would not leave the appliance enough to work with */
    async requireSpace(bytes: number): Promise<void> {
      return requireSpaceIn(folder, bytes, freeBytes);
    },

    async stage(id: string): Promise<Staging> {
      if (!isModelId(id)) {
        throw new ModelError(
          'MODEL_REFUSED',
          `"${id}" is not a model id: small letters, digits, ".", "_" and "-".`,
        );
      }
      return stage(folder, id, { underWay, checkContent });
    },

    /** Out of sight in one step, then removed. */
    async remove(id: string): Promise<void> {
      const doomed = join(stagingRoot, `${id}.new`);
      await recover(folder, underWay);
      await mkdir(stagingRoot, { recursive: true });
      await rename(folderOf(id), doomed);
      await syncFolder(folder);
      await rm(doomed, { recursive: true, force: true });
    },
  };
}

/** @throws ModelError MODEL_DAMAGED */
async function findIn(folder: string, id: string): Promise<ModelRecord | undefined> {
  if (!isModelId(id)) return undefined;
  const path = join(folder, id, recordFileName);
  const size = await stat(path).catch(absent);
  if (!size) return undefined;
  if (size.size > maxRecordBytes) throw new ModelError('MODEL_DAMAGED', `${path} is too large for a record.`);
  const record = parseRecordText(await readFile(path, 'utf8'), path);
  if (record.id !== id) {
    throw new ModelError('MODEL_DAMAGED', `${path} is the record of "${record.id}", not of "${id}".`);
  }
  return record;
}

async function requireSpaceIn(
  folder: string,
  bytes: number,
  freeBytes: (folder: string) => Promise<number>,
): Promise<void> {
  makeFolder(folder, 0o777);
  const free = await freeBytes(folder);
  if (free >= bytes + spareBytes) return;
  const mb = (count: number) => `${Math.ceil(count / 1e6)} MB`;
  throw new ModelError(
    'DISK_FULL',
    `${mb(bytes)} are to be written to ${folder} and ${mb(spareBytes)} must stay free, but only ${mb(free)} are free. ` +
      'Free some space, or set MODELS_DIR to a larger disk.',
  );
}

/** @param underWay models that this process is putting together */
async function stage(
  folder: string,
  id: string,
  { underWay, checkContent }: { underWay: Set<string>; checkContent: ContentCheck },
): Promise<Staging> {
  const staged = join(stagingRootOf(folder), `${id}.new`);
  const replaced = join(stagingRootOf(folder), `${id}.replaced`);
  await recover(folder, underWay);
  underWay.add(id);
  await mkdir(staged, { recursive: true });
  return {
    folder: staged,
    async discard() {
      underWay.delete(id);
      await rm(staged, { recursive: true, force: true });
    },
    async prepare(facts) {
      return prepareStaged(staged, { ...facts, id }, checkContent);
    },
    async place() {
      if (await exists(join(folder, id))) await rename(join(folder, id), replaced);
      await rename(staged, join(folder, id));
      await syncFolder(folder);
      underWay.delete(id);
      await rm(replaced, { recursive: true, force: true });
    },
  };
}

/** Checks the files of a staged model and writes its record. */
async function prepareStaged(
  staged: string,
  facts: Omit<ModelRecord, 'languages'>,
  checkContent: ContentCheck,
): Promise<ModelRecord> {
  const { languages } = await checkContent(facts.kind, staged);
  const { id, title, licence, source, files } = facts;
  // Fields in one order, so that the same model has the same record everywhere.
  const record: ModelRecord = {
    format: 1,
    id,
    kind: facts.kind,
    title,
    languages: [...languages],
    licence,
    source,
    files,
  };
  await writeDurably(join(staged, recordFileName), `${JSON.stringify(record, null, 2)}\n`);
  const folders = new Set([...facts.files.map(({ path }) => dirname(join(staged, path))), staged]);
  await makeReadable(staged);
  for (const path of folders) await syncFolder(path);
  return record;
}

/**
 * Lets every user of the machine read what lies in the folder, whatever the umask was: a model holds no personal data, and
 * it is often installed by root for a server that runs as another user.
 */
async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    await (entry.isDirectory() ? makeReadable(path) : chmod(path, 0o644));
  }
}

/**
 * Clears what an interrupted installation left. A model that was being replaced when the power went comes back.
 * Call with the folder's lock held.
 */
async function recover(folder: string, underWay: ReadonlySet<string>): Promise<void> {
  const root = stagingRootOf(folder);
  for (const name of (await readdir(root).catch(absent)) ?? []) {
    if (underWay.has(name.replace(/\.(new|replaced)$/, ''))) continue;
    const path = join(root, name);
    const id = name.endsWith('.replaced') ? name.slice(0, -'.replaced'.length) : '';
    if (isModelId(id) && !(await exists(join(folder, id)))) await rename(path, join(folder, id));
    else await rm(path, { recursive: true, force: true });
  }
}

/** Writes all of it to the disk itself before it returns. Folders on the way are made. */
export async function writeDurably(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const file = await open(path, 'w');
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes renames inside a folder survive a power cut. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

export const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** For `catch`: what is not there is undefined; any other fault stays one. */
export function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
  throw error;
}
