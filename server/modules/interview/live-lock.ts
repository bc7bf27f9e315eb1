import type { Kysely } from 'kysely';
import { limits } from '../../config/limits.ts';
import type { Db } from '../../db/db.ts';
import { lockClient } from '../../db/lock-client.ts';
import type { Tables } from '../../db/tables.ts';
import { transaction } from '../../db/transaction.ts';
import type { BlobStore } from '../../storage/port.ts';
import { type Clock, isoTime } from '../../time.ts';
import type { CreditsService } from '../credits/types.ts';
import { runOf } from '../runs/queries.ts';
import type { RunQueue } from '../runs/types.ts';
import { hashOfSecret } from './link.ts';
import type { LiveSessionDeps } from './live-session.ts';
import type { DeadLink, Visitor } from './live-types.ts';
import { type InterviewRun, interviewRuns } from './run-type.ts';
import * as rows from './session-repository.ts';
import { sessionStateOf } from './session-state.ts';

export interface LiveDeps extends LiveSessionDeps {
  db: Kysely<Tables>;
  blobs: Pick<BlobStore, 'put'>;
  queue: Pick<RunQueue, 'end'>;
  credits: Pick<CreditsService, 'hold'>;
  clock: Clock;
  keyPepper: string;
  /** Of the process that holds interviews; in leases. */
  processId: string;
}

/** A session under its client's lock: nothing of it changes until the transaction ends, but its lease. */
export interface Locked {
  session: rows.SessionRow;
  run: InterviewRun;
  isClientActive: boolean;
  maxConcurrentRuns: number;
}

/** Does something to a session under its client's lock. Undefined where there is none. */
export async function withSession<Answer>(
  { db }: Pick<LiveDeps, 'db'>,
  runId: string,
  work: (trx: Db, locked: Locked) => Promise<Answer>,
): Promise<Answer | undefined> {
  const known = await rows.findSession(db, runId);
  if (!known) return undefined;
  return transaction(db, async (trx) => {
    const locked = await lock(trx, known);
    return locked && work(trx, locked);
  });
}

/** Does `work` for a visitor with a link, at every step they take. @param work its `bind` keeps the link for this device from then on */
export async function asVisitor<Answer>(
  { db, clock }: Pick<LiveDeps, 'db' | 'clock'>,
  { token, device }: Visitor,
  work: (trx: Db, locked: Locked, bind: () => Promise<void>) => Promise<Answer>,
): Promise<Answer | DeadLink> {
  const known = await rows.findByToken(db, hashOfSecret(token));
  if (!known) return { refusal: 'LINK_INVALID' };
  const deviceHash = hashOfSecret(device);
  return transaction(db, async (trx): Promise<Answer | DeadLink> => {
    const locked = await lock(trx, known);
    // Invited anew, or deleted, since it was looked up.
    if (!locked || locked.session.linkNumber !== known.linkNumber) return { refusal: 'LINK_INVALID' };
    const { session, run } = locked;
    const refusal = linkRefusal(session, run, locked.isClientActive, isoTime(clock.now()));
    if (refusal) return refusal;
    if (session.deviceHash !== null && session.deviceHash !== deviceHash) return { refusal: 'LINK_USED' };
    return work(trx, locked, async () => {
      if (session.deviceHash === null) await rows.bindDevice(trx, run.id, deviceHash);
    });
  });
}

async function lock(
  trx: Db,
  { clientId, runId }: { clientId: string; runId: string },
): Promise<Locked | undefined> {
  const { isActive: isClientActive, maxConcurrentRuns } = await lockClient(trx, clientId);
  const session = await rows.findSession(trx, runId);
  const run = session && (await runOf(trx, runId));
  return run && { session, run: interviewRuns.of(run), isClientActive, maxConcurrentRuns };
}

/** Why a link leads nowhere any more, on any device; undefined while it leads somewhere. */
export function linkRefusal(
  { linkExpiresAt }: rows.SessionRow,
  run: InterviewRun,
  isClientActive: boolean,
  nowIso: string,
): DeadLink | undefined {
  const state = sessionStateOf(run);
  if (state === 'completed' || state === 'failed') return { refusal: 'LINK_USED' };
  if (!isClientActive) return { refusal: 'LINK_INVALID' };
  // An interview under way goes on when its link expires.
  if (state === 'initiated' && linkExpiresAt <= nowIso) return { refusal: 'LINK_EXPIRED' };
  return undefined;
}

/** Of the lease that this process takes or renews now. */
export const leaseUntil = ({ clock }: Pick<LiveDeps, 'clock'>): string =>
  isoTime(clock.now() + limits.interview.lease.leaseMs);

export const holds = ({ processId }: Pick<LiveDeps, 'processId'>, { session }: Locked): boolean =>
  session.leaseOwner === processId;
