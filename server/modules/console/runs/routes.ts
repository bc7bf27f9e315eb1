import type { FastifyPluginAsync } from 'fastify';
import { decodeCursor, encodeCursor, type SortedCursor } from '../../../domain/paging/cursor.ts';
import { ApiError, fieldRefusal } from '../../../errors.ts';
import { runFilter } from '../../runs/contract/lists.ts';
import { presentDeleted } from '../../runs/contract/parts.ts';
import { presentRunSummary, runsContract } from '../../runs/contract.ts';
import type { RunTypes } from '../../runs/run-type.ts';
import {
  type BrowseFilter,
  type ExpiredPart,
  hasEnded,
  type Run,
  type RunSorting,
  serviceTypeOf,
} from '../../runs/types.ts';
import { cutPoints, presentFinished, presentOverall, presentWaiting } from '../../speech/contract/present.ts';
import type { SpeechRun } from '../../speech/run-type.ts';
import type { ConsoleApi } from '../contract.ts';
import { registrar } from '../register.ts';
import { sendRecording } from '../send-recording.ts';
import type { ConsoleDeps } from '../types.ts';
import type { RunAnswer, RunRow } from './contract.ts';
import { presentRescoring } from './present.ts';

export const runsRoutes =
  ({
    runs,
    types,
    speech,
    identity,
    listening,
    rescoring,
    reports,
    retention,
    clock,
  }: Pick<
    ConsoleDeps,
    'runs' | 'types' | 'speech' | 'identity' | 'listening' | 'rescoring' | 'reports' | 'retention' | 'clock'
  >): FastifyPluginAsync =>
  async (app) => {
    const route = registrar(app);
    const find = async ({ clientId, runId }: { clientId: string; runId: string }): Promise<SpeechRun> => {
      const run = await speech.find({ clientId, runId });
      if (!run) throw new ApiError('NOT_FOUND', `There is no run "${runId}".`);
      return run;
    };
    const rowMaker = async (clientId: string) => {
      const projects = new Map((await identity.listProjects(clientId)).map((one) => [one.id, one.name]));
      return (run: Run) => presentRow(types, run, projects);
    };

    route('GET /clients/:clientId/runs', {
      config: { invalid: runsContract.list.invalid },
      handler: async ({ params, query }) => {
        const filter = browseFilter(params.clientId, query);
        const found = await runs.browse(filter);
        const isAll = filter.after === undefined && found.next === null;
        return {
          items: found.runs.map(await rowMaker(params.clientId)),
          next: found.next && encodeCursor(found.next),
          total: isAll ? found.runs.length : await runs.count(filter),
        };
      },
    });

    route('GET /clients/:clientId/runs/:runId', {
      handler: async ({ params }) => {
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
        rescorableSpeakers: await speech.rescorableSpeakers(run),
        earlierResults: versions.map(({ version, replacedAt }) => ({ version, replacedAt })),
      };
    };

    const answerOf = async (run: SpeechRun, expired: readonly ExpiredPart[]): Promise<RunAnswer> => {
      const nowMs = clock.now();
      if (hasEnded(run)) {
        return { ...presentFinished({ run, cutAudio: undefined, nowMs }), ...presentDeleted(expired) };
      }
      const place = run.status === 'queued' ? await speech.place(run) : null;
      return presentWaiting({ run, place, nowMs });
    };

    route('GET /clients/:clientId/runs/:runId/report', {
      handler: async ({ params, query: { for: reader, ...wanted } }, reply) => {
        const { body, headers } = await reports.render(await find(params), { reader, ...wanted });
        return reply.headers(headers).send(body);
      },
    });

    route('GET /clients/:clientId/runs/:runId/peaks', {
      handler: async ({ params }) => {
        const { id } = await find(params);
        return (await listening.peaks(id)) ?? noRecording(id);
      },
    });

    route('GET /clients/:clientId/runs/:runId/audio', {
      handler: async ({ params, headers }, reply) => {
        const { id } = await find(params);
        const recording = (await listening.recording(id)) ?? noRecording(id);
        return sendRecording(reply, recording, headers.range);
      },
    });
  };

/** ApiError as `runFilter`, and INVALID_INPUT for a cursor that is none. */
function browseFilter(
  clientId: string,
  query: ConsoleApi['GET /clients/:clientId/runs']['query'],
): BrowseFilter {
  const { cursor, sort: by, direction, ...filter } = query;
  const { offset: _, order: __, after: ___, ...wanted } = runFilter(clientId, { ...filter, offset: 0 });
  const search = query.search?.trim();
  return {
    ...wanted,
    playground: query.playground,
    sorting: { by, direction },
    ...(search && { search }),
    ...(cursor !== undefined && { after: sortedCursor(cursor, by) }),
  };
}

/** ApiError INVALID_INPUT also for a cursor of another sorting. */
function sortedCursor(text: string, by: RunSorting['by']): SortedCursor {
  const cursor = decodeCursor(text);
  const { value } = cursor;
  const isOfThis = by === 'submitted' ? value === undefined : value !== undefined;
  if (isOfThis && (by !== 'audio' || value === null || Number.isInteger(value))) return cursor;
  throw fieldRefusal('cursor', 'Is of a list that is sorted otherwise; begin with its first page.');
}

function noRecording(runId: string): never {
  throw new ApiError('NOT_FOUND', `The recording of run "${runId}" is no longer kept.`);
}

function presentRow(types: RunTypes, run: Run, projectNames: ReadonlyMap<string, string>): RunRow {
  const type = types.of(run.serviceType);
  const { id, externalId, status, createdAt, processingTimeMs, audio, scores, error } = presentRunSummary(
    run,
    type,
  );
  const { durationMs, languageCode, requestedLanguage, speakerCount } = audio;
  return {
    ...{ id, externalId, status, createdAt, processingTimeMs, error },
    serviceType: serviceTypeOf(run.serviceType),
    scores,
    audio: { durationMs, languageCode, requestedLanguage, speakerCount },
    progress: status === 'processing' ? run.progress : null,
    tags: run.tags,
    project:
      run.projectId === null
        ? null
        : { id: run.projectId, name: projectNames.get(run.projectId) ?? run.projectId },
    isPlayground: run.playground,
    fileName: type.fileName(run.input),
  };
}
