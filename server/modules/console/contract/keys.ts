import type { ModulePermission } from './clients.ts';

export type KeyState = 'valid' | 'expiring' | 'expired' | 'revoked';

export interface KeyRow {
  id: string;
  name: string;
  /** "assay_api_…9fQ2". */
  masked: string;
  project: { id: string; name: string } | null;
  state: KeyState;
  /** What both the key and its client may. */
  permissions: ModulePermission[];
  /** CIDR blocks; empty: from everywhere. */
  allowedIps: string[];
  rateLimitPerMinute: number;
  createdAt: string;
  expiresAt: string | null;
  revokedAt: string | null;
  lastUsedAt: string | null;
}

/** `GET /clients/:clientId/keys`: newest first. */
export interface KeysAnswer {
  items: KeyRow[];
  next: null;
}

/** `POST /clients/:clientId/keys`; its permissions are the client's, now and later. */
export interface NewKey {
  name: string;
  projectId: string | null;
  /** 1–365; null: never. */
  expiresInDays: number | null;
  allowedIps: string[];
  rateLimitPerMinute: number;
}

/** `PATCH /clients/:clientId/keys/:keyId`. */
export type KeyChanges = Partial<Omit<NewKey, 'expiresInDays'>>;

/** Of create and rotate: the only time that the key itself is shown. */
export interface KeyMade {
  key: KeyRow;
  apiKey: string;
}

/** `POST /clients/:clientId/keys/check` with `{ allowedIps }`. */
export interface AllowListAnswer {
  entries: ({ given: string } & ({ cidr: string } | { fault: string }))[];
  /** Where this request came from, and whether a key with this list would work from there. */
  yourAddress: string;
  includesYou: boolean;
}
