import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import { type Customer, repeatedOf, type Sent } from './customers.ts';

/** What must hold after everything that went wrong. */
export interface Verdict {
  runs: number;
  ended: Record<string, number>;
  /** Accepted and not there, or never ended. */
  lost: number;
  charges: number;
  chargedTwice: number;
  /** Ended well without a charge, or charged without having ended well. */
  chargedWrongly: number;
  /** Customers whose balance is not what the ledger says. */
  balancesWrong: number;
  held: number;
}

export async function judge(
  db: Kysely<Tables>,
  { customers, sent }: { customers: readonly Customer[]; sent: Sent },
): Promise<Verdict> {
  const runs = await db
    .selectFrom('runs')
    .select(['id', 'status', 'error_code', 'charged_credits'])
    .execute();
  const debits = await db.selectFrom('ledger').selectAll().where('type', '=', 'debit').execute();
  const byRun = new Map<string, number>();
  for (const { reference_id } of debits)
    byRun.set(String(reference_id), (byRun.get(String(reference_id)) ?? 0) + 1);
  const ended: Record<string, number> = {};
  for (const { status, error_code } of runs) {
    const end = String(status === 'failed' ? error_code : status);
    ended[end] = (ended[end] ?? 0) + 1;
  }
  const ids = new Set(runs.map(({ id }) => id));
  const open = runs.filter(({ status }) => status === 'queued' || status === 'processing');
  const isCharged = ({ id }: { id: string }) => byRun.has(id);
  const isGood = ({ status }: { status: string }) => status === 'success' || status === 'partial';
  let balancesWrong = 0;
  for (const { id, credits } of customers) {
    const spent = debits
      .filter(({ client_id }) => client_id === id)
      .reduce((sum, { amount }) => sum + amount, 0);
    const { credit_balance } = await db
      .selectFrom('clients')
      .select('credit_balance')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (credit_balance !== credits - spent) balancesWrong++;
  }
  return {
    runs: runs.length,
    ended,
    lost: [...sent.accepted].filter((id) => !ids.has(id)).length + open.length,
    charges: debits.length,
    chargedTwice: [...byRun.values()].filter((count) => count > 1).length,
    chargedWrongly: runs.filter((run) => isGood(run) !== isCharged(run)).length,
    balancesWrong,
    held: (await db.selectFrom('holds').selectAll().execute()).length,
  };
}

/** The verdict as rows of a table, behind what was sent. */
export function verdictRows(verdict: Verdict, sent: Sent): [string, string | number][] {
  const ended = Object.entries(verdict.ended).map(([end, count]) => `${count} ${end}`);
  return [
    ['recordings accepted', sent.accepted.size],
    ['requests repeated, by answer', repeatedOf(sent)],
    ['other answers', sent.refused.length],
    ['runs, interviews among them', verdict.runs],
    ['ended', ended.join(', ')],
    ['lost', verdict.lost],
    ['charges', verdict.charges],
    ['charged twice', verdict.chargedTwice],
    [
      'charged wrongly, balances wrong, holds left',
      `${verdict.chargedWrongly}, ${verdict.balancesWrong}, ${verdict.held}`,
    ],
  ];
}

/** Rows under each other, then the first few answers that should not have been. */
export function printTable(rows: readonly [string, string | number][], { refused }: Sent): void {
  const width = Math.max(...rows.map(([name]) => name.length));
  for (const [name, value] of rows) console.log(`${name.padEnd(width)}  ${value}`);
  for (const line of refused.slice(0, 5)) console.log(line);
}

/** In PostgreSQL itself: in which order runs were begun, by all workers. Before anything is submitted. */
export async function noteBeginnings(db: Kysely<Tables>): Promise<void> {
  await sql`create table begun (number bigserial primary key, run_id text, owner text, at timestamptz default clock_timestamp())`.execute(
    db,
  );
  await sql`create function note_begun() returns trigger language plpgsql as $$
    begin insert into begun (run_id, owner) values (new.id, new.lease_owner); return new; end $$`.execute(db);
  await sql`create trigger note_begun after update on runs for each row
    when (old.lease_owner is null and new.lease_owner is not null) execute function note_begun()`.execute(db);
}

/** How the beginnings of each customer's runs kept to the order of submission. */
export interface Order {
  /** Runs that began after one that was submitted later. */
  late: number;
  /** The longest of them, in ms. */
  longestMs: number;
  begunAgain: number;
  byOwner: number;
}

/** Two workers that ask in the same moment get the two oldest, in either order: told apart by the time between. */
export async function orderOf(db: Kysely<Tables>): Promise<Order> {
  const { rows } = await sql<{ client_id: string; sequence: number; at: string }>`
    select runs.client_id, runs.sequence, extract(epoch from min(begun.at)) * 1000 as at
      from begun join runs on runs.id = begun.run_id group by runs.client_id, runs.sequence order by runs.client_id, runs.sequence`.execute(
    db,
  );
  let late = 0;
  let longestMs = 0;
  let newestMs = 0;
  let client = '';
  for (const { client_id, at } of rows) {
    if (client_id !== client) newestMs = 0;
    client = client_id;
    const behindMs = newestMs - Number(at);
    // This one was submitted later than all before it.
    if (behindMs > 0) {
      late++;
      longestMs = Math.max(longestMs, behindMs);
    }
    newestMs = Math.max(newestMs, Number(at));
  }
  const { rows: all } = await sql<{ all: number; runs: number; owners: number }>`
    select count(*) as all, count(distinct run_id) as runs, count(distinct owner) as owners from begun`.execute(
    db,
  );
  const [counts] = all;
  return {
    late,
    longestMs: Math.round(longestMs),
    begunAgain: counts!.all - counts!.runs,
    byOwner: counts!.owners,
  };
}
