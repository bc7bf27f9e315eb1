import { randomUUID } from 'node:crypto';
import type { Db } from '../../db/db.ts';
import { ApiError } from '../../errors.ts';
import { type Clock, isoTime, minutes } from '../../time.ts';
import { hashApiKey, looksLikeApiKey } from './api-key.ts';
import { createClients } from './clients.ts';
import { isAddressAllowed } from './ip-allow-list.ts';
import { createKeys } from './keys.ts';
import { createProjects } from './projects.ts';
import { findCaller, markKeyUsed } from './repository.ts';
import type { IdentityService } from './types.ts';

/** The same for a key that does not exist and for one that was revoked. */
const NOT_VALID =
  'This API key is not valid. Check that it was copied whole and not revoked; an admin can create another in the console.';
const lastUsedPrecisionMs = minutes(1);

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
  return {
    ...createClients({ db, clock, newId }),
    ...createProjects({ db, clock, newId }),
    ...createKeys({ db, clock, keyPepper, newId }),

    async authenticate({ apiKey, ipAddress }) {
      if (!apiKey) throw new ApiError('MISSING_API_KEY', 'Send your API key in the X-API-Key header.');
      const invalid = () => new ApiError('INVALID_API_KEY', NOT_VALID);
      if (!looksLikeApiKey(apiKey)) throw invalid();
      const caller = await findCaller(db, hashApiKey(apiKey, keyPepper));
      if (!caller) throw invalid();
      const { key, client } = caller;
      const about = { keyId: key.id, keyName: key.name || key.masked, clientId: client.id };
      if (key.revokedAt) throw new ApiError('INVALID_API_KEY', NOT_VALID, { about });
      const nowMs = clock.now();
      if (key.expiresAt && Date.parse(key.expiresAt) <= nowMs) {
        throw new ApiError(
          'API_KEY_EXPIRED',
          `This API key expired at ${key.expiresAt}; an admin can extend or replace it in the console.`,
          { about },
        );
      }
      if (!client.active)
        throw new ApiError(
          'CLIENT_INACTIVE',
          'This account is disabled. Ask whoever runs this installation.',
          { about },
        );
      if (!isAddressAllowed(ipAddress, key.allowedIps)) {
        throw new ApiError(
          'IP_NOT_ALLOWED',
          `This API key may not be used from ${ipAddress}. An admin can add the address to its list in the console.`,
          { about },
        );
      }
      if (!key.lastUsedAt || nowMs - Date.parse(key.lastUsedAt) >= lastUsedPrecisionMs) {
        // Only for the key list: a full disk must not keep customers from reading their results.
        await markKeyUsed(db, key.id, isoTime(nowMs)).catch(() => {});
      }
      return caller;
    },
  };
}
