import type { Db } from '../../db/db.ts';
import { isoTime } from '../../time.ts';
import type { IdentityService } from '../identity/types.ts';
import type { JobsService } from '../jobs/types.ts';
import { runOf } from '../runs/queries.ts';
import { interviewLanguage } from './language.ts';
import type { Invitation, LiveSession } from './live-types.ts';
import { noticeFor, type RulesOf } from './notices.ts';
import { findPersona } from './persona-repository.ts';
import { baseBehaviour } from './prompts.ts';
import { type InterviewRun, interviewRuns } from './run-type.ts';
import * as rows from './session-repository.ts';
import { sessionStateOf } from './session-state.ts';
import type { Trial } from './trials.ts';
import type { Persona } from './types.ts';

export interface LiveSessionDeps {
  db: Db;
  identity: Pick<IdentityService, 'findClient'>;
  jobs: Pick<JobsService, 'find' | 'list'>;
  rulesOf: RulesOf;
}

interface Found {
  session: rows.SessionRow;
  run: InterviewRun;
}

/** A session as those who hold it, and their candidates, get to see it. */
export function createLiveSessions({ db, identity, jobs, rulesOf }: LiveSessionDeps) {
  const invitationOf = async ({ session, run }: Found): Promise<Invitation> => ({
    sessionId: run.id,
    state: sessionStateOf(run) as Invitation['state'],
    roleName: run.input.roleName,
    language: run.input.language,
    maxMinutes: run.input.maxMinutes,
    consentMode: run.input.consentMode,
    clientName: (await identity.findClient(run.clientId))!.name,
    expiresAt: session.linkExpiresAt,
    trial: null,
  });

  /** Read after the transaction: what it needs does not change with the session. */
  async function liveSession(runId: string): Promise<LiveSession> {
    const session = (await rows.findSession(db, runId))!;
    const run = interviewRuns.of((await runOf(db, runId))!);
    const persona = (await findPersona(db, session.clientId, session.personaId))!;
    const { jobId } = run.input;
    const job = jobId === null ? undefined : await jobs.find({ clientId: session.clientId, jobId });
    const invitation = await invitationOf({ session, run });
    const { clientName, roleName, language } = invitation;
    return {
      ...invitation,
      clientId: run.clientId,
      candidateRef: run.externalId,
      hasConsented: session.consent !== null,
      notice:
        session.consent?.notice ??
        (await noticeFor(db, rulesOf, {
          ...{ clientId: run.clientId, clientName, roleName, language },
          isScored: persona.analyse,
        })),
      startedAt: run.startedAt,
      endsBy: session.endsBy,
      interviewer: interviewerOf(persona),
      job: job ? { description: job.description, config: job.config } : null,
    };
  }

  /** A persona as its candidates would meet it now. Undefined where it takes none. */
  async function trialSession(trial: Trial): Promise<LiveSession | undefined> {
    const { id: sessionId, clientId, personaId } = trial;
    const client = await identity.findClient(clientId);
    const persona = await findPersona(db, clientId, personaId);
    if (!client?.active || !persona || persona.archivedAt !== null) return undefined;
    const { roleName, maxMinutes, positionId } = persona;
    const language = interviewLanguage(persona.language)!;
    const found =
      positionId === null ? undefined : await jobs.list({ clientId, positionId, status: 'active', limit: 1 });
    const job = found?.jobs[0];
    const named = { clientId, clientName: client.name, roleName, language };
    return {
      ...{ sessionId, state: 'initiated', maxMinutes, consentMode: 'explicit', ...named },
      expiresAt: isoTime(trial.expiresAtMs),
      trial: { clientId, personaId },
      candidateRef: null,
      hasConsented: false,
      notice: await noticeFor(db, rulesOf, { ...named, isScored: persona.analyse }),
      ...{ startedAt: null, endsBy: null },
      interviewer: interviewerOf(persona),
      job: job ? { description: job.description, config: job.config } : null,
    };
  }

  return { invitationOf, liveSession, trialSession };
}

const interviewerOf = (persona: Persona): LiveSession['interviewer'] => ({
  systemPrompt: persona.systemPrompt,
  isPromptGenerated: persona.isPromptGenerated,
  baseBehaviour: persona.basePromptOverride ?? baseBehaviour,
  voice: persona.voice,
  patienceMs: persona.patienceMs,
  analyse: persona.analyse,
  questions: persona.questions,
});
