import { type Command, Option } from 'commander';
import { roleFrom, roles, runRole } from '../process/run-role.ts';
import { programFile } from '../program-files.ts';
import type { CommandContext } from './context.ts';

/** `assay serve`: the whole appliance in the foreground, until a signal. */
export function registerServe(program: Command, context: CommandContext): void {
  program
    .command('serve')
    .description('serve in the foreground until interrupted; logs go to standard error')
    .addOption(new Option('--role <role>', 'what to run here (ROLE, else all)').choices([...roles]))
    .action(async (options: { role?: string }) => {
      // Loaded only here: the other commands need neither the HTTP server nor the lanes.
      const { composition } = await import('../app/composition.ts');
      const status = await runRole({
        role: options.role ?? roleFrom([], context.env),
        env: context.env,
        mainPath: programFile('main'),
        composition,
        say: (line) => context.stdout.write(`${line}\n`),
        complain: (line) => context.stderr.write(`${line}\n`),
      });
      context.setExitCode(status);
    });
}
