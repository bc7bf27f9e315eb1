import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { limits } from '../../../config/limits.ts';
import type { Db } from '../../../db/db.ts';
import { ApiError, fieldRefusal } from '../../../errors.ts';
import { fileUnder, peopleOfRuns, recordOfRun } from '../../candidates/queries.ts';
import { matchRuns, readingRuns } from '../../matching/run-type.ts';
import type { QueuePlace, Run } from '../../runs/types.ts';
import { speechForm } from '../../speech/contract/form.ts';
import { speechRuns } from '../../speech/run-type.ts';
import type { Upload, UploadFile } from '../../uploads/types.ts';
import { registrar } from '../register.ts';
import { requireModule } from '../require-module.ts';
import type { ConsoleDeps } from '../types.ts';
import { presentUploads } from './present.ts';

type Deps = Pick<
  ConsoleDeps,
  | 'db'
  | 'types'
  | 'uploads'
  | 'speech'
  | 'matches'
  | 'readings'
  | 'runs'
  | 'jobs'
  | 'blobs'
  | 'identity'
  | 'candidateRecords'
  | 'newId'
>;

/** A run to be made of a stored file. */
interface Submission {
  runId: string;
  fileName: string | null;
  holdKey: (trx: Db) => Promise<void>;
}

/** Which kind of run a file becomes. */
interface Way {
  /** Of the run's files; the upload lies in it as "upload". */
  folderOf(runId: string): string;
  maxSizeBytes: number;
  service: {
    find(request: { clientId: string; runId: string }): Promise<Run | undefined>;
    place(run: Run): Promise<QueuePlace>;
    discardUpload(runId: string): Promise<void>;
  };
  /** @param head of the file; null where it is stored, and was taken once before */
  admit(head: Uint8Array | null): Promise<void>;
  submit(submission: Submission): Promise<{ run: Run; place: QueuePlace }>;
}

/** Recordings and CVs that people send from the browser, many at once, for a job or into the pool. */
export const uploadsRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const { db, uploads, speech, matches, readings, runs, jobs, blobs, identity, newId } = deps;
    const route = registrar(app);
    const assertJob = async (clientId: string, jobId: string | null) => {
      if (jobId !== null) await jobs.resolve(clientId, { jobId, positionId: null });
    };

    route('GET /clients/:clientId/uploads', {
      handler: async ({ params: { clientId } }) => {
        await deps.candidateRecords.catchUp(clientId);
        return { uploads: await presentUploads(deps, clientId, await uploads.list(clientId)) };
      },
    });

    route('POST /clients/:clientId/uploads/check', {
      handler: async ({ params: { clientId }, body }) => {
        await assertJob(clientId, body.jobId);
        await deps.candidateRecords.catchUp(clientId);
        const known = await uploads.known({ clientId, ...body });
        const people = await peopleOfRuns(
          db,
          clientId,
          known.flatMap((one) => one?.runId ?? []),
        );
        return { known: known.map((one) => one && { ...one, person: people.get(one.runId) ?? null }) };
      },
    });

    route('POST /clients/:clientId/uploads', {
      handler: async (request) => {
        const { clientId } = request.params;
        const { jobId, files } = request.body;
        await assertJob(clientId, jobId);
        const upload = await uploads.begin({ clientId, jobId, author: authorOf(request), files });
        await request.audit({ target: `upload:${upload.id}`, details: { jobId, files: files.length } });
        return (await presentUploads(deps, clientId, [upload]))[0]!;
      },
    });

    route('DELETE /clients/:clientId/uploads/:uploadId', {
      handler: async (request) => {
        await uploads.clear(request.params);
        await request.audit({ target: `upload:${request.params.uploadId}` });
      },
    });

    route('POST /clients/:clientId/uploads/:uploadId/files/:fileId', {
      handler: async (request) => {
        const of = request.params;
        const { upload, file } = await uploads.find(of);
        // Sent once more after a lost answer, or from another tab.
        if (file.runId !== null) return { runId: file.runId };
        const way = await wayOf(request, upload, file);
        try {
          return await app.receiveSubmission(request, {
            holder: { clientId: of.clientId, userId: request.signedIn.user.id },
            form: {
              folderOf: way.folderOf,
              fileField: 'file',
              textFields: [],
              maxSizeBytes: way.maxSizeBytes,
              parse: () => ({}),
            },
            refuse: fieldRefusal,
            admit: (_, head) => way.admit(head),
            service: way.service,
            submit: (_, upload) =>
              way.submit({ ...upload, holdKey: noting(request, of, upload.runId, upload.holdKey) }),
            answer: ({ run }) => ({ runId: run.id }),
          });
        } catch (error) {
          // It stays on the list with its cause, for every reader and later.
          if (error instanceof ApiError) await uploads.refused(of, error);
          throw error;
        }
      },
    });

    route('POST /clients/:clientId/uploads/:uploadId/files/:fileId/again', {
      handler: async (request) => {
        const of = request.params;
        const { upload, file } = await uploads.find(of);
        const run = file.runId === null ? undefined : await runs.find({ ...of, runId: file.runId });
        if (run?.status !== 'failed')
          throw new ApiError('NOT_POSSIBLE_NOW', 'Only what has failed can be tried again.');
        const stored = speechRuns.is(run)
          ? run.input.blobKey
          : matchRuns.is(run) || readingRuns.is(run)
            ? run.input.blobKey
            : null;
        const opened = stored === null ? undefined : await blobs.open(stored);
        if (!opened)
          throw new ApiError('NOT_POSSIBLE_NOW', 'The file is no longer kept. Choose it again to send it.');
        const way = await wayOf(request, upload, file);
        await way.admit(null);
        const runId = newId();
        await blobs.put(`${way.folderOf(runId)}/upload`, opened.stream());
        const holdKey = noting(request, of, runId);
        const made = await way.submit({ runId, fileName: file.fileName || null, holdKey });
        // The same file is the same person's.
        const recordId = await recordOfRun(db, run.id);
        if (recordId !== null) await fileUnder(db, { clientId: of.clientId, runId, recordId });
        return { runId: made.run.id };
      },
    });

    /** In the transaction of the run: the file has it, and the log says who sent it. */
    const noting =
      (
        request: FastifyRequest,
        of: { clientId: string; uploadId: string; fileId: string },
        runId: string,
        holdKey?: Submission['holdKey'],
      ) =>
      async (trx: Db) => {
        await holdKey?.(trx);
        await uploads.taken(trx, of, runId);
        await request.audit({ target: `run:${runId}`, details: { uploadId: of.uploadId } });
      };

    /** ApiError MISSING_PERMISSION, SERVICE_WARMING_UP, before a body is asked for. */
    async function wayOf(
      { signedIn: { user } }: FastifyRequest,
      { clientId, jobId }: Upload,
      { kind, language, candidate }: UploadFile,
    ): Promise<Way> {
      const client = await requireModule(identity, clientId, kind === 'cv' ? 'cvdeepmatch' : 'speech');
      if (kind === 'recording') {
        await speech.assertReady();
        const fields = {
          ...speechForm.parse(new Map([['language', language ?? limits.defaultLanguage]])),
          metadata: candidate === null ? {} : { candidate_name: candidate },
        };
        const caller = { client, key: null };
        return {
          folderOf: speechForm.folderOf,
          maxSizeBytes: limits.audio.maxSizeBytes,
          service: speech,
          async admit(head) {
            if (head) await speech.assertAcceptable({ caller, ...fields }, head);
          },
          submit: (submission) =>
            speech.submit({
              ...fields,
              ...submission,
              ...(jobId !== null && { jobId }),
              caller,
              includeCutAudio: false,
              analysis: true,
            }),
        };
      }
      await matches.assertReady();
      if (jobId === null)
        return {
          folderOf: readingRuns.folderOf,
          maxSizeBytes: limits.cv.maxSizeBytes,
          service: readings,
          admit: async () => undefined,
          submit: (submission) => readings.submit({ clientId, ...submission }),
        };
      const reference = { jobId, positionId: null };
      return {
        folderOf: matchRuns.folderOf,
        maxSizeBytes: limits.cv.maxSizeBytes,
        service: matches,
        admit: () => matches.assertAcceptable({ clientId, reference }),
        submit: (submission) =>
          matches.submit({
            ...submission,
            ...{ clientId, projectId: null, apiKeyId: null, reference, inline: null, saveJob: false },
            ...{ webhookUrl: null, metadata: {}, tags: [] },
            by: { kind: 'user', name: user.name || user.email },
          }),
      };
    }
  };

const authorOf = ({ signedIn: { user } }: FastifyRequest) => ({ id: user.id, name: user.name || user.email });
