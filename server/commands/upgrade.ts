import type { Command } from 'commander';
import { version } from '../version.ts';
import type { CommandContext } from './context.ts';
import { render } from './doctor.ts';
import { printJson, printLines } from './output.ts';
import { upgradeFindings } from './upgrade/checks.ts';

/** `assay upgrade …`: what this version would do with an installation that an earlier one has served. */
export function registerUpgrade(program: Command, context: CommandContext): void {
  const upgrade = program
    .command('upgrade')
    .description('what the first start of this version would do with this installation: check');

  upgrade
    .command('check')
    .description('say what would happen, and change nothing; ends with 1 when something stands in the way')
    .option(
      '--json',
      'print {"version", "ok", "pending", "checks": [{"name", "status", "detail", "advice"}]}',
    )
    .addHelpText(
      'after',
      [
        '',
        'Call it by the new version, with the settings and the data folder of the installation, before that version starts. The',
        'old server may run meanwhile. docs/upgrade.md has the whole of it.',
        '',
      ].join('\n'),
    )
    .action(async ({ json }: { json?: true }) => {
      const { checks, pending } = await upgradeFindings(context.config(), context.env);
      const ok = checks.every(({ status }) => status !== 'missing');
      context.setExitCode(ok ? 0 : 1);
      if (json) {
        printJson(context, { version, ok, pending, checks });
        return;
      }
      const verdicts = {
        well: `Assay ${version} can start with this installation.`,
        missing: (count: number) =>
          `${count} ${count === 1 ? 'thing stands' : 'things stand'} in the way of Assay ${version}.`,
      };
      printLines(context, ...render(checks, { colours: context.isTerminal, verdicts }));
    });
}
