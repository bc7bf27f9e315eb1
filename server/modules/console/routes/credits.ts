import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { limits } from '../../../config/limits.ts';
import { decodeCursor, encodeCursor } from '../../../domain/paging/cursor.ts';
import { fieldRefusal } from '../../../domain/requirements/refusal.ts';
import type { CreditsAnswer } from '../contract/credits.ts';
import type { ConsoleDeps } from '../types.ts';

const InClient = Type.Object({ clientId: Type.String() });
const { ledgerPage, topUpReason } = limits.console;

/** A client's balance and every change of it. */
export const creditsConsoleRoutes =
  ({ credits }: Pick<ConsoleDeps, 'credits'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    const page = async (
      clientId: string,
      query: { limit: number; type?: 'debit' | 'credit'; cursor?: string },
    ): Promise<CreditsAnswer> => {
      const { limit, type, cursor } = query;
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

    app.route({
      method: 'GET',
      url: '/clients/:clientId/credits',
      schema: {
        params: InClient,
        querystring: Type.Object({
          limit: Type.Integer({
            minimum: ledgerPage.min,
            maximum: ledgerPage.max,
            default: ledgerPage.default,
          }),
          type: Type.Optional(Type.Enum(['debit', 'credit'])),
          cursor: Type.Optional(Type.String()),
        }),
      },
      handler: ({ params: { clientId }, query }) => page(clientId, query),
    });

    app.route({
      method: 'POST',
      url: '/clients/:clientId/credits',
      schema: {
        params: InClient,
        body: Type.Object({ amount: Type.Number(), reason: Type.String() }, { additionalProperties: false }),
      },
      handler: async (request, reply) => {
        const { clientId } = request.params;
        const { amount } = request.body;
        const reason = request.body.reason.trim();
        if (reason.length < 1 || reason.length > topUpReason.maxChars || /\p{Cc}/u.test(reason)) {
          throw fieldRefusal('reason', `Say why, in 1 to ${topUpReason.maxChars} characters on one line.`);
        }
        await credits.add({ clientId, amount, description: reason });
        await request.audit({ target: `client:${clientId}`, details: { amount, reason } });
        return reply.code(201).send(await page(clientId, { limit: ledgerPage.default }));
      },
    });
  };
