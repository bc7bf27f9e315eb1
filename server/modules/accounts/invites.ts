import { limits } from '../../config/limits.ts';
import { transaction } from '../../db/transaction.ts';
import { ApiError } from '../../errors.ts';
import { isoTime } from '../../time.ts';
import { clientNames } from '../identity/queries.ts';
import { createAcceptance, grant, type InvitesDeps, linkIsVoid } from './acceptance.ts';
import { requireEmail } from './email.ts';
import {
  findOpenInvite,
  type InviteRow,
  insertInvite,
  openInvites,
  openInvitesFor,
  revokeInvites,
  takeInvite,
} from './invite-repository.ts';
import { hashToken, newToken } from './token.ts';
import type { ClientRole, InviteService, NewLink } from './types.ts';
import { anyOwner, findUserByEmail, findUserRow } from './user-repository.ts';

const { linkMs } = limits.accounts;

/** Links by which people come in: each works once, for a while, and only its hash is stored. */
export function createInvites(deps: InvitesDeps): InviteService {
  const { db, clock, newId } = deps;
  const now = () => isoTime(clock.now());

  type Wish = Pick<InviteRow, 'purpose' | 'created_by'> & Partial<InviteRow>;
  /** The newest link is the only one: one that went to the wrong person ends by sending it again. */
  const make = (
    wish: Wish,
    lifeMs: number,
    replaces: Parameters<typeof revokeInvites>[1],
  ): Promise<NewLink> =>
    transaction(db, async (trx) => {
      await revokeInvites(trx, replaces, now());
      const token = newToken();
      const row: InviteRow = {
        email: null,
        user_id: null,
        client_id: null,
        role: null,
        removes_totp: 0,
        ...wish,
        id: newId(),
        token_hash: hashToken(token),
        created_at: now(),
        expires_at: isoTime(clock.now() + lifeMs),
        used_at: null,
        revoked_at: null,
      };
      await insertInvite(trx, row);
      return { inviteId: row.id, token, expiresAt: row.expires_at };
    });

  const find = async (token: string): Promise<InviteRow> => {
    const invite = await findOpenInvite(db, hashToken(token), now());
    const isLate = invite?.purpose === 'set-up' && (await anyOwner(db));
    if (!invite || isLate) throw linkIsVoid();
    return invite;
  };

  return {
    async setUp(createdBy) {
      if (await anyOwner(db)) return null;
      return make({ purpose: 'set-up', created_by: createdBy }, linkMs.setUp, { purpose: 'set-up' });
    },

    owner: ({ email: given, createdBy }) => {
      const email = given === null ? null : requireEmail(given);
      return make({ purpose: 'owner', email, created_by: createdBy }, linkMs.invite, {
        purpose: 'owner',
        email,
      });
    },

    member: ({ clientId, email: given, role, createdBy }) => {
      const email = requireEmail(given);
      return make(
        { purpose: 'member', email, client_id: clientId, role, created_by: createdBy },
        linkMs.invite,
        { purpose: 'member', email, client_id: clientId },
      );
    },

    async reset({ userId, removesTotp, createdBy }) {
      const user = await findUserRow(db, userId);
      if (!user) throw new ApiError('NOT_FOUND', `There is no person "${userId}".`);
      return make(
        {
          purpose: 'reset',
          email: user.email,
          user_id: userId,
          removes_totp: removesTotp ? 1 : 0,
          created_by: createdBy,
        },
        linkMs.reset,
        { purpose: 'reset', user_id: userId },
      );
    },

    async open(clientId) {
      const rows = await openInvites(db, clientId, now());
      // The link of the first start is void once another person became the owner.
      const isSetUp = clientId === null && (await anyOwner(db));
      const valid = rows.filter(({ purpose }) => !(isSetUp && purpose === 'set-up'));
      return valid.map((row) => ({
        id: row.id,
        email: row.email,
        role: row.purpose === 'member' ? (row.role as ClientRole) : 'owner',
        createdAt: row.created_at,
        expiresAt: row.expires_at,
        createdBy: row.created_by,
      }));
    },

    revoke: async (clientId, inviteId) =>
      (await revokeInvites(db, { id: inviteId, client_id: clientId }, now())) > 0,

    async check(token, viewer) {
      const invite = await find(token);
      const clientId = invite.client_id;
      const client = clientId === null ? undefined : (await clientNames(db, [clientId])).get(clientId);
      const account = invite.email === null ? undefined : await findUserByEmail(db, invite.email);
      const isTheirs = account !== undefined && (invite.purpose === 'reset' || viewer === account.email);
      return {
        purpose: invite.purpose,
        email: invite.email,
        // The inviter learns nothing about the invited person from the link, not even whether they have an account.
        name: isTheirs ? account!.name : null,
        client: client ? { id: clientId!, name: client.name, role: invite.role as ClientRole } : null,
        hasAccount: isTheirs,
        expiresAt: invite.expires_at,
      };
    },

    accept: createAcceptance(deps, find),

    async acceptAllFor(trx, user) {
      for (const invite of await openInvitesFor(trx, user.email, now())) {
        if (!(await takeInvite(trx, invite.id, now()))) continue;
        await grant(trx, user.id, invite, now());
      }
    },
  };
}
