import type { FastifyRequest } from 'fastify';
import type { BlobStore } from '../../storage/port.ts';
import { noSession } from './service.ts';
import type { InterviewRun, PersonasService, SessionsService } from './types.ts';

/** What the routes of interviews share. */

export interface InterviewRoutesDeps {
  personas: Pick<PersonasService, 'create' | 'find' | 'list'>;
  sessions: Pick<
    SessionsService,
    'create' | 'find' | 'link' | 'list' | 'marks' | 'reinvite' | 'standing' | 'traces'
  >;
  blobs: Pick<BlobStore, 'open'>;
  /** Where candidates find this server; null: where the request found it. */
  publicUrl: string | null;
  newId: () => string;
}

/** The session of a request's address. ApiError SESSION_NOT_FOUND for an unknown id and for another client's alike. */
export const sessionOf =
  (sessions: Pick<SessionsService, 'find'>) =>
  async (request: FastifyRequest<{ Params: { sessionId: string } }>): Promise<InterviewRun> => {
    const { sessionId } = request.params;
    const run = await sessions.find({ clientId: request.caller.client.id, sessionId });
    if (!run) throw noSession();
    return run;
  };
