import type { Db } from '../../db/db.ts';
import { type Clock, isoTime } from '../../time.ts';
import { notFound, requireName } from './checks.ts';
import { allProjects, findClient, findProject, insertProject, updateProject } from './repository.ts';
import type { IdentityService, Project } from './types.ts';

type Projects = Pick<IdentityService, 'createProject' | 'listProjects' | 'updateProject'>;

export function createProjects(deps: { db: Db; clock: Clock; newId: () => string }): Projects {
  const { db, clock, newId } = deps;
  const now = () => isoTime(clock.now());
  const requireClient = async (clientId: string) =>
    (await findClient(db, clientId)) ?? notFound('client', clientId);

  return {
    async createProject({ clientId, name }) {
      await requireClient(clientId);
      const project: Project = {
        id: newId(),
        clientId,
        name: requireName(name),
        createdAt: now(),
        archivedAt: null,
      };
      await insertProject(db, project);
      return project;
    },

    async listProjects(clientId) {
      if (clientId !== undefined) await requireClient(clientId);
      return allProjects(db, clientId);
    },

    async updateProject({ clientId, projectId }, { name, archived }) {
      const project = (await findProject(db, clientId, projectId)) ?? notFound('project', projectId);
      const changes = {
        ...(name !== undefined && { name: requireName(name) }),
        // Archiving twice keeps the first moment.
        ...(archived === true && { archived_at: project.archivedAt ?? now() }),
        ...(archived === false && { archived_at: null }),
      };
      if (Object.keys(changes).length === 0) return project;
      return (await updateProject(db, { clientId, projectId }, changes)) ?? notFound('project', projectId);
    },
  };
}
