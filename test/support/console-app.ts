import { randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { createSessions } from '#server/modules/accounts/sessions.ts';
import { type ClientRole, clientRoles } from '#server/modules/console/access.ts';
import { buildTestApp, type TestApp } from './build-test-app.ts';
import { assertByContract } from './console-contract.ts';

type Answer = Awaited<ReturnType<TestApp['app']['inject']>>;

/** A browser that is signed in to the console. Paths are below /console/api. */
export interface Visitor {
  userId: string;
  email: string;
  /** For a Cookie header. */
  cookie: string;
  inject(options: InjectOptions & { url: string }): Promise<Answer>;
  get(path: string): Promise<Answer>;
  post(path: string, body?: object): Promise<Answer>;
  put(path: string, body: object): Promise<Answer>;
  patch(path: string, body: object): Promise<Answer>;
  delete(path: string, body?: object): Promise<Answer>;
}

export interface ConsoleApp extends TestApp {
  /**
   * A new person with this role, signed in. Owners need no client; the others hold the role in one.
   */
  as(role: 'owner'): Promise<Visitor>;
  as(role: ClientRole, clientId: string): Promise<Visitor>;
  /** A browser of our pages without a session. */
  anonymous: Omit<Visitor, 'userId' | 'email' | 'cookie'>;
}

/** The real application of `buildTestApp` as people of the console meet it; every answer must be what its contract says. */
export async function buildConsoleApp(...options: Parameters<typeof buildTestApp>): Promise<ConsoleApp> {
  const test = await buildTestApp(...options);
  const { app, db, clock } = test;
  const sessions = createSessions({ db, clock, newId: randomUUID });

  const browser = (cookie?: string): ConsoleApp['anonymous'] => {
    const inject = async ({ url, headers, ...rest }: InjectOptions & { url: string }) => {
      const answer = await app.inject({
        ...rest,
        url: `/console/api${url}`,
        headers: { 'x-assay-console': '1', ...(cookie !== undefined && { cookie }), ...headers },
      });
      assertByContract(rest.method ?? 'GET', url, answer);
      return answer;
    };
    const send = (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE') => (url: string, body?: object) =>
      inject({ method, url, ...(body !== undefined && { payload: body }) });
    return {
      inject,
      get: (url) => inject({ method: 'GET', url }),
      post: (url, body = {}) => send('POST')(url, body),
      put: send('PUT'),
      patch: send('PATCH'),
      delete: send('DELETE'),
    };
  };

  return {
    ...test,
    anonymous: browser(),
    async as(role: 'owner' | ClientRole, clientId?: string) {
      const userId = randomUUID();
      const email = `${role}-${userId.slice(0, 8)}@people.example`;
      const at = new Date(clock.now()).toISOString();
      await db
        .insertInto('users')
        .values({
          id: userId,
          email,
          name: `${role.charAt(0).toUpperCase()}${role.slice(1)} ${userId.slice(0, 4)}`,
          is_owner: role === 'owner' ? 1 : 0,
          created_at: at,
        })
        .execute();
      if (clientRoles.includes(role as ClientRole)) {
        if (clientId === undefined) throw new Error(`The role ${role} is held in a client: which?`);
        await db
          .insertInto('memberships')
          .values({ user_id: userId, client_id: clientId, role, created_at: at })
          .execute();
      }
      const session = await sessions.begin(db, {
        userId,
        method: 'link',
        ipAddress: '127.0.0.1',
        userAgent: 'test',
      });
      const cookie = `assay_session=${session.token}`;
      return { userId, email, cookie, ...browser(cookie) };
    },
  };
}
