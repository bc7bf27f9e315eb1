import type { ClientRole } from '#server/modules/console/access.ts';
import type { LinkMade } from '#server/modules/console/contract/people.ts';
import { type ConsoleClient, createConsoleClient } from './console-client.ts';
import type { DemoServer } from './demo-server.ts';

export const demoPassword = 'correct horse battery staple';

/** Everybody of the demonstration; all with the same password. */
export const people = {
  owner: { email: 'olivia.marques@northwind.example', name: 'Olivia Marques' },
  admin: { email: 'adam.cole@northwind.example', name: 'Adam Cole' },
  recruiter: { email: 'rita.sousa@northwind.example', name: 'Rita Sousa' },
  viewer: { email: 'victor.lange@northwind.example', name: 'Victor Lange' },
} as const;
export type DemoRole = keyof typeof people;

/** The token of a link to /console/welcome. */
export const tokenOf = (link: string): string => new URL(link).hash.slice(1);

/** The link that the first start of a server prints. */
export function setUpLink(server: Pick<DemoServer, 'said' | 'log'>): string {
  const link = /https?:\/\/\S+\/console\/welcome#[\w-]+/.exec(server.said() + server.log())?.[0];
  if (!link) throw new Error(`The server printed no set-up link:\n${server.said()}\n${server.log()}`);
  return link;
}

/** Signs in as somebody of the demonstration. */
export async function signIn(url: string, role: DemoRole): Promise<ConsoleClient> {
  const client = createConsoleClient(url);
  await client.call('POST', '/session', { email: people[role].email, password: demoPassword });
  return client;
}

/** Accepts the set-up link as the owner; the answer is signed in. */
export async function setUpOwner(server: DemoServer): Promise<ConsoleClient> {
  const owner = createConsoleClient(server.url);
  const token = tokenOf(setUpLink(server));
  await owner.call('POST', `/invites/${token}`, { ...people.owner, password: demoPassword });
  return owner;
}

/** Invites one person of each role to a client, and has them accept. One more invite stays open. */
export async function seedMembers(
  server: Pick<DemoServer, 'url'>,
  owner: ConsoleClient,
  clientId: string,
): Promise<void> {
  const invite = (email: string, role: ClientRole): Promise<LinkMade> =>
    owner.call('POST', `/clients/${clientId}/members`, { email, role });
  for (const role of ['admin', 'recruiter', 'viewer'] as const) {
    const { email, name } = people[role];
    const { link } = await invite(email, role);
    const invited = createConsoleClient(server.url);
    await invited.call('POST', `/invites/${tokenOf(link)}`, { name, password: demoPassword });
  }
  await invite('nora.haas@northwind.example', 'recruiter');
}
