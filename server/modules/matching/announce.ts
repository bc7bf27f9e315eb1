import type { Db } from '../../db/db.ts';
import type { Run } from '../runs/types.ts';
import type { WebhookAnnouncer } from '../webhooks/types.ts';
import { presentResult } from './contract/match.ts';
import { matchRuns } from './run-type.ts';

/**
 * Announces a match that ended, in the transaction that ended it: the result and its announcement are both kept or
 * neither. What is sent is what a poll shows.
 */
export const createMatchAnnouncer =
  ({ webhooks }: { webhooks: Pick<WebhookAnnouncer, 'enqueue'> }) =>
  async (trx: Db, ended: Run): Promise<void> => {
    const run = matchRuns.of(ended);
    const { webhookUrl } = run.input;
    if (webhookUrl === null) return;
    const outcome = presentResult(run);
    await webhooks.enqueue(trx, {
      clientId: run.clientId,
      url: webhookUrl,
      event: outcome.status === 'finished' ? 'cvdeepmatch.finished' : 'cvdeepmatch.failed',
      subjectId: run.id,
      status: outcome.status,
      data: outcome,
    });
  };
