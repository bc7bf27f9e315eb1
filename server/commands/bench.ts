import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import type { CommandContext } from './context.ts';

const folder = resolve(import.meta.dirname, '../../scripts/bench');

/**
 * `assay bench NAME`: one measuring program of scripts/bench, in a process of its own so that neither disturbs the
 * other; its options are its own. An image without that folder has no benches.
 */
export function registerBench(program: Command, context: CommandContext): void {
  const bench = program.command('bench').description('measure: speed of the steps, quality of the parts');
  for (const name of benchNames()) {
    bench
      .command(name)
      .description(`run scripts/bench/${name}.ts; its --help tells its options`)
      .helpOption(false)
      .allowUnknownOption()
      .allowExcessArguments()
      .argument('[options...]')
      .action(async (given: string[]) => context.setExitCode(await runBench(name, given, context.env)));
  }
}

function benchNames(): string[] {
  try {
    return readdirSync(folder)
      .filter((file) => file.endsWith('.ts'))
      .map((file) => file.slice(0, -'.ts'.length))
      .sort();
  } catch {
    return [];
  }
}

function runBench(name: string, args: readonly string[], env: CommandContext['env']): Promise<number> {
  return new Promise((done, refuse) => {
    const child = spawn(process.execPath, [join(folder, `${name}.ts`), ...args], { stdio: 'inherit', env });
    child.once('error', refuse);
    child.once('exit', (code) => done(code ?? 1));
  });
}
