export interface ProjectRow {
  id: string;
  name: string;
  createdAt: string;
  archivedAt: string | null;
  /** Keys that work now. */
  validKeys: number;
  runs: number;
}

/** `GET /clients/:clientId/projects`: by name, archived ones last. */
export interface ProjectsAnswer {
  items: ProjectRow[];
  next: null;
}

/** `PATCH /clients/:clientId/projects/:projectId`. */
export interface ProjectChanges {
  name?: string;
  archived?: boolean;
}
