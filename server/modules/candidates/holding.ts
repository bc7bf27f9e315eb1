import type { Db } from '../../db/db.ts';
import { lockClient } from '../../db/lock-client.ts';
import { transaction } from '../../db/transaction.ts';
import { ApiError } from '../../errors.ts';
import { type Clock, isoTime } from '../../time.ts';
import type { RunTypes } from '../runs/run-type.ts';
import { findRecord, type RecordRow } from './repository.ts';
import type { ChangeOf } from './types.ts';

export interface CandidatesDeps {
  db: Db;
  types: RunTypes;
  clock: Clock;
  newId: () => string;
}

/** A candidate as a change finds it, the client locked. */
export interface Held {
  trx: Db;
  clientId: string;
  person: string;
  first: RecordRow;
  nowIso: string;
}

export type Holding = <Result>(
  of: Omit<ChangeOf, 'version'> & { version?: number },
  work: (held: Held) => Promise<Result>,
) => Promise<Result>;

/** Any change of one candidate: under the client's lock, and not over what another person has written meanwhile. */
export const createHolding =
  ({ db, clock }: Pick<CandidatesDeps, 'db' | 'clock'>): Holding =>
  ({ clientId, candidateId, version }, work) =>
    transaction(db, async (trx) => {
      await lockClient(trx, clientId);
      const record = await findRecord(trx, clientId, candidateId);
      if (!record) throw unknownCandidate(candidateId);
      const { person } = record;
      const first = person === record.id ? record : (await findRecord(trx, clientId, person))!;
      if (version !== undefined && version !== first.version) throw changedMeanwhile();
      return work({ trx, clientId, person, first, nowIso: isoTime(clock.now()) });
    });

/** The same words for another client's id: the caller must not learn that it exists. */
export const unknownCandidate = (id: string): ApiError =>
  new ApiError('NOT_FOUND', `There is no candidate "${id}".`);

const changedMeanwhile = () =>
  new ApiError(
    'CHANGED_MEANWHILE',
    'Somebody else has changed this candidate meanwhile. Nothing was overwritten. Look at the newest state, then do it again.',
  );
