import type { FastifyPluginAsync } from 'fastify';
import type { Project } from '../../identity/types.ts';
import { registrar } from '../register.ts';
import type { ConsoleDeps } from '../types.ts';
import type { ProjectRow } from './contract.ts';

/** Projects gather a client's runs; keys belong to one. */
export const projectsRoutes =
  ({ identity, overview }: Pick<ConsoleDeps, 'identity' | 'overview'>): FastifyPluginAsync =>
  async (app) => {
    const route = registrar(app);
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

    route('GET /clients/:clientId/projects', {
      handler: async ({ params: { clientId } }) => {
        const rows = await rowsOf(clientId, await identity.listProjects(clientId));
        rows.sort(
          (a, b) =>
            Number(a.archivedAt !== null) - Number(b.archivedAt !== null) || a.name.localeCompare(b.name),
        );
        return { items: rows, next: null };
      },
    });

    route('POST /clients/:clientId/projects', {
      handler: async (request) => {
        const { clientId } = request.params;
        const project = await identity.createProject({ clientId, name: request.body.name });
        await request.audit({ target: `project:${project.id}`, details: { name: project.name } });
        return await present(project);
      },
    });

    route('PATCH /clients/:clientId/projects/:projectId', {
      handler: async (request) => {
        const project = await identity.updateProject(request.params, request.body);
        await request.audit({ target: `project:${project.id}`, details: request.body });
        return present(project);
      },
    });
  };
