/** Kinds of data with a time of their own, in the order in which the page shows them. */
export type RetentionKind = 'audio' | 'transcripts' | 'cvs' | 'results' | 'runs';

/** `GET` and `PUT /installation/retention` */
export interface InstallationRetention {
  /** Days after a run's end; null: until somebody deletes it. */
  days: Record<RetentionKind, number | null>;
  enforcement: Enforcement;
}

/** `GET` and `PUT /clients/:clientId/retention` */
export interface ClientRetention {
  kinds: ClientRetentionRule[];
  enforcement: Enforcement;
}

export interface ClientRetentionRule {
  kind: RetentionKind;
  /** What holds. */
  days: number | null;
  /** Set for this client; 'installation': it follows the installation. */
  own: number | null | 'installation';
  installation: number | null;
}

/** The scheduled job that sees to it. */
export interface Enforcement {
  startedAt: string | null;
  finishedAt: string | null;
  nextAt: string | null;
  /** Runs that lost something in the last round, by kind. */
  deleted: Record<RetentionKind, number> | null;
  error: string | null;
}

/** Body of `PUT`: what is absent stays as it is. 'installation' only for clients. */
export type RetentionChanges = Partial<Record<RetentionKind, number | null | 'installation'>>;

/** `POST …/retention/preview`, body `{ kind, days }`: what a rule would delete in the next round. */
export interface RetentionPreview {
  runs: number;
  oldestEndedAt: string | null;
}

/** What a run no longer has because its time was over. */
export interface ExpiredPart {
  kind: RetentionKind;
  deletedAt: string;
  days: number;
}
