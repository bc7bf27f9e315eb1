import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isOutOfTime } from '../outages.ts';
import { minutes } from '../time.ts';
import { isSandboxBuilt, runProgram } from './child-process.ts';
import type { Finding } from './programs.ts';

/** What a program that reads uploads must not be able to do, as a person reads it. */
const powers = {
  files: 'reading other files',
  writing: 'writing files',
  modes: 'changing modes and times of files',
  network: 'using the network',
  processes: 'starting programs',
  signals: 'sending signals to Assay',
  privileges: 'gaining rights',
  calls: 'other system calls than it needs',
} as const;

type Power = keyof typeof powers;

/** Tries each of them and writes those that worked. */
const attempt = `
const [secret, folder, port, parent] = process.argv.slice(1);
const fs = require('node:fs');
const had = [];
const tries = (name, action) => { try { action(); had.push(name); } catch {} };
tries('files', () => fs.readFileSync(secret));
tries('files', () => fs.readdirSync(folder));
tries('writing', () => fs.writeFileSync(secret, 'changed'));
tries('modes', () => fs.chmodSync(secret, 0o644));
tries('modes', () => fs.utimesSync(secret, 0, 0));
tries('processes', () => { const { error } = require('node:child_process').spawnSync('true'); if (error) throw error; });
tries('signals', () => process.kill(Number(parent), 0));
const status = fs.readFileSync('/proc/self/status', 'utf8');
if (!/^NoNewPrivs:\\s*1$/m.test(status)) had.push('privileges');
if (!/^Seccomp:\\s*2$/m.test(status)) had.push('calls');
const end = () => process.stdout.write(JSON.stringify([...new Set(had)]), () => process.exit(0));
const socket = require('node:net').connect(Number(port), '127.0.0.1');
socket.on('connect', () => { had.push('network'); end(); });
socket.on('error', end);
`;

/**
 * Runs a program the way uploads are read and lets it try what it must not.
 *
 * @param folder that it must not see: the data folder
 * @returns what it could do all the same; empty on a machine that allows everything the sandbox needs
 */
export async function sandboxLeaks(folder: string): Promise<Power[]> {
  const own = await mkdtemp(join(tmpdir(), 'assay-sandbox-'));
  const secret = join(own, 'secret');
  const server = createServer((socket) => socket.destroy());
  try {
    await writeFile(secret, 'secret');
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', resolve);
    });
    const { port } = server.address() as { port: number };
    const { stdout } = await runProgram({
      program: process.execPath,
      args: ['-e', attempt, secret, folder, String(port), String(process.pid)],
      reads: ['/proc/self/status'],
      // Node reserves address space by the gigabyte.
      limits: { memoryBytes: 64 * 1024 ** 4 },
      timeoutMs: minutes(5),
    });
    return JSON.parse(stdout.toString()) as Power[];
  } finally {
    server.close();
    await rm(own, { recursive: true, force: true });
  }
}

/** What each start and `assay doctor` say of it. Recordings and CVs are read without it too, so nothing here is `missing`. */
export async function sandboxFinding(folder: string, tryIt = sandboxLeaks): Promise<Finding> {
  const name = 'sandbox';
  try {
    const leaks = await tryIt(folder);
    if (leaks.length === 0) {
      const detail =
        'tried: what reads an upload has no network, opens that one file, starts nothing and gains no rights';
      return { name, status: 'ok', detail };
    }
    const detail = `what reads an upload is not kept from ${leaks.map((power) => powers[power]).join(', ')}`;
    return { name, status: 'warning', detail, advice: adviceOn(leaks) };
  } catch (error) {
    const detail = `could not be tried: ${(error as Error).message}`;
    const advice = isOutOfTime(error)
      ? 'The machine was too busy: start again, or run assay doctor, when it is less so.'
      : 'Run scripts/setup, which builds it.';
    return { name, status: 'warning', detail, advice };
  }
}

function adviceOn(leaks: readonly Power[]): string {
  if (!isSandboxBuilt) return 'Run scripts/setup, which builds native/build/Release/assay_sandbox.';
  const needs = [
    ...(leaks.includes('files') || leaks.includes('writing')
      ? ['Files need Landlock: Linux 5.13 or newer with "landlock" in /sys/kernel/security/lsm']
      : []),
    ...(leaks.some((power) => !['files', 'writing', 'privileges'].includes(power))
      ? ['Network, programs, signals and modes need seccomp filters in the kernel']
      : []),
  ];
  return `${needs.join('. ')}. In a container, its seccomp profile must let landlock_* and seccomp through; Docker's own does.`;
}
