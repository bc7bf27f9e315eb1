import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { servicesOf } from '#server/app/installation-services.ts';
import {
  createInterviewHolder,
  createInvitationsOfConsole,
  createMailsOfInvitations,
  type Services,
} from '#server/app/services.ts';
import { limits } from '#server/config/limits.ts';
import { openKeyPepper } from '#server/modules/installation/key-pepper.ts';
import type { NewSession } from '#server/modules/interview/types.ts';
import { createFsBlobStore } from '#server/storage/fs.ts';
import { systemClock as clock, days, isoTime } from '#server/time.ts';
import type { LiveEvent } from '../../server/modules/interview/types.ts';
import { questions, speakConversation } from './conversation.ts';
import type { DemoServer } from './demo-server.ts';

const demoProcess = { id: 'live_demo' };

/** An interviewer, and sessions of it in every state, made as a live process makes them. */
export async function seedInterviews(
  { services: { db, config } }: DemoServer,
  { clientId, folder }: { clientId: string; folder: string },
): Promise<void> {
  const keyPepper = await openKeyPepper(db, config, clock);
  const services = servicesOf(config, { db, keyPepper });
  const { personas, sessions, presence } = services;
  const blobs = createFsBlobStore({ root: join(config.dataDir, 'blobs') });
  const live = createInterviewHolder(services, { blobs, processId: demoProcess.id });

  // The server's own live process may still be loading what it needs.
  await presence.enlist({ ...demoProcess, host: 'demo', pid: 1, address: '', languages: limits.languages });

  const planner = await personas.create(
    { clientId, id: randomUUID() },
    {
      roleName: 'Event planner',
      language: 'en',
      maxMinutes: 30,
      analyse: true,
      positionId: 'concierge-lisbon',
    },
  );
  await personas.create(
    { clientId, id: randomUUID() },
    { roleName: 'Front desk agent', language: 'pt', maxMinutes: 20, patienceMs: 2000 },
  );
  const invite = async (session: Pick<NewSession, 'candidateRef' | 'tags'>) => {
    const sessionId = randomUUID();
    await sessions.create({
      ...{ clientId, sessionId, personaId: planner.id, projectId: null, apiKeyId: null },
      ...{ consentMode: 'explicit', metadata: {} },
      ...session,
    });
    return { sessionId, token: sessions.link(sessionId, 1).token };
  };
  const begin = async (candidateRef: string) => {
    const { sessionId, token } = await invite({ candidateRef, tags: ['first-round'] });
    const visitor = { token, device: randomUUID() };
    const admitted = await live.admit(visitor);
    if ('notice' in admitted) await live.consent(visitor, admitted.notice);
    await live.begin(visitor);
    return sessionId;
  };

  const failed = await begin('cand-3001');
  await live.fail(failed, {
    code: 'CANDIDATE_LEFT',
    message: 'The candidate left before answering anything.',
  });

  const held = await begin('cand-3002');
  const { wav, turns, durationSec } = await speakConversation();
  const recordingPath = join(folder, 'interview.wav');
  await writeFile(recordingPath, wav);
  await live.note(held, courseOf(turns));
  await live.complete(held, {
    durationSec,
    recordingPath,
    transcript: { language: 'en', questions, turns, events: eventsOf(courseOf(turns)) },
  });
  await rm(recordingPath);

  const underWay = await begin('cand-3003');
  await live.note(underWay, [
    { kind: 'joined', data: { resumed: false } },
    { kind: 'begun', data: {} },
    ...courseOf(turns).slice(0, 3),
  ]);
  // No process holds it: without this, the server's live process would take it over and end it.
  await db
    .updateTable('interview_sessions')
    .set({ lease_until: isoTime(clock.now() + days(1)) })
    .where('run_id', '=', underWay)
    .execute();
  await invite({ candidateRef: 'cand-3004', tags: ['first-round', 'lisbon'] });
  await seedInvitations(services, { clientId, personaId: planner.id });
  await presence.leave(demoProcess.id);
}

/** People who were invited from a list: reached, refused by their mail server, and handed a link. */
async function seedInvitations(
  services: Services,
  of: { clientId: string; personaId: string },
): Promise<void> {
  const mail = {
    ...{ host: 'mail.example', port: 587, isTls: false, requireTls: true, login: null },
    from: { name: 'Careers', address: 'careers@demo.example' },
  };
  const invitations = createInvitationsOfConsole(services, { mail });
  const mails = createMailsOfInvitations(services, { mail, publicUrl: 'https://assay.example' }, () => ({
    send: async ({ to }) =>
      to.address.startsWith('joan')
        ? { kind: 'refused', reason: '550 5.1.1 No such user here', isOfServer: false }
        : { kind: 'sent', reason: null, isOfServer: false },
  }));
  const order = {
    ...of,
    ...{ deadline: isoTime(clock.now() + days(5)), timeZone: 'Europe/Lisbon', message: null, remind: true },
    ...{ projectId: null, tags: [], consentMode: 'explicit' as const },
  };
  await invitations.invite({
    ...order,
    by: 'mail',
    list: 'name,email,language\nAda Lovelace,ada@people.example,\nJoão Prado,joao@people.example,pt\nJoan Clarke,joan@people.example,',
    count: 3,
  });
  await mails.send(demoProcess.id, new AbortController().signal);
  await invitations.invite({
    ...order,
    by: 'links',
    list: 'name,reference\nGrace Hopper,cand-3005',
    count: 1,
  });
}

const eventsOf = (events: readonly LiveEvent[]) =>
  events.map(({ kind, data }) => ({ kind, at: isoTime(clock.now()), ...data }));

type Turns = Awaited<ReturnType<typeof speakConversation>>['turns'];

/** What a live process would have noted of it. */
const courseOf = (turns: Turns): LiveEvent[] => [
  ...turns.map(({ speaker, startMs, endMs }, index): LiveEvent => {
    if (speaker === 'candidate')
      return { kind: 'turn-ended', data: { startMs, endMs, decidedMs: endMs + 400 } };
    const before = turns[index - 1];
    const responseMs = before ? startMs - before.endMs : null;
    return { kind: 'spoke', data: { startMs, endMs, responseMs, interrupted: false } };
  }),
  { kind: 'interrupted', data: { atMs: turns.at(-1)!.startMs, stoppedMs: 260 } },
];
