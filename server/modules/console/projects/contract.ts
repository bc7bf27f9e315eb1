import { type Static, Type } from 'typebox';
import { type ContractOf, closed, NullableTime, Time } from '../shapes.ts';
import type { projectsAccess } from './access.ts';

export const ProjectRow = Type.Object({
  id: Type.String(),
  name: Type.String(),
  createdAt: Time,
  archivedAt: NullableTime,
  /** Keys that work now. */
  validKeys: Type.Integer(),
  runs: Type.Integer(),
});
export type ProjectRow = Static<typeof ProjectRow>;

/** By name, archived ones last. */
export const ProjectsAnswer = Type.Object({ items: Type.Array(ProjectRow), next: Type.Null() });
export type ProjectsAnswer = Static<typeof ProjectsAnswer>;

export const NewProject = Type.Object({ name: Type.String() }, closed);

export const ProjectChanges = Type.Object(
  { name: Type.Optional(Type.String()), archived: Type.Optional(Type.Boolean()) },
  closed,
);

export const projectsContract = {
  'GET /clients/:clientId/projects': { answer: ProjectsAnswer },
  'POST /clients/:clientId/projects': {
    body: NewProject,
    answer: ProjectRow,
    status: 201,
  },
  'PATCH /clients/:clientId/projects/:projectId': {
    body: ProjectChanges,
    answer: ProjectRow,
  },
} as const satisfies ContractOf<typeof projectsAccess>;
