import { limits } from '../../config/limits.ts';
import type { Db } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import { ApiError } from '../../errors.ts';
import { type Clock, days, hours, isoTime } from '../../time.ts';
import { generateApiKey, hashApiKey, visibleParts } from './api-key.ts';
import {
  expiryMs,
  normaliseAllowList,
  notFound,
  refusal,
  requireName,
  requireRate,
  uniquePermissions,
} from './checks.ts';
import { isAddressAllowed, normaliseCidr } from './ip-allow-list.ts';
import { allKeys, findClient, findKey, findProject, insertKey, updateKey } from './repository.ts';
import type { ApiKey, Asker, Client, IdentityService } from './types.ts';

type Keys = Pick<
  IdentityService,
  | 'createKey'
  | 'listKeys'
  | 'findKey'
  | 'checkAllowList'
  | 'updateKey'
  | 'revokeKey'
  | 'extendKey'
  | 'rotateKey'
>;

const { maxOverlapHours } = limits.apiKey;
const defaultRate = limits.rateLimit.defaultPerMinute;

export function createKeys(deps: { db: Db; clock: Clock; keyPepper: string; newId: () => string }): Keys {
  const { db, clock, keyPepper, newId } = deps;
  const now = () => isoTime(clock.now());

  const requireClient = async (clientId: string) =>
    (await findClient(db, clientId)) ?? notFound('client', clientId);
  const requireKey = async (trx: Db, keyId: string): Promise<ApiKey> =>
    (await findKey(trx, keyId)) ?? notFound('key', keyId);
  /** A revoked key stays revoked: it may have been revoked because it leaked. */
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
  /** Where a client's own people ask, no key outlives what its owner allows. */
  const requireAllowedLife = ({ maxKeyDays }: Client, expiresAt: string | null, asker: Asker) => {
    if (asker === 'owner' || maxKeyDays === null) return;
    if (expiresAt !== null && Date.parse(expiresAt) <= clock.now() + days(maxKeyDays)) return;
    throw refusal(
      'expiresInDays',
      `Keys of this client may live ${maxKeyDays} days at most from today; an owner of this installation set that.`,
    );
  };
  const requireLiftable = (isFixed: boolean, field: string, what: string, asker: Asker) => {
    if (asker === 'owner' || !isFixed) return;
    throw refusal(field, `An owner of this installation set ${what}; only an owner can lift it.`);
  };
  /** Keys are given to projects that are in use only. */
  const requireOpenProject = async (trx: Db, clientId: string, projectId: string) => {
    const project = (await findProject(trx, clientId, projectId)) ?? notFound('project', projectId);
    if (project.archivedAt !== null) {
      const message = `The project "${project.name}" is archived; restore it first.`;
      throw new ApiError('INVALID_INPUT', message, { details: { fields: { projectId: message } } });
    }
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
    async createKey(request) {
      const client = await requireClient(request.clientId);
      const projectId = request.projectId ?? null;
      if (projectId !== null) await requireOpenProject(db, client.id, projectId);
      const expiresInDays =
        request.expiresInDays === undefined ? limits.apiKey.expiryDays.default : request.expiresInDays;
      const asker = request.asker ?? 'owner';
      const expiresAt = expiresInDays === null ? null : isoTime(clock.now() + expiryMs(expiresInDays));
      const rateLimitPerMinute = requireRate(request.rateLimitPerMinute ?? defaultRate);
      requireAllowedLife(client, expiresAt, asker);
      return addKey(db, {
        clientId: client.id,
        projectId,
        name: requireName(request.name ?? 'API key'),
        permissions: uniquePermissions(request.permissions ?? client.permissions),
        allowedIps: normaliseAllowList(request.allowedIps ?? []),
        rateLimitPerMinute,
        expiresAt,
        fixed: {
          rate: asker === 'owner' && rateLimitPerMinute !== defaultRate,
          expiry:
            asker === 'owner' && expiresInDays !== null && expiresInDays !== limits.apiKey.expiryDays.default,
        },
      });
    },

    async listKeys(clientId) {
      if (clientId !== undefined) await requireClient(clientId);
      return allKeys(db, clientId);
    },

    async findKey({ clientId, keyId }) {
      const key = await findKey(db, keyId);
      return key?.clientId === clientId ? key : undefined;
    },

    checkAllowList(given, ipAddress) {
      const entries = given.map((entry) => {
        try {
          return { given: entry, cidr: normaliseCidr(entry) };
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          return { given: entry, fault: error.message };
        }
      });
      const cidrs = entries.flatMap((entry) => ('cidr' in entry ? [entry.cidr] : []));
      return {
        entries,
        includesAddress: given.length === 0 || (cidrs.length > 0 && isAddressAllowed(ipAddress, cidrs)),
      };
    },

    updateKey: (keyId, { name, projectId, allowedIps, rateLimitPerMinute: rate }, asker = 'owner') =>
      transaction(db, async (trx) => {
        const key = await requireUnrevoked(trx, keyId, 'changed');
        if (projectId && projectId !== key.projectId) await requireOpenProject(trx, key.clientId, projectId);
        const isNewRate = rate !== undefined && rate !== key.rateLimitPerMinute;
        if (isNewRate && rate > key.rateLimitPerMinute)
          requireLiftable(key.fixed.rate, 'rateLimitPerMinute', 'this key’s requests per minute', asker);
        const changes = {
          ...(name !== undefined && { name: requireName(name) }),
          ...(projectId !== undefined && { project_id: projectId }),
          ...(allowedIps !== undefined && { allowed_ips: JSON.stringify(normaliseAllowList(allowedIps)) }),
          ...(isNewRate && { rate_limit_per_minute: requireRate(rate) }),
          ...(isNewRate && asker === 'owner' && { rate_fixed: rate === defaultRate ? 0 : 1 }),
        };
        if (Object.keys(changes).length === 0) return key;
        return (await updateKey(trx, keyId, changes)) ?? notFound('key', keyId);
      }),

    revokeKey: (keyId) =>
      transaction(db, async (trx) => {
        const key = await requireKey(trx, keyId);
        if (key.revokedAt) return key;
        return (await updateKey(trx, keyId, { revoked_at: now() })) ?? notFound('key', keyId);
      }),

    extendKey: (keyId, extraDays, asker = 'owner') =>
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
        requireLiftable(key.fixed.expiry, 'expiresInDays', 'when this key ends', asker);
        requireAllowedLife(await requireClient(key.clientId), expiresAt, asker);
        return (await updateKey(trx, keyId, { expires_at: expiresAt })) ?? notFound('key', keyId);
      }),

    rotateKey: (keyId, overlapHours, asker = 'owner') => {
      if (!(overlapHours >= 0 && overlapHours <= maxOverlapHours)) {
        throw new ApiError('INVALID_INPUT', `The overlap must be from 0 to ${maxOverlapHours} hours.`);
      }
      return transaction(db, async (trx) => {
        const old = await requireUnrevoked(trx, keyId, 'rotated');
        const nowMs = clock.now();
        const { maxKeyDays } = await requireClient(old.clientId);
        const longest = asker === 'client' && maxKeyDays !== null ? isoTime(nowMs + days(maxKeyDays)) : null;
        // The successor lives as long as its predecessor was meant to, unless the caller decides otherwise.
        const meant = old.expiresAt && isoTime(nowMs + Date.parse(old.expiresAt) - Date.parse(old.createdAt));
        const expiresAt =
          asker === 'client' && old.fixed.expiry
            ? old.expiresAt
            : longest !== null && (meant === null || meant > longest)
              ? longest
              : meant;
        const successor = await addKey(trx, {
          clientId: old.clientId,
          projectId: old.projectId,
          name: old.name,
          permissions: old.permissions,
          allowedIps: old.allowedIps,
          rateLimitPerMinute: old.rateLimitPerMinute,
          fixed: old.fixed,
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
