import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { openDatabase } from '../../server/db/open-database.ts';

/**
 * How long backups and restores take, and how much memory: a data folder of `--gb` gigabytes, most of it recordings of 1 to 25 MB that
 * cannot be packed, and a database of `--database-mb`. Each command is a process of its own, as people run it.
 */
const { values } = parseArgs({
  options: {
    gb: { type: 'string', default: '10' },
    'database-mb': { type: 'string', default: '200' },
    folder: { type: 'string', default: tmpdir() },
    json: { type: 'boolean', default: false },
  },
});
const wantedBytes = Number(values.gb) * 1e9;
const databaseBytes = Number(values['database-mb']) * 1e6;
const NEW_BYTES = 100e6;
const MIB = 1024 * 1024;
const cliPath = resolve(import.meta.dirname, '../../server/cli.ts');

const folder = await mkdtemp(join(resolve(values.folder), 'assay-backup-bench-'));
const [dataDir, to, key, into] = ['data', 'backups', 'key', 'restored'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
  string,
];

/** Random content that differs from file to file; made quicker than random numbers for each byte would be. */
const noise = randomBytes(8 * MIB);
async function writeRecordings(bytes: number): Promise<number> {
  let [files, written] = [0, 0];
  while (written < bytes) {
    const size = Math.round(1e6 + ((files * 7919) % 25) * 1e6);
    const own = join(dataDir, 'blobs/speech', randomUUID());
    await mkdir(own, { recursive: true });
    const file = await open(join(own, 'upload'), 'w');
    for (let at = 0; at < size; at += noise.length) {
      noise.writeUInt32LE(files, 0);
      noise.writeUInt32LE(at, 4);
      await file.write(noise, 0, Math.min(noise.length, size - at));
    }
    await file.close();
    written += size;
    files++;
  }
  return files;
}

/** Text that packs about as well as results do. */
async function fillDatabase(): Promise<void> {
  const db = await openDatabase({ dataDir, databaseUrl: null });
  await sql`create table bench (id integer primary key, content text)`.execute(db);
  for (let written = 0; written < databaseBytes; ) {
    const rows = Array.from({ length: 500 }, () => {
      const content = JSON.stringify({
        words: randomBytes(750).toString('hex'),
        said: 'the same words '.repeat(30),
      });
      written += content.length;
      return sql`(${content})`;
    });
    await sql`insert into bench (content) values ${sql.join(rows)}`.execute(db);
  }
  await db.destroy();
}

interface Measured {
  what: string;
  seconds: number;
  peakMib: number;
  /** Of all its threads, user and system. */
  cpuSeconds: number;
  answer: Record<string, unknown>;
}

async function measure(what: string, ...argv: string[]): Promise<Measured> {
  const startMs = performance.now();
  const child = spawn(process.execPath, [cliPath, ...argv, '--json'], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  let peakMib = 0;
  let cpuSeconds = 0;
  const look = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    peakMib = Math.max(peakMib, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
    const stat = await readFile(`/proc/${child.pid}/stat`, 'utf8').catch(() => '');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // Clock ticks, of which Linux has 100 a second.
    cpuSeconds = Math.max(cpuSeconds, (Number(fields[11]) + Number(fields[12])) / 100 || 0);
  }, 50);
  const [code] = await once(child, 'close');
  clearInterval(look);
  if (code !== 0) throw new Error(`${what} ended with ${code}.`);
  return {
    what,
    seconds: (performance.now() - startMs) / 1000,
    peakMib,
    cpuSeconds,
    answer: JSON.parse(out),
  };
}

try {
  await mkdir(dataDir, { recursive: true });
  await fillDatabase();
  const files = await writeRecordings(wantedBytes - databaseBytes);
  await measure('keygen', 'backup', 'keygen', '--out', key);
  const at = ['--key-file', key];
  const done: Measured[] = [];
  done.push(await measure('first backup', 'backup', 'create', '--to', to, ...at));
  done.push(await measure('second, nothing new', 'backup', 'create', '--to', to, ...at));
  await writeRecordings(NEW_BYTES);
  done.push(await measure(`third, ${NEW_BYTES / 1e6} MB new`, 'backup', 'create', '--to', to, ...at));
  done.push(await measure('verify', 'backup', 'verify', '--from', to));
  done.push(await measure('verify --deep', 'backup', 'verify', '--deep', '--from', to, ...at));
  done.push(await measure('restore', 'restore', '--from', to, '--into', into, ...at));
  if (values.json) console.log(JSON.stringify({ gb: Number(values.gb), files, done }));
  else {
    console.log(
      `${values.gb} GB in ${files} files, database ${values['database-mb']} MB; ${cpus().length} cores, ${cpus()[0]?.model}`,
    );
    for (const { what, seconds, peakMib, cpuSeconds } of done) {
      const speed = /second|third/.test(what) ? '' : `${(wantedBytes / 1e6 / seconds).toFixed(0)} MB/s`;
      console.log(
        `${what.padEnd(24)}${seconds.toFixed(1).padStart(8)} s${speed.padStart(12)}${cpuSeconds.toFixed(1).padStart(8)} s of processor${peakMib.toFixed(0).padStart(8)} MiB`,
      );
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
