import { createHash, randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import { limits } from '../../config/limits.ts';
import type { CandidateLinksTable } from '../../db/candidate-tables.ts';
import type { RowMaker } from '../../db/db.ts';
import { charCount, isStorable } from '../../domain/labels/labels.ts';
import { ApiError, fieldRefusal } from '../../errors.ts';
import { days, isoTime } from '../../time.ts';
import { unknownCandidate } from './holding.ts';
import { findRecord, recordsOf } from './repository.ts';
import type { ShareLink, ShareLinks } from './types.ts';

/** Which candidate of whom. */
type Of = Parameters<ShareLinks['list']>[0];

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

export function createShareLinks({ db, clock, newId }: RowMaker): ShareLinks {
  const now = () => isoTime(clock.now());

  async function recordIds({ clientId, candidateId }: Of): Promise<string[]> {
    const record = await findRecord(db, clientId, candidateId);
    if (!record) throw unknownCandidate(candidateId);
    const records = (await recordsOf(db, clientId, [record.person])).get(record.person) ?? [];
    return records.map(({ id }) => id);
  }

  return {
    async list(of) {
      const rows = await db
        .selectFrom('candidate_links')
        .selectAll()
        .where('record_id', 'in', await recordIds(of))
        .orderBy('sequence', 'desc')
        .execute();
      return rows.map(toLink);
    },

    async create(of, given, author) {
      const [recordId] = await recordIds(of);
      const note = given.note.trim();
      const { maxNoteChars, maxDays } = limits.shareLinks;
      if (charCount(note) > maxNoteChars || !isStorable(note))
        throw fieldRefusal('note', `Must have at most ${maxNoteChars} characters.`);
      if (given.days < 1 || given.days > maxDays) throw fieldRefusal('days', `Choose 1 to ${maxDays} days.`);
      if (given.hidesNames && given.mayDownload)
        throw fieldRefusal('mayDownload', 'The files show the name: allow no download where it is hidden.');
      const id = newId();
      const token = randomBytes(32).toString('base64url');
      await db
        .insertInto('candidate_links')
        .values({
          id,
          record_id: recordId!,
          client_id: of.clientId,
          token_hash: hashOf(token),
          note,
          hides_names: given.hidesNames ? 1 : 0,
          may_download: given.mayDownload ? 1 : 0,
          author_id: author.id,
          author_name: author.name,
          created_at: now(),
          expires_at: isoTime(clock.now() + days(given.days)),
          revoked_at: null,
          opened_at: null,
        })
        .execute();
      return { id, token };
    },

    async revoke(of, linkId) {
      const row = await db
        .updateTable('candidate_links')
        .set({ revoked_at: now() })
        .where('record_id', 'in', await recordIds(of))
        .where('id', '=', linkId)
        .where('revoked_at', 'is', null)
        .returning('id')
        .executeTakeFirst();
      if (!row) throw new ApiError('NOT_FOUND', `There is no link "${linkId}" that works.`);
    },

    async open(token, counts) {
      const at = now();
      const row = await db
        .selectFrom('candidate_links')
        .selectAll()
        .where('token_hash', '=', hashOf(token))
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', at)
        .executeTakeFirst();
      if (!row)
        throw new ApiError(
          'NOT_FOUND',
          'This link does not work (any more). Ask for a new one where you got it.',
        );
      if (counts)
        await db
          .updateTable('candidate_links')
          .set((link) => ({ openings: link('openings', '+', 1), opened_at: at }))
          .where('id', '=', row.id)
          .execute();
      return { ...toLink(row), clientId: row.client_id, candidateId: row.record_id };
    },
  };
}

const toLink = (row: Selectable<CandidateLinksTable>): ShareLink => ({
  id: row.id,
  note: row.note,
  hidesNames: row.hides_names === 1,
  mayDownload: row.may_download === 1,
  author: row.author_name,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
  openings: row.openings,
  openedAt: row.opened_at,
});
