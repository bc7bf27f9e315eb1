import { limits } from '../../config/limits.ts';
import type { Db } from '../../db/db.ts';
import { lockClient } from '../../db/lock-client.ts';
import { transaction } from '../../db/transaction.ts';
import { ApiError } from '../../errors.ts';
import { type Clock, isoTime, minutes } from '../../time.ts';
import type { CreditsService, PricesService } from '../credits/types.ts';
import type { JobsService } from '../jobs/types.ts';
import { reopenRun, runOf } from '../runs/queries.ts';
import type { RunsService } from '../runs/types.ts';
import { interviewLanguage } from './language.ts';
import { createInterviewLinks, hashOfSecret } from './link.ts';
import type { LivePresence } from './live-types.ts';
import { interviewRuns } from './run-type.ts';
import {
  countSessions,
  eventsOf,
  findSession,
  insertSession,
  marksOf,
  renewInvitation,
  sessionIdsOf,
} from './session-repository.ts';
import { runStatusOf, sessionStateOf, stateAfter } from './session-state.ts';
import type { StoredInterview } from './stored.ts';
import type { PersonasService, SessionsService } from './types.ts';

const { linkMs } = limits.interview;

export interface SessionsDeps {
  db: Db;
  runs: Pick<RunsService, 'submit' | 'find' | 'list'>;
  personas: Pick<PersonasService, 'find'>;
  jobs: Pick<JobsService, 'resolve'>;
  presence: Pick<LivePresence, 'assertHeld'>;
  credits: Pick<CreditsService, 'assertAvailable'>;
  prices: Pick<PricesService, 'of'>;
  keyPepper: string;
  clock: Clock;
}

/** Invitations and what came of them; the conversation itself is `LiveInterviews`. */
export function createSessionsService(deps: SessionsDeps): SessionsService {
  const { db, runs, personas, jobs, presence, credits, prices, keyPepper, clock } = deps;
  const links = createInterviewLinks(keyPepper);
  const expiry = () => isoTime(clock.now() + linkMs);
  const mint = (sessionId: string, number: number) => ({
    number,
    token: links.token(sessionId, number),
    expiresInSeconds: linkMs / 1000,
  });

  const find: SessionsService['find'] = async ({ clientId, sessionId }) => {
    const run = await runs.find({ clientId, runId: sessionId });
    return run && interviewRuns.is(run) ? run : undefined;
  };

  return {
    async create(session, holdKey) {
      const { clientId, sessionId, personaId } = session;
      const persona = await personas.find({ clientId, personaId });
      if (!persona) throw noPersona();
      if (persona.archivedAt !== null) {
        throw new ApiError('PERSONA_ARCHIVED', 'This persona is archived; invite with another one.');
      }
      await presence.assertHeld(interviewLanguage(persona.language)!);
      const { positionId } = persona;
      const job = positionId === null ? null : await jobs.resolve(clientId, { jobId: null, positionId });
      const { interviewPerStartedMinute: creditsPerStartedMinute } = await prices.of(clientId);
      const costCredits = persona.maxMinutes * creditsPerStartedMinute;
      await credits.assertAvailable({ clientId, amount: costCredits });
      const language = interviewLanguage(persona.language)!;
      const input: StoredInterview = {
        personaId,
        roleName: persona.roleName,
        language,
        consentMode: session.consentMode,
        maxMinutes: persona.maxMinutes,
        creditsPerStartedMinute,
        jobId: job?.id ?? null,
      };
      const { run } = await runs.submit(
        {
          id: sessionId,
          serviceType: interviewRuns.name,
          clientId,
          projectId: session.projectId,
          apiKeyId: session.apiKeyId,
          externalId: session.candidateRef,
          playground: false,
          metadata: session.metadata,
          tags: session.tags,
          input,
          audioDurationMs: null,
          language,
          costCredits,
        },
        async (trx) => {
          await holdKey?.(trx);
          const tokenHash = hashOfSecret(links.token(sessionId, 1));
          await insertSession(trx, {
            runId: sessionId,
            clientId,
            personaId,
            tokenHash,
            linkExpiresAt: session.linkExpiresAt ?? expiry(),
          });
          return {};
        },
      );
      return interviewRuns.of(run);
    },

    link: mint,

    find,

    async list({ status, personaId, ids, candidateRef, ...filter }) {
      const { clientId } = filter;
      const { runs: rows, hasMore } = await runs.list({
        ...filter,
        ...(personaId !== undefined && { ids: await sessionIdsOf(db, { clientId, personaId }) }),
        ...(ids !== undefined && { ids }),
        serviceType: interviewRuns.name,
        ...(candidateRef !== undefined && { externalId: candidateRef }),
        ...(status !== undefined && { status: runStatusOf[status] }),
      });
      return { sessions: rows.map((run) => interviewRuns.of(run)), hasMore };
    },

    async traces(sessionId) {
      const { hasRecording = false, hasTranscript = false } = (await findSession(db, sessionId)) ?? {};
      return { hasRecording, hasTranscript };
    },

    async analysisOf(of) {
      if (!(await find(of))) return undefined;
      const { isWanted, runId, refusal } = (await findSession(db, of.sessionId))!.analysis;
      return isWanted || runId !== null || refusal !== null ? { runId, refusal } : undefined;
    },

    async standing(run) {
      const session = await findSession(db, run.id);
      if (!session) throw new Error(`Interview ${run.id} has no session.`);
      return {
        linkNumber: session.linkNumber,
        linkExpiresAt: session.linkExpiresAt,
        openedAt: session.openedAt,
        declinedAt: session.declinedAt,
        slowTurns: session.slowTurns,
        consent: session.consent,
        endsBy: session.endsBy,
        canBeReinvited: stateAfter('reinvite', sessionStateOf(run), session) !== undefined,
      };
    },

    marks: (sessions) =>
      marksOf(
        db,
        sessions.map(({ id }) => id),
      ),

    countByPersona: (clientId) => countSessions(db, clientId),

    events: async (of) => (await find(of)) && eventsOf(db, of.sessionId),

    async reinvite({ clientId, sessionId, linkExpiresAt = expiry() }, holdKey) {
      const known = await find({ clientId, sessionId });
      if (!known) throw noSession();
      await presence.assertHeld(known.input.language);
      return transaction(db, async (trx) => {
        await lockClient(trx, clientId);
        const run = await runOf(trx, sessionId);
        const session = await findSession(trx, sessionId);
        if (!run || !session) throw noSession();
        const state = sessionStateOf(run);
        const isAgain = stateAfter('reinvite', state, session) !== undefined;
        if (!isAgain && stateAfter('renewLink', state) === undefined) {
          throw new ApiError(
            'NOT_POSSIBLE_NOW',
            'A new link is for an interview that waits for its candidate, or failed and left no recording or transcript. Create another session.',
          );
        }
        await holdKey?.(trx);
        const link = mint(sessionId, session.linkNumber + 1);
        if (isAgain && !(await reopenRun(trx, sessionId))) {
          throw new Error(`Interview ${sessionId} is not as it was.`);
        }
        await renewInvitation(trx, sessionId, {
          number: link.number,
          tokenHash: hashOfSecret(link.token),
          expiresAt: linkExpiresAt,
        });
        return { session: interviewRuns.of((await runOf(trx, sessionId))!), link };
      });
    },
  };
}

/** In whole credits: every minute that began. */
export function interviewCharge(
  { maxMinutes, creditsPerStartedMinute }: StoredInterview,
  durationSec: number,
): number {
  const startedMinutes = Math.max(1, Math.ceil((durationSec * 1000) / minutes(1)));
  return Math.min(startedMinutes, maxMinutes) * creditsPerStartedMinute;
}

// The same words for another client's id: the caller must not learn that it exists.
export const noPersona = (): ApiError =>
  new ApiError(
    'PERSONA_NOT_FOUND',
    'There is no persona with this id. Use the id that creating it returned, and a key of the same account.',
  );

export const noSession = (): ApiError =>
  new ApiError(
    'SESSION_NOT_FOUND',
    'There is no interview session with this id. Use the id that creating it returned, and a key of the same account.',
  );
