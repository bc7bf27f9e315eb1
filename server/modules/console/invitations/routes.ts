import type { FastifyPluginAsync } from 'fastify';
import { limits } from '../../../config/limits.ts';
import { csvLine } from '../../../domain/csv.ts';
import { ApiError, fieldRefusal } from '../../../errors.ts';
import { parseNewSession } from '../../interview/contract/sessions.ts';
import { interviewRuns } from '../../interview/run-type.ts';
import { candidateLink } from '../../interview/types.ts';
import type { InvitationRow as Row } from '../../invitations/types.ts';
import { registrar } from '../register.ts';
import { requireModule } from '../require-module.ts';
import type { ConsoleDeps } from '../types.ts';
import type { InvitationRow } from './contract.ts';

type Deps = Pick<ConsoleDeps, 'invitations' | 'interviews' | 'personas' | 'identity' | 'publicUrl'>;

/** People who are invited to interviews from a list. */
export const invitationsRoutes =
  ({ invitations, interviews, personas, identity, publicUrl }: Deps): FastifyPluginAsync =>
  async (app) => {
    const route = registrar(app);
    // JSON writes some letters in six bytes.
    const bodyLimit = 2 * limits.invitations.maxListBytes;
    const assertPersona = async (of: { clientId: string; personaId: string }) => {
      if (!(await personas.find(of))) unknown('persona', of.personaId);
    };

    route('POST /clients/:clientId/personas/:personaId/invitations/look', {
      bodyLimit,
      handler: async ({ params, body }) => {
        await assertPersona(params);
        return invitations.look({ ...params, ...body });
      },
    });

    route('POST /clients/:clientId/personas/:personaId/invitations', {
      bodyLimit,
      handler: async (request) => {
        const { clientId, personaId } = request.params;
        await assertPersona(request.params);
        await requireModule(identity, clientId, interviewRuns.permission);
        const { projectId, consentMode, ...order } = request.body;
        const projects = projectId === null ? [] : await identity.listProjects(clientId);
        if (projectId !== null && !projects.some(({ id }) => id === projectId)) {
          throw fieldRefusal('projectId', 'Is no project of this client.');
        }
        const { tags } = parseNewSession({ tags: order.tags });
        const made = await invitations.invite({
          ...order,
          clientId,
          personaId,
          projectId,
          tags,
          consentMode,
        });
        await request.audit({
          target: null,
          details: { personaId, by: order.by, sessionIds: made.map(({ sessionId }) => sessionId) },
        });
        const base = publicUrl ?? `${request.protocol}://${request.host}`;
        const lines = made.map(({ name, email, language, reference, token }) =>
          csvLine([name, email, language, reference, candidateLink(base, token), order.deadline]),
        );
        const head = csvLine(['name', 'email', 'language', 'reference', 'link', 'deadline']);
        return { count: made.length, links: order.by === 'links' ? [head, ...lines].join('') : null };
      },
    });

    route('GET /clients/:clientId/invitations', {
      handler: async ({ params: { clientId }, query: { persona: personaId, limit, offset } }) => {
        const found = await invitations.list({ clientId, personaId, limit, offset });
        return {
          items: found.invitations.map(present),
          next: found.hasMore ? offset + limit : null,
          canMail: invitations.canMail,
        };
      },
    });

    route('POST /clients/:clientId/sessions/:runId/mail-link', {
      handler: async (request) => {
        const { clientId, runId: sessionId } = request.params;
        if (!(await interviews.find({ clientId, sessionId }))) unknown('session', sessionId);
        await requireModule(identity, clientId, interviewRuns.permission);
        await invitations.mailLink({ clientId, sessionId });
        await request.audit({ target: `run:${sessionId}` });
      },
    });
  };

const present = ({ personaId, roleName, ...row }: Row): InvitationRow => ({
  ...row,
  persona: { id: personaId, roleName },
});

/** The same words for another client's id: the caller must not learn that it exists. */
function unknown(what: 'persona' | 'session', id: string): never {
  throw new ApiError('NOT_FOUND', `There is no ${what} "${id}".`);
}
