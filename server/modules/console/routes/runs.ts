import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { encodeCursor } from '../../../domain/paging/cursor.ts';
import { ApiError } from '../../../errors.ts';
import { presentDeleted } from '../../retention/schema.ts';
import type { ExpiredPart } from '../../retention/types.ts';
import { presentRunSummary } from '../../runs/present.ts';
import { runTypeOf } from '../../runs/registry.ts';
import { runsQueryCodes } from '../../runs/schema.ts';
import type { Run } from '../../runs/types.ts';
import {
  cutPoints,
  isTerminal,
  presentFinished,
  presentOverall,
  presentWaiting,
} from '../../speech/present.ts';
import type { SpeechRun } from '../../speech/run-type.ts';
import type { RunAnswer, RunDetail, RunRow, RunsAnswer } from '../contract/runs.ts';
import { presentRescoring } from '../present-progress.ts';
import type { ConsoleDeps } from '../types.ts';
import { byteRange } from './byte-range.ts';
import { BrowseQuery, browseFilter } from './runs-schema.ts';

const ClientParams = Type.Object({ clientId: Type.String() });
const RunParams = Type.Object({ clientId: Type.String(), runId: Type.String() });

export const runsRoutes =
  ({
    runs,
    speech,
    identity,
    listening,
    rescoring,
    retention,
    clock,
  }: Pick<
    ConsoleDeps,
    'runs' | 'speech' | 'identity' | 'listening' | 'rescoring' | 'retention' | 'clock'
  >): FastifyPluginAsyncTypebox =>
  async (app) => {
    const find = async ({ clientId, runId }: Type.Static<typeof RunParams>): Promise<SpeechRun> => {
      const run = await speech.find({ clientId, runId });
      if (!run) throw new ApiError('NOT_FOUND', `There is no run "${runId}".`);
      return run;
    };
    const rowMaker = async (clientId: string) => {
      const projects = new Map((await identity.listProjects(clientId)).map((one) => [one.id, one.name]));
      return (run: Run) => presentRow(run, projects);
    };

    app.route({
      method: 'GET',
      url: '/clients/:clientId/runs',
      config: { invalid: runsQueryCodes },
      schema: { params: ClientParams, querystring: BrowseQuery },
      handler: async ({ params, query }): Promise<RunsAnswer> => {
        const found = await runs.browse(browseFilter(params.clientId, query));
        const last = found.runs.at(-1);
        return {
          items: found.runs.map(await rowMaker(params.clientId)),
          next: found.hasMore && last ? encodeCursor(last) : null,
        };
      },
    });

    app.route({
      method: 'GET',
      url: '/clients/:clientId/runs/:runId',
      schema: { params: RunParams },
      handler: async ({ params }): Promise<RunDetail> => {
        const run = await find(params);
        const expired = await retention.expired(run.id);
        return {
          run: (await rowMaker(params.clientId))(run),
          startedAt: run.startedAt,
          finishedAt: run.finishedAt,
          credits: { held: run.costCredits, charged: run.chargedCredits },
          steps: (await runs.steps(run.id)).map(({ startedAt: _, ...step }) => step),
          hasRecording: await listening.isKept(run.id),
          ...(await rescoringOf(run)),
          expired,
          overall: presentOverall(run),
          cutPoints,
          answer: await answerOf(run, expired),
        };
      },
    });

    const rescoringOf = async (run: SpeechRun) => {
      const newest = await rescoring.newest(run.id);
      const versions = await rescoring.versions(run.id);
      return {
        rescoring: newest ? presentRescoring(newest) : null,
        rescoringObstacle: await speech.rescoringObstacle(run),
        earlierResults: versions.map(({ version, replacedAt }) => ({ version, replacedAt })),
      };
    };

    const answerOf = async (run: SpeechRun, expired: readonly ExpiredPart[]): Promise<RunAnswer> => {
      const nowMs = clock.now();
      if (isTerminal(run)) {
        return { ...presentFinished({ run, cutAudio: undefined, nowMs }), ...presentDeleted(expired) };
      }
      const place = run.status === 'queued' ? await speech.place(run) : null;
      return presentWaiting({ run, place, nowMs });
    };

    app.route({
      method: 'GET',
      url: '/clients/:clientId/runs/:runId/peaks',
      schema: { params: RunParams },
      handler: async ({ params }) => {
        const { id } = await find(params);
        return (await listening.peaks(id)) ?? noRecording(id);
      },
    });

    app.route({
      method: 'GET',
      url: '/clients/:clientId/runs/:runId/audio',
      schema: { params: RunParams },
      handler: async ({ params, headers }, reply) => {
        const { id } = await find(params);
        const recording = (await listening.recording(id)) ?? noRecording(id);
        const { sizeBytes } = recording;
        const range = byteRange(headers.range, sizeBytes);
        reply.headers({ 'accept-ranges': 'bytes', 'content-type': 'audio/mpeg' });
        if (range === 'unsatisfiable') {
          return reply.code(416).header('content-range', `bytes */${sizeBytes}`).send();
        }
        if (range === 'whole') {
          return reply.header('content-length', sizeBytes).send(recording.stream());
        }
        const { start, end } = range;
        return reply
          .code(206)
          .headers({
            'content-range': `bytes ${start}-${end}/${sizeBytes}`,
            'content-length': end - start + 1,
          })
          .send(recording.stream(range));
      },
    });
  };

function noRecording(runId: string): never {
  throw new ApiError('NOT_FOUND', `The recording of run "${runId}" is no longer kept.`);
}

function presentRow(run: Run, projectNames: ReadonlyMap<string, string>): RunRow {
  const { id, externalId, status, serviceType, createdAt, processingTimeMs, audio, scores, error } =
    presentRunSummary(run);
  const { durationMs, languageCode, requestedLanguage, speakerCount } = audio;
  return {
    ...{ id, externalId, status, createdAt, processingTimeMs, error },
    serviceType: serviceType as RunRow['serviceType'],
    scores: scores as RunRow['scores'],
    audio: { durationMs, languageCode, requestedLanguage, speakerCount },
    progress: status === 'processing' ? run.progress : null,
    tags: run.tags,
    project:
      run.projectId === null
        ? null
        : { id: run.projectId, name: projectNames.get(run.projectId) ?? run.projectId },
    isPlayground: run.playground,
    fileName: runTypeOf(run.serviceType).fileName(run.input),
  };
}
