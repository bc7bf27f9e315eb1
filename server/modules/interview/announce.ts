import type { Db } from '../../db/db.ts';
import type { Run } from '../runs/types.ts';
import type { WebhookAnnouncer } from '../webhooks/types.ts';
import { presentSession } from './contract/sessions.ts';
import { interviewRuns } from './run-type.ts';
import { marksOf } from './session-repository.ts';
import { webhookUrlOf } from './settings.ts';

/**
 * Announces an interview that was completed, in the transaction that completed it, where its client has set an address. What is
 * sent is the session's record. One that failed is announced nowhere: the specification knows no such event.
 */
export const createInterviewAnnouncer =
  ({ webhooks }: { webhooks: Pick<WebhookAnnouncer, 'enqueue'> }) =>
  async (trx: Db, ended: Run): Promise<void> => {
    const marks = await marksOf(trx, [ended.id]);
    const record = presentSession(interviewRuns.of(ended), marks.get(ended.id));
    if (record.status !== 'completed') return;
    const url = await webhookUrlOf(trx, ended.clientId);
    if (url === null) return;
    await webhooks.enqueue(trx, {
      clientId: ended.clientId,
      url,
      event: 'interview.completed',
      subjectId: ended.id,
      status: record.status,
      data: record,
    });
  };
