import { limits } from '../../config/limits.ts';
import type { Db } from '../../db/db.ts';
import { decided, type Progress, type Stage, type Standing } from '../../domain/candidates/decisions.ts';
import { charCount, isStorable } from '../../domain/labels/labels.ts';
import { ApiError, fieldRefusal } from '../../errors.ts';
import type { CandidatesDeps, Holding } from './holding.ts';
import { decisionsOf } from './list.ts';
import { refreshPerson } from './repository.ts';
import type { CandidateRecords } from './types.ts';

/** Decisions stay in the record, those that were undone, too. */
export const createDecisions = (
  { newId }: Pick<CandidatesDeps, 'newId'>,
  holding: Holding,
): Pick<CandidateRecords, 'decide' | 'undoDecision'> => ({
  decide: (of, decision, author) =>
    holding(of, async ({ trx, clientId, person, first, nowIso }) => {
      const reason = 'reason' in decision ? decision.reason.trim() : '';
      const { maxReasonChars } = limits.candidates;
      if (charCount(reason) > maxReasonChars || !isStorable(reason))
        throw fieldRefusal('reason', `Must have at most ${maxReasonChars} characters.`);
      const from = { stage: first.stage as Stage, standing: first.standing as Standing };
      const to = decided(from, decision);
      if (typeof to === 'string') {
        if (decision.kind === 'reject' && reason === '') throw fieldRefusal('reason', to);
        throw new ApiError('NOT_POSSIBLE_NOW', to);
      }
      const id = newId();
      await trx
        .insertInto('candidate_decisions')
        .values({
          id,
          record_id: person,
          client_id: clientId,
          kind: decision.kind,
          reason,
          from_stage: from.stage,
          from_standing: from.standing,
          to_stage: to.stage,
          to_standing: to.standing,
          author_id: author.id,
          author_name: author.name,
          created_at: nowIso,
        })
        .execute();
      await setProgress(trx, person, to);
      await refreshPerson(trx, { clientId, person }, { changedAt: nowIso });
      return (await decisionsOf(trx, [person]))[0]!;
    }),

  undoDecision: (of, author) =>
    holding(of, async ({ trx, clientId, person, nowIso }) => {
      // Of the first record alone: what was decided of a merged one before is its own history.
      const newest = (await decisionsOf(trx, [person])).find(({ undone }) => undone === null);
      if (!newest) throw new ApiError('NOT_POSSIBLE_NOW', 'There is no decision to undo.');
      await trx
        .updateTable('candidate_decisions')
        .set({ undone_at: nowIso, undone_by: author.name })
        .where('id', '=', newest.id)
        .execute();
      await setProgress(trx, person, newest.from);
      await refreshPerson(trx, { clientId, person }, { changedAt: nowIso });
      return { ...newest, undone: { at: nowIso, by: author.name } };
    }),
});

const setProgress = (trx: Db, person: string, { stage, standing }: Progress) =>
  trx.updateTable('candidate_records').set({ stage, standing }).where('id', '=', person).execute();
