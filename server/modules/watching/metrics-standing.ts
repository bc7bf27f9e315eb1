import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import { limits } from '../../config/limits.ts';
import type { Db } from '../../db/db.ts';
import type { Clock } from '../../time.ts';
import type { RunQueue } from '../runs/types.ts';
import type { Figures } from './metrics-registry.ts';
import type { HealthService } from './types.ts';

const open = ['queued', 'processing'] as const;

/** Reads how everything stands at this moment. */
export function createStanding({
  db,
  clock,
  figures,
  services,
  workers,
  health,
  dataDir,
  databaseBytes,
}: {
  db: Db;
  clock: Clock;
  figures: Figures;
  services: readonly string[];
  workers: RunQueue['workers'];
  health: HealthService;
  dataDir: string;
  databaseBytes: () => Promise<number>;
}): () => Promise<void> {
  const ageOf = (iso: string | null | undefined) =>
    iso ? Math.max(0, clock.now() - Date.parse(iso)) / 1000 : 0;

  async function runs(): Promise<void> {
    // Admitted by its client's limit, a run is being processed, and may wait for a worker all the same.
    const held = sql<number>`case when lease_owner is null then 0 else 1 end`;
    const rows = await db
      .selectFrom('runs')
      .select((of) => [
        'service_type',
        'status',
        held.as('held'),
        of.fn.countAll<number>().as('count'),
        of.fn.min('created_at').as('oldest'),
      ])
      .where('status', 'in', open)
      .groupBy(['service_type', 'status', held])
      .execute();
    for (const service of services) {
      // An invitation whose link was not followed yet is no work that waits.
      const gauge = service === 'interview' ? figures.interviews : undefined;
      for (const status of open) {
        const counts = rows.filter((row) => row.service_type === service && row.status === status);
        const count = counts.reduce((sum, row) => sum + Number(row.count), 0);
        if (gauge) gauge.set({ status: status === 'queued' ? 'invited' : 'active' }, count);
        else figures.runs.set({ service, status }, count);
      }
      const waiting = rows.filter((row) => row.service_type === service && Number(row.held) === 0);
      const oldest = waiting.map((row) => row.oldest).sort()[0];
      if (!gauge) figures.oldestWaiting.set({ service }, ageOf(oldest));
    }
  }

  async function credits(): Promise<void> {
    const rows = await db
      .selectFrom('ledger_totals')
      .select((of) => ['service_type', of.fn.sum<number>('total').as('total')])
      .where('type', '=', 'debit')
      .groupBy('service_type')
      .execute();
    // A counter whose value is known as a whole.
    figures.creditsCharged.reset();
    for (const { service_type: service, total } of rows)
      figures.creditsCharged.inc({ service }, Number(total));
  }

  async function living(): Promise<void> {
    const since = clock.now() - limits.lease.leaseMs;
    const found = (await workers()).filter(({ heartbeatAt }) => Date.parse(heartbeatAt) >= since);
    const ready = found.filter(({ readyAt }) => readyAt !== null);
    figures.workers.set({ state: 'ready' }, ready.length);
    figures.workers.set({ state: 'starting' }, found.length - ready.length);
    const took = ready.map(({ startedAt, readyAt }) => Date.parse(readyAt!) - Date.parse(startedAt));
    figures.workerStart.set(Math.max(0, ...took) / 1000);
  }

  async function webhooks(): Promise<void> {
    const row = await db
      .selectFrom('webhook_messages')
      .select((of) => [of.fn.countAll<number>().as('count'), of.fn.min('next_attempt_at').as('oldest')])
      .where('next_attempt_at', 'is not', null)
      .where('status', '=', 'pending')
      .executeTakeFirstOrThrow();
    figures.webhooks.set(Number(row.count));
    figures.oldestWebhook.set(ageOf(row.oldest));
  }

  async function candidates(): Promise<void> {
    const rows = await db
      .selectFrom('candidates')
      .select((of) => ['embedding_status', of.fn.countAll<number>().as('count')])
      .where('embedding_status', 'in', ['pending', 'failed'])
      .groupBy('embedding_status')
      .execute();
    const { total } = await db
      .selectFrom('corpora')
      .select((of) => of.fn.sum<number | null>('candidates').as('total'))
      .executeTakeFirstOrThrow();
    const of = (status: string) => Number(rows.find((row) => row.embedding_status === status)?.count ?? 0);
    figures.candidates.set({ status: 'pending' }, of('pending'));
    figures.candidates.set({ status: 'failed' }, of('failed'));
    figures.candidates.set(
      { status: 'embedded' },
      Math.max(0, Number(total ?? 0) - of('pending') - of('failed')),
    );
  }

  async function machine(): Promise<void> {
    const { checks } = await health.check();
    for (const [check, { status }] of Object.entries(checks))
      figures.checks.set({ check }, status === 'healthy' || status === 'configured' ? 1 : 0);
    const { bavail, bsize } = await statfs(dataDir);
    figures.diskFree.set(bavail * bsize);
    figures.databaseSize.set(await databaseBytes());
  }

  return async () => {
    await Promise.all([runs(), credits(), living(), webhooks(), candidates(), machine()]);
  };
}
