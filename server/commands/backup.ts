import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { BackupError } from '../backup/backup-error.ts';
import { makeIdentity } from '../backup/keys.ts';
import { pruneBackups } from '../backup/prune.ts';
import { createRepository, type Repository } from '../backup/repository.ts';
import { verifyBackups } from '../backup/verify.ts';
import { ApiError } from '../errors.ts';
import { wholeNumber } from './arguments.ts';
import { keyFileHelp, keyOf, type PlaceOptions, storeOf } from './backup/context.ts';
import { create, noteAllDeletions } from './backup/create.ts';
import { drill } from './backup/drill.ts';
import type { CommandContext } from './context.ts';
import { megabytes } from './models/progress.ts';
import { printJson, printLines, printTable, shortTime } from './output.ts';

interface FromOptions extends PlaceOptions {
  from?: string;
}

const examples = [
  '',
  'Examples:',
  '  assay backup keygen --out /root/assay-backup.key',
  '  assay backup create --to /mnt/backups --key-file /root/assay-backup.key',
  '  assay backup verify --deep --from /mnt/backups --key-file /root/assay-backup.key',
  '  assay restore --from /mnt/backups --key-file /root/assay-backup.key --into /srv/assay-data',
  '',
  'A key file holds one of: a passphrase; public keys (age1…), with which backups can be made and not opened;',
  'secret keys (AGE-SECRET-KEY-1…). Without it no backup can be restored: keep a copy elsewhere.',
  'The server backs itself up with ASSAY_BACKUP_TO. docs/backup.md has the whole of it.',
  '',
].join('\n');

/** `assay backup …`: copies of database and files, encrypted, made while the server runs. */
export function registerBackup(program: Command, context: CommandContext): void {
  const backup = program
    .command('backup')
    .description(
      'back up database and files while the server runs: create, list, verify, drill, prune, keygen',
    )
    .addHelpText('after', examples);

  backup
    .command('create')
    .description('make a backup; only what is new since the last one is copied')
    .option('--to <place>', 'where to: a folder or s3://BUCKET/PREFIX (ASSAY_BACKUP_TO)')
    .option('--key-file <file>', keyFileHelp)
    .addOption(new Option('--scheduled', 'by the server itself, which also prunes').hideHelp())
    .option(
      '--json',
      'print {"backup", "takenAt", "knownFiles", "goneCount", "hasKeyPepper", "swept", "pruned"}',
    )
    .action((options) => create(context, options));

  backup
    .command('note-deletions', { hidden: true })
    .description('write down beside the backups what was deleted with a certificate')
    .option('--to <place>', 'where to: a folder or s3://BUCKET/PREFIX (ASSAY_BACKUP_TO)')
    .option('--key-file <file>', keyFileHelp)
    .option('--json', 'print {"noted"}')
    .action((options) => noteAllDeletions(context, options));

  backup
    .command('list')
    .description('the backups there are, the oldest first')
    .option('--from <place>', 'where they are: a folder or s3://BUCKET/PREFIX (ASSAY_BACKUP_TO)')
    .option(
      '--json',
      'print {"backups": [{"id", "createdAt", "files", "sizeBytes", "addedBytes", …}], "withoutRecord"}',
    )
    .action((options: FromOptions) => list(context, options));

  backup
    .command('verify')
    .description('read every backup back and check each hash; exits with 1 when something is damaged')
    .argument('[backup]', 'this one only; the beginning of its id is enough')
    .option('--from <place>', 'where they are: a folder or s3://BUCKET/PREFIX (ASSAY_BACKUP_TO)')
    .option('--deep', 'decrypt every file, too, as a restore would; needs the secret key or passphrase')
    .option('--discard-damaged', 'remove damaged objects, so that the next backup stores those files anew')
    .option('--key-file <file>', keyFileHelp)
    .option('--json', 'print {"backups", "objects", "bytes", "faults": [{"backupId", "fault"}]}')
    .action((id, options) => verify(context, id, options));

  backup
    .command('drill')
    .description(
      'restore the newest backup beside the data, check it and remove it again; needs the secret key or passphrase',
    )
    .option('--from <place>', 'where they are: a folder or s3://BUCKET/PREFIX (ASSAY_BACKUP_TO)')
    .option('--key-file <file>', keyFileHelp)
    .option(
      '--database <url>',
      'with PostgreSQL: an empty database to restore into, which you drop afterwards',
    )
    .option('--json', 'print {"backup", "takenAt", "files", "bytes", "runs", "auditIntact"}')
    .action((options) => drill(context, options));

  backup
    .command('prune')
    .description('remove old backups and what only they needed; the newest always stays')
    .option('--from <place>', 'where they are: a folder or s3://BUCKET/PREFIX (ASSAY_BACKUP_TO)')
    .option('--keep <count>', 'this many of the newest stay', wholeNumber)
    .option('--keep-days <days>', 'those of so many days stay', wholeNumber)
    .option('--dry-run', 'only say which would go')
    .option('--json', 'print {"removed": [{"id", …}], "kept", "swept": {"files", "bytes"}}')
    .action((options) => prune(context, options));

  backup
    .command('keygen')
    .description('make a secret key; its public key, which makes backups and cannot open them, is printed')
    .requiredOption('--out <file>', 'where the secret key goes; must not exist')
    .option('--json', 'print {"recipient", "file"}')
    .action((options) => keygen(context, options));
}

async function list(context: CommandContext, options: FromOptions): Promise<void> {
  const store = storeOf(options.from, context.config(), '--from');
  const repository = createRepository(store);
  const backups = await repository.list();
  const left = await repository.withoutRecord(backups);
  const isDamaged = left.manifests.length > 0 && !left.isUnderWay;
  if (isDamaged) context.setExitCode(1);
  if (options.json) {
    printJson(context, { backups, withoutRecord: left });
    return;
  }
  printTable(
    context,
    ['BACKUP', 'MADE', 'FILES', 'SIZE', 'NEW IN IT'],
    backups.map((one) => [
      one.id,
      shortTime(one.createdAt, ''),
      one.files,
      megabytes(one.sizeBytes),
      megabytes(one.addedBytes),
    ]),
    left.manifests.length > 0 || left.objects > 0
      ? `There is no finished backup in ${store.label}.`
      : `There is no finished backup in ${store.label} yet.`,
  );
  const others = saidOfOthers(left);
  if (others !== null) printLines(context, others);
}

/** Null where nothing else is there. */
function saidOfOthers({
  manifests,
  objects,
  isUnderWay,
}: Awaited<ReturnType<Repository['withoutRecord']>>): string | null {
  if (manifests.length === 0 && objects === 0) return null;
  const names = manifests.slice(0, 3).join(', ') + (manifests.length > 3 ? ' …' : '');
  const stored = objects > 0 ? count(objects, 'object') : '';
  const what = [manifests.length > 0 ? `${count(manifests.length, 'manifest')} (${names})` : '', stored];
  const there = `Also there: ${what.filter(Boolean).join(' and ')} of no finished backup.`;
  return isUnderWay
    ? `${there} A backup is under way or was cut off: the next one uses what it stored, or clears it away.`
    : manifests.length > 0
      ? `${there} Their records (backups/ID.json) are missing: put them back from a copy before the next backup is made, or nothing of it can be restored.`
      : `${there} Whatever named them is gone.`;
}

async function verify(
  context: CommandContext,
  backupId: string | undefined,
  options: FromOptions & { deep?: true; discardDamaged?: true },
): Promise<void> {
  const config = context.config();
  const verified = await verifyBackups({
    store: storeOf(options.from, config, '--from'),
    key: options.deep ? await keyOf(options, config) : null,
    backupId,
    discardDamaged: options.discardDamaged === true,
  });
  if (verified.faults.length > 0) context.setExitCode(1);
  if (options.json) {
    printJson(context, verified);
    return;
  }
  const { backups, objects, bytes, faults } = verified;
  const what = options.deep ? 'decrypted and compared' : 'read and compared';
  printLines(
    context,
    ...faults.map(({ backupId: id, fault }) => `${id}: ${fault}`),
    faults.length === 0
      ? `${count(backups, 'backup')} intact: ${count(objects, 'object')}, ${megabytes(bytes)} ${what}.`
      : `${count(faults.length, 'fault')} in ${count(new Set(faults.map((one) => one.backupId)).size, 'backup')}. ${
          options.discardDamaged
            ? 'The next backup stores the damaged files anew.'
            : 'So that the next backup stores the damaged files anew: --discard-damaged'
        }`,
  );
}

async function prune(
  context: CommandContext,
  options: FromOptions & { keep?: number; keepDays?: number; dryRun?: true },
): Promise<void> {
  const config = context.config();
  if (options.keep === undefined && options.keepDays === undefined && config.backup.to === null) {
    throw new ApiError('INVALID_INPUT', 'Say what stays: --keep COUNT, --keep-days DAYS, or both.');
  }
  if ((options.keep ?? 1) < 1 || (options.keepDays ?? 1) < 1) {
    throw new ApiError('INVALID_INPUT', '--keep and --keep-days must be at least 1.');
  }
  const isGiven = options.keep !== undefined || options.keepDays !== undefined;
  const pruned = await pruneBackups({
    store: storeOf(options.from, config, '--from'),
    keep: isGiven ? { count: options.keep ?? null, days: options.keepDays ?? null } : config.backup.keep,
    clock: context.clock,
    dryRun: options.dryRun === true,
  });
  if (options.json) {
    printJson(context, pruned);
    return;
  }
  const { removed, kept, swept } = pruned;
  printLines(
    context,
    ...removed.map(({ id }) => `${options.dryRun ? 'would go' : 'removed'}: ${id}`),
    `${count(kept, 'backup')} kept; ${megabytes(swept.bytes)} freed.`,
  );
}

async function keygen(context: CommandContext, { out, json }: { out: string; json?: true }): Promise<void> {
  const file = resolve(out);
  const { identity, recipient } = await makeIdentity();
  const text = `# Opens backups of Assay. Keep a copy apart from them and from the server.\n# public key: ${recipient}\n${identity}\n`;
  await writeFile(file, text, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
    throw new BackupError('BACKUP_KEY', `The file ${file} is there already; it is left as it is.`);
  });
  if (json) printJson(context, { recipient, file });
  else {
    printLines(
      context,
      `The secret key is in ${file}. Without it no backup can be restored: keep a copy elsewhere.`,
      `Public key: ${recipient}`,
    );
  }
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;
