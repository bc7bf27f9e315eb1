import { limits } from '../../../config/limits.ts';
import type { Db } from '../../../db/db.ts';
import type { Run, Settlement } from '../../runs/types.ts';
import type { WebhookAnnouncer } from '../../webhooks/types.ts';
import { presentResult } from '../contract/found.ts';
import { searchRuns } from '../run-type.ts';
import type { WholeSearchResult } from '../stored.ts';
import { insertResults } from './results-repository.ts';

/**
 * Keeps who was found and announces it, in the transaction that ends the search: result, rows and announcement are all kept or none. What
 * is sent is what a poll shows.
 */
export const createSearchEnder =
  ({ webhooks }: { webhooks: Pick<WebhookAnnouncer, 'enqueue'> }) =>
  async (trx: Db, ended: Run, settlement: Settlement): Promise<void> => {
    const run = searchRuns.of(ended);
    const found = (settlement.result as WholeSearchResult | null)?.found ?? [];
    await insertResults(trx, { runId: run.id, corpus: run.input.corpus }, found);
    const { webhookUrl } = run.input;
    if (webhookUrl === null) return;
    const { default: limit } = limits.search.resultsPage;
    const rows = found.slice(0, limit);
    const outcome = presentResult(run, { rows, next: found.length > limit ? rows.at(-1)!.rank : null });
    await webhooks.enqueue(trx, {
      clientId: run.clientId,
      url: webhookUrl,
      event: outcome.status === 'finished' ? 'cvds.finished' : 'cvds.failed',
      subjectId: run.id,
      status: outcome.status,
      data: outcome,
    });
  };
