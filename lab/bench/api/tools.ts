import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Programs of other languages that only these benches need: kept in the temp folder, installed on first use from the public
 * registries by their own clients. Nothing of it is part of the product.
 */
const home = join(tmpdir(), 'assay-bench-tools');

/**
 * Runs a program to its end; what it said on both outputs.
 *
 * @param options.tell called with what it says as it says it
 * @param options.interrupted ends it as Ctrl-C would, so that it can still say what it found
 */
export function runProgram(
  program: string,
  args: readonly string[],
  { cwd, tell, interrupted }: { cwd?: string; tell?: (said: string) => void; interrupted?: AbortSignal } = {},
): Promise<{ code: number; said: string }> {
  return new Promise((done, refuse) => {
    const child = spawn(program, args, {
      ...(cwd && { cwd }),
      env: { ...process.env, PYTHONUNBUFFERED: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
      // Of a group of its own: a signal to ours would end it without a word.
      detached: interrupted !== undefined,
    });
    let said = '';
    for (const output of [child.stdout, child.stderr]) {
      output.on('data', (chunk) => {
        said += chunk;
        tell?.(String(chunk));
      });
    }
    const interrupt = () => void child.kill('SIGINT');
    interrupted?.addEventListener('abort', interrupt);
    if (interrupted?.aborted) interrupt();
    child.once('error', refuse);
    child.once('close', (code) => {
      interrupted?.removeEventListener('abort', interrupt);
      done({ code: code ?? 1, said });
    });
  });
}

/** As `runProgram`; throws with what the program said unless it ends well. */
export async function mustRun(...about: Parameters<typeof runProgram>): Promise<string> {
  const { code, said } = await runProgram(...about);
  if (code !== 0) throw new Error(`${about[0]} ${about[1].join(' ')} ended with ${code}:\n${said}`);
  return said;
}

/** A virtual environment with these packages; answers where its programs are. */
export async function pythonTools(packages: readonly string[]): Promise<(program: string) => string> {
  const folder = join(home, `python-${packages.join('_').replaceAll(/[^\w.-]/g, '')}`);
  const program = (name: string) => join(folder, 'bin', name);
  if (!existsSync(join(folder, 'ready'))) {
    await mustRun('python3', ['-m', 'venv', '--clear', folder]);
    await mustRun(program('pip'), ['install', '--quiet', ...packages]);
    await writeFile(join(folder, 'ready'), '');
  }
  return program;
}

/** A folder with these npm packages in its node_modules. */
export async function npmTools(packages: readonly string[]): Promise<string> {
  const folder = join(home, `npm-${packages.join('_').replaceAll(/[^\w.-]/g, '')}`);
  if (!existsSync(join(folder, 'ready'))) {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'package.json'), '{"private": true, "type": "module"}');
    await mustRun('npm', ['install', '--silent', '--ignore-scripts', '--save-exact', ...packages], {
      cwd: folder,
    });
    await writeFile(join(folder, 'ready'), '');
  }
  return folder;
}
