import { limits } from '../../config/limits.ts';
import type { RowMaker } from '../../db/db.ts';
import { isoTime } from '../../time.ts';
import { membershipsByUser } from './membership-repository.ts';
import {
  deleteExpiredSessions,
  deleteSession,
  findSession,
  insertSession,
  type SessionRow,
  sessionsOf,
  touchSession,
} from './session-repository.ts';
import { hashToken, newToken } from './token.ts';
import type { SessionService, SignedIn } from './types.ts';
import { findUserRow, toUser, updateUser } from './user-repository.ts';

const { idleMs, wholeMs, touchEveryMs, maxPerUser } = limits.accounts.session;
const MAX_USER_AGENT_CHARS = 300;

/** Signed-in browsers. What they may do is looked up anew on each request: a role taken away is gone at once. */
export function createSessions({ db, clock, newId }: RowMaker): SessionService {
  const touch = async (session: SessionRow): Promise<void> => {
    const nowMs = clock.now();
    if (nowMs - Date.parse(session.last_seen_at) < touchEveryMs) return;
    const at = isoTime(nowMs);
    const expiresAt = isoTime(Math.min(nowMs + idleMs, Date.parse(session.ends_at)));
    // A full disk must not lock people out of what they could still read.
    await touchSession(db, session.id, { last_seen_at: at, expires_at: expiresAt }).catch(() => {});
    await updateUser(db, session.user_id, { last_seen_at: at }).catch(() => {});
  };

  const find = async (token: string, { isUse }: { isUse: boolean }): Promise<SignedIn | undefined> => {
    const session = await findSession(db, hashToken(token), isoTime(clock.now()));
    if (!session) return undefined;
    const user = await findUserRow(db, session.user_id);
    if (!user || user.disabled_at !== null) return undefined;
    if (isUse) await touch(session);
    return {
      sessionId: session.id,
      method: session.method,
      startedAt: session.created_at,
      user: toUser(user),
      memberships: (await membershipsByUser(db, user.id)).get(user.id) ?? [],
    };
  };

  return {
    find: (token) => find(token, { isUse: true }),
    look: (token) => find(token, { isUse: false }),

    async begin(handle, { userId, method, ipAddress, userAgent }) {
      const nowMs = clock.now();
      const at = isoTime(nowMs);
      await deleteExpiredSessions(handle, at);
      const surplus = (await sessionsOf(handle, userId, at)).slice(maxPerUser - 1);
      for (const { id } of surplus) await deleteSession(handle, userId, id);
      const token = newToken();
      const id = newId();
      await insertSession(handle, {
        id,
        token_hash: hashToken(token),
        user_id: userId,
        method,
        created_at: at,
        last_seen_at: at,
        expires_at: isoTime(nowMs + Math.min(idleMs, wholeMs)),
        ends_at: isoTime(nowMs + wholeMs),
        ip_address: ipAddress,
        user_agent: userAgent?.slice(0, MAX_USER_AGENT_CHARS) ?? null,
      });
      await updateUser(handle, userId, { last_seen_at: at });
      return { id, token, endsAt: isoTime(nowMs + wholeMs) };
    },

    end: (userId, sessionId) => deleteSession(db, userId, sessionId),

    async list(userId) {
      const rows = await sessionsOf(db, userId, isoTime(clock.now()));
      return rows.map((row) => ({
        id: row.id,
        method: row.method,
        ipAddress: row.ip_address,
        userAgent: row.user_agent,
        createdAt: row.created_at,
        lastSeenAt: row.last_seen_at,
        expiresAt: row.expires_at,
      }));
    },
  };
}
