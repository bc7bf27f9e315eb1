import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import type { Kysely } from 'kysely';
import { openDatabase } from '#server/db/open-database.ts';
import type { Tables } from '#server/db/tables.ts';

let template: Promise<string> | undefined;
const folders: string[] = [];
after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

async function makeTemplate(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'assay-template-'));
  folders.push(dataDir);
  await (await openDatabase({ dataDir, databaseUrl: null })).destroy();
  return join(dataDir, 'assay.db');
}

/** Puts an empty SQLite database with today's tables into a data folder that has none: a copy costs a fifth of migrating one. */
export async function placeMigrated(dataDir: string): Promise<void> {
  const path = join(dataDir, 'assay.db');
  if (existsSync(path)) return;
  template ??= makeTemplate();
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await copyFile(await template, path);
}

/** Opens the SQLite database of a data folder; what is new begins as a copy of a migrated one. */
export async function openMigrated(dataDir: string): Promise<Kysely<Tables>> {
  await placeMigrated(dataDir);
  return openDatabase({ dataDir, databaseUrl: null });
}
