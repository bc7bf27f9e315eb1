import { limits } from '../../config/limits.ts';
import type { Db } from '../../db/db.ts';
import { lockClient } from '../../db/lock-client.ts';
import { transaction } from '../../db/transaction.ts';
import { ApiError } from '../../errors.ts';
import { type Clock, hours, isoTime } from '../../time.ts';
import {
  deleteSecrets,
  expireSecret,
  insertSecret,
  lockCurrentSecret,
  type SecretOwner,
  type SecretRow,
  validSecrets,
} from './secret-repository.ts';
import { createSecretSeal, SealError } from './secret-seal.ts';
import { generateSecret } from './sign.ts';
import type { SecretInfo } from './types.ts';

/** Signing secrets: a client's own, else the installation's default. */
export interface WebhookSecrets {
  /** What signs for a client now, newest first: one secret, or two during an overlap. @throws SealError */
  signing(clientId: string): Promise<string[]>;
  list(owner: SecretOwner): Promise<SecretInfo[]>;
  rotate(owner: SecretOwner, overlapHours: number): Promise<{ secret: string; info: SecretInfo }>;
  current(): Promise<{ secret: string; info: SecretInfo }>;
}

export function createWebhookSecrets({
  db,
  clock,
  keyPepper,
  newId,
}: {
  db: Db;
  clock: Clock;
  keyPepper: string;
  newId: () => string;
}): WebhookSecrets {
  const seal = createSecretSeal(keyPepper);
  const now = () => isoTime(clock.now());
  const open = (row: SecretRow) => seal.open(row.sealed, row.id);
  /** A replaced secret that cannot be read must not keep its successor from signing. */
  const openOrLeave = (row: SecretRow): string[] => {
    try {
      return [open(row)];
    } catch (error) {
      if (error instanceof SealError) return [];
      throw error;
    }
  };

  const newRow = (
    owner: SecretOwner,
    secret: string,
    times: Pick<SecretRow, 'created_at' | 'expires_at'>,
  ): SecretRow => {
    const id = newId();
    return { id, client_id: owner, sealed: seal.seal(secret, id), last_four: secret.slice(-4), ...times };
  };

  /** Made by the first process that needs it; of several at once, one makes it and all use it. */
  const defaults = async (connection: Db): Promise<SecretRow[]> => {
    const existing = await validSecrets(connection, null, now());
    if (existing.some((row) => row.expires_at === null)) return existing;
    await insertSecret(connection, newRow(null, generateSecret(), { created_at: now(), expires_at: null }));
    return validSecrets(connection, null, now());
  };

  const retire = async (trx: Db, owner: SecretOwner, expiresAt: string | null) => {
    const current = await lockCurrentSecret(trx, owner);
    if (current && expiresAt) {
      await expireSecret(trx, current.id, expiresAt);
      await deleteSecrets(trx, owner, current.id);
      return;
    }
    await deleteSecrets(trx, owner, null);
    // A client's first secret takes over from the default, which its receiver may still be checking against.
    if (!current && owner !== null && expiresAt) {
      const [inherited] = await defaults(trx);
      const times = { created_at: inherited!.created_at, expires_at: expiresAt };
      for (const secret of openOrLeave(inherited!)) await insertSecret(trx, newRow(owner, secret, times));
    }
  };

  return {
    async signing(clientId) {
      const own = await validSecrets(db, clientId, now());
      const valid = own.length > 0 ? own : await defaults(db);
      return valid.flatMap((row) => (row.expires_at === null ? [open(row)] : openOrLeave(row)));
    },

    list: async (owner) =>
      (owner === null ? await defaults(db) : await validSecrets(db, owner, now())).map(infoOf),

    async rotate(owner, overlapHours) {
      const { max } = limits.webhooks.secretOverlapHours;
      if (!(overlapHours >= 0 && overlapHours <= max)) {
        throw new ApiError('INVALID_INPUT', `The overlap must be from 0 to ${max} hours.`);
      }
      return transaction(db, async (trx) => {
        if (owner !== null) await lockClient(trx, owner);
        const nowMs = clock.now();
        await retire(trx, owner, overlapHours === 0 ? null : isoTime(nowMs + hours(overlapHours)));
        const secret = generateSecret();
        const row = newRow(owner, secret, { created_at: isoTime(nowMs), expires_at: null });
        await insertSecret(trx, row);
        return { secret, info: infoOf(row) };
      });
    },

    async current() {
      const [row] = await defaults(db);
      return { secret: open(row!), info: infoOf(row!) };
    },
  };
}

const infoOf = (row: SecretRow): SecretInfo => ({
  lastFour: row.last_four,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});
