import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { type Clock, isoTime } from '../../time.ts';
import { balanceExamples } from './examples.ts';
import { CreditBalance, Transaction } from './schema.ts';
import type { Balance, CreditsService, LedgerEntry } from './types.ts';

export const creditsRoutes =
  ({
    credits,
    clock,
  }: {
    credits: Pick<CreditsService, 'balance'>;
    clock: Clock;
  }): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.addSchema(Transaction);
    app.addSchema(CreditBalance);
    app.route({
      method: 'GET',
      url: '/credits',
      config: { examples: balanceExamples },
      schema: {
        operationId: 'getCredits',
        summary: 'Your credit balance, usage and newest transactions',
        description: 'All keys of an account draw on one balance.',
        tags: ['Universal'],
        response: { 200: Type.Ref('CreditBalance', { description: 'As of now.' }) },
      },
      handler: async ({ caller }) => presentBalance(await credits.balance(caller.client.id), clock.now()),
    });
  };

function presentBalance({ clientId, balance, held, available, usage, recent }: Balance, nowMs: number) {
  return {
    clientId,
    creditBalance: balance,
    held,
    available,
    usage: {
      speechCreditsUsed: usage.speech,
      cvCreditsUsed: usage.cv,
      interviewCreditsUsed: usage.interview,
      totalCreditsAdded: usage.added,
    },
    recentTransactions: recent.map(presentTransaction),
    timestamp: isoTime(nowMs),
  };
}

const presentTransaction = ({ audioDurationMs, ...entry }: LedgerEntry) => ({
  id: entry.id,
  type: entry.type,
  amount: entry.amount,
  balanceAfter: entry.balanceAfter,
  serviceType: entry.serviceType,
  referenceType: entry.referenceType,
  referenceId: entry.referenceId,
  audioDurationMinutes: audioDurationMs === null ? null : Math.round(audioDurationMs / 600) / 100,
  description: entry.description,
  createdAt: entry.createdAt,
});
