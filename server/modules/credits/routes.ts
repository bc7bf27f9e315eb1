import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Clock } from '../../time.ts';
import { publicRoute } from '../shapes/endpoint.ts';
import { creditsContract, presentBalance } from './contract.ts';
import type { CreditsService } from './types.ts';

export const creditsRoutes =
  ({
    credits,
    clock,
  }: {
    credits: Pick<CreditsService, 'balance'>;
    clock: Clock;
  }): FastifyPluginAsyncTypebox =>
  async (app) => {
    publicRoute(app, creditsContract.balance, async ({ caller }) =>
      presentBalance(await credits.balance(caller.client.id), clock.now()),
    );
  };
