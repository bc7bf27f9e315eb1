export const modulePermissions = ['speech', 'interview', 'cvdeepmatch', 'cvdeepsearch'] as const;
export type ModulePermission = (typeof modulePermissions)[number];

export interface Client {
  id: string;
  name: string;
  active: boolean;
  permissions: ModulePermission[];
  multilingual: boolean;
  maxConcurrentRuns: number;
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
  createdAt: string;
  expiresAt: string | null;
  revokedAt: string | null;
  lastUsedAt: string | null;
}

/** Who calls: what every authenticated request carries as `request.caller`. */
export interface Caller {
  client: Client;
  key: ApiKey;
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
  }): Promise<Client>;
  listClients(): Promise<(Client & { creditBalance: number })[]>;
  setClientActive(clientId: string, active: boolean): Promise<Client>;
  updateClient(
    clientId: string,
    changes: Partial<Pick<Client, 'permissions' | 'multilingual' | 'maxConcurrentRuns'>>,
  ): Promise<Client>;
  createProject(request: { clientId: string; name: string }): Promise<Project>;
  listProjects(clientId?: string): Promise<Project[]>;
  /** The only moment the key itself exists outside its owner's hands. */
  createKey(request: {
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
  revokeKey(keyId: string): Promise<ApiKey>;
  extendKey(keyId: string, days: number | null): Promise<ApiKey>;
  /** A new key with the same settings; the old one works for `overlapHours` more. */
  rotateKey(keyId: string, overlapHours: number): Promise<{ key: ApiKey; apiKey: string }>;
}
