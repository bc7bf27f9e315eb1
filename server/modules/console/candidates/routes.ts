import type { FastifyPluginAsync } from 'fastify';
import type { Static } from 'typebox';
import { limits } from '../../../config/limits.ts';
import type { Decision } from '../../../domain/candidates/decisions.ts';
import { ApiError, fieldRefusal } from '../../../errors.ts';
import type { ChangeOf, TakenDecision } from '../../candidates/types.ts';
import { jobNames } from '../../jobs/queries.ts';
import { corporaWith } from '../../search/queries.ts';
import { registrar } from '../register.ts';
import type { ConsoleDeps } from '../types.ts';
import type { DecisionsTaken, NewDecision } from './contract.ts';
import { cvIdsOf, jobIdsOf, presentCandidateDetails, presentCandidateRow } from './present.ts';

/** The people that a client's runs are about. */
export const candidatesConsoleRoutes =
  ({
    db,
    types,
    candidateRecords: records,
  }: Pick<ConsoleDeps, 'db' | 'types' | 'candidateRecords'>): FastifyPluginAsync =>
  async (app) => {
    const route = registrar(app);
    const bodyLimit = limits.candidates.maxImportBytes * 2;

    async function details(of: { clientId: string; candidateId: string }, userId: string) {
      const found = await records.find(of);
      if (!found) throw new ApiError('NOT_FOUND', `There is no candidate "${of.candidateId}".`);
      return presentCandidateDetails(types, found, {
        jobs: await jobNames(db, jobIdsOf(types, found.runs)),
        corpora: await corporaWith(db, of.clientId, [...found.externalIds, ...cvIdsOf(types, found.runs)]),
        userId,
      });
    }

    route('GET /clients/:clientId/candidates', {
      handler: async ({ params: { clientId }, query }) => {
        await records.catchUp(clientId);
        const { limit, offset, search, stage, standing, doubled, sort, direction } = query;
        const { candidates, total, hasMore } = await records.list({
          clientId,
          limit,
          offset,
          sorting: { by: sort, direction },
          ...(search?.trim() && { search }),
          ...(stage !== undefined && { stage }),
          ...(standing !== undefined && { standing }),
          ...(doubled && { doubled }),
        });
        return {
          items: candidates.map((candidate) => presentCandidateRow(types, candidate)),
          total,
          next: hasMore ? offset + candidates.length : null,
        };
      },
    });

    route('POST /clients/:clientId/candidates', {
      handler: async (request) => {
        const { id } = await records.create(request.params.clientId, request.body);
        await request.audit({ target: `candidate:${id}` });
        return { id };
      },
    });

    /** Each by itself, in one transaction: what one is refused for stops no other. */
    async function together(
      clientId: string,
      candidates: readonly { id: string; version: number }[],
      work: (of: ChangeOf) => Promise<TakenDecision>,
      record: (candidateId: string, taken: TakenDecision) => Promise<void>,
    ): Promise<DecisionsTaken> {
      const answer: DecisionsTaken = { done: [], refused: [] };
      for (const { id, version } of candidates) {
        try {
          await record(id, await work({ clientId, candidateId: id, version }));
          answer.done.push({ id, version: (await records.find({ clientId, candidateId: id }))!.version });
        } catch (error) {
          // Thrown before anything is written of this one.
          if (!(error instanceof ApiError)) throw error;
          const found = await records.find({ clientId, candidateId: id });
          answer.refused.push({ id, name: found?.name ?? null, message: error.message });
        }
      }
      return answer;
    }

    route('POST /clients/:clientId/candidates/decisions', {
      handler: async (request) => {
        const { body, params, signedIn } = request;
        const decision = decisionOf(body);
        const author = authorOf(signedIn.user);
        const answer = await together(
          params.clientId,
          body.candidates,
          (of) => records.decide(of, decision, author),
          (candidateId, taken) =>
            request.audit({ target: `candidate:${candidateId}`, details: detailsOf(taken) }),
        );
        const { done, refused } = answer;
        await request.audit({
          details: { kind: body.kind, candidates: done.length, refused: refused.length },
        });
        return answer;
      },
    });

    route('POST /clients/:clientId/candidates/decisions/undo', {
      handler: async (request) => {
        const { body, params, signedIn } = request;
        const author = authorOf(signedIn.user);
        const answer = await together(
          params.clientId,
          body.candidates,
          (of) => records.undoDecision(of, author),
          (candidateId, { id, kind }) =>
            request.audit({ target: `candidate:${candidateId}`, details: { decision: id, kind } }),
        );
        const { done, refused } = answer;
        await request.audit({ details: { candidates: done.length, refused: refused.length } });
        return answer;
      },
    });

    route('POST /clients/:clientId/candidates/import/check', {
      bodyLimit,
      handler: ({ params: { clientId }, body }) => records.importCsv(clientId, body.csv, true),
    });

    route('POST /clients/:clientId/candidates/import', {
      bodyLimit,
      handler: async (request) => {
        const report = await records.importCsv(request.params.clientId, request.body.csv, false);
        const { added, completed, unchanged, faults } = report;
        await request.audit({ details: { added, completed, unchanged, refused: faults.length } });
        return report;
      },
    });

    route('GET /clients/:clientId/candidate-of', {
      handler: async ({ params: { clientId }, query: { run, externalId } }) => {
        await records.catchUp(clientId);
        const candidate =
          run !== undefined
            ? await records.ofRun({ clientId, runId: run })
            : externalId !== undefined
              ? await records.ofExternalId({ clientId, externalId })
              : null;
        return { candidate };
      },
    });

    route('GET /clients/:clientId/candidates/:candidateId', {
      handler: async ({ params, signedIn }) => {
        await records.catchUp(params.clientId);
        return details(params, signedIn.user.id);
      },
    });

    route('PATCH /clients/:clientId/candidates/:candidateId', {
      handler: async (request) => {
        const { params, body, signedIn } = request;
        const { version, ...changes } = body;
        await records.change({ ...params, version }, changes);
        // What was written is personal and stays out of the log.
        await request.audit({
          target: `candidate:${params.candidateId}`,
          details: { fields: Object.keys(changes) },
        });
        return details(params, signedIn.user.id);
      },
    });

    route('POST /clients/:clientId/candidates/:candidateId/notes', {
      handler: async (request) => {
        const { params, body, signedIn } = request;
        const note = await records.addNote(params, body.text, authorOf(signedIn.user));
        await request.audit({ target: `candidate:${params.candidateId}`, details: { note: note.id } });
        return details(params, signedIn.user.id);
      },
    });

    route('DELETE /clients/:clientId/candidates/:candidateId/notes/:noteId', {
      handler: async (request) => {
        const { params, signedIn } = request;
        await records.removeNote(params, params.noteId, signedIn.user.id);
        await request.audit({ target: `candidate:${params.candidateId}`, details: { note: params.noteId } });
      },
    });

    route('POST /clients/:clientId/candidates/:candidateId/decisions', {
      handler: async (request) => {
        const { params, body, signedIn } = request;
        const of = { ...params, version: body.version };
        const taken = await records.decide(of, decisionOf(body), authorOf(signedIn.user));
        await request.audit({ target: `candidate:${params.candidateId}`, details: detailsOf(taken) });
        return details(params, signedIn.user.id);
      },
    });

    route('POST /clients/:clientId/candidates/:candidateId/decisions/undo', {
      handler: async (request) => {
        const { params, body, signedIn } = request;
        const { id, kind } = await records.undoDecision({ ...params, ...body }, authorOf(signedIn.user));
        await request.audit({ target: `candidate:${params.candidateId}`, details: { decision: id, kind } });
        return details(params, signedIn.user.id);
      },
    });

    route('POST /clients/:clientId/candidates/:candidateId/merge', {
      handler: async (request) => {
        const { params, body, signedIn } = request;
        const { version, otherId } = body;
        await records.merge({ ...params, version }, otherId, authorOf(signedIn.user));
        await request.audit({ target: `candidate:${params.candidateId}`, details: { merged: otherId } });
        return details(params, signedIn.user.id);
      },
    });

    route('POST /clients/:clientId/candidates/:candidateId/separate', {
      handler: async (request) => {
        const { params, body } = request;
        const { version, recordId } = body;
        const apart = await records.separate({ ...params, version }, recordId);
        await request.audit({ target: `candidate:${params.candidateId}`, details: { separated: apart.id } });
        return apart;
      },
    });

    route('POST /clients/:clientId/candidates/:candidateId/split', {
      handler: async (request) => {
        const { params, body } = request;
        const { version, runIds } = body;
        const made = await records.split({ ...params, version }, runIds);
        await request.audit({
          target: `candidate:${params.candidateId}`,
          details: { made: made.id, entries: runIds.length },
        });
        return made;
      },
    });

    route('POST /clients/:clientId/candidates/:candidateId/proposals/:proposalId/dismiss', {
      handler: async (request) => {
        const { params, signedIn } = request;
        await records.dismiss(params, params.proposalId);
        await request.audit({ target: `candidate:${params.candidateId}` });
        return details(params, signedIn.user.id);
      },
    });

    route('POST /clients/:clientId/candidates/:candidateId/entries', {
      handler: async (request) => {
        const { params, body, signedIn } = request;
        const { version, runId } = body;
        await records.assign({ ...params, version }, runId);
        await request.audit({ target: `candidate:${params.candidateId}`, details: { run: runId } });
        return details(params, signedIn.user.id);
      },
    });
  };

const authorOf = ({ id, name, email }: { id: string; name: string; email: string }) => ({
  id,
  name: name || email,
});

const detailsOf = ({ id, kind, from, to }: TakenDecision) => ({
  decision: id,
  kind,
  from: `${from.stage} ${from.standing}`,
  to: `${to.stage} ${to.standing}`,
});

function decisionOf({ kind, reason, stage }: Omit<Static<typeof NewDecision>, 'version'>): Decision {
  switch (kind) {
    case 'move':
      if (stage === undefined) throw fieldRefusal('stage', 'Choose a stage.');
      return { kind, stage };
    case 'advance':
      return { kind };
    default:
      return { kind, reason };
  }
}
