import type { Selectable } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { InterviewSessionsTable } from '../../db/interview-tables.ts';
import { leasesOf } from '../../db/leases.ts';
import type { LiveEvent, StoredEvent } from './live-types.ts';
import type { ConsentReceipt, SessionMarks } from './types.ts';

/** Of live processes, on sessions that are active. */
export const sessionLeases = leasesOf('interview_sessions');

/** What a session has beside its run. */
export interface SessionRow extends SessionMarks {
  runId: string;
  clientId: string;
  personaId: string;
  linkNumber: number;
  deviceHash: string | null;
  consent: ConsentReceipt | null;
  endsBy: string | null;
  hasRecording: boolean;
  hasTranscript: boolean;
  analysis: { isWanted: boolean; runId: string | null; refusal: string | null };
  leaseOwner: string | null;
  leaseUntil: string | null;
}

const toMarks = (
  row: Pick<
    Selectable<InterviewSessionsTable>,
    'opened_at' | 'declined_at' | 'slow_turns' | 'link_expires_at'
  >,
): SessionMarks => ({
  openedAt: row.opened_at,
  declinedAt: row.declined_at,
  slowTurns: row.slow_turns,
  linkExpiresAt: row.link_expires_at,
});

const toSession = (row: Selectable<InterviewSessionsTable>): SessionRow => ({
  runId: row.run_id,
  clientId: row.client_id,
  personaId: row.persona_id,
  linkNumber: row.link_number,
  ...toMarks(row),
  deviceHash: row.device_hash,
  consent: row.consent === null ? null : (JSON.parse(row.consent) as ConsentReceipt),
  endsBy: row.ends_by,
  hasRecording: row.has_recording === 1,
  hasTranscript: row.has_transcript === 1,
  analysis: {
    isWanted: row.analysis_wanted === 1,
    runId: row.analysis_run_id,
    refusal: row.analysis_refusal,
  },
  leaseOwner: row.lease_owner,
  leaseUntil: row.lease_until,
});

export async function insertSession(
  trx: Db,
  session: Pick<SessionRow, 'runId' | 'clientId' | 'personaId' | 'linkExpiresAt'> & { tokenHash: string },
): Promise<void> {
  await trx
    .insertInto('interview_sessions')
    .values({
      run_id: session.runId,
      client_id: session.clientId,
      persona_id: session.personaId,
      link_number: 1,
      token_hash: session.tokenHash,
      link_expires_at: session.linkExpiresAt,
    })
    .execute();
}

export async function findSession(db: Db, runId: string): Promise<SessionRow | undefined> {
  const row = await db
    .selectFrom('interview_sessions')
    .selectAll()
    .where('run_id', '=', runId)
    .executeTakeFirst();
  return row && toSession(row);
}

export async function findByToken(db: Db, tokenHash: string): Promise<SessionRow | undefined> {
  const row = await db
    .selectFrom('interview_sessions')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return row && toSession(row);
}

/** Of the sessions of a page of a list. */
export async function marksOf(db: Db, runIds: readonly string[]): Promise<Map<string, SessionMarks>> {
  if (runIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('interview_sessions')
    .select(['run_id', 'opened_at', 'declined_at', 'slow_turns', 'link_expires_at'])
    .where('run_id', 'in', [...runIds])
    .execute();
  return new Map(rows.map((row) => [row.run_id, toMarks(row)]));
}

/** More than this of one persona are not looked through. */
const mostOfPersona = 30_000;

export async function sessionIdsOf(
  db: Db,
  { clientId, personaId }: { clientId: string; personaId: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom('interview_sessions')
    .select('run_id')
    .where('client_id', '=', clientId)
    .where('persona_id', '=', personaId)
    .limit(mostOfPersona)
    .execute();
  return rows.map((row) => row.run_id);
}

/** By persona; those without sessions are missing. */
export async function countSessions(db: Db, clientId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('interview_sessions')
    .select(['persona_id', (of) => of.fn.countAll<number>().as('count')])
    .where('client_id', '=', clientId)
    .groupBy('persona_id')
    .execute();
  return new Map(rows.map(({ persona_id, count }) => [persona_id, Number(count)]));
}

/** What follows changes one row; the caller holds the client's lock, under which it has looked. */
const change = (trx: Db, runId: string, values: Partial<Selectable<InterviewSessionsTable>>) =>
  trx.updateTable('interview_sessions').set(values).where('run_id', '=', runId).execute();

export const bindDevice = (trx: Db, runId: string, deviceHash: string) =>
  change(trx, runId, { device_hash: deviceHash });

export const noteOpened = (trx: Db, runId: string, at: string) => change(trx, runId, { opened_at: at });

export const keepConsent = (trx: Db, runId: string, receipt: ConsentReceipt) =>
  change(trx, runId, { consent: JSON.stringify(receipt), declined_at: null });

export const noteDeclined = (trx: Db, runId: string, at: string) =>
  change(trx, runId, { consent: null, declined_at: at });

export const setActive = (
  trx: Db,
  runId: string,
  until: { endsBy: string; owner: string; leaseUntil: string },
) => change(trx, runId, { ends_by: until.endsBy, lease_owner: until.owner, lease_until: until.leaseUntil });

export const takeLease = (trx: Db, runId: string, lease: { owner: string; until: string }) =>
  change(trx, runId, { lease_owner: lease.owner, lease_until: lease.until });

export const setEnded = (
  trx: Db,
  runId: string,
  left: { hasRecording: boolean; hasTranscript: boolean; analyse?: boolean; slowTurns?: number },
) =>
  change(trx, runId, {
    ends_by: null,
    lease_owner: null,
    lease_until: null,
    has_recording: left.hasRecording ? 1 : 0,
    has_transcript: left.hasTranscript ? 1 : 0,
    analysis_wanted: left.analyse ? 1 : 0,
    slow_turns: left.slowTurns ?? 0,
  });

/** A few completed sessions that are to be analysed and were not submitted yet. */
export async function wantAnalysis(db: Db): Promise<string[]> {
  const wanted = await db
    .selectFrom('interview_sessions')
    .select('run_id')
    .where('analysis_wanted', '=', 1)
    .limit(10)
    .execute();
  return wanted.map((row) => row.run_id);
}

/** In the transaction that makes the speech run. @throws Error when another process was first */
export async function keepAnalysis(trx: Db, sessionId: string, analysisRunId: string): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('interview_sessions')
    .set({ analysis_wanted: 0, analysis_run_id: analysisRunId })
    .where('run_id', '=', sessionId)
    .where('analysis_wanted', '=', 1)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n) throw new Error(`Interview ${sessionId} is analysed already.`);
}

export const refuseAnalysis = (db: Db, sessionId: string, reason: string) =>
  change(db, sessionId, { analysis_wanted: 0, analysis_refusal: reason });

/** As it was before a visitor came with the present link. */
const untouched = { opened_at: null, device_hash: null, consent: null, declined_at: null } as const;

/** With the same link; what was noted of an attempt that came to nothing goes. */
export async function waitAgain(trx: Db, runId: string): Promise<void> {
  await change(trx, runId, untouched);
  await trx.deleteFrom('interview_events').where('run_id', '=', runId).execute();
}

/** As it was when it was made, but for its link; what was noted of an attempt that failed goes. */
export async function renewInvitation(
  trx: Db,
  runId: string,
  link: { number: number; tokenHash: string; expiresAt: string },
): Promise<void> {
  const { number, tokenHash, expiresAt } = link;
  await change(trx, runId, { link_number: number, token_hash: tokenHash, link_expires_at: expiresAt });
  await waitAgain(trx, runId);
}

/** Active ones whose time is over and whose process lives no more, or has had its time to store them. */
export async function overdue(
  db: Db,
  { nowIso, settledIso }: { nowIso: string; settledIso: string },
): Promise<{ runId: string; clientId: string }[]> {
  const rows = await db
    .selectFrom('interview_sessions')
    .select(['run_id', 'client_id'])
    .where('ends_by', '<', nowIso)
    .where((row) =>
      row.or([
        row('lease_until', 'is', null),
        row('lease_until', '<', nowIso),
        row('ends_by', '<', settledIso),
      ]),
    )
    .orderBy('ends_by')
    .execute();
  return rows.map((row) => ({ runId: row.run_id, clientId: row.client_id }));
}

/** Which process holds the newest interview under way of a device; undefined without one. */
export async function holderFor(db: Db, deviceHash: string, nowIso: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('interview_sessions')
    .select('lease_owner')
    .where('ends_by', 'is not', null)
    .where('device_hash', '=', deviceHash)
    .where('lease_until', '>=', nowIso)
    .orderBy('ends_by', 'desc')
    .executeTakeFirst();
  return row?.lease_owner ?? undefined;
}

/** Interviews under way by the process that holds them. */
export async function countHeld(db: Db, nowIso: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('interview_sessions')
    .select(['lease_owner', (of) => of.fn.countAll<number>().as('count')])
    .where('ends_by', 'is not', null)
    .where('lease_until', '>=', nowIso)
    .groupBy('lease_owner')
    .execute();
  return new Map(rows.map(({ lease_owner, count }) => [lease_owner!, Number(count)]));
}

/** Leases one active session that no process holds any more. */
export async function leaseForsaken(
  db: Db,
  lease: { owner: string; nowIso: string; untilIso: string },
): Promise<string | undefined> {
  const row = await sessionLeases.claim(db, lease, (sessions) =>
    sessions.where('ends_by', 'is not', null).orderBy('ends_by'),
  );
  return row?.run_id;
}

/** Appends; answers nothing of what goes beyond `most`. */
export async function appendEvents(
  trx: Db,
  runId: string,
  events: readonly Required<LiveEvent>[],
  most: number,
): Promise<void> {
  const { last } = await trx
    .selectFrom('interview_events')
    .select((of) => of.fn.max<number | null>('number').as('last'))
    .where('run_id', '=', runId)
    .executeTakeFirstOrThrow();
  const first = Number(last ?? 0) + 1;
  const rows = events.slice(0, Math.max(0, most - first + 1)).map(({ kind, at, data }, index) => ({
    run_id: runId,
    number: first + index,
    at,
    kind,
    data: JSON.stringify(data),
  }));
  const mostParameters = 500;
  for (let start = 0; start < rows.length; start += mostParameters) {
    await trx
      .insertInto('interview_events')
      .values(rows.slice(start, start + mostParameters))
      .execute();
  }
}

export async function eventsOf(db: Db, runId: string): Promise<StoredEvent[]> {
  const rows = await db
    .selectFrom('interview_events')
    .selectAll()
    .where('run_id', '=', runId)
    .orderBy('number')
    .execute();
  return rows.map(({ number, at, kind, data }) => ({
    number,
    at,
    kind,
    data: JSON.parse(data) as Record<string, unknown>,
  }));
}
