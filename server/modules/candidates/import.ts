import { limits } from '../../config/limits.ts';
import { lockClient } from '../../db/lock-client.ts';
import { transaction } from '../../db/transaction.ts';
import { keysOf } from '../../domain/candidates/identity.ts';
import { readImport } from '../../domain/candidates/import-rows.ts';
import { cleanTags, isStorable } from '../../domain/labels/labels.ts';
import { ApiError, fieldRefusal } from '../../errors.ts';
import { isoTime } from '../../time.ts';
import { learn, recordFor } from './catch-up.ts';
import type { CandidatesDeps } from './holding.ts';
import { findRecord, insertRecord, keysOfRecords, refreshPerson, tagsOf } from './repository.ts';
import type { CandidateRecords, ImportReport } from './types.ts';

/** Thrown to take back what a trial has written. */
class Trial extends Error {}

/** Candidates from a CSV file, in one transaction: either every row that is in order is in, or none. */
export function createImport({ db, clock, newId }: CandidatesDeps): CandidateRecords['importCsv'] {
  return async (clientId, csv, isTrial) => {
    const file = readImport(isStorable(csv) ? csv : '', limits.candidates.maxImportRows);
    if (typeof file === 'string') throw fieldRefusal('csv', file);
    const report: ImportReport = { added: 0, completed: 0, unchanged: 0, faults: [] };
    const work = async () => {
      Object.assign(report, { added: 0, completed: 0, unchanged: 0, faults: [...file.faults] });
      await transaction(db, async (trx) => {
        await lockClient(trx, clientId);
        const making = { newId, nowIso: isoTime(clock.now()) };
        for (const { line, name, email, phone, externalId, tags: given } of file.rows) {
          const tags = cleaned(given);
          if (tags === null) {
            report.faults.push({ line, message: 'The tags are too many or too long.' });
            continue;
          }
          const identity = {
            externalId,
            emails: email === null ? [] : [email],
            phones: phone === null ? [] : [phone],
            name,
          };
          const keys = keysOf(identity, null);
          const known = await recordFor(trx, clientId, identity, keys);
          const recordId = known ?? newId();
          if (known === undefined) {
            const contacts = { name, email, phone, tags: JSON.stringify(tags), touched: 1 };
            await insertRecord(trx, { id: recordId, client_id: clientId, ...contacts }, making.nowIso);
          }
          const before = known === undefined ? undefined : await findRecord(trx, clientId, known);
          const keysBefore = known === undefined ? [] : (await keysOfRecords(trx, [known])).get(known);
          await learn(trx, { clientId, recordId }, identity, keys, making);
          const after = (await findRecord(trx, clientId, recordId))!;
          const more = before ? [...new Set([...tagsOf([before]), ...tags])] : tags;
          const hasNews =
            before !== undefined &&
            (more.length > tagsOf([before]).length ||
              before.name !== after.name ||
              before.email !== after.email ||
              before.phone !== after.phone ||
              keys.some(
                (key) => !keysBefore?.some(({ kind, value }) => kind === key.kind && value === key.value),
              ));
          if (hasNews)
            await trx
              .updateTable('candidate_records')
              .set({ tags: JSON.stringify(cleaned(more) ?? tagsOf([before])), touched: 1 })
              .where('id', '=', recordId)
              .execute();
          report[known === undefined ? 'added' : hasNews ? 'completed' : 'unchanged']++;
          await refreshPerson(
            trx,
            { clientId, person: after.person },
            hasNews ? { changedAt: making.nowIso } : {},
          );
        }
        report.faults.sort((a, b) => a.line - b.line);
        if (isTrial) throw new Trial();
      });
    };
    await work().catch((error: unknown) => {
      if (!(error instanceof Trial)) throw error;
    });
    return report;
  };
}

/** Null where there are too many, or one is too long. */
function cleaned(tags: readonly string[]): string[] | null {
  try {
    return cleanTags(tags);
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}
