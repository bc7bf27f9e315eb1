import type { Config } from '../config/env.ts';
import type { Logger } from '../logging.ts';
import type { Death } from './death.ts';

/** What there is to say about a service that has started. */
export interface Serving {
  url?: string;
  /** Makes the person who opens it first the owner: shown to the person who started the server, never logged. */
  setUpLink?: string;
}

/** What a role runs in its process. */
export interface Service {
  /** Resolves once it serves; `url` when it listens, `setUpLink` while the installation has no owner. */
  start(): Promise<Serving>;
  /** Orderly: what is under way is finished or given back. */
  stop(): Promise<void>;
}

export interface ComposeContext {
  logger: Logger;
  /** The process is beyond repair and must be replaced. */
  onFatal: (reason: string) => void;
  /** The process ends in order, and another takes its place: what it works with has changed. */
  renew: (reason: string) => void;
  /** How processes of this role ended whose runs no process has freed yet. */
  deaths: readonly Death[];
}

/** What the process roles are made of; `app/composition.ts` has the real one. */
export interface Composition {
  /** Before any process serves: migrations, then uploads and restores that a killed process left unfinished. */
  prepare(config: Config, context: Pick<ComposeContext, 'logger'>): Promise<void>;
  migrate(config: Config, context: Pick<ComposeContext, 'logger'>): Promise<void>;
  api(config: Config, context: ComposeContext): Promise<Service>;
  worker(config: Config, context: ComposeContext): Promise<Service>;
  live(config: Config, context: ComposeContext): Promise<Service>;
}

export const childRoles = ['api', 'worker', 'live'] as const;
export type ChildRole = (typeof childRoles)[number];

/**
 * Options of Node for a child, before those of its environment. `api`: with a young generation of twice 16 MB the buffers of an upload stay
 * for tens of megabytes before they are collected; with 1 MB, four uploads of 25 MB at once need 11 MB instead of 70.
 */
export const nodeOptions: Readonly<Record<ChildRole, readonly string[]>> = {
  api: ['--max-semi-space-size=1'],
  worker: [],
  live: [],
};

/**
 * Of every child; image and scripts/start say the same for a role by itself.
 * `MALLOC_MMAP_THRESHOLD_`: blocks of a megabyte or more are asked of the system and given back to it when they are free, however many
 * there were before: by default glibc soon keeps blocks of up to 32 MB, and networks leave holes between them.
 * `NODE_OPTIONS`: the young generation of each thread stays small. Left to Node, that of a worker went from 4 to 108 MB and back at random.
 * An operator's own options follow: of two the last counts.
 */
export const memoryGivenBack = (
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string> => ({
  MALLOC_MMAP_THRESHOLD_: env.MALLOC_MMAP_THRESHOLD_ ?? '1048576',
  NODE_OPTIONS: `--max-semi-space-size=4 ${env.NODE_OPTIONS ?? ''}`.trim(),
});

/** From a child to its supervisor. */
export type ChildMessage = { type: 'serving' } & Serving;

/** Exit status of a child that ended in order so that another begins. A restart policy takes it for a failure, and starts the role again as well. */
export const RENEWED = 75;

/** Exit status of a child that no restart can help: a port that is taken, a fault in the composition. */
export const HOPELESS = 78;
