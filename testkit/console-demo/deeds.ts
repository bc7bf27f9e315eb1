import { openAsBlob } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { seconds } from '#server/time.ts';
import { makeVariant } from '../recorded-speech/variants.ts';
import { type ConsoleClient, createConsoleClient } from './console-client.ts';
import type { Customer } from './customer.ts';
import type { DemoServer } from './demo-server.ts';
import type { DemoSessions } from './people.ts';

interface Deeds {
  server: Pick<DemoServer, 'url'>;
  sessions: DemoSessions;
  clientId: string;
  customer: Customer;
  /** Where recordings lie or are made. */
  folder: string;
}

/**
 * What people of the client did in the console: an invitation, rules of retention, a key, a recording tried out, a decision about a
 * candidate, the data of another deleted on request. The audit log tells.
 */
export async function doDeeds({ server, sessions, clientId, customer, folder }: Deeds): Promise<void> {
  const of = (role: keyof DemoSessions): ConsoleClient => {
    const client = createConsoleClient(server.url);
    client.session = sessions[role];
    return client;
  };
  const under = `/clients/${clientId}`;
  const [owner, admin, recruiter] = [of('owner'), of('admin'), of('recruiter')];
  await owner.call('POST', `${under}/credits`, { amount: 50, reason: 'Goodwill, ticket 4711' });
  await admin.call('POST', `${under}/members`, { email: 'nora.haas@northwind.example', role: 'recruiter' });
  await admin.call('PUT', `${under}/retention`, { audio: 90, transcripts: 365 });
  await admin.call('POST', `${under}/projects`, { name: 'Graduates 2027' });

  const form = new FormData();
  form.set('externalId', 'try-out-1');
  form.set('audio', await openAsBlob(await makeVariant('short', folder)), 'first-try.mp3');
  await recruiter.call('POST', `${under}/playground`, form);

  const found = await recruiter.call('GET', `${under}/candidates?search=jane%20baker`);
  const jane = `${under}/candidates/${found.items[0].id}`;
  await recruiter.call('POST', `${jane}/notes`, { text: 'Warm, and sure of the numbers. Free from March.' });
  const { version } = await recruiter.call('POST', `${jane}/notes`, { text: 'Asks about part time.' });
  await recruiter.call('POST', `${jane}/decisions`, { version, kind: 'advance' });

  const gone = await customer.submitRecording(await makeVariant('short', folder), {
    externalId: 'cand-1990',
  });
  await customer.ended([gone]);
  const subject = { kind: 'externalId', externalId: 'cand-1990' };
  const note = 'Asked for by e-mail on 20 November';
  const { id } = await admin.call('POST', `${under}/deletions`, { subject, note });
  for (const until = Date.now() + seconds(90); ; await sleep(200)) {
    const { deletion } = await admin.call('GET', `${under}/deletions/${id}`);
    if (deletion.status === 'done') return;
    if (Date.now() > until) throw new Error('The deletion did not end.');
  }
}
