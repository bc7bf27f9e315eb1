import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Project } from '../../identity/types.ts';
import type { ProjectRow, ProjectsAnswer } from '../contract/projects.ts';
import type { ConsoleDeps } from '../types.ts';

const InClient = Type.Object({ clientId: Type.String() });
const OneProject = Type.Object({ clientId: Type.String(), projectId: Type.String() });

/** Projects gather a client's runs; keys belong to one. */
export const projectsRoutes =
  ({ identity, overview }: Pick<ConsoleDeps, 'identity' | 'overview'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    const rowsOf = async (clientId: string, projects: readonly Project[]): Promise<ProjectRow[]> => {
      const uses = await overview.projectUse(clientId);
      return projects.map(({ id, name, createdAt, archivedAt }) => ({
        id,
        name,
        createdAt,
        archivedAt,
        ...(uses.get(id) ?? { validKeys: 0, runs: 0 }),
      }));
    };
    const present = async (project: Project): Promise<ProjectRow> =>
      (await rowsOf(project.clientId, [project]))[0]!;

    app.route({
      method: 'GET',
      url: '/clients/:clientId/projects',
      schema: { params: InClient },
      handler: async ({ params: { clientId } }): Promise<ProjectsAnswer> => {
        const rows = await rowsOf(clientId, await identity.listProjects(clientId));
        rows.sort(
          (a, b) =>
            Number(a.archivedAt !== null) - Number(b.archivedAt !== null) || a.name.localeCompare(b.name),
        );
        return { items: rows, next: null };
      },
    });

    app.route({
      method: 'POST',
      url: '/clients/:clientId/projects',
      schema: {
        params: InClient,
        body: Type.Object({ name: Type.String() }, { additionalProperties: false }),
      },
      handler: async (request, reply) => {
        const { clientId } = request.params;
        const project = await identity.createProject({ clientId, name: request.body.name });
        await request.audit({ target: `project:${project.id}`, details: { name: project.name } });
        return reply.code(201).send(await present(project));
      },
    });

    app.route({
      method: 'PATCH',
      url: '/clients/:clientId/projects/:projectId',
      schema: {
        params: OneProject,
        body: Type.Object(
          { name: Type.Optional(Type.String()), archived: Type.Optional(Type.Boolean()) },
          { additionalProperties: false },
        ),
      },
      handler: async (request): Promise<ProjectRow> => {
        const project = await identity.updateProject(request.params, request.body);
        await request.audit({ target: `project:${project.id}`, details: request.body });
        return present(project);
      },
    });
  };
