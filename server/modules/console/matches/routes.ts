import type { FastifyPluginAsync } from 'fastify';
import { ApiError, fieldRefusal } from '../../../errors.ts';
import { standingsOfRuns } from '../../candidates/queries.ts';
import { documentOfCv, kindOfFile } from '../../cvs/queries.ts';
import { catalogueMatchForm } from '../../matching/contract/form.ts';
import { type MatchRun, matchRuns } from '../../matching/run-type.ts';
import { runStatusesOf } from '../../matching/types.ts';
import { hasEnded } from '../../runs/types.ts';
import { createEventStreams } from '../event-stream.ts';
import { registrar } from '../register.ts';
import { requireModule } from '../require-module.ts';
import { sendCv } from '../send-cv.ts';
import type { ConsoleDeps } from '../types.ts';
import { presentMatchDetails, presentMatchEvent, presentMatchRow } from './present.ts';

type Deps = Pick<
  ConsoleDeps,
  'db' | 'candidateRecords' | 'matches' | 'runs' | 'jobs' | 'blobs' | 'identity' | 'retention'
>;

/** CV matches: submitting files to a job of the catalogue, ranked lists, a match with its CV. */
export const matchesConsoleRoutes =
  ({ db, candidateRecords, matches, runs, jobs, blobs, identity, retention }: Deps): FastifyPluginAsync =>
  async (app) => {
    const route = registrar(app);
    const streamEvents = createEventStreams(app);
    const required = async (of: { clientId: string; runId: string }): Promise<MatchRun> =>
      (await matches.find(of)) ?? unknownMatch(of.runId);
    const cvKindOf = async ({ input: { blobKey } }: MatchRun) =>
      blobKey === null || !(await blobs.open(blobKey))
        ? null
        : ((await kindOfFile(blobs, blobKey)).kind ?? 'pdf');

    route('GET /clients/:clientId/matches', {
      handler: async ({ params: { clientId }, query }) => {
        const { ids, jobId, search, status, order, limit, offset } = query;
        await candidateRecords.catchUp(clientId);
        const { runs: rows, hasMore } = await runs.list({
          clientId,
          serviceType: matchRuns.name,
          order,
          limit,
          offset,
          ...(ids !== undefined && { ids: ids.split(',') }),
          ...(jobId !== undefined && { jobId }),
          ...(search?.trim() && { name: search.trim() }),
          ...(status !== undefined && { status: runStatusesOf[status] }),
        });
        const people = await standingsOfRuns(
          db,
          clientId,
          rows.map(({ id }) => id),
        );
        return {
          items: rows.map((run) => presentMatchRow(matchRuns.of(run), people.get(run.id))),
          next: hasMore ? offset + rows.length : null,
        };
      },
    });

    route('POST /clients/:clientId/matches', {
      handler: async (request) => {
        const { clientId } = request.params;
        // Before a body is asked for.
        await requireModule(identity, clientId, matchRuns.permission);
        await matches.assertReady();
        const { user } = request.signedIn;
        const { runId } = await app.receiveSubmission(request, {
          holder: { clientId, userId: user.id },
          form: catalogueMatchForm,
          refuse: fieldRefusal,
          admit: (fields) => matches.assertAcceptable({ clientId, reference: fields().reference }),
          service: matches,
          submit: (fields, upload) =>
            matches.submit({
              ...fields,
              ...upload,
              holdKey: async (trx) => {
                await upload.holdKey(trx);
                await request.audit({
                  target: `run:${upload.runId}`,
                  details: { jobId: fields.reference.jobId },
                });
              },
              clientId,
              projectId: null,
              apiKeyId: null,
              by: { kind: 'user', name: user.name || user.email },
            }),
          answer: ({ run }) => ({ runId: run.id }),
        });
        return presentMatchRow(await required({ clientId, runId }));
      },
    });

    route('GET /clients/:clientId/matches/:runId', {
      handler: async ({ params }) => {
        const run = await required(params);
        const { jobId } = run.input;
        const job = jobId === null ? undefined : await jobs.find({ clientId: params.clientId, jobId });
        return presentMatchDetails(run, {
          currentJobVersion: job?.version ?? null,
          cvKind: await cvKindOf(run),
          expired: await retention.expired(run.id),
        });
      },
    });

    route('GET /clients/:clientId/matches/:runId/cv', {
      handler: async ({ params }, reply) => {
        const run = await required(params);
        const sent = await sendCv(reply, blobs, { key: run.input.blobKey, runId: run.id });
        if (!sent) throw new ApiError('NOT_FOUND', 'The CV of this match is no longer kept.');
        return sent;
      },
    });

    route('GET /clients/:clientId/matches/:runId/cv/text', {
      handler: async ({ params }) => {
        const { cvId } = (await required(params)).input;
        const document = cvId ? await documentOfCv(db, cvId) : undefined;
        if (!document) throw new ApiError('NOT_FOUND', 'The text of this CV is no longer kept.');
        return {
          lines: document.lines.map(({ page, text, box, runs, fontSizePt, isBold, isBullet }) => ({
            ...{ page, box, fontSizePt, isBold, isBullet },
            words: runs.map(({ start, end, x, width }) => ({ text: text.slice(start, end), x, width })),
          })),
        };
      },
    });

    route('GET /clients/:clientId/matches/:runId/events', {
      handler: async ({ params }, reply) => {
        await required(params);
        return streamEvents(reply, async () => {
          const run = await required(params);
          const place = run.status === 'queued' ? await matches.place(run) : null;
          return { event: presentMatchEvent(run, place), isLast: hasEnded(run) };
        });
      },
    });
  };

/** The same words for another client's id: the caller must not learn that it exists. */
function unknownMatch(runId: string): never {
  throw new ApiError('NOT_FOUND', `There is no CV match "${runId}".`);
}
