import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmod,
  chown,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import BetterSqlite from 'better-sqlite3';
import { openDatabase } from '#server/db/open-database.ts';
import { createIdentityService } from '#server/modules/identity/service.ts';
import { openKeyPepper } from '#server/modules/installation/key-pepper.ts';
import { systemClock } from '#server/time.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { builtProgram } from '../../testkit/built-program.ts';
import { freePort, postgresBinaries, startPostgres } from '../../testkit/postgres.ts';
import { inherited, startServer } from '../../testkit/server-process.ts';

/** The real processes with fake steps. */
const mainPath = builtProgram('testkit/fake-speech/main.ts');

/** Runs the main file to its end. */
function run(env: Record<string, string>, uid?: number) {
  return new Promise<{ code: number | null; stdout: string; lines: string[] }>((resolve) => {
    const options = {
      env: { ...inherited, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'silent', ...env },
      timeout: 120_000,
      ...(uid !== undefined && { uid, gid: uid }),
    };
    const child = execFile(process.execPath, [mainPath], options, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, lines: stderr.trimEnd().split('\n') }),
    );
  });
}

/** A data folder that was served: a client with a key, the file of a run. */
async function usedFolder(t: Parameters<typeof tempFolder>[0]): Promise<string> {
  const dataDir = await tempFolder(t);
  const db = await openDatabase({ dataDir, databaseUrl: null });
  const keyPepper = await openKeyPepper(db, { dataDir, keyPepper: null }, systemClock);
  const identity = createIdentityService({ db, clock: systemClock, keyPepper });
  const { id: clientId } = await identity.createClient({ name: 'Acme', credits: 5 });
  await identity.createKey({ clientId });
  await db.destroy();
  await mkdir(join(dataDir, 'blobs/speech/run-1'), { recursive: true });
  await writeFile(join(dataDir, 'blobs/speech/run-1/upload'), 'a recording');
  return dataDir;
}

const cases: Record<string, { harm(dataDir: string): Promise<unknown>; says: RegExp }> = {
  'a database that is something else': {
    harm: (dataDir) => writeFile(join(dataDir, 'assay.db'), randomBytes(20_000)),
    says: /assay\.db is damaged: it is no SQLite file\. Restore it from a backup/,
  },
  'a database with damage inside': {
    harm: async (dataDir) => {
      const file = await open(join(dataDir, 'assay.db'), 'r+');
      const { size } = await file.stat();
      for (let at = 8192; at < size; at += 4096) await file.write(randomBytes(2000), 0, 2000, at);
      await file.close();
    },
    says: /assay\.db is damaged.*\. Restore it from a backup/,
  },
  'a database that was cut off': {
    harm: async (dataDir) => {
      const path = join(dataDir, 'assay.db');
      await truncate(path, Math.floor((await stat(path)).size / 2));
    },
    says: /assay\.db is cut off: \d+ of \d+ bytes are there\. Restore it/,
  },
  'an empty database beside files of runs': {
    harm: (dataDir) => truncate(join(dataDir, 'assay.db'), 0),
    says: /assay\.db is empty, although .+blobs holds the files of 1 submission\. Restore the database/,
  },
  'a database that is gone, beside files of runs': {
    harm: (dataDir) => rm(join(dataDir, 'assay.db')),
    says: /assay\.db is missing, although .+blobs holds the files of 1 submission/,
  },
  'a database of a newer version': {
    harm: async (dataDir) => {
      const database = new BetterSqlite(join(dataDir, 'assay.db'));
      database.exec("insert into kysely_migration values ('0999_later', '2030-01-01')");
      database.close();
    },
    says: /assay\.db was used by a newer Assay \(it has 0999_later\)\. Install that version again/,
  },
  'a folder where the database should be': {
    harm: async (dataDir) => {
      await rm(join(dataDir, 'assay.db'));
      await rm(join(dataDir, 'blobs'), { recursive: true });
      await mkdir(join(dataDir, 'assay.db'));
    },
    says: /assay\.db cannot be opened by the user of this process \(uid \d+\)\. Check that/,
  },
  'a pepper that is gone': {
    harm: (dataDir) => rm(join(dataDir, 'secrets/key-pepper')),
    says: /secrets\/key-pepper is missing, with which the keys .+ Restore it from a backup\. A new one would void every API key, password/,
  },
  'a pepper that is gone, of a database from before fingerprints': {
    harm: async (dataDir) => {
      await rm(join(dataDir, 'secrets/key-pepper'));
      const database = new BetterSqlite(join(dataDir, 'assay.db'));
      database.exec("delete from installation where name = 'key_pepper'");
      database.close();
    },
    says: /secrets\/key-pepper is missing, with which the keys/,
  },
  'an empty pepper': {
    harm: (dataDir) => truncate(join(dataDir, 'secrets/key-pepper'), 0),
    says: /secrets\/key-pepper must hold at least 32 characters and has 0\. Restore it from a backup/,
  },
};

for (const [title, { harm, says }] of Object.entries(cases)) {
  test(`a start with ${title} ends with one line that says what to do`, async (t) => {
    const dataDir = await usedFolder(t);
    await harm(dataDir);
    const { code, stdout, lines } = await run({ DATA_DIR: dataDir });
    assert.equal(lines.length, 1, lines.join('\n'));
    assert.match(lines[0]!, says);
    assert.deepEqual([code, stdout], [1, '']);
    assert.equal(
      await readFile(join(dataDir, 'blobs/speech/run-1/upload'), 'utf8').catch(() => title),
      title.includes('folder where') ? title : 'a recording',
    );
  });
}

test('a start in a folder that is not its user’s ends with one line', {
  skip: process.getuid?.() !== 0,
}, async (t) => {
  const dataDir = await usedFolder(t);
  await chmod(dirname(dataDir), 0o755).catch(() => undefined);
  await chmod(dataDir, 0o555);
  const nobody = 65_534;
  const { code, lines } = await run({ DATA_DIR: dataDir }, nobody);
  assert.equal(lines.length, 1, lines.join('\n'));
  assert.match(lines[0]!, /cannot be written to by the user of this process \(uid 65534\).+sudo chown/);
  assert.equal(code, 1);
  // Its own folder, but another user's database.
  await chown(dataDir, nobody, nobody);
  await chmod(dataDir, 0o700);
  await chmod(join(dataDir, 'assay.db'), 0o600);
  const second = await run({ DATA_DIR: dataDir }, nobody);
  assert.equal(second.lines.length, 1, second.lines.join('\n'));
  assert.match(second.lines[0]!, /assay\.db cannot be opened by the user of this process \(uid 65534\)/);
});

test('a start with five faulty settings names all five, and what each should be', async (t) => {
  const dataDir = await tempFolder(t);
  const secret = 'too-short-a-secret';
  await writeFile(join(dataDir, 'secret'), secret);
  const { code, stdout, lines } = await run({
    DATA_DIR: dataDir,
    WORKER_CONCURRENCY: 'many',
    TRUST_PROXY: 'proxy.lan',
    KEY_PEPPER_FILE: join(dataDir, 'secret'),
    AUDIT_ANCHOR_KEY_FILE: join(dataDir, 'nothing'),
    LANGUAGE_MODEL_URL: 'http://localhost:8000/v1',
  });
  assert.deepEqual([code, stdout, lines.length], [1, '', 6], lines.join('\n'));
  assert.equal(lines[0], 'The settings are not valid:');
  for (const fault of [
    /WORKER_CONCURRENCY must be a whole number from 1 to 64; it is "many"/,
    /TRUST_PROXY must hold addresses or CIDR blocks such as/,
    /KEY_PEPPER must have at least 32 characters/,
    /AUDIT_ANCHOR_KEY_FILE: ".+nothing" cannot be read \(there is no such file\)/,
    /LANGUAGE_MODEL_URL and LANGUAGE_MODEL_NAME must be set together/,
  ]) {
    assert.ok(
      lines.some((line) => fault.test(line)),
      `${fault} in\n${lines.join('\n')}`,
    );
  }
  assert.ok(!lines.join().includes(secret));
});

for (const [title, path] of [
  ['below the processes', '/proc/assay/data'],
  ['below a device', '/dev/null/data'],
] as const) {
  test(`a start with a data folder ${title} ends with one line`, async () => {
    const { code, stdout, lines } = await run({ DATA_DIR: path });
    assert.deepEqual([code, stdout, lines.length], [1, '', 1], lines.join('\n'));
    assert.match(
      lines[0]!,
      /^The folder ".+" cannot be made by .+ \(E[A-Z]+\)\. Set DATA_DIR to a folder on/,
    );
  });
}

test('a start with a folder below a read-only disk ends with one line, which names the setting', async (t) => {
  const disk = await tempFolder(t);
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'tmpfs', disk]).status !== 0)
    return t.skip('this user may mount nothing');
  try {
    const below = join(disk, 'assay/data');
    for (const [setting, env] of [
      ['DATA_DIR', { DATA_DIR: below }],
      ['SCRATCH_DIR', { DATA_DIR: await tempFolder(t), SCRATCH_DIR: below }],
    ] as const) {
      const { code, stdout, lines } = await run(env);
      assert.deepEqual([code, stdout, lines.length], [1, '', 1], lines.join('\n'));
      assert.match(lines[0]!, /cannot be made by .+ \(EROFS\)\./);
      assert.ok(lines[0]!.includes(`Set ${setting} to`), lines[0]);
    }
  } finally {
    // Before the folder goes.
    spawnSync('umount', [disk]);
  }
});

test('a busy port is found before anything is started or changed', async (t) => {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  t.after(() => server.close());
  const { port } = server.address() as { port: number };
  for (const setting of ['PORT', 'LIVE_PORT']) {
    const DATA_DIR = await tempFolder(t);
    const { code, lines } = await run({ DATA_DIR, [setting]: String(port), LOG_LEVEL: 'info' });
    assert.equal(code, 1);
    assert.ok(lines[0]!.includes(`set ${setting} to a free one`), lines[0]);
    assert.deepEqual(
      lines.map((line) => line.slice(0, 5)),
      ['Port '],
      lines.join('\n'),
    );
    assert.deepEqual(await readdir(DATA_DIR), ['serve.lock']);
  }
});

test('a busy port ends the start with one line', async (t) => {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  t.after(() => server.close());
  const { port } = server.address() as { port: number };
  const { code, lines } = await run({ DATA_DIR: await tempFolder(t), PORT: String(port) });
  assert.deepEqual(
    [code, lines],
    [
      1,
      [
        `Port ${port} of 127.0.0.1 is taken by another program. Stop that program, or set PORT to a free one (0 takes any).`,
      ],
    ],
  );
});

test('PostgreSQL is waited for while it starts; a fault that waiting cannot cure ends the start at once', {
  skip: !postgresBinaries(),
}, async (t) => {
  const DATA_DIR = await tempFolder(t);
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  let log = '';
  const starting = startServer({
    mainPath,
    env: { DATA_DIR, DATABASE_URL: url },
    onLog: (chunk) => {
      log += chunk;
    },
  });
  for (let tries = 0; tries < 300 && !log.includes('waiting for the database'); tries++) await delay(200);
  assert.match(log, /does not answer \(ECONNREFUSED\)[^\n]+waiting for the database/);
  const postgres = await startPostgres({ port });
  t.after(() => postgres.stop());
  const server = await starting;
  t.after(() => server.supervisor.exitCode ?? server.killGroup());
  assert.equal(await server.stop(), 0);
  const nowhere = url.replace(/postgres$/, 'not_there');
  const { code, lines } = await run({ DATA_DIR, DATABASE_URL: nowhere });
  assert.deepEqual([code, lines.length], [1, 1], lines.join('\n'));
  assert.match(lines[0]!, /has no database "not_there"\. Make it \(createdb not_there\)/);
});

test('a database that is moved away while it is served makes the health unhealthy', async (t) => {
  const DATA_DIR = await tempFolder(t);
  const server = await startServer({ mainPath, env: { DATA_DIR } });
  t.after(() => server.supervisor.exitCode ?? server.killGroup());
  const databaseIs = async () => {
    const answer = await fetch(`${server.url}/api/v1/health`);
    return ((await answer.json()) as { checks: { database: { status: string } } }).checks.database.status;
  };
  const becomes = async (wanted: string) => {
    for (let tries = 0; tries < 40 && (await databaseIs()) !== wanted; tries++) await delay(500);
    assert.equal(await databaseIs(), wanted);
  };
  await becomes('healthy');
  await rename(join(DATA_DIR, 'assay.db'), join(DATA_DIR, 'assay.db.aside'));
  await becomes('unhealthy');
  await rename(join(DATA_DIR, 'assay.db.aside'), join(DATA_DIR, 'assay.db'));
  await becomes('healthy');
});
