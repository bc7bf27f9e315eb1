import type { RequirementsConfig } from '../../../domain/requirements/types.ts';

/** Jobs as the console shows them. Times are ISO 8601 UTC. */
export interface JobRow {
  id: string;
  /** The customer's own id; null without one. */
  positionId: string | null;
  /** What its description calls it; empty where it does not say. */
  title: string;
  status: 'active' | 'archived';
  /** Counts its states from 1. */
  version: number;
  createdAt: string;
  updatedAt: string;
  requirementCount: number;
  /** CVs matched with it, and the best score among them, 0–100. */
  matches: { count: number; bestScore: number | null };
}

export interface JobList {
  items: JobRow[];
  /** Pass as `cursor` for the next page; null at the end. */
  next: string | null;
}

export interface JobDetails extends JobRow {
  description: string;
  config: RequirementsConfig;
}

/** What the editor sends, to check and to save. */
export interface JobDraft {
  positionId: string | null;
  description: string;
  /** Anything; the validator says what is wrong with it. */
  config: unknown;
}

export interface JobCheck {
  /** Path -> sentences, e.g. "config.requirements.skills.hard_skills[0].name"; empty when all is well. */
  faults: Record<string, string>;
  /** With everything filled in that was left out; null while there are faults in it. */
  config: RequirementsConfig | null;
  title: string;
}

export interface JobVersionView {
  number: number;
  createdAt: string;
  /** `key`: through the API, by the key of that name. Null where nobody is known. */
  author: { kind: 'user' | 'key'; name: string } | null;
  positionId: string | null;
  description: string;
  config: RequirementsConfig;
}

export interface JobVersions {
  /** Newest first. */
  items: JobVersionView[];
}
