import { limits } from '../../config/limits.ts';
import type { Db } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import { OpenIdFault, type OpenIdProvider, type ProvenPerson } from '../../engines/openid/port.ts';
import { ApiError } from '../../errors.ts';
import { type Clock, isoTime } from '../../time.ts';
import { type Attempts, addressGroup, subjectOf } from './attempts.ts';
import { requireEmail } from './email.ts';
import { openInvitesFor } from './invite-repository.ts';
import { replaceRecoveryCodes } from './recovery-repository.ts';
import { deleteSessionsOf } from './session-repository.ts';
import { hashToken, newToken } from './token.ts';
import {
  type InviteService,
  type SessionService,
  type SingleSignOn,
  type SingleSignOnFault,
  SingleSignOnRefusal,
} from './types.ts';
import {
  findUserByEmail,
  findUserByOidc,
  findUserRow,
  insertUser,
  toUser,
  type UserRow,
  updateUser,
} from './user-repository.ts';

const { oidcFlowMs, signIn } = limits.accounts;

/**
 * Signing in with the organisation's own accounts. The provider proves who the person is; who may come in is still decided here: an
 * account, or an invitation, with the e-mail address that the provider has verified.
 *
 * A second factor is the provider's business.
 */
export function createSingleSignOn({
  db,
  clock,
  newId,
  label,
  provider,
  sessions,
  invites,
  attempts,
}: {
  db: Db;
  clock: Clock;
  newId: () => string;
  label: string;
  provider: OpenIdProvider;
  sessions: SessionService;
  invites: Pick<InviteService, 'acceptAllFor'>;
  attempts: Attempts;
}): SingleSignOn {
  const now = () => isoTime(clock.now());
  const refuse = (code: SingleSignOnFault, cause?: unknown) => new SingleSignOnRefusal(code, { cause });

  /** One statement takes it: an answer of the provider is taken once. */
  const takeFlow = async (flowToken: string) => {
    const flow = await db
      .deleteFrom('oidc_flows')
      .where('token_hash', '=', hashToken(flowToken))
      .returningAll()
      .executeTakeFirst();
    if (!flow || flow.expires_at <= now()) throw refuse('failed');
    return flow;
  };

  /** The account that is linked; else the one with this verified address, which is linked from now on. */
  const accountOf = async (trx: Db, person: ProvenPerson): Promise<UserRow> => {
    const linked = await findUserByOidc(trx, person.issuer, person.subject);
    if (linked) return linked;
    if (person.email === null || !person.emailVerified) throw refuse('not-verified');
    const email = requireEmail(person.email);
    const existing = await findUserByEmail(trx, email);
    // An account belongs to one person at the provider: a person who got that address later is another one.
    if (existing?.oidc_subject) throw refuse('no-account');
    const link = { oidc_issuer: person.issuer, oidc_subject: person.subject };
    if (existing) {
      // That address was never proved here: the holder of an invitation could have chosen the password. What they know or hold must not
      // open the account any more now that its true owner has come.
      await deleteSessionsOf(trx, existing.id);
      await replaceRecoveryCodes(trx, existing.id, []);
      const withoutOldProofs = {
        password_hash: null,
        totp_sealed: null,
        totp_enabled_at: null,
        totp_last_step: null,
      };
      return (await updateUser(trx, existing.id, { ...withoutOldProofs, ...link }))!;
    }
    if ((await openInvitesFor(trx, email, now())).length === 0) throw refuse('no-account');
    const row: UserRow = {
      id: newId(),
      email,
      name: person.name?.trim().slice(0, 200) || email,
      is_owner: 0,
      password_hash: null,
      totp_sealed: null,
      totp_enabled_at: null,
      totp_last_step: null,
      ...link,
      created_at: now(),
      last_seen_at: null,
      disabled_at: null,
    };
    await insertUser(trx, row);
    return row;
  };

  return {
    label,

    async begin({ redirectUri, next, origin }) {
      await attempts.take([
        {
          subject: subjectOf('oidc-address', addressGroup(origin.ipAddress ?? 'unknown')),
          count: signIn.perAddress,
          windowMs: signIn.windowMs,
        },
      ]);
      await db.deleteFrom('oidc_flows').where('expires_at', '<=', now()).execute();
      const { url, checks } = await provider.begin({ redirectUri }).catch((error: unknown) => {
        throw error instanceof OpenIdFault ? refuse('failed', error) : error;
      });
      const flowToken = newToken();
      await db
        .insertInto('oidc_flows')
        .values({
          token_hash: hashToken(flowToken),
          ...checks,
          return_to: next,
          expires_at: isoTime(clock.now() + oidcFlowMs),
        })
        .execute();
      return { url, flowToken };
    },

    async finish({ flowToken, currentUrl, origin, record }) {
      const flow = await takeFlow(flowToken);
      const person = await provider.finish({ currentUrl, checks: flow }).catch((error: unknown) => {
        throw error instanceof OpenIdFault ? refuse('failed', error) : error;
      });
      return transaction(db, async (trx) => {
        const row = await accountOf(trx, person);
        if (row.disabled_at !== null) throw refuse('disabled');
        await invites.acceptAllFor(trx, toUser(row));
        const session = await sessions.begin(trx, { userId: row.id, method: 'oidc', ...origin });
        const user = toUser((await findUserRow(trx, row.id))!);
        await record(user);
        return { session, user, next: flow.return_to };
      }).catch((error: unknown) => {
        // An address that is none of ours to take.
        throw error instanceof ApiError ? refuse('not-verified', error) : error;
      });
    },
  };
}
