import { globSync, readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import type { Tables } from '../server/db/tables.ts';

/**
 * Enforces that only a table's module queries it: run by `scripts/test`, prints each violation as file:line and ends with
 * 1 when there is one. Others call the owner's service, or, inside a transaction of theirs, a function of its
 * `queries.ts`. `node scripts/check-tables.ts [ROOT]` checks another tree.
 */

/** A new table does not compile until its module is named here. Paths are relative to `server/`. */
const owners: Readonly<Record<keyof Tables, string>> = {
  api_keys: 'modules/identity/',
  audit_head: 'modules/audit/',
  audit_log: 'modules/audit/',
  candidate_decisions: 'modules/candidates/',
  candidate_keys: 'modules/candidates/',
  candidate_links: 'modules/candidates/',
  candidate_notes: 'modules/candidates/',
  candidate_progress: 'modules/candidates/',
  candidate_proposals: 'modules/candidates/',
  candidate_records: 'modules/candidates/',
  candidate_runs: 'modules/candidates/',
  candidate_tags: 'modules/search/',
  candidate_vectors: 'modules/search/',
  candidates: 'modules/search/',
  clients: 'modules/identity/',
  console_sessions: 'modules/accounts/',
  corpora: 'modules/search/',
  cvs: 'modules/cvs/',
  deletion_items: 'modules/retention/',
  deletion_machines: 'modules/retention/',
  deletions: 'modules/retention/',
  expired_data: 'modules/retention/',
  holds: 'modules/credits/',
  idempotency: 'modules/idempotency/',
  installation: 'modules/installation/',
  interview_events: 'modules/interview/',
  interview_notices: 'modules/interview/',
  interview_sessions: 'modules/interview/',
  interview_settings: 'modules/interview/',
  invitation_mails: 'modules/invitations/',
  invitations: 'modules/invitations/',
  invites: 'modules/accounts/',
  job_versions: 'modules/jobs/',
  jobs: 'modules/jobs/',
  ledger: 'modules/credits/',
  ledger_totals: 'modules/credits/',
  live_processes: 'modules/interview/',
  machines: 'modules/retention/',
  memberships: 'modules/accounts/',
  oidc_flows: 'modules/accounts/',
  personas: 'modules/interview/',
  prices: 'modules/credits/',
  projects: 'modules/identity/',
  rate_windows: 'modules/identity/',
  recovery_codes: 'modules/accounts/',
  retention_progress: 'modules/retention/',
  retention_rules: 'modules/retention/',
  run_metadata: 'modules/runs/',
  run_outcomes: 'modules/runs/',
  run_tags: 'modules/runs/',
  run_versions: 'modules/speech/',
  runs: 'modules/runs/',
  scheduled_jobs: 'modules/installation/',
  search_results: 'modules/search/',
  sign_in_attempts: 'modules/accounts/',
  upload_files: 'modules/uploads/',
  uploads: 'modules/uploads/',
  users: 'modules/accounts/',
  webhook_attempts: 'modules/webhooks/',
  webhook_disabled_urls: 'modules/webhooks/',
  webhook_messages: 'modules/webhooks/',
  webhook_secrets: 'modules/webhooks/',
  workers: 'modules/runs/',
};

type Table = keyof Tables;
/** A table that a variable names, so that the source does not tell which. */
const UNNAMED = '(a variable)';

interface Exception {
  file: string;
  reads?: readonly (Table | typeof UNNAMED)[];
  writes?: readonly (Table | typeof UNNAMED)[];
  why: string;
}

/** One that is not needed any more is a violation, too. */
const exceptions: readonly Exception[] = [
  {
    file: 'modules/overview/repository.ts',
    reads: ['runs', 'clients', 'api_keys'],
    why: "figures over everybody's rows; each is one statement that an index of its own answers",
  },
  {
    file: 'modules/watching/metrics-standing.ts',
    reads: ['runs', 'ledger_totals', 'webhook_messages', 'candidates', 'corpora'],
    why: 'counts over the whole installation, each one statement; no other module asks for them',
  },
  {
    file: 'modules/watching/metrics-ended.ts',
    reads: ['runs', 'run_outcomes', 'interview_events', 'webhook_messages', 'webhook_attempts'],
    why: 'what has ended since the last look, with its parts',
  },
  {
    file: 'modules/credits/repository.ts',
    reads: ['clients'],
    writes: ['clients'],
    why: 'the balance: read with the holds in one statement, written with the entry that changes it',
  },
  {
    file: 'modules/installation/key-pepper.ts',
    reads: ['api_keys'],
    why: 'whether a key was made with a pepper that is missing now; asked before there are services',
  },
  {
    file: 'modules/runs/queue-repository.ts',
    reads: ['clients'],
    why: 'clients with a free slot and a waiting line, in one statement',
  },
  {
    file: 'modules/retention/run-rows.ts',
    reads: ['runs', 'webhook_messages', 'webhook_attempts', UNNAMED],
    writes: ['runs', 'webhook_messages', 'webhook_attempts', UNNAMED],
    why: 'the one list of everything that names a run, counted and deleted in one transaction; a test holds it complete',
  },
  {
    file: 'modules/retention/deletion-rows.ts',
    reads: ['runs', 'run_metadata', 'candidate_runs'],
    why: 'what a deletion is about, less what is being deleted already, in one statement',
  },
  {
    file: 'modules/candidates/queries.ts',
    reads: [UNNAMED],
    writes: [UNNAMED],
    why: 'the one list of its own tables that name a record, counted and deleted in one transaction',
  },
  {
    file: 'modules/retention/deletion-worker.ts',
    reads: ['runs'],
    why: 'calls off what no worker has begun, and looks whether the run is at rest, where its rows are deleted',
  },
  {
    file: 'modules/retention/expire.ts',
    reads: ['runs', 'run_versions'],
    writes: ['runs', 'run_versions'],
    why: 'takes a part from a run, its earlier results and its webhooks in one transaction',
  },
  { file: 'modules/retention/inventory.ts', reads: ['runs'], why: 'hashes the stored text of a result' },
  {
    file: 'modules/retention/old-runs.ts',
    reads: ['runs'],
    why: 'walks the runs of a client in the order in which they ended, by an index of its own',
  },
  {
    file: 'modules/speech/rescoring-repository.ts',
    reads: ['runs', 'deletion_items'],
    writes: ['runs'],
    why: 'puts the new result in the place of the old one, unless the run is being deleted, in one transaction',
  },
];

const exempt = [
  // Makes the tables, locks a client's row for every module, and frees space.
  'db/',
];

const reading = ['selectFrom', 'innerJoin', 'leftJoin', 'rightJoin', 'fullJoin', 'crossJoin'];
const writing = ['insertInto', 'replaceInto', 'updateTable', 'deleteFrom', 'mergeInto'];

export interface TableUse {
  table: string;
  writes: boolean;
  line: number;
}

/** Tables that a source text names in Kysely's calls and in SQL; comments are passed over. */
export function tablesOf(source: string): TableUse[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g, (comment) =>
    comment.replaceAll(/[^\n]/g, ' '),
  );
  const uses: TableUse[] = [];
  const note = (at: number, table: string, writes: boolean) =>
    uses.push({ table, writes, line: code.slice(0, at).split('\n').length });

  const calls = new RegExp(
    `\\.(${[...reading, ...writing].join('|')})\\(\\s*(?:'(\\w+)[^']*'|\\[([^\\]]*)\\]|(\\w+)(?=\\s*[,)]|\\s+as\\b))`,
    'g',
  );
  for (const { index, 1: method, 2: name, 3: list, 4: variable } of code.matchAll(calls)) {
    const writes = writing.includes(method!);
    const names = name
      ? [name]
      : variable
        ? [UNNAMED]
        : [...list!.matchAll(/'(\w+)/g)].map(([, one]) => one!);
    for (const table of names) note(index, table, writes);
  }
  for (const template of code.matchAll(/\bsql\s*(?:<[^`]*>)?\s*`([^`]*)`/g)) {
    const statements = template[1]!.matchAll(
      /\b(from|join|into|update|vacuum|table)\s+(\w+(?:\s*,\s*\w+)*)/gi,
    );
    for (const [, verb, names] of statements) {
      for (const table of names!.split(/\s*,\s*/)) {
        if (table in owners) note(template.index, table, !/^(from|join)$/i.test(verb!));
      }
    }
  }
  return uses.sort((a, b) => a.line - b.line);
}

export interface Violation {
  /** Relative to the root, with "/". */
  file: string;
  line: number;
  message: string;
}

/** Checks every `.ts` file below `root`/server. */
export function checkTables(root: string, allowed: readonly Exception[] = exceptions): Violation[] {
  const server = join(root, 'server');
  const violations: Violation[] = [];
  const used = new Set<string>();
  for (const name of globSync('**/*.ts', { cwd: server }).sort()) {
    const path = name.split(sep).join('/');
    if (exempt.some((folder) => path.startsWith(folder))) continue;
    for (const { table, writes, line } of tablesOf(readFileSync(join(server, name), 'utf8'))) {
      const owner = owners[table as Table];
      if (owner !== undefined && path.startsWith(owner)) continue;
      const key = `${path} ${writes ? 'writes' : 'reads'} ${table}`;
      if (isAllowed(allowed, path, table, writes)) used.add(key);
      else {
        const verb = writes ? 'change' : 'read';
        const belongs = owner ? `${owner} owns it` : 'no module owns it';
        violations.push({ file: `server/${path}`, line, message: `may not ${verb} "${table}": ${belongs}.` });
      }
    }
  }
  for (const { file, reads = [], writes = [] } of allowed) {
    const keys = [
      ...reads.map((table) => `${file} reads ${table}`),
      ...writes.map((table) => `${file} writes ${table}`),
    ];
    for (const key of keys.filter((one) => !used.has(one))) {
      violations.push({ file: `server/${file}`, line: 1, message: `the exception "${key}" is not needed.` });
    }
  }
  return violations;
}

function isAllowed(allowed: readonly Exception[], path: string, table: string, writes: boolean): boolean {
  return allowed
    .filter(({ file }) => file === path)
    .some((one) => ((writes ? one.writes : one.reads) ?? []).some((name) => name === table));
}

if (import.meta.main) {
  const root = resolve(process.argv[2] ?? join(import.meta.dirname, '..'));
  const violations = checkTables(root);
  for (const { file, line, message } of violations) console.log(`${file}:${line}: ${message}`);
  if (violations.length > 0) {
    console.log(
      `${violations.length} queries are of other modules' tables (the owners are in scripts/check-tables.ts).`,
    );
    process.exitCode = 1;
  }
}
