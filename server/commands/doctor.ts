import type { Command } from 'commander';
import pc from 'picocolors';
import type { Finding } from '../engines/programs.ts';
import type { CommandContext } from './context.ts';
import { findings } from './doctor/checks.ts';
import { printJson, printLines } from './output.ts';
import { hang, padEnd } from './text-layout.ts';

const verdicts = {
  well: 'Everything required is here.',
  missing: (count: number) => `${count} required ${count === 1 ? 'thing is' : 'things are'} missing.`,
};

/** `assay doctor`: what is installed, what is missing, what to do. It changes nothing. */
export function registerDoctor(program: Command, context: CommandContext): void {
  program
    .command('doctor')
    .description(
      'check programs, models, database, disk and port; ends with 1 when something required is missing',
    )
    .option('--json', 'print {"ok", "checks": [{"name", "status", "detail", "advice"}]}')
    .action(async (options: { json?: true }) => {
      const checks = await findings(context.config(), context.env.PATH ?? '');
      const ok = checks.every(({ status }) => status !== 'missing');
      context.setExitCode(ok ? 0 : 1);
      if (options.json) printJson(context, { ok, checks });
      else printLines(context, ...render(checks, { colours: context.isTerminal, verdicts }));
    });
}

/** One line each with what to do about it, and a verdict. */
export function render(
  checks: readonly Finding[],
  { colours, verdicts }: { colours: boolean; verdicts: { well: string; missing: (count: number) => string } },
): string[] {
  const paint = pc.createColors(colours);
  const mark = { ok: paint.green('✔'), warning: paint.yellow('!'), missing: paint.red('✖') };
  const width = Math.max(...checks.map(({ name }) => name.length));
  const lines = checks.flatMap(({ name, status, detail, advice }) => [
    ...hang(`${mark[status]} ${padEnd(name, width)}  `, detail, 100),
    ...(advice ? hang(`${' '.repeat(width + 4)}→ `, advice, 100) : []),
  ]);
  const count = (status: Finding['status']) => checks.filter((check) => check.status === status).length;
  const [missing, warnings] = [count('missing'), count('warning')];
  const verdict = missing > 0 ? paint.red(verdicts.missing(missing)) : paint.green(verdicts.well);
  return [...lines, '', verdict + (warnings > 0 ? ` ${warnings} to look at.` : '')];
}
