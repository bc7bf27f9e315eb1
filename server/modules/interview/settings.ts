import type { Db } from '../../db/db.ts';
import { fieldRefusal } from '../../errors.ts';
import { type Clock, isoTime } from '../../time.ts';
import type { WebhookAnnouncer } from '../webhooks/types.ts';
import type { InterviewSettings } from './types.ts';

export async function webhookUrlOf(db: Db, clientId: string): Promise<string | null> {
  const row = await db
    .selectFrom('interview_settings')
    .select('webhook_url')
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  return row?.webhook_url ?? null;
}

export function createInterviewSettings({
  db,
  webhooks,
  clock,
}: {
  db: Db;
  webhooks: Pick<WebhookAnnouncer, 'checkUrl'>;
  clock: Clock;
}): InterviewSettings {
  return {
    webhookUrl: (clientId) => webhookUrlOf(db, clientId),
    async setWebhookUrl(clientId, given) {
      const checked = given === null ? { url: null } : webhooks.checkUrl(given, clientId);
      if ('fault' in checked) throw fieldRefusal('webhookUrl', checked.fault);
      const values = { webhook_url: checked.url, changed_at: isoTime(clock.now()) };
      await db
        .insertInto('interview_settings')
        .values({ client_id: clientId, ...values })
        .onConflict((conflict) => conflict.column('client_id').doUpdateSet(values))
        .execute();
      return checked.url;
    },
  };
}
