import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { decodeCursor, encodeCursor } from '../../domain/paging/cursor.ts';
import { ApiError } from '../../errors.ts';
import type { RunTypes } from '../runs/run-type.ts';
import { publicRoute } from '../shapes/endpoint.ts';
import { candidatesContract, presentCandidate, shownTo } from './contract.ts';
import type { CandidateRecords } from './types.ts';

export interface CandidateRoutesDeps {
  types: RunTypes;
  candidateRecords: Pick<CandidateRecords, 'catchUp' | 'list' | 'find'>;
}

/** The people that runs are about, for reading. */
export const candidateApiRoutes =
  ({ types, candidateRecords }: CandidateRoutesDeps): FastifyPluginAsyncTypebox =>
  async (app) => {
    publicRoute(app, candidatesContract.list, async ({ caller, query }) => {
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
    });

    publicRoute(app, candidatesContract.get, async ({ caller, params: { candidate_id: candidateId } }) => {
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
    });
  };
