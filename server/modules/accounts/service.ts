import type { Db } from '../../db/db.ts';
import type { OpenIdProvider } from '../../engines/openid/port.ts';
import type { Clock } from '../../time.ts';
import type { AuditRecorder } from '../audit/types.ts';
import { createAttempts } from './attempts.ts';
import { createInvites } from './invites.ts';
import { createOwnAccount } from './own-account.ts';
import { createPasswordHasher, type PasswordCost } from './password.ts';
import { createPeople } from './people.ts';
import { createProof } from './proof.ts';
import { createSecondFactor } from './second-factor.ts';
import { createSessions } from './sessions.ts';
import { createSignIn } from './sign-in.ts';
import { createSingleSignOn } from './single-sign-on.ts';
import type { AccountServices, TextSeal } from './types.ts';

/** People of the console: how they come in, prove who they are, and what they may. */
export function createAccounts({
  db,
  clock,
  keyPepper,
  seal,
  audit,
  openId = null,
  passwordCost,
  newId,
}: {
  db: Db;
  clock: Clock;
  /** From `loadKeyPepper`. */
  keyPepper: string;
  /** For the secrets of authenticators. */
  seal: TextSeal;
  audit: AuditRecorder;
  /** That of the appliance unless given. */
  passwordCost?: PasswordCost | undefined;
  openId?: { label: string; provider: OpenIdProvider } | null;
  newId: () => string;
}): AccountServices {
  const sessions = createSessions({ db, clock, newId });
  const passwords = createPasswordHasher(keyPepper, passwordCost);
  const secondFactor = createSecondFactor({ clock, keyPepper, seal });
  const attempts = createAttempts({ db, clock });
  const proof = createProof({ attempts, secondFactor });
  const invites = createInvites({ db, clock, newId, sessions, passwords, proof });
  return {
    sessions,
    signIn: createSignIn({ db, sessions, passwords, proof, audit }),
    invites,
    singleSignOn: openId && createSingleSignOn({ db, clock, newId, ...openId, sessions, invites, attempts }),
    people: createPeople({ db, clock }),
    own: createOwnAccount({ db, clock, sessions, passwords, secondFactor, proof }),
  };
}
