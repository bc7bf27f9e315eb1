import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiError } from '../../errors.ts';
import type { HeldKey } from '../../modules/idempotency/types.ts';
import type { QueuePlace, Run } from '../../modules/runs/types.ts';
import { outageError } from '../../outages.ts';
import type { BlobStore } from '../../storage/port.ts';
import type { UploadSlots } from '../upload-slots.ts';
import type { KeyHolder } from './idempotency.ts';
import type { UploadRequest } from './upload.ts';

/** The form of a submission: its file, its text fields, and what they mean. */
export interface SubmissionForm<Fields>
  extends Omit<UploadRequest, 'folder' | 'refuse' | 'checkFields' | 'admit'> {
  /** Where the files of a run lie. */
  folderOf(runId: string): string;
  /** Judges the fields that came before the file; `parse` unless given. */
  check?(given: ReadonlyMap<string, string>): void;
  /** Reads all fields; throws ApiError. */
  parse(given: ReadonlyMap<string, string>): Fields;
  /** Words that there is no file as it should be; `refuse` for the file's field unless given. */
  refuseFile?(message: string): ApiError;
}

interface Made<Of extends Run> {
  run: Of;
  place: QueuePlace;
}

export interface Submission<Fields, Of extends Run, Body> {
  holder: KeyHolder;
  form: SubmissionForm<Fields>;
  /** Words what is wrong with a field. */
  refuse(field: string, message: string): ApiError;
  /**
   * Asked before the file is read; not for a submission that came before under its key, which is answered as it was, whatever has
   * become since of credits and of what it refers to. `fields` reads those that came before the file, `head` is what has come of the file.
   */
  admit(fields: () => Fields, head: Uint8Array): Promise<void>;
  service: {
    find(request: { clientId: string; runId: string }): Promise<Of | undefined>;
    place(run: Run): Promise<QueuePlace>;
    discardUpload(runId: string): Promise<void>;
  };
  /** Makes the run, calling `holdKey` in its transaction; removes the upload where it refuses. */
  submit(
    fields: Fields,
    upload: { runId: string; fileName: string | null; holdKey: HeldKey['hold'] },
  ): Promise<Made<Of>>;
  /** The body of the answer. */
  answer(made: Made<Of>): Body;
}

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Makes a run of a form with a file, once per Idempotency-Key, and gives its answer. ApiError: what `receiveUpload`,
     * `idempotently`, `admit` and `submit` throw, RATE_LIMIT_EXCEEDED or SERVER_BUSY where too many are under way, and
     * SERVICE_UNAVAILABLE while nothing can be stored; after an error there is no file.
     */
    receiveSubmission<Fields, Of extends Run, Body>(
      request: FastifyRequest,
      submission: Submission<Fields, Of, Body>,
    ): Promise<Body>;
  }
}

/** Needs `addUpload` and `addIdempotency`. */
export function addSubmission(
  app: FastifyInstance,
  {
    newId,
    uploadSlots,
    blobs,
  }: { newId: () => string; uploadSlots: UploadSlots; blobs: Pick<BlobStore, 'check'> },
): void {
  app.decorate('receiveSubmission', async (request, submission) => {
    const release = uploadSlots.take(submission.holder.clientId);
    try {
      return await receive(request, submission);
    } finally {
      release();
    }
  });

  async function receive<Fields, Of extends Run, Body>(
    request: FastifyRequest,
    submission: Submission<Fields, Of, Body>,
  ): Promise<Body> {
    const { holder, form, refuse, admit, service, submit, answer } = submission;
    const { folderOf, check = form.parse, refuseFile, ...rules } = form;
    // What could not be stored would be lost half way: better told before it is sent.
    const storage = await blobs.check();
    if (!storage.ok) throw outageError(storage.outage ?? 'disk', new Error(storage.detail));
    const runId = newId();
    const { fields, file } = await app.receiveUpload(request, {
      ...rules,
      folder: folderOf(runId),
      refuse: { file: refuseFile ?? ((message) => refuse(form.fileField, message)), field: refuse },
      checkFields: check,
      async admit(before, head) {
        if (!(await app.cameBefore(request, holder))) await admit(() => form.parse(before), head);
      },
    });
    let submitted = false;
    try {
      const parsed = form.parse(fields);
      const content = hashOf([[...fields].sort(([a], [b]) => (a < b ? -1 : 1)), file.sha256]);
      const { body } = await app.idempotently(
        request,
        { holder, content, resourceId: runId },
        async ({ unfinishedResourceId: unfinishedId, hold: holdKey }) => {
          const { clientId } = holder;
          const run = unfinishedId && (await service.find({ clientId, runId: unfinishedId }));
          if (run) return { status: 202, body: answer({ run, place: await service.place(run) }) };
          submitted = true;
          const made = await submit(parsed, { runId, fileName: file.fileName, holdKey });
          return { status: 202, body: answer(made) };
        },
      );
      return body;
    } finally {
      // The request was answered as before, or refused: no run has this upload. What `submit` refuses, it removes.
      if (!submitted) await service.discardUpload(runId);
    }
  }
}

const hashOf = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex');
