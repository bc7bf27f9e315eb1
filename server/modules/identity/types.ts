import type { AccentUse } from '../../domain/scoring/overall.ts';

export const modulePermissions = ['speech', 'interview', 'cvdeepmatch', 'cvdeepsearch'] as const;
export type ModulePermission = (typeof modulePermissions)[number];

export interface Client {
  id: string;
  name: string;
  active: boolean;
  permissions: ModulePermission[];
  multilingual: boolean;
  maxConcurrentRuns: number;
  /** Requests per minute of all its keys together; null: only each key's own limit. */
  rateLimitPerMinute: number | null;
  /** Longest life, from today, that its own people can give a key; null: as long as they like. */
  maxKeyDays: number | null;
  /** What becomes of accent in the results of recordings that are submitted from now on. */
  accentUse: AccentUse;
  createdAt: string;
}

export interface Project {
  id: string;
  clientId: string;
  name: string;
  createdAt: string;
  archivedAt: string | null;
}

export interface ApiKey {
  id: string;
  clientId: string;
  projectId: string | null;
  name: string;
  /** e.g. "assay_api_…9fQ2": all that is ever shown again. */
  masked: string;
  permissions: ModulePermission[];
  allowedIps: string[];
  rateLimitPerMinute: number;
  /** Which of its limits an owner of the installation has set: the client's own people cannot lift them. */
  fixed: { rate: boolean; expiry: boolean };
  createdAt: string;
  expiresAt: string | null;
  revokedAt: string | null;
  lastUsedAt: string | null;
}

/** On whose behalf something is changed: of an owner of the installation (as the command line is), or of a client's own people. */
export type Asker = 'owner' | 'client';

/** Who calls: what every authenticated request carries as `request.caller`. */
export interface Caller {
  client: Client;
  key: ApiKey;
}

/** How many requests may be sent per minute. */
export interface Bound {
  /** Whose, e.g. "key <id>". */
  subject: string;
  perWindow: number;
}

export interface RateWindows {
  /** Counts a request for all of them, or for none and returns one that refuses it. */
  take<Given extends Bound>(bounds: readonly Given[]): Promise<Given | undefined>;
  /** Where a subject stands, without counting. */
  look(bound: Bound): { remaining: number; resetSeconds: number };
}

export interface AllowListCheck {
  entries: ({ given: string } & ({ cidr: string } | { fault: string }))[];
  /** Whether `ipAddress` would be let in; an empty list lets in every address. */
  includesAddress: boolean;
}

export interface IdentityService {
  /** Throws ApiError MISSING_API_KEY, INVALID_API_KEY, API_KEY_EXPIRED, CLIENT_INACTIVE, IP_NOT_ALLOWED. */
  authenticate(request: { apiKey: string | undefined; ipAddress: string }): Promise<Caller>;
  createClient(request: {
    name: string;
    credits: number;
    permissions?: readonly ModulePermission[];
    multilingual?: boolean;
    maxConcurrentRuns?: number;
    rateLimitPerMinute?: number | null;
    maxKeyDays?: number | null;
    accentUse?: AccentUse;
  }): Promise<Client>;
  findClient(clientId: string): Promise<Client | undefined>;
  /** @param ids of these only */
  listClients(ids?: readonly string[]): Promise<(Client & { creditBalance: number })[]>;
  setClientActive(clientId: string, active: boolean): Promise<Client>;
  updateClient(
    clientId: string,
    changes: Partial<
      Pick<
        Client,
        | 'name'
        | 'permissions'
        | 'multilingual'
        | 'maxConcurrentRuns'
        | 'rateLimitPerMinute'
        | 'maxKeyDays'
        | 'accentUse'
      >
    >,
  ): Promise<Client>;
  createProject(request: { clientId: string; name: string }): Promise<Project>;
  listProjects(clientId?: string): Promise<Project[]>;
  /**
   * Archived projects take no new keys; those they have work on, and their runs stay. ApiError NOT_FOUND for an
   * unknown id and another client's alike.
   */
  updateProject(
    of: { clientId: string; projectId: string },
    changes: { name?: string; archived?: boolean },
  ): Promise<Project>;
  /**
   * The only moment the key itself exists outside its owner's hands.
   *
   * `asker` (owner when absent), here and below: what an owner sets and is not the default is fixed, and a client's own people
   * can neither lift it nor exceed their client's `maxKeyDays` (ApiError INVALID_INPUT).
   */
  createKey(request: {
    asker?: Asker;
    clientId: string;
    projectId?: string | null;
    name?: string;
    permissions?: readonly ModulePermission[];
    /** null: never expires. */
    expiresInDays?: number | null;
    allowedIps?: readonly string[];
    rateLimitPerMinute?: number;
  }): Promise<{ key: ApiKey; apiKey: string }>;
  listKeys(clientId?: string): Promise<ApiKey[]>;
  /** Undefined for an unknown id and for another client's alike. */
  findKey(of: { clientId: string; keyId: string }): Promise<ApiKey | undefined>;
  /** What an allow-list would become, entry by entry, and what is wrong with it. */
  checkAllowList(entries: readonly string[], ipAddress: string): AllowListCheck;
  /** ApiError INVALID_INPUT for a revoked key: it is kept as it was. */
  updateKey(
    keyId: string,
    changes: {
      name?: string;
      projectId?: string | null;
      allowedIps?: readonly string[];
      rateLimitPerMinute?: number;
    },
    asker?: Asker,
  ): Promise<ApiKey>;
  revokeKey(keyId: string): Promise<ApiKey>;
  extendKey(keyId: string, days: number | null, asker?: Asker): Promise<ApiKey>;
  /** A new key with the same settings; the old one works for `overlapHours` more. A fixed expiry is the new one's as well. */
  rotateKey(keyId: string, overlapHours: number, asker?: Asker): Promise<{ key: ApiKey; apiKey: string }>;
}

/** A module is open to a call only when both the client and its key have the permission. */
export function hasPermission({ client, key }: Caller, permission: ModulePermission): boolean {
  return client.permissions.includes(permission) && key.permissions.includes(permission);
}
