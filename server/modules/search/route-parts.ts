import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../time.ts';
import type { ExpiredParts } from '../runs/types.ts';
import { bodyHash } from '../shapes/routes-app.ts';
import type { WebhookAnnouncer } from '../webhooks/types.ts';
import type { CandidatesService, SearchService } from './types.ts';

/** What the routes of searches and of candidates share. */

export interface SearchRoutesDeps {
  searches: SearchService;
  candidates: CandidatesService;
  /** Batches that are under way at once. */
  batchSlots: { take(clientId: string): () => void };
  retention: ExpiredParts;
  webhooks: Pick<WebhookAnnouncer, 'checkUrl'>;
  clock: Clock;
  newId: () => string;
}

/** Only who sends a key needs it, and of a large body it takes its time. */
export const contentOf = ({ headers, body }: FastifyRequest): string =>
  headers['idempotency-key'] === undefined ? '' : bodyHash(body);
