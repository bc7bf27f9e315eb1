import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Config } from '../config/env.ts';
import type { CreditsService } from '../modules/credits/types.ts';
import type { HealthService } from '../modules/health/service.ts';
import type { IdempotencyService } from '../modules/idempotency/service.ts';
import type { IdentityService } from '../modules/identity/types.ts';
import type { RunsService } from '../modules/runs/types.ts';
import type { SpeechService } from '../modules/speech/service.ts';
import type { BlobStore } from '../storage/port.ts';
import type { Clock } from '../time.ts';
import { addEnvelope } from './plugins/envelope.ts';
import { addNotFound } from './plugins/not-found.ts';

export interface AppDeps {
  identity: Pick<IdentityService, 'authenticate'>;
  runs: Pick<RunsService, 'list'>;
  credits: Pick<CreditsService, 'balance'>;
  speech: SpeechService;
  health: HealthService;
  idempotency: IdempotencyService;
  blobs: BlobStore;
  config: Pick<Config, 'trustProxy'>;
  clock: Clock;
  logger: FastifyBaseLogger;
  newId: () => string;
}

/** The HTTP interface over the services; the caller makes it listen. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { clock, newId, config } = deps;
  const app = Fastify({
    loggerInstance: deps.logger,
    genReqId: newId,
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
  });
  addEnvelope(app, { clock });
  addNotFound(app, { clock });
  return app;
}
