import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { days, hours, isoTime, minutes, seconds } from '#server/time.ts';
import { createCustomer } from './customer.ts';
import { doDeeds } from './deeds.ts';
import type { DemoServer } from './demo-server.ts';
import { spreadOverDays } from './history.ts';
import { seedInterviews } from './interviews.ts';
import { seedMatches } from './matches.ts';
import { findIds, type Ids } from './pages.ts';
import { type DemoSessions, seedPeople } from './people.ts';
import { seedSearches } from './searches.ts';
import { keepRecordedTimes, seedSpeechRuns } from './speech-runs.ts';

/** What a program needs to look at a seeded server. */
export interface Demo {
  url: string;
  ids: Ids;
  sessions: DemoSessions;
  /** Of the first client. */
  apiKey: string;
}

const demoClientName = 'Northwind Talent';

/** What hearing took when it was not recorded, so that the demonstration's figures are honest. */
const interviewMs = [minutes(1.22), minutes(1.31), minutes(1.1), minutes(0.82), seconds(2)];
const searchMs = [seconds(0.9), seconds(0.8)];
const matchMs = [seconds(2.1), seconds(1.7), seconds(2.6)];

/**
 * Fills a new server as a few weeks of use would: accounts of every role, clients, projects, keys, finished and failed
 * runs with their recordings, jobs, matches, searches, webhooks. Everything goes through the server's own interfaces; only
 * the times of runs are moved into the past.
 */
export async function seedDemo(server: DemoServer): Promise<Demo> {
  const { clientId, apiKey } = await seedClients(server);
  const customer = createCustomer(server, apiKey);
  const folder = await mkdtemp(join(tmpdir(), 'assay-seed-'));
  const receiver = await startReceiver();
  try {
    const runIds = await seedSpeechRuns(customer, folder);
    const matches = await seedMatches(customer, [`${receiver.url}/hooks/cv`, `${receiver.url}/gone`]);
    await keepRecordedTimes(server.services, runIds);
    await spreadOverDays(server.services, runIds, { processingMs: interviewMs, beforeMs: hours(30) });
    await spreadOverDays(server.services, matches.runIds.toReversed(), {
      processingMs: matchMs,
      beforeMs: minutes(12),
    });
    await receiver.answered(matches.runIds.length - 1);
    const searches = await seedSearches(customer, matches.jobIds[0]!);
    await spreadOverDays(server.services, searches, { processingMs: searchMs, beforeMs: minutes(40) });
    await seedInterviews(server, { clientId, folder });
    const sessions = await seedPeople(server.services, clientId);
    await doDeeds({ server, sessions, clientId, customer, folder });
    return { url: server.url, ids: await findIds(server.services, clientId), sessions, apiKey };
  } finally {
    receiver.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Three clients, of which the first is the one to look at; its projects, and a key of every state. */
async function seedClients({ services: { identity, credits, db } }: DemoServer) {
  const { id: clientId } = await identity.createClient({ name: demoClientName, credits: 500 });
  await credits.add({ clientId, amount: 250, description: 'Order 2026-118' });
  const other = await identity.createClient({
    name: 'Contoso Bank',
    credits: 120,
    permissions: ['cvdeepmatch'],
    maxConcurrentRuns: 2,
  });
  // Before everything that they paid for.
  const created_at = isoTime(Date.now() - days(30));
  await db.updateTable('ledger').set({ created_at }).execute();
  const past = await identity.createClient({ name: 'Fabrikam Logistics', credits: 0 });
  await identity.setClientActive(past.id, false);
  await identity.createKey({ clientId: other.id, name: 'HR portal', expiresInDays: 365 });

  const lisbon = await identity.createProject({ clientId, name: 'Hotels Lisbon' });
  await identity.createProject({ clientId, name: 'Finance Leeds' });
  const { apiKey } = await identity.createKey({
    clientId,
    projectId: lisbon.id,
    name: 'Careers site',
    expiresInDays: 180,
  });
  await identity.createKey({
    clientId,
    name: 'Nightly export',
    expiresInDays: null,
    allowedIps: ['10.20.0.0/16', '192.0.2.17/32'],
    rateLimitPerMinute: 30,
  });
  await identity.createKey({ clientId, projectId: lisbon.id, name: 'Pilot', expiresInDays: 12 });
  const leaked = await identity.createKey({ clientId, name: 'Old laptop', expiresInDays: 90 });
  await identity.revokeKey(leaked.key.id);
  return { clientId, apiKey };
}

/** A customer's receiver: takes what comes, and at /gone wants no more. */
async function startReceiver() {
  let count = 0;
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => {
      count++;
      response.statusCode = request.url === '/gone' ? 410 : 200;
      response.end(request.url === '/gone' ? 'No longer here.' : 'thanks');
    });
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
    /** Waits a moment for deliveries: those to an address that is gone are not all tried. */
    async answered(atMost: number) {
      for (let waits = 0; waits < 40 && count < atMost; waits++) {
        await new Promise((done) => setTimeout(done, 50));
      }
    },
    close: () => receiver.close(),
  };
}
