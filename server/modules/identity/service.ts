import { randomUUID } from 'node:crypto';
import { limits } from '../../config/limits.ts';
import type { Db } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import { ApiError } from '../../errors.ts';
import { type Clock, days, hours, isoTime, minutes } from '../../time.ts';
import { createCreditsService } from '../credits/service.ts';
import { generateApiKey, hashApiKey, looksLikeApiKey, visibleParts } from './api-key.ts';
import { isAddressAllowed, normaliseCidr } from './ip-allow-list.ts';
import {
  allClients,
  allKeys,
  allProjects,
  findCaller,
  findClient,
  findKey,
  findProject,
  insertClient,
  insertKey,
  insertProject,
  markKeyUsed,
  updateClient,
  updateKey,
} from './repository.ts';
import {
  type ApiKey,
  type Caller,
  type Client,
  type IdentityService,
  type ModulePermission,
  modulePermissions,
  type Project,
} from './types.ts';

const lastUsedPrecisionMs = minutes(1);
const maxAllowedIps = 100;
const maxRequestsPerMinute = 1_000_000;
const maxRunsAtOnce = 1000;
const maxOverlapHours = 24 * 30;

/** A module is open to a call only when both the client and its key have the permission. */
export function hasPermission({ client, key }: Caller, permission: ModulePermission): boolean {
  return client.permissions.includes(permission) && key.permissions.includes(permission);
}

export function createIdentityService({
  db,
  clock,
  keyPepper,
  newId = randomUUID,
}: {
  db: Db;
  clock: Clock;
  /** From `loadKeyPepper`. */
  keyPepper: string;
  newId?: () => string;
}): IdentityService {
  const now = () => isoTime(clock.now());

  const requireClient = async (trx: Db, clientId: string): Promise<Client> =>
    (await findClient(trx, clientId)) ?? notFound('client', clientId);
  const requireKey = async (trx: Db, keyId: string): Promise<ApiKey> =>
    (await findKey(trx, keyId)) ?? notFound('key', keyId);
  /** A revoked key stays revoked: whoever revoked it may have done so because it leaked. */
  const requireUnrevoked = async (trx: Db, keyId: string, wish: string): Promise<ApiKey> => {
    const key = await requireKey(trx, keyId);
    if (key.revokedAt) {
      throw new ApiError(
        'INVALID_INPUT',
        `The key "${keyId}" was revoked and cannot be ${wish}; create a new one.`,
      );
    }
    return key;
  };

  const addKey = async (
    trx: Db,
    settings: Omit<ApiKey, 'id' | 'masked' | 'createdAt' | 'revokedAt' | 'lastUsedAt'>,
  ) => {
    const apiKey = generateApiKey();
    const { prefix, lastFour } = visibleParts(apiKey);
    const key: ApiKey = {
      ...settings,
      id: newId(),
      masked: `${prefix}…${lastFour}`,
      createdAt: now(),
      revokedAt: null,
      lastUsedAt: null,
    };
    await insertKey(trx, key, { hash: hashApiKey(apiKey, keyPepper), prefix, lastFour });
    return { key, apiKey };
  };

  return {
    async authenticate({ apiKey, ipAddress }) {
      if (!apiKey) throw new ApiError('MISSING_API_KEY', 'Send your API key in the X-API-Key header.');
      const invalid = () => new ApiError('INVALID_API_KEY', 'This API key is not valid.');
      if (!looksLikeApiKey(apiKey)) throw invalid();
      const caller = await findCaller(db, hashApiKey(apiKey, keyPepper));
      if (!caller || caller.key.revokedAt) throw invalid();
      const { key, client } = caller;
      const nowMs = clock.now();
      if (key.expiresAt && Date.parse(key.expiresAt) <= nowMs) {
        throw new ApiError(
          'API_KEY_EXPIRED',
          `This API key expired at ${key.expiresAt}; extend or replace it.`,
        );
      }
      if (!client.active) throw new ApiError('CLIENT_INACTIVE', 'This account is disabled.');
      if (!isAddressAllowed(ipAddress, key.allowedIps)) {
        throw new ApiError('IP_NOT_ALLOWED', `This API key may not be used from ${ipAddress}.`);
      }
      if (!key.lastUsedAt || nowMs - Date.parse(key.lastUsedAt) >= lastUsedPrecisionMs) {
        // Only for the key list: a full disk must not keep customers from reading their results.
        await markKeyUsed(db, key.id, isoTime(nowMs)).catch(() => {});
      }
      return caller;
    },

    async createClient({ name, credits: amount, permissions, multilingual, maxConcurrentRuns }) {
      requireWhole('credits', amount, 0, Number.MAX_SAFE_INTEGER);
      const client: Client = {
        id: newId(),
        name: requireName(name),
        active: true,
        permissions: uniquePermissions(permissions ?? modulePermissions),
        multilingual: multilingual ?? true,
        maxConcurrentRuns: requireRunsAtOnce(maxConcurrentRuns ?? limits.concurrentRunsPerClient),
        createdAt: now(),
      };
      return transaction(db, async (trx) => {
        await insertClient(trx, client);
        if (amount > 0) {
          const credits = createCreditsService({ db: trx, clock, newId });
          await credits.add({ clientId: client.id, amount, description: 'Opening balance' });
        }
        return client;
      });
    },

    listClients: () => allClients(db),

    async setClientActive(clientId, active) {
      return (await updateClient(db, clientId, { active: active ? 1 : 0 })) ?? notFound('client', clientId);
    },

    async updateClient(clientId, { permissions, multilingual, maxConcurrentRuns }) {
      const changes = {
        ...(permissions !== undefined && { permissions: JSON.stringify(uniquePermissions(permissions)) }),
        ...(multilingual !== undefined && { multilingual: multilingual ? 1 : 0 }),
        ...(maxConcurrentRuns !== undefined && { max_concurrent_runs: requireRunsAtOnce(maxConcurrentRuns) }),
      };
      if (Object.keys(changes).length === 0) return requireClient(db, clientId);
      return (await updateClient(db, clientId, changes)) ?? notFound('client', clientId);
    },

    async createProject({ clientId, name }) {
      await requireClient(db, clientId);
      const project: Project = {
        id: newId(),
        clientId,
        name: requireName(name),
        createdAt: now(),
        archivedAt: null,
      };
      await insertProject(db, project);
      return project;
    },

    async listProjects(clientId) {
      if (clientId !== undefined) await requireClient(db, clientId);
      return allProjects(db, clientId);
    },

    async createKey(request) {
      const client = await requireClient(db, request.clientId);
      const projectId = request.projectId ?? null;
      if (projectId !== null && !(await findProject(db, client.id, projectId)))
        notFound('project', projectId);
      const expiresInDays =
        request.expiresInDays === undefined ? limits.apiKey.expiryDays.default : request.expiresInDays;
      return addKey(db, {
        clientId: client.id,
        projectId,
        name: requireName(request.name ?? 'API key'),
        permissions: uniquePermissions(request.permissions ?? client.permissions),
        allowedIps: normaliseAllowList(request.allowedIps ?? []),
        rateLimitPerMinute: requireWhole(
          'requests per minute',
          request.rateLimitPerMinute ?? limits.rateLimit.defaultPerMinute,
          1,
          maxRequestsPerMinute,
        ),
        expiresAt: expiresInDays === null ? null : isoTime(clock.now() + expiryMs(expiresInDays)),
      });
    },

    async listKeys(clientId) {
      if (clientId !== undefined) await requireClient(db, clientId);
      return allKeys(db, clientId);
    },

    revokeKey: (keyId) =>
      transaction(db, async (trx) => {
        const key = await requireKey(trx, keyId);
        if (key.revokedAt) return key;
        return (await updateKey(trx, keyId, { revoked_at: now() })) ?? notFound('key', keyId);
      }),

    extendKey: (keyId, extraDays) =>
      transaction(db, async (trx) => {
        const key = await requireUnrevoked(trx, keyId, 'extended');
        // Counted from the later of now and the old end: extending never shortens, and revives an expired key.
        const startMs = Math.max(clock.now(), key.expiresAt ? Date.parse(key.expiresAt) : 0);
        const expiresAt = extraDays === null ? null : isoTime(startMs + expiryMs(extraDays));
        if (key.expiresAt === null && expiresAt !== null) {
          throw new ApiError(
            'INVALID_INPUT',
            `The key "${keyId}" never expires; there is nothing to extend.`,
          );
        }
        return (await updateKey(trx, keyId, { expires_at: expiresAt })) ?? notFound('key', keyId);
      }),

    rotateKey: (keyId, overlapHours) => {
      if (!(overlapHours >= 0 && overlapHours <= maxOverlapHours)) {
        throw new ApiError('INVALID_INPUT', `The overlap must be from 0 to ${maxOverlapHours} hours.`);
      }
      return transaction(db, async (trx) => {
        const old = await requireUnrevoked(trx, keyId, 'rotated');
        const nowMs = clock.now();
        // The successor lives as long as its predecessor was meant to.
        const expiresAt =
          old.expiresAt && isoTime(nowMs + Date.parse(old.expiresAt) - Date.parse(old.createdAt));
        const successor = await addKey(trx, {
          clientId: old.clientId,
          projectId: old.projectId,
          name: old.name,
          permissions: old.permissions,
          allowedIps: old.allowedIps,
          rateLimitPerMinute: old.rateLimitPerMinute,
          expiresAt,
        });
        const overlapEnd = isoTime(nowMs + hours(overlapHours));
        if (overlapHours === 0) await updateKey(trx, keyId, { revoked_at: isoTime(nowMs) });
        else if (!old.expiresAt || old.expiresAt > overlapEnd)
          await updateKey(trx, keyId, { expires_at: overlapEnd });
        return successor;
      });
    },
  };
}

function notFound(kind: 'client' | 'project' | 'key', id: string): never {
  throw new ApiError('NOT_FOUND', `There is no ${kind} "${id}".`);
}

function requireName(name: string): string {
  const trimmed = name.trim();
  if (trimmed.length < 1 || trimmed.length > 200 || /\p{Cc}/u.test(trimmed)) {
    throw new ApiError('INVALID_INPUT', 'A name needs 1 to 200 characters, none of them control characters.');
  }
  return trimmed;
}

function requireWhole(what: string, value: number, min: number, max: number): number {
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new ApiError('INVALID_INPUT', `The number of ${what} must be a whole number from ${min} to ${max}.`);
}

const requireRunsAtOnce = (count: number): number =>
  requireWhole('simultaneous runs', count, 1, maxRunsAtOnce);

function expiryMs(count: number): number {
  const { min, max } = limits.apiKey.expiryDays;
  return days(requireWhole('days', count, min, max));
}

function uniquePermissions(permissions: readonly ModulePermission[]): ModulePermission[] {
  const unknown = permissions.find((permission) => !modulePermissions.includes(permission));
  if (unknown !== undefined) {
    throw new ApiError(
      'INVALID_INPUT',
      `"${unknown}" is not a permission; choose from ${modulePermissions.join(', ')}.`,
    );
  }
  if (permissions.length === 0) {
    throw new ApiError('INVALID_INPUT', `Give at least one permission of ${modulePermissions.join(', ')}.`);
  }
  return modulePermissions.filter((permission) => permissions.includes(permission));
}

function normaliseAllowList(entries: readonly string[]): string[] {
  if (entries.length > maxAllowedIps) {
    throw new ApiError('INVALID_INPUT', `A key can have at most ${maxAllowedIps} allowed addresses.`);
  }
  return [...new Set(entries.map(normaliseCidr))];
}
