import { resolve } from 'node:path';
import type { Command } from 'commander';
import { wholeNumber } from './arguments.ts';
import type { CommandContext } from './context.ts';
import { printJson, printLines } from './output.ts';
import { writeArchive } from './support-bundle/archive.ts';
import { bundleFolder, collectParts } from './support-bundle/collect.ts';

/** `assay support-bundle`: what helps to find a fault, without personal data. It changes nothing. */
export function registerSupportBundle(program: Command, context: CommandContext): void {
  program
    .command('support-bundle')
    .description(
      'write versions, settings, checks, figures and the end of the log into an archive, without personal data',
    )
    .requiredOption('--to <file>', 'archive to write, a .tar.gz; one that is there is replaced')
    .option('--log <file>', "the server's log, as it came from its standard error")
    .option('--lines <count>', 'take at most this many lines from its end', wholeNumber, 2000)
    .option('--json', 'print {"path", "sizeBytes", "sha256", "parts": ["…"]}')
    .addHelpText(
      'after',
      '\nExamples:\n  assay support-bundle --to support.tar.gz --log /var/log/assay.log\n' +
        '  docker compose logs --no-log-prefix assay > assay.log\n',
    )
    .action(async (options: { to: string; log?: string; lines: number; json?: true }) => {
      const path = resolve(options.to);
      const parts = await collectParts({
        config: context.config(),
        env: context.env,
        clock: context.clock,
        ...(options.log !== undefined && { logPath: resolve(options.log) }),
        lines: Math.max(1, options.lines),
      });
      const written = await writeArchive(path, { folder: bundleFolder(context.clock.now()), parts });
      const names = parts.map(({ name }) => name);
      if (options.json) return printJson(context, { path, ...written, parts: names });
      printLines(
        context,
        `${path} (${Math.ceil(written.sizeBytes / 1024)} KB): ${names.join(', ')}`,
        'It has no names, recordings, transcripts, CVs, keys or passwords. Look it through before you send it.',
        ...(options.log === undefined
          ? ['There is no log in it: give the file that standard error was kept in with --log FILE.']
          : []),
      );
    });
}
