import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { ApiError, fieldRefusal } from '../../errors.ts';
import { candidateExamples } from './examples.ts';
import { presentCandidate } from './present.ts';
import { CandidatesQuery, candidateSchemas } from './schema.ts';
import type { CandidateRecords } from './types.ts';

export interface CandidateRoutesDeps {
  candidateRecords: Pick<CandidateRecords, 'catchUp' | 'list' | 'find'>;
}

/** The people that runs are about, for reading. */
export const candidateApiRoutes =
  ({ candidateRecords }: CandidateRoutesDeps): FastifyPluginAsyncTypebox =>
  async (app) => {
    for (const schema of candidateSchemas) app.addSchema(schema);
    const tags = ['Candidates'];

    app.route({
      method: 'GET',
      url: '/candidates',
      config: { errors: ['INVALID_INPUT'], examples: candidateExamples.list },
      schema: {
        operationId: 'listCandidateRecords',
        summary: 'List your candidates, the newest first',
        description:
          'One row for each person: CV matches, recordings and interviews with the same external id, e-mail address or CV belong together. All filters that are sent have to fit.',
        tags,
        querystring: CandidatesQuery,
        response: { 200: Type.Ref('CandidateRecordsPage', { description: 'One page of candidates.' }) },
      },
      handler: async ({ caller, query }) => {
        const { limit, cursor, external_id: externalId, search, stage } = query;
        const clientId = caller.client.id;
        await candidateRecords.catchUp(clientId);
        const offset = cursor === undefined ? 0 : offsetOf(cursor);
        const { candidates, hasMore } = await candidateRecords.list({
          clientId,
          limit,
          offset,
          sorting: { by: 'made', direction: 'desc' },
          ...(externalId !== undefined && { externalId }),
          ...(search !== undefined && { search }),
          ...(stage !== undefined && { stage }),
        });
        return {
          data: candidates.map((candidate) => presentCandidate(candidate, caller)),
          next_cursor: hasMore ? cursorOf(offset + candidates.length) : null,
        };
      },
    });

    app.route({
      method: 'GET',
      url: '/candidates/:candidate_id',
      config: { errors: ['REQUEST_NOT_FOUND'], examples: candidateExamples.get },
      schema: {
        operationId: 'getCandidateRecord',
        summary: 'One candidate',
        description: 'By the id of any record of the person: one that was merged into another leads to that.',
        tags,
        params: Type.Object({ candidate_id: Type.String({ description: 'As the list shows it.' }) }),
        response: { 200: Type.Ref('CandidateRecord', { description: 'The candidate.' }) },
      },
      handler: async ({ caller, params: { candidate_id: candidateId } }) => {
        const clientId = caller.client.id;
        await candidateRecords.catchUp(clientId);
        const found = await candidateRecords.find({ clientId, candidateId });
        // The same words for another client's id: nobody learns that it exists.
        if (!found)
          throw new ApiError(
            'REQUEST_NOT_FOUND',
            'There is no candidate with this id. Use an id from the list of candidates, and a key of the same account.',
          );
        return presentCandidate(found, caller);
      },
    });
  };

/** Opaque to clients. */
const cursorOf = (offset: number): string => Buffer.from(`c1 ${offset}`, 'utf8').toString('base64url');

function offsetOf(cursor: string): number {
  const [, offset] = /^c1 (\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? [];
  if (offset !== undefined && cursorOf(Number(offset)) === cursor) return Number(offset);
  throw fieldRefusal('cursor', 'Is not a cursor of this list; pass next_cursor as it came.');
}
