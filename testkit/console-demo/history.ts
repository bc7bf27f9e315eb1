import type { Services } from '#server/commands/services.ts';
import { hours, isoTime } from '#server/time.ts';

/**
 * Spreads runs over the past days as if customers had sent them one by one: the first of the list `beforeMs` ago, the
 * others ever earlier. Only times change.
 */
export async function spreadOverDays(
  { db }: Pick<Services, 'db'>,
  runIds: readonly string[],
  { processingMs, beforeMs }: { processingMs: readonly number[]; beforeMs: number },
): Promise<void> {
  const nowMs = Date.now();
  for (const [index, runId] of runIds.entries()) {
    const createdMs = nowMs - beforeMs - hours(3.4) * index ** 1.3;
    const startedMs = createdMs + 400;
    const finishedMs = startedMs + processingMs[index % processingMs.length]!;
    const created_at = isoTime(createdMs);
    await db
      .updateTable('runs')
      .set({ created_at, started_at: isoTime(startedMs), finished_at: isoTime(finishedMs) })
      .where('id', '=', runId)
      .execute();
    await db
      .updateTable('ledger')
      .set({ created_at: isoTime(finishedMs) })
      .where('reference_id', '=', runId)
      .execute();
  }
}
