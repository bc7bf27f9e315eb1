import type { Db } from '../../db/db.ts';
import { type Clock, isoTime, seconds } from '../../time.ts';
import type { Figures } from './metrics-registry.ts';

/** What was ended this long ago is in the database for good: transactions are shorter. */
const SETTLED_MS = seconds(5);
const rowsAtOnce = 1000;

interface Cursor {
  at: string;
  id: string;
}

/**
 * Counts what ends from now on: runs with their steps, interviews with their turns, webhook messages with their tries. The database
 * keeps all of it, so one look at a time tells what every process of the installation did.
 */
export function createEnded({
  db,
  clock,
  figures,
  services,
}: {
  db: Db;
  clock: Clock;
  figures: Figures;
  /** Names of types of runs. */
  services: readonly string[];
}): () => Promise<void> {
  const begin = (): Cursor => ({ at: isoTime(clock.now()), id: '' });
  const runsUpTo = new Map(services.map((service) => [service, begin()]));
  let webhooksUpTo = begin();

  async function runs(service: string, until: string): Promise<void> {
    for (;;) {
      const after = runsUpTo.get(service)!;
      const rows = await db
        .selectFrom('runs')
        .select([
          'id',
          'status',
          'error_code',
          'created_at',
          'started_at',
          'finished_at',
          'audio_duration_ms',
        ])
        .where('service_type', '=', service)
        .where('finished_at', '>=', after.at)
        .where('finished_at', '<', until)
        .where((of) => of.or([of('finished_at', '>', after.at), of('id', '>', after.id)]))
        .orderBy('finished_at')
        .orderBy('id')
        .limit(rowsAtOnce)
        .execute();
      for (const run of rows) {
        figures.runsEnded.inc({ service, status: run.status });
        if (run.error_code !== null) figures.runFailures.inc({ service, code: run.error_code });
        if (run.audio_duration_ms !== null) figures.audio.inc({ service }, run.audio_duration_ms / 1000);
        if (run.started_at !== null) {
          figures.runWaited.observe({ service }, secondsBetween(run.created_at, run.started_at));
          figures.runTook.observe({ service }, secondsBetween(run.started_at, run.finished_at!));
        }
      }
      const ids = rows.map(({ id }) => id);
      if (ids.length > 0) await parts(service, ids);
      const last = rows.at(-1);
      if (last) runsUpTo.set(service, { at: last.finished_at!, id: last.id });
      if (rows.length < rowsAtOnce) return;
    }
  }

  async function parts(service: string, ids: readonly string[]): Promise<void> {
    const steps = await db
      .selectFrom('run_outcomes')
      .select(['step', 'status', 'duration_ms'])
      .where('run_id', 'in', ids)
      .execute();
    for (const { step, status, duration_ms } of steps)
      figures.stepTook.observe({ service, step, outcome: status }, duration_ms / 1000);
    if (service !== 'interview') return;
    const events = await db
      .selectFrom('interview_events')
      .select(['kind', 'data'])
      .where('run_id', 'in', ids)
      .where('kind', 'in', ['turn-ended', 'resumed-turn', 'spoke'])
      .execute();
    for (const { kind, data } of events) {
      if (kind === 'turn-ended') figures.turns.inc();
      if (kind === 'resumed-turn') figures.cutOffs.inc();
      const { responseMs } = JSON.parse(data) as { responseMs?: unknown };
      if (kind === 'spoke' && typeof responseMs === 'number' && responseMs >= 0)
        figures.responses.observe(responseMs / 1000);
    }
  }

  async function webhooks(until: string): Promise<void> {
    for (;;) {
      const after = webhooksUpTo;
      const rows = await db
        .selectFrom('webhook_messages')
        .select(['id', 'event', 'status', 'ended_at'])
        .where('ended_at', '>=', after.at)
        .where('ended_at', '<', until)
        .where((of) => of.or([of('ended_at', '>', after.at), of('id', '>', after.id)]))
        .orderBy('ended_at')
        .orderBy('id')
        .limit(rowsAtOnce)
        .execute();
      for (const { event, status } of rows) figures.webhooksEnded.inc({ event, status });
      const ids = rows.map(({ id }) => id);
      if (ids.length > 0) {
        const tries = await db
          .selectFrom('webhook_attempts')
          .select(['outcome', 'duration_ms'])
          .where('message_id', 'in', ids)
          .execute();
        for (const { outcome, duration_ms } of tries)
          figures.webhookTries.observe({ outcome }, duration_ms / 1000);
      }
      const last = rows.at(-1);
      if (last) webhooksUpTo = { at: last.ended_at!, id: last.id };
      if (rows.length < rowsAtOnce) return;
    }
  }

  return async () => {
    const until = isoTime(clock.now() - SETTLED_MS);
    for (const service of services) await runs(service, until);
    await webhooks(until);
  };
}

const secondsBetween = (from: string, to: string): number =>
  Math.max(0, Date.parse(to) - Date.parse(from)) / 1000;
