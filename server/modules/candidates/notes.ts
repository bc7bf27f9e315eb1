import { limits } from '../../config/limits.ts';
import { charCount, isStorable } from '../../domain/labels/labels.ts';
import { ApiError, fieldRefusal } from '../../errors.ts';
import type { CandidatesDeps, Holding } from './holding.ts';
import { recordsOf, refreshPerson } from './repository.ts';
import type { CandidateRecords } from './types.ts';

/** What people write of a candidate. Notes are added and taken away, never changed, so that two people never write over each other. */
export const createNotes = (
  { newId }: Pick<CandidatesDeps, 'newId'>,
  holding: Holding,
): Pick<CandidateRecords, 'addNote' | 'removeNote'> => ({
  addNote: (of, given, author) =>
    holding(of, async ({ trx, clientId, person, nowIso }) => {
      const text = given.trim();
      const { maxNoteChars } = limits.candidates;
      if (text === '' || charCount(text) > maxNoteChars || !isStorable(text))
        throw fieldRefusal('text', `Must have 1 to ${maxNoteChars} characters.`);
      const note = { id: newId(), text, author, createdAt: nowIso };
      await trx
        .insertInto('candidate_notes')
        .values({
          id: note.id,
          record_id: person,
          client_id: clientId,
          text,
          author_id: author.id,
          author_name: author.name,
          created_at: nowIso,
        })
        .execute();
      await trx.updateTable('candidate_records').set({ touched: 1 }).where('id', '=', person).execute();
      await refreshPerson(trx, { clientId, person }, { activeAt: nowIso });
      return note;
    }),

  removeNote: (of, noteId, authorId) =>
    holding(of, async ({ trx, clientId, person }) => {
      const records = (await recordsOf(trx, clientId, [person])).get(person)!.map(({ id }) => id);
      const row = await trx
        .deleteFrom('candidate_notes')
        .where('id', '=', noteId)
        .where('record_id', 'in', records)
        .where('author_id', '=', authorId)
        .returning('id')
        .executeTakeFirst();
      if (!row) throw new ApiError('NOT_FOUND', `You have written no note "${noteId}" here.`);
    }),
});
