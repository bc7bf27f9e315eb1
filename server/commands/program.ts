import { Command, CommanderError } from 'commander';
import { BackupError } from '../backup/backup-error.ts';
import { ConfigError } from '../config/env.ts';
import { settingsHelp } from '../config/settings-help.ts';
import { DatabaseFault } from '../db/database-fault.ts';
import { ModelError } from '../engines/installed/model-error.ts';
import { ApiError } from '../errors.ts';
import { BucketError } from '../storage/s3/fault.ts';
import { version } from '../version.ts';
import { ApplianceError } from './appliance/appliance-error.ts';
import type { CommandContext } from './context.ts';

type Register = (program: Command, context: CommandContext) => void;

/** The file that adds each command, in the order of the help. A file is loaded when its command is called: all of them take a second. */
const commands: Readonly<Record<string, () => Promise<Register>>> = {
  serve: async () => (await import('./serve.ts')).registerServe,
  clients: async () => (await import('./clients.ts')).registerClients,
  projects: async () => (await import('./projects.ts')).registerProjects,
  keys: async () => (await import('./keys.ts')).registerKeys,
  credits: async () => (await import('./credits.ts')).registerCredits,
  runs: async () => (await import('./runs.ts')).registerRuns,
  models: async () => (await import('./models.ts')).registerModels,
  jobs: async () => (await import('./jobs.ts')).registerJobs,
  webhooks: async () => (await import('./webhooks.ts')).registerWebhooks,
  console: async () => (await import('./console.ts')).registerConsole,
  audit: async () => (await import('./audit.ts')).registerAudit,
  backup: async () => (await import('./backup.ts')).registerBackup,
  restore: async () => (await import('./restore.ts')).registerRestore,
  'migrate-to-postgres': async () => (await import('./migrate-to-postgres.ts')).registerMigrateToPostgres,
  upgrade: async () => (await import('./upgrade.ts')).registerUpgrade,
  service: async () => (await import('./service.ts')).registerService,
  'move-files-to-bucket': async () => (await import('./move-files-to-bucket.ts')).registerMoveFilesToBucket,
  appliance: async () => (await import('./appliance.ts')).registerAppliance,
  demo: async () => (await import('./demo.ts')).registerDemo,
  doctor: async () => (await import('./doctor.ts')).registerDoctor,
  'support-bundle': async () => (await import('./support-bundle.ts')).registerSupportBundle,
  bench: async () => (await import('./bench.ts')).registerBench,
};

/**
 * Runs one command line (without "node" and the script).
 *
 * Faults go to stderr: one plain line, or with `--json` one line {"error": {"code", "message"}}; stdout then stays
 * empty.
 *
 * @returns the exit code: 0, 1 for a fault, or what the command set
 */
export async function runCommandLine(
  argv: readonly string[],
  context: CommandContext & { readonly exitCode: number },
): Promise<number> {
  try {
    const program = await createProgram(argv, context);
    await program.parseAsync([...argv], { from: 'user' });
    return context.exitCode;
  } catch (error) {
    // Help and version were asked for and have been printed; help for want of a command is a fault.
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    if (error instanceof CommanderError && error.code === 'commander.help') return 1;
    const { code, message } = describe(error);
    const isJson = argv.includes('--json');
    context.stderr.write(
      isJson ? `${JSON.stringify({ error: { code, message } })}\n` : `assay: ${message}\n`,
    );
    const isUnexpected = code === 'INTERNAL_ERROR' && error instanceof Error;
    if (isUnexpected && /^(debug|trace)$/.test(context.env.LOG_LEVEL ?? '')) {
      context.stderr.write(`${error.stack}\n`);
    }
    return 1;
  }
}

async function createProgram(argv: readonly string[], context: CommandContext): Promise<Command> {
  const program = new Command('assay')
    .description(
      'Self-hosted talent assessment: interview recordings and CVs in, explainable scorecards out.',
    )
    .configureOutput({
      writeOut: (text) => context.stdout.write(text),
      writeErr: (text) => context.stderr.write(text),
      // Said once, by runCommandLine.
      outputError: () => {},
    })
    .version(version, '--version', 'print the version')
    .configureHelp({ showGlobalOptions: false })
    .showSuggestionAfterError()
    .exitOverride();
  const called = commands[argv.find((argument) => !argument.startsWith('-')) ?? ''];
  const wanted = called ? [called] : Object.values(commands);
  for (const register of await Promise.all(wanted.map((load) => load()))) register(program, context);
  const nameWidth = Math.max(...settingsHelp.map(([name]) => name.length));
  program.addHelpText(
    'after',
    [
      '',
      'Examples:',
      '  assay clients create --name "Acme" --credits 500',
      '  assay keys create --client CLIENT_ID --permissions speech --expires-days 90',
      '  assay credits show --client CLIENT_ID --json',
      '',
      'Every command has --help and most have --json; a fault then is one line of JSON on stderr,',
      '{"error": {"code", "message"}}, and the exit code 1. All commands work while a server runs.',
      '',
      'Settings come from the environment:',
      ...settingsHelp.map(([name, meaning]) => `  ${name.padEnd(nameWidth)}  ${meaning}`),
      '',
    ].join('\n'),
  );
  return program;
}

function describe(error: unknown): { code: string; message: string } {
  if (
    error instanceof ApiError ||
    error instanceof ModelError ||
    error instanceof BackupError ||
    error instanceof BucketError ||
    error instanceof ApplianceError
  )
    return { code: error.code, message: error.message };
  if (error instanceof DatabaseFault) return { code: 'DATABASE_UNUSABLE', message: error.message };
  if (error instanceof ConfigError) return { code: 'INVALID_SETTINGS', message: error.message };
  if (error instanceof CommanderError) {
    return { code: 'INVALID_USAGE', message: error.message.replace(/^error: /, '').replaceAll('\n', ' ') };
  }
  const { message, code }: NodeJS.ErrnoException = error instanceof Error ? error : new Error(String(error));
  // A refused connection to PostgreSQL has a code and, in Node, no message.
  return { code: 'INTERNAL_ERROR', message: message || code || 'Something unexpected happened.' };
}
