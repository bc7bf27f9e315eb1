import type { Db } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import { ApiError } from '../../errors.ts';
import { type Clock, isoTime } from '../../time.ts';
import { normaliseEmail } from './email.ts';
import {
  deleteMembership,
  grantMembership,
  lockMembership,
  membershipsByUser,
  membersOf,
} from './membership-repository.ts';
import { deleteSessionsOf } from './session-repository.ts';
import type { ClientRole, PeopleService } from './types.ts';
import {
  allUsers,
  anyOwner,
  findUserByEmail,
  findUserRow,
  lockOwners,
  toUser,
  updateUser,
} from './user-repository.ts';

/** Who works with which client, and who owns the installation. */
export function createPeople({ db, clock }: { db: Db; clock: Clock }): PeopleService {
  const noMember = (userId: string) => new ApiError('NOT_FOUND', `There is no member "${userId}".`);

  return {
    async members(clientId) {
      const rows = await membersOf(db, clientId);
      return rows.map((row) => ({ ...toUser(row), role: row.role as ClientRole }));
    },

    async isMember(clientId, email) {
      const wanted = normaliseEmail(email);
      return (await membersOf(db, clientId)).some((row) => row.email === wanted);
    },

    changeRole: (clientId, userId, role) =>
      transaction(db, async (trx) => {
        const membership = await lockMembership(trx, clientId, userId);
        if (!membership) throw noMember(userId);
        await grantMembership(trx, { ...membership, role });
        return { before: membership.role as ClientRole };
      }),

    removeMember: (clientId, userId) =>
      transaction(db, async (trx) => {
        const membership = await lockMembership(trx, clientId, userId);
        if (!membership) throw noMember(userId);
        await deleteMembership(trx, clientId, userId);
        return { before: membership.role as ClientRole };
      }),

    async everybody() {
      const memberships = await membershipsByUser(db);
      return (await allUsers(db)).map((row) => ({
        ...toUser(row),
        memberships: (memberships.get(row.id) ?? []).map(({ clientId, clientName, role }) => ({
          clientId,
          clientName,
          role,
        })),
      }));
    },

    async findByEmail(email) {
      const row = await findUserByEmail(db, normaliseEmail(email));
      return row && toUser(row);
    },

    change: (userId, { isOwner, disabled }) =>
      transaction(db, async (trx) => {
        const owners = await lockOwners(trx);
        const row = await findUserRow(trx, userId);
        if (!row) throw new ApiError('NOT_FOUND', `There is no person "${userId}".`);
        const left = owners.filter(({ id, disabled_at }) => id !== userId && disabled_at === null);
        const stops = isOwner === false || disabled === true;
        if (row.is_owner === 1 && stops && left.length === 0) {
          throw new ApiError('INVALID_INPUT', 'This is the last owner: make somebody else an owner first.');
        }
        const changed = await updateUser(trx, userId, {
          is_owner: (isOwner ?? row.is_owner === 1) ? 1 : 0,
          disabled_at:
            disabled === undefined
              ? row.disabled_at
              : disabled
                ? (row.disabled_at ?? isoTime(clock.now()))
                : null,
        });
        if (disabled === true) await deleteSessionsOf(trx, userId);
        return toUser(changed!);
      }),

    hasOwner: () => anyOwner(db),
  };
}
