import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { ApiError } from '../errors.ts';
import { programFile } from '../program-files.ts';
import type { CommandContext } from './context.ts';
import { printJson, printLines } from './output.ts';
import { faultOfUnitValue, systemdUnit } from './service/unit.ts';

const UNIT_FILE = '/etc/systemd/system/assay.service';

interface InstallOptions {
  user: string;
  settings: string;
  unit: string;
  print?: true;
  json?: true;
}

/** `assay service …`: the server as a service of systemd, for an installation without containers. */
export function registerService(program: Command, context: CommandContext): void {
  program
    .command('service')
    .description('run the server as a service of systemd: install')
    .command('install')
    .description('write the unit of systemd that serves this installation, with no more rights than it needs')
    .option('--user <name>', 'user that serves; the data folder must be theirs', 'assay')
    .option('--settings <file>', 'file with the settings, NAME=VALUE a line', '/etc/assay/assay.env')
    .option('--unit <file>', 'where the unit goes', UNIT_FILE)
    .option('--print', 'show the unit and write nothing')
    .option('--json', 'print {"file", "unit"}')
    .addHelpText(
      'after',
      [
        '',
        'The service may write to the folders that DATA_DIR, SCRATCH_DIR, MODELS_DIR, AUDIT_ANCHOR_FILE and ASSAY_BACKUP_TO name, in the',
        'file with the settings or else in the environment of this call, and nowhere else. Call it again when one of them changes.',
        '',
        'Example:',
        '  sudo DATA_DIR=/var/lib/assay scripts/assay service install --user assay',
        '  sudo systemctl daemon-reload && sudo systemctl enable --now assay',
        '',
      ].join('\n'),
    )
    .action((options: InstallOptions) => install(context, options));
}

async function install(context: CommandContext, options: InstallOptions): Promise<void> {
  const settingsFile = resolve(options.settings);
  const config = context.config(await settingsIn(settingsFile));
  const file = resolve(options.unit);
  const values = {
    node: process.execPath,
    program: programFile('cli'),
    root: resolve(import.meta.dirname, '../..'),
    user: options.user,
    settingsFile,
    home: homedir(),
    config,
  };
  const fault = faultOfUnitValue(values);
  if (fault !== null) throw new ApiError('INVALID_INPUT', fault);
  const unit = systemdUnit(values);
  if (!options.print) {
    const written = writeFile(file, unit, { mode: 0o644 });
    // Nothing in it is secret: readable by all, under any umask.
    await written
      .then(() => chmod(file, 0o644))
      .catch((error: NodeJS.ErrnoException) => {
        throw new ApiError(
          'INVALID_INPUT',
          `The unit cannot be written to ${file} (${error.code}). Call it with sudo, or name another file: --unit FILE`,
        );
      });
  }
  if (options.json) {
    printJson(context, { file: options.print ? null : file, unit });
    return;
  }
  if (options.print) {
    context.stdout.write(unit);
    return;
  }
  printLines(
    context,
    `The unit is in ${file}; it serves ${config.dataDir} as ${options.user}, with the settings of ${values.settingsFile}.`,
    ...((await stat(config.dataDir).catch(() => undefined))
      ? []
      : [`Make its data folder: sudo install -d -o ${options.user} -m 700 ${config.dataDir}`]),
    `To start it, now and after each boot: sudo systemctl daemon-reload && sudo systemctl enable --now assay`,
    `Its log: journalctl -u assay`,
  );
}

/** NAME=VALUE of each line, as systemd reads them; nothing where there is no such file yet. */
async function settingsIn(file: string): Promise<Record<string, string>> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw new ApiError('INVALID_INPUT', `The file ${file} with the settings cannot be read (${error.code}).`);
  });
  const lines = text.matchAll(/^[ \t]*([A-Za-z_]\w*)=(.*)$/gm);
  return Object.fromEntries(
    [...lines].map(([, name, value]) => [name, value!.trim().replace(/^(["'])(.*)\1$/, '$2')]),
  );
}
