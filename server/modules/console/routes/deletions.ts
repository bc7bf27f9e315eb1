import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { limits } from '../../../config/limits.ts';
import { ApiError } from '../../../errors.ts';
import type { Deletion as StoredDeletion } from '../../retention/types.ts';
import type {
  Certificate,
  Deletion,
  DeletionDetails,
  DeletionList,
  DeletionPreview,
} from '../contract/deletions.ts';
import type { ConsoleDeps } from '../types.ts';

const { runsPage, externalId, metadata, deletions: bounds } = limits;
const InClient = Type.Object({ clientId: Type.String() });
const closed = { additionalProperties: false };

/** Which fields belong together is checked by `subjectOf`, so that a refusal can name the one that is missing. */
const Subject = Type.Object(
  {
    kind: Type.Enum(['run', 'externalId', 'metadata']),
    runId: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    externalId: Type.Optional(Type.String({ minLength: 1, maxLength: externalId.maxChars * 2 })),
    key: Type.Optional(Type.String({ minLength: 1, maxLength: metadata.maxKeyChars * 2 })),
    value: Type.Optional(Type.String({ minLength: 1, maxLength: metadata.maxValueChars * 2 })),
  },
  closed,
);

/** Deleting everything about a run or a person, for good, with a certificate. */
export const deletionsRoutes =
  ({ deletions }: Pick<ConsoleDeps, 'deletions'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.route({
      method: 'GET',
      url: '/clients/:clientId/deletions',
      schema: {
        params: InClient,
        querystring: Type.Object({
          limit: Type.Integer({ minimum: runsPage.min, maximum: runsPage.max, default: runsPage.default }),
          offset: Type.Integer({ minimum: 0, default: 0 }),
          externalId: Type.Optional(Type.String({ minLength: 1 })),
        }),
      },
      handler: async ({ params: { clientId }, query }): Promise<DeletionList> => {
        const { limit, offset } = query;
        const about =
          query.externalId === undefined
            ? undefined
            : { kind: 'externalId' as const, externalId: query.externalId };
        const found = await deletions.list({ clientId, limit, offset, ...(about && { about }) });
        return {
          items: found.deletions.map(present),
          next: found.hasMore ? offset + found.deletions.length : null,
        };
      },
    });

    app.route({
      method: 'POST',
      url: '/clients/:clientId/deletions/preview',
      config: { invalid: { subject: 'INVALID_INPUT' } },
      schema: { params: InClient, body: Type.Object({ subject: Subject }, closed) },
      handler: ({ params, body }): Promise<DeletionPreview> =>
        deletions.preview(params.clientId, subjectOf(body.subject)),
    });

    app.route({
      method: 'POST',
      url: '/clients/:clientId/deletions',
      config: { invalid: { subject: 'INVALID_INPUT', note: 'INVALID_INPUT' } },
      schema: {
        params: InClient,
        body: Type.Object(
          { subject: Subject, note: Type.String({ maxLength: bounds.maxNoteChars * 2, default: '' }) },
          closed,
        ),
      },
      handler: async (request, reply): Promise<Deletion> => {
        const { clientId } = request.params;
        const { id, name, email } = request.signedIn.user;
        const deletion = await deletions.request({
          clientId,
          subject: subjectOf(request.body.subject),
          note: request.body.note,
          by: { id, name, email },
        });
        const { subjectKind, subject, runCount } = deletion;
        await request.audit({
          target: `deletion:${deletion.id}`,
          details: { subjectKind, subject, runCount },
        });
        reply.code(202);
        return present(deletion);
      },
    });

    app.route({
      method: 'GET',
      url: '/clients/:clientId/deletions/:deletionId',
      schema: { params: Type.Object({ clientId: Type.String(), deletionId: Type.String() }) },
      handler: async ({ params }): Promise<DeletionDetails> => {
        const found = await deletions.find(params);
        if (!found) throw new ApiError('NOT_FOUND', `There is no deletion "${params.deletionId}".`);
        const { deletion, certificate } = found;
        return {
          deletion: present(deletion),
          certificateText: certificate,
          certificate: certificate === null ? null : (JSON.parse(certificate) as Certificate),
        };
      },
    });
  };

function subjectOf(given: Type.Static<typeof Subject>) {
  const required = (name: 'runId' | 'externalId' | 'key' | 'value'): string => {
    const value = given[name];
    if (value !== undefined) return value;
    const message = 'Is missing.';
    throw new ApiError('INVALID_INPUT', `${name}: ${message}`, { details: { fields: { [name]: message } } });
  };
  if (given.kind === 'run') return { kind: given.kind, runId: required('runId') };
  if (given.kind === 'externalId') return { kind: given.kind, externalId: required('externalId') };
  return { kind: given.kind, key: required('key'), value: required('value') };
}

const present = ({ clientId: _, requestedBy: { name, email }, ...deletion }: StoredDeletion): Deletion => ({
  ...deletion,
  requestedBy: { name, email },
});
