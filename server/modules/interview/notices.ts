import { createHash } from 'node:crypto';
import { limits } from '../../config/limits.ts';
import type { Db } from '../../db/db.ts';
import { lockClient } from '../../db/lock-client.ts';
import { transaction } from '../../db/transaction.ts';
import {
  composeNotice,
  type Notice,
  type NoticeFacts,
  type OwnNotice,
} from '../../domain/interview/notice.ts';
import { charCount, isStorable } from '../../domain/labels/labels.ts';
import { createFaults } from '../../domain/requirements/faults.ts';
import { refuseFaults } from '../../domain/requirements/refusal.ts';
import { type Clock, isoTime } from '../../time.ts';
import type { RetentionDays } from '../runs/types.ts';
import type { ServedNotice } from './live-types.ts';
import type { InterviewNotices, OwnNoticeContent } from './types.ts';

const { notice: most } = limits.interview;

/** What a client adds now; null where it has added nothing yet. */
export async function ownNotice(
  db: Db,
  clientId: string,
): Promise<(OwnNotice & { changedAt: string }) | null> {
  const row = await db
    .selectFrom('interview_notices')
    .selectAll()
    .where('client_id', '=', clientId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  return {
    version: row.version,
    changedAt: row.created_at,
    ...(JSON.parse(row.content) as OwnNoticeContent),
  };
}

/** How long what a client's runs have is kept. */
export type RulesOf = (db: Db, clientId: string) => Promise<RetentionDays>;

/** What a candidate of a client is told, with the client's own words and the times of its retention rules. */
export async function noticeFor(
  db: Db,
  rulesOf: RulesOf,
  { clientId, ...facts }: { clientId: string } & Omit<NoticeFacts, 'keptDays' | 'own'>,
): Promise<ServedNotice> {
  const rules = await rulesOf(db, clientId);
  // With the run goes whatever is left of it.
  const days = (kind: 'audio' | 'transcripts' | 'results') => {
    const all = [rules[kind], rules.runs].filter((one) => one !== null);
    return all.length === 0 ? null : Math.min(...all);
  };
  const notice = composeNotice({
    ...facts,
    keptDays: { recording: days('audio'), transcript: days('transcripts'), scores: days('results') },
    own: await ownNotice(db, clientId),
  });
  return { ...notice, hash: hashOf(notice) };
}

/** SHA-256 of every word of it, hex. */
const hashOf = (notice: Notice): string => createHash('sha256').update(JSON.stringify(notice)).digest('hex');

export function createInterviewNotices({
  db,
  rulesOf,
  clock,
}: {
  db: Db;
  rulesOf: RulesOf;
  clock: Clock;
}): InterviewNotices {
  return {
    own: (clientId) => ownNotice(db, clientId),
    preview: (facts) => noticeFor(db, rulesOf, facts),
    async setOwn(clientId, given) {
      const content = checked(given);
      return transaction(db, async (trx) => {
        await lockClient(trx, clientId);
        const before = await ownNotice(trx, clientId);
        const version = (before?.version ?? 0) + 1;
        const createdAt = isoTime(clock.now());
        await trx
          .insertInto('interview_notices')
          .values({ client_id: clientId, version, content: JSON.stringify(content), created_at: createdAt })
          .execute();
        return { ...content, version, changedAt: createdAt };
      });
    },
  };
}

/** ApiError INVALID_INPUT with every fault. */
function checked({ contact, privacyUrl, texts }: OwnNoticeContent): OwnNoticeContent {
  const faults = createFaults();
  const text = (field: string, given: string | null, maxChars: number) => {
    if (given === null) return;
    if (given.trim() === '' || charCount(given) > maxChars || !isStorable(given)) {
      faults.add(field, `Must have 1 to ${maxChars} characters.`);
    }
  };
  text('contact', contact, most.contactChars);
  text('privacyUrl', privacyUrl, most.urlChars);
  if (
    privacyUrl !== null &&
    !/^https?:$/.test(URL.canParse(privacyUrl) ? new URL(privacyUrl).protocol : '')
  ) {
    faults.add('privacyUrl', 'Must be an address that begins with https:// or http://.');
  }
  for (const [language, own] of Object.entries(texts)) {
    const isKnown = (limits.languages as readonly string[]).includes(language);
    if (!isKnown)
      faults.add(`texts.${language.slice(0, 10)}`, `Must be one of ${limits.languages.join(', ')}.`);
    else text(`texts.${language}`, own, most.textChars);
  }
  refuseFaults(faults);
  return { contact, privacyUrl, texts };
}
