import { Readable } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { limits } from '../../../config/limits.ts';
import { decodeCursor, encodeCursor } from '../../../domain/paging/cursor.ts';
import { exportOf } from '../../audit/present.ts';
import type { AuditFilter } from '../../audit/types.ts';
import type { AuditAnswer, AuditVerification } from '../contract/audit.ts';
import type { ConsoleDeps } from '../types.ts';

const { auditPage } = limits;
const filters = {
  action: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  search: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  from: Type.Optional(Type.String({ format: 'date-time' })),
  to: Type.Optional(Type.String({ format: 'date-time' })),
};
const Query = Type.Object({
  ...filters,
  cursor: Type.Optional(Type.String()),
  limit: Type.Integer({ minimum: auditPage.min, maximum: auditPage.max, default: auditPage.default }),
});
const ExportQuery = Type.Object({
  ...filters,
  format: Type.Enum(['jsonl', 'csv'], { default: 'jsonl' }),
});
const InClient = Type.Object({ clientId: Type.String() });

/** Who did what, when and from where. */
export const auditRoutes =
  ({ audit }: Pick<ConsoleDeps, 'audit'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    const list = async (
      clientId: string | undefined,
      { cursor, limit, ...query }: Type.Static<typeof Query>,
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
      const isClient = scope !== '/installation';
      const ofScope = (params: unknown) =>
        isClient ? (params as Type.Static<typeof InClient>).clientId : undefined;

      app.route({
        method: 'GET',
        url: `${scope}/audit`,
        schema: { querystring: Query, ...(isClient && { params: InClient }) },
        handler: ({ params, query }) => list(ofScope(params), query),
      });

      app.route({
        method: 'GET',
        url: `${scope}/audit/export`,
        schema: { querystring: ExportQuery, ...(isClient && { params: InClient }) },
        handler: async (request, reply) => {
          const { format, ...query } = request.query;
          const filter = filterOf(ofScope(request.params), query);
          // Recorded before it is made: the export holds its own entry.
          await request.audit({ details: { format, ...query } });
          const { contentType, lines } = exportOf(format as 'jsonl' | 'csv', audit.walk(filter));
          return reply
            .header('content-type', contentType)
            .header('content-disposition', `attachment; filename="assay-audit.${format}"`)
            .send(Readable.from(lines));
        },
      });
    }

    app.route({
      method: 'POST',
      url: '/installation/audit/verify',
      handler: async (request): Promise<AuditVerification> => {
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
  const utc = (text: string) => new Date(text).toISOString();
  return {
    ...(clientId !== undefined && { clientId }),
    ...(action !== undefined && { action }),
    ...(search !== undefined && { search }),
    ...(from !== undefined && { from: utc(from) }),
    ...(to !== undefined && { to: utc(to) }),
  };
}
