import type { FastifyPluginAsync } from 'fastify';
import { limits } from '../../../config/limits.ts';
import { decodeCursor, encodeCursor } from '../../../domain/paging/cursor.ts';
import { fieldRefusal } from '../../../errors.ts';
import { registrar } from '../register.ts';
import type { ConsoleDeps } from '../types.ts';
import type { CreditsAnswer, CreditsQuery } from './contract.ts';

const { ledgerPage, topUpReason } = limits.console;

/** A client's balance and every change of it. */
export const creditsConsoleRoutes =
  ({ credits }: Pick<ConsoleDeps, 'credits'>): FastifyPluginAsync =>
  async (app) => {
    const route = registrar(app);
    const page = async (clientId: string, { limit, type, cursor }: CreditsQuery): Promise<CreditsAnswer> => {
      const [{ balance, held, available, usage }, { entries, hasMore }] = await Promise.all([
        credits.balance(clientId),
        credits.ledger({
          clientId,
          limit,
          ...(type !== undefined && { type }),
          ...(cursor !== undefined && { before: decodeCursor(cursor).sequence }),
        }),
      ]);
      const last = entries.at(-1);
      return {
        balance,
        held,
        available,
        usage,
        items: entries.map(({ sequence: _, ...entry }) => entry),
        next: hasMore && last ? encodeCursor(last) : null,
      };
    };

    route('GET /clients/:clientId/credits', {
      handler: ({ params: { clientId }, query }) => page(clientId, query),
    });

    route('POST /clients/:clientId/credits', {
      handler: async (request) => {
        const { clientId } = request.params;
        const { amount } = request.body;
        const reason = request.body.reason.trim();
        if (reason.length < 1 || reason.length > topUpReason.maxChars || /\p{Cc}/u.test(reason)) {
          throw fieldRefusal('reason', `Say why, in 1 to ${topUpReason.maxChars} characters on one line.`);
        }
        await credits.add({ clientId, amount, description: reason });
        await request.audit({ target: `client:${clientId}`, details: { amount, reason } });
        return await page(clientId, { limit: ledgerPage.default });
      },
    });
  };
