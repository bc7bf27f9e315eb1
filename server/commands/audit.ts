import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Command, Option } from 'commander';
import { limits } from '../config/limits.ts';
import { ApiError } from '../errors.ts';
import { checkChain } from '../modules/audit/chain.ts';
import { exportOf } from '../modules/audit/contract.ts';
import type { AuditFilter, AuditRecord, AuditVerdict } from '../modules/audit/types.ts';
import { wholeNumber } from './arguments.ts';
import type { CommandContext } from './context.ts';
import { printJson, printLines, printTable, shortTime } from './output.ts';

interface FilterOptions {
  client?: string;
  action?: string;
  search?: string;
  from?: string;
  to?: string;
}

/** `assay audit`: who did what, when and from where. */
export function registerAudit(program: Command, context: CommandContext): void {
  const audit = program.command('audit').description('the audit log: who did what, when and from where');

  registerVerify(audit, context);
  registerList(audit, context);
  registerExport(audit, context);
}

function registerVerify(audit: Command, context: CommandContext): void {
  audit
    .command('verify')
    .description('recalculate every hash of the log; exits with 1 when the chain is broken')
    .option('--anchor <entry>', 'NUMBER:HASH noted earlier; that entry must still be in the log')
    .option('--anchors <path>', 'also hold it against anchors that were collected elsewhere (JSON lines)')
    .option('--file <path>', 'check a whole export (JSON lines) instead of the database')
    .option('--json', 'print {"isIntact", "entries", "head", "brokenAt", "reason"}')
    .addHelpText(
      'after',
      '\nThe log is held against the ends that were noted in AUDIT_ANCHOR_FILE. Note the number and hash it prints,\n' +
        'too: kept elsewhere, they are the --anchor of the next.\n',
    )
    .action(async (options: { anchor?: string; anchors?: string; file?: string; json?: boolean }) => {
      const anchor = options.anchor === undefined ? undefined : parseAnchor(options.anchor);
      const verdict =
        options.file === undefined
          ? await context.withServices((services) =>
              services.audit.verify({ anchor, anchorFile: options.anchors }),
            )
          : await verifyFile(options.file, anchor);
      if (!verdict.isIntact) context.setExitCode(1);
      if (options.json) return printJson(context, verdict);
      printLines(
        context,
        verdict.isIntact
          ? `The chain of ${verdict.entries} entries is intact. Newest: ${verdict.entries}:${verdict.head ?? ''}`
          : `The chain is broken at entry ${verdict.brokenAt}: ${verdict.reason}`,
      );
    });
}

function registerList(audit: Command, context: CommandContext): void {
  withFilters(audit.command('list'))
    .description('newest entries')
    .option('--limit <count>', 'at most this many', wholeNumber, limits.auditPage.default)
    .option('--json', 'print {"entries": [{"sequence", "at", …}], "hasMore"}')
    .action((options: FilterOptions & { limit: number; json?: boolean }) =>
      context.withServices(async (services) => {
        const limit = Math.max(1, options.limit);
        const { entries, hasMore } = await services.audit.list({ ...filterOf(options), limit });
        if (options.json) return printJson(context, { entries, hasMore });
        printTable(
          context,
          ['NO', 'WHEN', 'WHO', 'ACTION', 'CLIENT', 'TARGET', 'FROM'],
          entries.map((entry) => [
            entry.sequence,
            shortTime(entry.at, ''),
            printable(entry.actor.name),
            entry.action,
            printable(entry.clientName ?? entry.clientId ?? ''),
            printable(entry.target ?? ''),
            entry.ipAddress ?? entry.actor.kind,
          ]),
          'The log has no such entries.',
        );
      }),
    );
}

function registerExport(audit: Command, context: CommandContext): void {
  withFilters(audit.command('export'))
    .description('all entries, oldest first')
    .addOption(new Option('--format <format>', 'form of the file').choices(['jsonl', 'csv']).default('jsonl'))
    .option('--output <path>', 'file to write (standard output)')
    .action((options: FilterOptions & { format: 'jsonl' | 'csv'; output?: string }) =>
      context.withServices(async (services) => {
        const filter = filterOf(options);
        await services.record({
          action: 'audit.export',
          clientId: options.client ?? null,
          target: null,
          details: { format: options.format, ...filter },
        });
        const { lines } = exportOf(options.format, services.audit.walk(filter));
        const to =
          options.output === undefined
            ? context.stdout
            : createWriteStream(options.output, { flags: 'wx', mode: 0o600 });
        await pipeline(Readable.from(lines), to, { end: options.output !== undefined });
      }),
    );
}

const withFilters = (command: Command): Command =>
  command
    .option('--client <id>', 'of this client only')
    .option('--action <action>', 'such as "key.create", or "key" for all about keys')
    .option('--search <text>', "in the actor's name or the target")
    .option('--from <time>', 'from this time on, such as 2026-03-01')
    .option('--to <time>', 'before this time');

function filterOf({ client, action, search, from, to }: FilterOptions): AuditFilter {
  const utc = (text: string) => {
    const at = new Date(text);
    if (Number.isNaN(at.getTime())) throw new ApiError('INVALID_DATE', `"${text}" is not a time.`);
    return at.toISOString();
  };
  return {
    ...(client !== undefined && { clientId: client }),
    ...(action !== undefined && { action }),
    ...(search !== undefined && { search }),
    ...(from !== undefined && { from: utc(from) }),
    ...(to !== undefined && { to: utc(to) }),
  };
}

function parseAnchor(text: string): { sequence: number; hash: string } {
  const found = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text);
  if (!found)
    throw new ApiError('INVALID_INPUT', 'An anchor is NUMBER:HASH, as "assay audit verify" prints it.');
  return { sequence: Number(found[1]), hash: found[2]! };
}

/** An export proves itself, without a database or a secret; only what follows its last line it cannot know. */
async function verifyFile(path: string, anchor?: { sequence: number; hash: string }): Promise<AuditVerdict> {
  let hashAtAnchor: string | undefined;
  const chain = await checkChain(recordsOf(path), ({ sequence, hash }) => {
    if (sequence === anchor?.sequence) hashAtAnchor = hash;
  });
  const lacksAnchor = chain.brokenAt === null && anchor !== undefined && hashAtAnchor !== anchor.hash;
  return {
    isIntact: chain.brokenAt === null && !lacksAnchor,
    entries: chain.entries,
    head: chain.entries === 0 ? null : chain.hash,
    brokenAt: lacksAnchor ? anchor.sequence : chain.brokenAt,
    reason: lacksAnchor ? `Entry ${anchor.sequence} is not the one that was noted.` : chain.reason,
  };
}

async function* recordsOf(path: string): AsyncGenerator<AuditRecord> {
  const lines = createInterface({
    input: createReadStream(path, 'utf8'),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
  for await (const line of lines) {
    if (line.trim() === '') continue;
    const record = parseLine(line);
    if (!record?.actor) throw new ApiError('INVALID_INPUT', `"${path}" is not an export in JSON lines.`);
    yield record;
  }
}

function parseLine(line: string): AuditRecord | null {
  try {
    return JSON.parse(line) as AuditRecord | null;
  } catch {
    return null;
  }
}

/** Without what a terminal might take for an order. */
const printable = (text: string): string => text.replaceAll(/\p{C}/gu, ' ');
