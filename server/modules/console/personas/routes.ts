import type { FastifyPluginAsync } from 'fastify';
import { limits } from '../../../config/limits.ts';
import { ApiError } from '../../../errors.ts';
import { interviewRuns } from '../../interview/run-type.ts';
import type { Persona } from '../../interview/types.ts';
import { candidateLink, interviewLanguage } from '../../interview/types.ts';
import { registrar } from '../register.ts';
import { requireModule } from '../require-module.ts';
import type { ConsoleDeps } from '../types.ts';
import type { PersonaDetails, PersonaDraft, PersonaRow } from './contract.ts';

const bodyLimit = limits.interview.maxBodyBytes;

/** Interviewers of a client: what the API makes of them, and what only people set. */
export const personasRoutes =
  ({
    personas,
    personaPreview,
    personaTrials,
    identity,
    interviews,
    jobs,
    rates,
    newId,
  }: Pick<
    ConsoleDeps,
    'personas' | 'personaPreview' | 'personaTrials' | 'identity' | 'interviews' | 'jobs' | 'rates' | 'newId'
  >): FastifyPluginAsync =>
  async (app) => {
    const route = registrar(app);
    const detailsOf = async (persona: Persona): Promise<PersonaDetails> =>
      presentPersona(persona, await interviews.countByPersona(persona.clientId));

    route('GET /clients/:clientId/personas', {
      handler: async ({ params: { clientId }, query: { status } }) => {
        const { personas: found } = await personas.list({ clientId, archived: status === 'archived' });
        const counts = await interviews.countByPersona(clientId);
        return { items: found.map((persona) => presentRow(persona, counts)) };
      },
    });

    route('POST /clients/:clientId/personas', {
      bodyLimit,
      handler: async (request) => {
        const { clientId } = request.params;
        const persona = await personas.create({ clientId, id: newId() }, contentOf(request.body));
        await request.audit({ target: `persona:${persona.id}`, details: { roleName: persona.roleName } });
        return detailsOf(persona);
      },
    });

    route('POST /clients/:clientId/personas/look', {
      handler: async ({
        params: { clientId },
        body: { positionId = null, questions = null, ...persona },
      }) => {
        const found =
          positionId === null
            ? undefined
            : await jobs.list({ clientId, positionId, status: 'active', limit: 1 });
        const skills = found?.jobs[0]?.config.requirements.skills;
        return personaPreview.look({ ...persona, questions, ...(skills && { skills }) });
      },
    });

    route('POST /clients/:clientId/personas/voice', {
      handler: async (request, reply) => {
        const bound = {
          subject: `voice of ${request.signedIn.user.id}`,
          perWindow: limits.interview.voicesPerMinute,
        };
        if (await rates.take([bound])) {
          const { resetSeconds } = rates.look(bound);
          throw new ApiError(
            'RATE_LIMIT_EXCEEDED',
            `You have listened to ${bound.perWindow} openings within a minute. Wait ${resetSeconds} seconds, then try again.`,
            { retryAfterSeconds: resetSeconds },
          );
        }
        const gone = new AbortController();
        reply.raw.once('close', () => gone.abort(new Error('Nobody listens any more.')));
        const { questions = null, ...persona } = request.body;
        const sound = await personaPreview.speak({ ...persona, questions }, gone.signal);
        return reply.type('audio/wav').header('cache-control', 'private, no-store').send(sound);
      },
    });

    route('GET /clients/:clientId/personas/:personaId', {
      handler: async ({ params }) => detailsOf((await personas.find(params)) ?? unknown(params.personaId)),
    });

    route('PATCH /clients/:clientId/personas/:personaId', {
      bodyLimit,
      handler: async (request) => {
        const { personaId } = request.params;
        const persona =
          (await personas.update(request.params, contentOf(request.body))) ?? unknown(personaId);
        await request.audit({ target: `persona:${personaId}`, details: { roleName: persona.roleName } });
        return detailsOf(persona);
      },
    });

    route('POST /clients/:clientId/personas/:personaId/archive', {
      handler: async (request) => {
        const { personaId } = request.params;
        const persona = (await personas.archive(request.params)) ?? unknown(personaId);
        await request.audit({ target: `persona:${personaId}`, details: { roleName: persona.roleName } });
        return detailsOf(persona);
      },
    });

    route('POST /clients/:clientId/personas/:personaId/trials', {
      handler: async (request) => {
        const { clientId, personaId } = request.params;
        if (!(await personas.find(request.params))) unknown(personaId);
        await requireModule(identity, clientId, interviewRuns.permission);
        const { token, expiresAt, roleName } =
          (await personaTrials.open(request.params)) ?? unknown(personaId);
        await request.audit({ target: `persona:${personaId}`, details: { roleName } });
        // The person who tries it is on this server already, by an address of their own: the link needs none.
        return { link: candidateLink('', token), expiresAt };
      },
    });
  };

/** Spaces around a text are not meant. */
const contentOf = ({ roleName, ...rest }: PersonaDraft) => ({ ...rest, roleName: roleName.trim() });

const presentRow = (persona: Persona, sessions: ReadonlyMap<string, number>): PersonaRow => ({
  id: persona.id,
  roleName: persona.roleName,
  // What was given through the API may be a name.
  language: interviewLanguage(persona.language) ?? persona.language,
  maxMinutes: persona.maxMinutes,
  status: persona.archivedAt === null ? 'active' : 'archived',
  sessions: sessions.get(persona.id) ?? 0,
  createdAt: persona.createdAt,
  updatedAt: persona.updatedAt,
});

const presentPersona = (persona: Persona, sessions: ReadonlyMap<string, number>): PersonaDetails => ({
  ...presentRow(persona, sessions),
  systemPrompt: persona.systemPrompt,
  isPromptGenerated: persona.isPromptGenerated,
  basePromptOverride: persona.basePromptOverride,
  voice: persona.voice,
  patienceMs: persona.patienceMs,
  analyse: persona.analyse,
  positionId: persona.positionId,
  questions: persona.questions === null ? null : [...persona.questions],
});

/** The same words for another client's id: the caller must not learn that it exists. */
function unknown(personaId: string): never {
  throw new ApiError('NOT_FOUND', `There is no persona "${personaId}".`);
}
