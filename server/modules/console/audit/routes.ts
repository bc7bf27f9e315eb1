import { Readable } from 'node:stream';
import type { FastifyPluginAsync } from 'fastify';
import { decodeCursor, encodeCursor } from '../../../domain/paging/cursor.ts';
import { fieldRefusal } from '../../../errors.ts';
import { exportOf } from '../../audit/contract.ts';
import type { AuditFilter } from '../../audit/types.ts';
import { registrar } from '../register.ts';
import type { ConsoleDeps } from '../types.ts';
import type { AuditAnswer, AuditQuery } from './contract.ts';

/** Who did what, when and from where. */
export const auditRoutes =
  ({ audit }: Pick<ConsoleDeps, 'audit'>): FastifyPluginAsync =>
  async (app) => {
    const route = registrar(app);
    const list = async (
      clientId: string | undefined,
      { cursor, limit, ...query }: AuditQuery,
    ): Promise<AuditAnswer> => {
      const { entries, hasMore } = await audit.list({
        ...filterOf(clientId, query),
        ...(cursor !== undefined && { before: decodeCursor(cursor).sequence }),
        limit,
      });
      const last = entries.at(-1);
      return {
        items: entries.map(({ sequence, previousHash: _, ...entry }) => ({ seq: sequence, ...entry })),
        next: hasMore && last ? encodeCursor({ createdAt: last.at, sequence: last.sequence }) : null,
      };
    };

    for (const scope of ['/installation', '/clients/:clientId'] as const) {
      const ofScope = (params: { clientId?: string }) => params.clientId;

      route(`GET ${scope}/audit`, {
        handler: ({ params, query }) => list(ofScope(params), query),
      });

      route(`GET ${scope}/audit/export`, {
        handler: async (request, reply) => {
          const { format, ...query } = request.query;
          const filter = filterOf(ofScope(request.params), query);
          // Recorded before it is made: the export holds its own entry.
          await request.audit({ details: { format, ...query } });
          const { contentType, lines } = exportOf(format, audit.walk(filter));
          return reply
            .header('content-type', contentType)
            .header('content-disposition', `attachment; filename="assay-audit.${format}"`)
            .send(Readable.from(lines));
        },
      });
    }

    route('POST /installation/audit/verify', {
      handler: async (request) => {
        const verdict = await audit.verify();
        await request.audit({ details: { isIntact: verdict.isIntact, entries: verdict.entries } });
        return verdict;
      },
    });
  };

/** Times in any zone become the form they are stored in. */
function filterOf(
  clientId: string | undefined,
  { action, search, from, to }: Omit<AuditFilter, 'clientId'>,
): AuditFilter {
  return {
    ...(clientId !== undefined && { clientId }),
    ...(action !== undefined && { action }),
    ...(search !== undefined && { search }),
    ...(from !== undefined && { from: utc('from', from) }),
    ...(to !== undefined && { to: utc('to', to) }),
  };
}

/** @throws ApiError INVALID_INPUT for what the calendar has and clocks do not: a leap second */
function utc(field: string, text: string): string {
  const atMs = Date.parse(text);
  if (Number.isNaN(atMs)) throw fieldRefusal(field, 'Must be a time, such as 2026-11-22T08:30:00Z.');
  return new Date(atMs).toISOString();
}
