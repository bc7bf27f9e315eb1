import { randomUUID } from 'node:crypto';
import type { Services } from '#server/commands/services.ts';
import { createPasswordHasher } from '#server/modules/accounts/password.ts';
import { createSessions } from '#server/modules/accounts/sessions.ts';
import { loadKeyPepper } from '#server/modules/installation/key-pepper.ts';
import { isoTime, systemClock } from '#server/time.ts';

export const demoPassword = 'correct horse battery staple';

/** Everybody of the demonstration; all with the same password. */
export const people = {
  owner: { email: 'olivia.marques@northwind.example', name: 'Olivia Marques' },
  admin: { email: 'adam.cole@northwind.example', name: 'Adam Cole' },
  recruiter: { email: 'rita.sousa@northwind.example', name: 'Rita Sousa' },
  viewer: { email: 'victor.lange@northwind.example', name: 'Victor Lange' },
} as const;
export type DemoRole = keyof typeof people;

/** Cookies of signed-in people, by role. */
export type DemoSessions = Readonly<Record<DemoRole, string>>;

/**
 * One account of each role, with a password and a session each. Straight into the tables: how people really come in
 * is what tests of invites and sign-in are for.
 */
export async function seedPeople(
  { db, config }: Pick<Services, 'db' | 'config'>,
  clientId: string,
): Promise<DemoSessions> {
  const passwordHash = await createPasswordHasher(await loadKeyPepper(config)).hash(demoPassword);
  const sessions = createSessions({ db, clock: systemClock, newId: randomUUID });
  const signedIn = async (role: DemoRole): Promise<[DemoRole, string]> => {
    const userId = randomUUID();
    const created_at = isoTime(systemClock.now());
    await db
      .insertInto('users')
      .values({
        id: userId,
        ...people[role],
        is_owner: role === 'owner' ? 1 : 0,
        password_hash: passwordHash,
        created_at,
      })
      .execute();
    if (role !== 'owner') {
      await db
        .insertInto('memberships')
        .values({ user_id: userId, client_id: clientId, role, created_at })
        .execute();
    }
    const { token } = await sessions.begin(db, {
      userId,
      method: 'password',
      ipAddress: '192.0.2.44',
      userAgent: 'Mozilla/5.0 (X11; Linux x64; rv:145.0) Gecko/20100101 Firefox/145.0',
    });
    return [role, token];
  };
  const roles = Object.keys(people) as DemoRole[];
  const tokens: [DemoRole, string][] = [];
  for (const role of roles) tokens.push(await signedIn(role));
  return Object.fromEntries(tokens) as unknown as DemoSessions;
}
