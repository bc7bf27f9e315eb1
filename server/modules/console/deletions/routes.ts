import type { FastifyPluginAsync } from 'fastify';
import { ApiError } from '../../../errors.ts';
import type { Deletion as StoredDeletion } from '../../retention/types.ts';
import { registrar } from '../register.ts';
import type { ConsoleDeps } from '../types.ts';
import type { Certificate, Deletion, SentSubject } from './contract.ts';

/** Deleting everything about a run or a person, for good, with a certificate. */
export const deletionsRoutes =
  ({ deletions }: Pick<ConsoleDeps, 'deletions'>): FastifyPluginAsync =>
  async (app) => {
    const route = registrar(app);
    route('GET /clients/:clientId/deletions', {
      handler: async ({ params: { clientId }, query }) => {
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

    route('POST /clients/:clientId/deletions/preview', {
      config: { invalid: { subject: 'INVALID_INPUT' } },
      handler: ({ params, body }) => deletions.preview(params.clientId, subjectOf(body.subject)),
    });

    route('POST /clients/:clientId/deletions', {
      config: { invalid: { subject: 'INVALID_INPUT', note: 'INVALID_INPUT' } },
      handler: async (request) => {
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
        return present(deletion);
      },
    });

    route('GET /clients/:clientId/deletions/:deletionId', {
      handler: async ({ params }) => {
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

function subjectOf(given: SentSubject) {
  const required = (name: 'runId' | 'candidateId' | 'externalId' | 'key' | 'value'): string => {
    const value = given[name];
    if (value !== undefined) return value;
    const message = 'Is missing.';
    throw new ApiError('INVALID_INPUT', `${name}: ${message}`, { details: { fields: { [name]: message } } });
  };
  if (given.kind === 'run') return { kind: given.kind, runId: required('runId') };
  if (given.kind === 'candidate') return { kind: given.kind, candidateId: required('candidateId') };
  if (given.kind === 'externalId') return { kind: given.kind, externalId: required('externalId') };
  return { kind: given.kind, key: required('key'), value: required('value') };
}

const present = ({
  clientId: _,
  candidate: __,
  requestedBy: { name, email },
  ...deletion
}: StoredDeletion): Deletion => ({
  ...deletion,
  requestedBy: { name, email },
});
