import type { Config } from '../config/env.ts';
import type { Logger } from '../logging.ts';

/** What a role runs in its process. */
export interface Service {
  /** Resolves once it serves; `url` when it listens. */
  start(): Promise<{ url?: string }>;
  /** Orderly: what is under way is finished or given back. */
  stop(): Promise<void>;
}

export interface ComposeContext {
  logger: Logger;
  /** The process is beyond repair and must be replaced. */
  onFatal: (reason: string) => void;
}

/** What the process roles are made of; `compose.ts` has the real one. */
export interface Composition {
  /** Before anything serves, while nobody else does: migrations, left-overs of the last life. */
  prepare(config: Config, context: Pick<ComposeContext, 'logger'>): Promise<void>;
  migrate(config: Config): Promise<void>;
  api(config: Config, context: ComposeContext): Promise<Service>;
  worker(config: Config, context: ComposeContext): Promise<Service>;
}

export const childRoles = ['api', 'worker'] as const;
export type ChildRole = (typeof childRoles)[number];

/** From a child to its supervisor. */
export type ChildMessage = { type: 'serving'; url?: string };

/** Exit status of a child that no restart can help: a port that is taken, a fault in the composition. */
export const HOPELESS = 78;
