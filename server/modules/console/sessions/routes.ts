import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { ApiError, fieldRefusal } from '../../../errors.ts';
import { isoTime, seconds } from '../../../time.ts';
import { fileUnder } from '../../candidates/queries.ts';
import { parseNewSession } from '../../interview/contract/sessions.ts';
import { type InterviewRun, interviewRuns } from '../../interview/run-type.ts';
import type { MintedLink } from '../../interview/types.ts';
import { candidateLink } from '../../interview/types.ts';
import { registrar } from '../register.ts';
import { requireModule } from '../require-module.ts';
import { sendRecording } from '../send-recording.ts';
import type { ConsoleDeps } from '../types.ts';
import type { InvitationMade, InvitationsMade } from './contract.ts';
import { presentCourse, presentSessionRow, presentSessionTranscript } from './present.ts';

type Deps = Pick<
  ConsoleDeps,
  | 'db'
  | 'candidateRecords'
  | 'interviews'
  | 'interviewListening'
  | 'interviewAnswers'
  | 'personas'
  | 'identity'
  | 'retention'
  | 'speech'
  | 'publicUrl'
  | 'clock'
  | 'newId'
>;

/** Sessions: inviting candidates, what goes on, and what there is to hear and read afterwards. */
export const interviewSessionsRoutes =
  ({
    db,
    candidateRecords,
    interviews,
    interviewListening: listening,
    interviewAnswers,
    personas,
    identity,
    retention,
    speech,
    publicUrl,
    clock,
    newId,
  }: Deps): FastifyPluginAsync =>
  async (app) => {
    const route = registrar(app);
    const find = async ({ clientId, runId }: { clientId: string; runId: string }): Promise<InterviewRun> =>
      (await interviews.find({ clientId, sessionId: runId })) ?? unknown('session', runId);
    const projectNames = async (clientId: string) =>
      new Map((await identity.listProjects(clientId)).map(({ id, name }) => [id, name]));
    const analysisOf = async ({ clientId, id: sessionId }: InterviewRun) => {
      const analysis = await interviews.analysisOf({ clientId, sessionId });
      if (!analysis) return null;
      const { runId, refusal } = analysis;
      const run = runId === null ? undefined : await speech.find({ clientId, runId });
      return { run: run ? { id: run.id, status: run.status } : null, refusal };
    };
    const invitation = (
      request: FastifyRequest,
      sessionId: string,
      { token, expiresInSeconds }: MintedLink,
    ): InvitationMade => ({
      sessionId,
      link: candidateLink(publicUrl ?? `${request.protocol}://${request.host}`, token),
      expiresAt: isoTime(clock.now() + seconds(expiresInSeconds)),
    });

    route('POST /clients/:clientId/personas/:personaId/sessions', {
      handler: async (request) => {
        const { clientId, personaId } = request.params;
        // An id that is not the client's is answered before its body is judged.
        if (!(await personas.find({ clientId, personaId }))) unknown('persona', personaId);
        await requireModule(identity, clientId, interviewRuns.permission);
        const { candidateRef, projectId, tags, consentMode } = request.body;
        if (projectId !== null && !(await projectNames(clientId)).has(projectId)) {
          throw fieldRefusal('projectId', 'Is no project of this client.');
        }
        const fields = parseNewSession({ candidate_ref: candidateRef, tags, consent_mode: consentMode });
        const sessionId = newId();
        await interviews.create({ ...fields, clientId, sessionId, personaId, projectId, apiKeyId: null });
        await request.audit({ target: `run:${sessionId}`, details: { personaId } });
        return invitation(request, sessionId, interviews.link(sessionId, 1));
      },
    });

    route('POST /clients/:clientId/personas/:personaId/candidate-invitations', {
      handler: async (request) => {
        const { clientId, personaId } = request.params;
        if (!(await personas.find({ clientId, personaId }))) unknown('persona', personaId);
        await requireModule(identity, clientId, interviewRuns.permission);
        const { candidateIds, consentMode } = request.body;
        const answer: InvitationsMade = { made: [], refused: [] };
        for (const candidateId of new Set(candidateIds)) {
          const person = await candidateRecords.find({ clientId, candidateId });
          try {
            if (!person) throw new ApiError('NOT_FOUND', 'There is no such candidate any more.');
            const fields = parseNewSession({
              candidate_ref: person.externalIds[0] ?? null,
              consent_mode: consentMode,
            });
            const sessionId = newId();
            await interviews.create({
              ...fields,
              ...{ clientId, sessionId, personaId, projectId: null, apiKeyId: null },
            });
            await fileUnder(db, { clientId, runId: sessionId, recordId: person.id });
            await request.audit({ target: `run:${sessionId}`, details: { personaId, candidateId } });
            const { name, email } = person;
            answer.made.push({
              ...invitation(request, sessionId, interviews.link(sessionId, 1)),
              ...{ candidateId, name, email },
            });
          } catch (error) {
            // Thrown before anything is written of this one.
            if (!(error instanceof ApiError)) throw error;
            answer.refused.push({ id: candidateId, name: person?.name ?? null, message: error.message });
          }
        }
        const { made, refused } = answer;
        await request.audit({ details: { personaId, invited: made.length, refused: refused.length } });
        return answer;
      },
    });

    route('GET /clients/:clientId/sessions', {
      handler: async ({ params: { clientId }, query }) => {
        const { status, project, persona: personaId, search, limit, offset } = query;
        const wanted = search?.trim();
        const { sessions, hasMore } = await interviews.list({
          clientId,
          limit,
          offset,
          ...(status !== undefined && { status }),
          ...(project !== undefined && { project }),
          ...(personaId !== undefined && { personaId }),
          ...(wanted && { search: wanted }),
        });
        const projects = await projectNames(clientId);
        const marks = await interviews.marks(sessions);
        return {
          items: sessions.map((run) => presentSessionRow(run, projects, marks.get(run.id))),
          next: hasMore ? offset + sessions.length : null,
        };
      },
    });

    route('GET /clients/:clientId/sessions/:runId', {
      handler: async ({ params }) => {
        const run = await find(params);
        const events = await interviews.events({ clientId: run.clientId, sessionId: run.id });
        const standing = await interviews.standing(run);
        return {
          ...presentSessionRow(run, await projectNames(run.clientId), standing),
          ...presentCourse(run, standing, events ?? [], isoTime(clock.now())),
          hasRecording: run.finishedAt !== null && (await listening.isKept(run.id)),
          analysis: await analysisOf(run),
          expired: await retention.expired(run.id),
        };
      },
    });

    route('POST /clients/:clientId/sessions/:runId/reinvite', {
      handler: async (request) => {
        const { clientId, id: sessionId } = await find(request.params);
        await requireModule(identity, clientId, interviewRuns.permission);
        const { link } = await interviews.reinvite({ clientId, sessionId });
        await request.audit({ target: `run:${sessionId}` });
        return invitation(request, sessionId, link);
      },
    });

    route('GET /clients/:clientId/sessions/:runId/transcript', {
      handler: async ({ params }) => {
        const transcript = (await find(params)).result?.transcript;
        return presentSessionTranscript(transcript ?? noTranscript());
      },
    });

    route('GET /clients/:clientId/sessions/:runId/answers', {
      handler: async ({ params }) => interviewAnswers.answersOf(await find(params)) ?? noTranscript(),
    });

    route('GET /clients/:clientId/sessions/:runId/evidence', {
      handler: async ({ params }, reply) => {
        const gone = new AbortController();
        reply.raw.once('close', () => gone.abort(new Error('Nobody waits for it any more.')));
        return (await interviewAnswers.evidenceOf(await find(params), gone.signal)) ?? noTranscript();
      },
    });

    route('GET /clients/:clientId/sessions/:runId/peaks', {
      handler: async ({ params }) => {
        const { id, finishedAt } = await find(params);
        return (finishedAt === null ? undefined : await listening.peaks(id)) ?? noRecording();
      },
    });

    route('GET /clients/:clientId/sessions/:runId/recording', {
      handler: async ({ params, headers }, reply) => {
        const { id, finishedAt } = await find(params);
        const recording = (finishedAt === null ? undefined : await listening.recording(id)) ?? noRecording();
        return sendRecording(reply, recording, headers.range);
      },
    });
  };

function noTranscript(): never {
  throw new ApiError('NOT_FOUND', 'This interview has no transcript.');
}

function noRecording(): never {
  throw new ApiError('NOT_FOUND', 'This interview has no recording.');
}

/** The same words for another client's id: the caller must not learn that it exists. */
function unknown(what: 'persona' | 'session', id: string): never {
  throw new ApiError('NOT_FOUND', `There is no ${what} "${id}".`);
}
