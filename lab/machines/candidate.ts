import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { servicesOf } from '#server/app/installation-services.ts';
import type { Tables } from '#server/db/tables.ts';
import type { LiveMessage } from '#server/live/protocol.ts';
import { createInterviewLinks } from '#server/modules/interview/link.ts';
import { newDevice, openPage } from '../../testkit/interview/page-client.ts';

export interface Invited {
  sessionId: string;
  token: string;
}

/** Invites candidates of a customer to interviews. */
export function invitations(db: Kysely<Tables>, keyPepper: string): (clientId: string) => Promise<Invited> {
  const settings = { webhookAllowedNetworks: [], auditAnchors: null };
  const { personas, sessions } = servicesOf(settings, { db, keyPepper });
  const links = createInterviewLinks(keyPepper);
  return async (clientId) => {
    const persona = await personas.create(
      { clientId, id: randomUUID() },
      { roleName: 'Baker', language: 'English', analyse: false },
    );
    const sessionId = randomUUID();
    await sessions.create({
      ...{ clientId, sessionId, personaId: persona.id, projectId: null, apiKeyId: null },
      ...{ consentMode: 'none', candidateRef: null, metadata: {}, tags: [] },
    });
    return { sessionId, token: links.token(sessionId, 1) };
  };
}

/** A living process answers pings sooner. */
const silentMs = 10_000;

/** What a candidate went through. */
export interface Interviewed {
  /** Connections after the first. */
  reconnected: number;
  /** How often it went on where it was. */
  resumed: number;
  answered: number;
  isOver: boolean;
}

/**
 * A candidate who types answers, and comes back whenever the connection is lost, each time by the next address, until the interview
 * is over.
 *
 * @param options.answers after so many the candidate ends it
 */
export async function beInterviewed({
  apis,
  token,
  answers,
  signal,
}: {
  apis: () => readonly string[];
  token: string;
  answers: number;
  signal: AbortSignal;
}): Promise<Interviewed> {
  const device = newDevice();
  const went: Interviewed = { reconnected: -1, resumed: 0, answered: 0, isOver: false };
  const rest = (ms: number) => delay(ms, undefined, { signal }).catch(() => undefined);
  for (let attempt = 0; !signal.aborted && !went.isOver; attempt++) {
    const all = apis();
    try {
      const page = await openPage(all[attempt % all.length]!, { device });
      let isOpen = true;
      void page.closed.then(() => {
        isOpen = false;
      });
      page.send({ type: 'hello', token });
      const take = (message: LiveMessage) => {
        if (message.type === 'invitation') page.send({ type: 'begin', typed: true });
        if (message.type === 'joined') {
          went.reconnected++;
          if (message.isResumed) went.resumed++;
        }
        if (message.type === 'ended') went.isOver = true;
        if (message.type === 'refused' && message.code === 'LINK_USED') went.isOver = true;
        if (message.type !== 'phase' || message.phase !== 'listening') return;
        if (went.answered++ < answers)
          page.send({
            type: 'say',
            text: `My answer number ${went.answered} is that I have baked bread for years.`,
          });
        else page.send({ type: 'end' });
      };
      let heardMs = performance.now();
      let askedMs = heardMs;
      for (let read = 0; !signal.aborted && (isOpen || read < page.messages.length); ) {
        const message = page.messages[read];
        const nowMs = performance.now();
        if (isOpen && nowMs - askedMs > 2000) {
          askedMs = nowMs;
          page.send({ type: 'ping', at: nowMs });
        }
        // As the real page: a connection that nothing comes over is none.
        if (nowMs - heardMs > silentMs) break;
        if (message) {
          read++;
          heardMs = nowMs;
        }
        if (message) take(message);
        else await rest(50);
      }
      page.drop();
    } catch {
      // The server is away just now.
    }
    if (!went.isOver) await rest(500);
  }
  return went;
}
