import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { decodeCursor, encodeCursor } from '../../domain/paging/cursor.ts';
import { ApiError } from '../../errors.ts';
import type { RunTypes } from '../runs/run-type.ts';
import { candidateExamples } from './examples.ts';
import { presentCandidate, shownTo } from './present.ts';
import { CandidatesQuery, candidateSchemas } from './schema.ts';
import type { CandidateRecords } from './types.ts';

export interface CandidateRoutesDeps {
  types: RunTypes;
  candidateRecords: Pick<CandidateRecords, 'catchUp' | 'list' | 'find'>;
}

/** The people that runs are about, for reading. */
export const candidateApiRoutes =
  ({ types, candidateRecords }: CandidateRoutesDeps): FastifyPluginAsyncTypebox =>
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
          'One row for each person: CV matches, recordings and interviews with the same external id, e-mail address or CV belong together. A key sees the people of runs that it may read. All filters that are sent have to fit.',
        tags,
        querystring: CandidatesQuery,
        response: { 200: Type.Ref('CandidateRecordsPage', { description: 'One page of candidates.' }) },
      },
      handler: async ({ caller, query }) => {
        const { limit, cursor, external_id: externalId, search, stage } = query;
        const clientId = caller.client.id;
        await candidateRecords.catchUp(clientId);
        const { candidates, hasMore } = await candidateRecords.list({
          clientId,
          limit,
          shownFor: shownTo(types, caller),
          ...(cursor !== undefined && { after: decodeCursor(cursor) }),
          sorting: { by: 'made', direction: 'desc' },
          ...(externalId !== undefined && { externalId }),
          ...(search !== undefined && { search }),
          ...(stage !== undefined && { stage }),
        });
        return {
          data: candidates.flatMap((candidate) => presentCandidate(candidate, shownTo(types, caller)) ?? []),
          next_cursor: hasMore ? encodeCursor(candidates.at(-1)!) : null,
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
        // The same words for another client's id, and for one of modules that the key may not use: neither is told to exist.
        const shown = found && presentCandidate(found, shownTo(types, caller));
        if (!shown)
          throw new ApiError(
            'REQUEST_NOT_FOUND',
            'There is no candidate with this id. Use an id from the list of candidates, and a key of the same account.',
          );
        return shown;
      },
    });
  };
