import { limits } from '../../../config/limits.ts';
import type { ApiKey, Client, Project } from '../../identity/types.ts';
import type { KeyRow, KeyState } from './contract.ts';

/** A key as the console shows it: what it may now, and how long it will. */
export function presentKey(
  key: ApiKey,
  {
    client,
    projects,
    nowMs,
  }: { client: Pick<Client, 'permissions'>; projects: readonly Project[]; nowMs: number },
): KeyRow {
  const project = projects.find(({ id }) => id === key.projectId);
  return {
    id: key.id,
    name: key.name,
    masked: key.masked,
    project: project ? { id: project.id, name: project.name } : null,
    state: stateOf(key, nowMs),
    permissions: client.permissions.filter((permission) => key.permissions.includes(permission)),
    allowedIps: key.allowedIps,
    rateLimitPerMinute: key.rateLimitPerMinute,
    fixed: key.fixed,
    createdAt: key.createdAt,
    expiresAt: key.expiresAt,
    revokedAt: key.revokedAt,
    lastUsedAt: key.lastUsedAt,
  };
}

function stateOf({ revokedAt, expiresAt }: ApiKey, nowMs: number): KeyState {
  if (revokedAt !== null) return 'revoked';
  if (expiresAt === null) return 'valid';
  const leftMs = Date.parse(expiresAt) - nowMs;
  if (leftMs <= 0) return 'expired';
  return leftMs <= limits.apiKey.expiringWithinMs ? 'expiring' : 'valid';
}
