import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limits } from '../../config/limits.ts';
import { ApiError } from '../../errors.ts';
import type { BlobStore } from '../../storage/port.ts';

export interface UploadRequest {
  /** Where the file goes, as "<folder>/upload"; the folder holds nothing else yet. */
  folder: string;
  fileField: string;
  /** Takes the one file under whatever name it comes. */
  anyFileField?: boolean;
  /** Text fields this route knows; any other is refused. */
  textFields: readonly string[];
  maxSizeBytes: number;
  /** Of one text field; 64 KB unless given. */
  maxFieldBytes?: number;
  /** How this route words what is wrong with the form: no file as it should be, or a field at fault. */
  refuse: {
    file(message: string): ApiError;
    field(name: string, message: string): ApiError;
  };
  /** Called with the fields before the file, so that a bad one is refused before the file is read. */
  checkFields(fields: ReadonlyMap<string, string>): void;
  /**
   * Called once, after that, where fields alone do not decide; what it refuses is refused before the file is read. `head`: those of its
   * first bytes that came at once.
   */
  admit?(fields: ReadonlyMap<string, string>, head: Uint8Array): Promise<void>;
}

export interface Upload {
  fields: ReadonlyMap<string, string>;
  file: { sizeBytes: number; sha256: string; fileName: string | null };
}

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Reads a multipart body: its file goes straight to the blob store, never into memory. ApiError
     * FILE_TOO_LARGE, MALFORMED_BODY, REQUEST_TIMEOUT, what `refuse` makes of a missing file and of an unknown,
     * repeated or oversized field, and whatever `checkFields` and `admit` throw; after an error nothing is left in the store.
     */
    receiveUpload(request: FastifyRequest, upload: UploadRequest): Promise<Upload>;
  }
}

/** Room for boundaries, part headers and text fields beside the file. */
const FORM_OVERHEAD_BYTES = 256 * 1024;
/** Pretty-printed metadata is longer than the 8 KB it may hold. */
const MAX_FIELD_BYTES = 64 * 1024;
const MAX_PARTS = 50;

export function addUpload(
  app: FastifyInstance,
  { blobs, idleUploadMs = limits.idleUploadMs }: { blobs: BlobStore; idleUploadMs?: number },
): void {
  // The body stays on the wire until the handler, which knows where the file belongs, reads it.
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
  app.decorate('receiveUpload', (request, upload) =>
    receiveUpload(request.raw, upload, { blobs, idleMs: idleUploadMs }),
  );
}

const malformed = (message: string, cause?: unknown) => new ApiError('MALFORMED_BODY', message, { cause });

const tooLarge = (maxSizeBytes: number) =>
  new ApiError(
    'FILE_TOO_LARGE',
    `The file is larger than ${maxSizeBytes / 1024 / 1024} MB; send a smaller one (recordings: MP3, M4A or OGG are smaller than WAV).`,
  );

const damaged = (cause: unknown) =>
  malformed('The multipart body is damaged or cut short; let your HTTP library build it.', cause);

async function receiveUpload(
  body: IncomingMessage,
  upload: UploadRequest,
  { blobs, idleMs }: { blobs: BlobStore; idleMs: number },
): Promise<Upload> {
  const { folder, fileField, maxSizeBytes, refuse: refusals, checkFields } = upload;
  const maxFieldBytes = upload.maxFieldBytes ?? MAX_FIELD_BYTES;
  const maxFormBytes = maxSizeBytes + Math.max(FORM_OVERHEAD_BYTES, 2 * maxFieldBytes);
  if (Number(body.headers['content-length'] ?? 0) > maxFormBytes) throw tooLarge(maxSizeBytes);
  const form = openForm(body, maxFieldBytes, refusals);
  const { promise, resolve, reject } = Promise.withResolvers<Upload>();
  const ended = new AbortController();
  let file:
    | { name: string | null; content: ReturnType<typeof measured>; stored: Promise<unknown> }
    | undefined;

  const end = async (refusal?: Error) => {
    if (ended.signal.aborted) return;
    ended.abort();
    feed.stop();
    // The parser may still report the form it lost; the request needs no such report any more.
    form.removeAllListeners().on('error', () => undefined);
    if (refusal) file?.content.stream.destroy(refusal);
    try {
      await file?.stored;
      if (refusal) throw refusal;
      resolve({ fields: texts.fields, file: { ...file!.content.measure(), fileName: file!.name } });
    } catch (error) {
      if (file) await blobs.delete(folder).catch(() => undefined);
      reject(refusal ?? error);
    }
  };
  const refuse = (error: Error) => void end(error);
  const feed = createFeed(body, form, {
    maxBytes: maxFormBytes,
    idleMs,
    refuse,
    tooLong: () => tooLarge(maxSizeBytes),
  });
  const texts = createTextFields(upload, maxFieldBytes, refuse);

  form.on('error', (error) => refuse(damaged(error)));
  form.on('partsLimit', () =>
    refuse(
      malformed(`The form has more than ${MAX_PARTS} parts; send the fields of this endpoint once each.`),
    ),
  );
  form.on('field', (name, value, _nameTruncated, valueTruncated) => texts.take(name, value, valueTruncated));
  form.on('file', (name: string | undefined, stream: BusboyFileStream, fileName: string) => {
    stream.on('error', (error) => refuse(damaged(error)));
    if (name !== undefined && name !== fileField && upload.textFields.includes(name)) {
      texts.readFile(name, stream);
      return;
    }
    const fault = fileFault(name, upload, file !== undefined) ?? faultOf(() => checkFields(texts.fields));
    if (fault) {
      stream.resume();
      refuse(fault);
      return;
    }
    const content = measured(maxSizeBytes);
    content.stream.on('error', refuse);
    const stored = storeOnceAdmitted(stream, { upload, texts, content, blobs, ended: ended.signal });
    file = { name: cleanFileName(fileName), content, stored };
    file.stored.catch(refuse);
  });
  form.on('finish', async () => {
    await texts.allRead();
    if (ended.signal.aborted) return;
    const fault = faultOf(() => checkFields(texts.fields));
    if (fault) return refuse(fault);
    if (!file) return refuse(refusals.file(`Send the file in the field "${fileField}".`));
    file.stored.then(() => {
      if (file!.content.measure().sizeBytes > 0) return end();
      return end(refusals.file(`The file field "${fileField}" is empty.`));
    }, refuse);
  });
  feed.start();
  return promise;
}

/** Gives a body to the form as fast as the form takes it; refuses one that pauses, is too long or breaks off. */
function createFeed(
  body: IncomingMessage,
  form: BusboyInstance,
  {
    maxBytes,
    idleMs,
    tooLong,
    refuse,
  }: { maxBytes: number; idleMs: number; tooLong: () => ApiError; refuse: (error: Error) => void },
) {
  let isStopped = false;
  let receivedBytes = 0;
  let idleTimer: NodeJS.Timeout | undefined;
  const onIdle = () =>
    refuse(
      new ApiError('REQUEST_TIMEOUT', `No data came for ${idleMs / 1000} seconds; send the request again.`),
    );
  const onData = (chunk: Buffer) => {
    idleTimer?.refresh();
    receivedBytes += chunk.length;
    if (receivedBytes > maxBytes) return refuse(tooLong());
    if (!form.write(chunk)) body.pause();
  };
  const onEnd = () => form.end();
  const onClose = () => {
    if (!body.complete)
      refuse(malformed('The connection was closed before the upload was complete; send it again.'));
  };
  return {
    start() {
      idleTimer = setTimeout(onIdle, idleMs);
      form.on('drain', () => {
        if (!isStopped) body.resume();
      });
      body.on('data', onData).on('end', onEnd).on('close', onClose);
      if (body.destroyed) onClose();
    },
    stop() {
      isStopped = true;
      clearTimeout(idleTimer);
      body.off('data', onData).off('end', onEnd).off('close', onClose).pause();
    },
  };
}

/** The text fields of a form, as they come. */
function createTextFields(upload: UploadRequest, maxFieldBytes: number, refuse: (error: Error) => void) {
  const fields = new Map<string, string>();
  let reading: Promise<unknown> = Promise.resolve();
  const take = (name: string, value: string, valueTruncated: boolean) => {
    const fault = fieldFault(name, upload, { seen: fields, valueTruncated, maxFieldBytes });
    if (fault) refuse(fault);
    else fields.set(name, withoutMark(value));
  };
  const read = async (name: string, stream: BusboyFileStream) => {
    let valueTruncated = false;
    const chunks: Buffer[] = [];
    let sizeBytes = 0;
    for await (const chunk of stream) {
      sizeBytes += (chunk as Buffer).length;
      if (sizeBytes > maxFieldBytes) valueTruncated = true;
      else chunks.push(chunk as Buffer);
    }
    take(name, Buffer.concat(chunks).toString('utf8'), valueTruncated);
  };
  return {
    fields: fields as ReadonlyMap<string, string>,
    take,
    /** Some clients send a text field, above all JSON, as a file. */
    readFile(name: string, stream: BusboyFileStream) {
      reading = Promise.all([reading, read(name, stream)]).catch(refuse);
    },
    /** Resolves once those that came as files are read. */
    allRead: () => reading,
  };
}

/** Meanwhile nothing of the file is taken; what waits is no more than fits the buffers. */
async function storeOnceAdmitted(
  stream: BusboyFileStream,
  {
    upload: { folder, admit },
    texts,
    content,
    blobs,
    ended,
  }: {
    upload: UploadRequest;
    texts: ReturnType<typeof createTextFields>;
    content: ReturnType<typeof measured>;
    blobs: BlobStore;
    ended: AbortSignal;
  },
): Promise<void> {
  await texts.allRead();
  if (admit) await admit(texts.fields, await headOf(stream));
  if (ended.aborted) throw new Error('The upload ended before it was admitted.');
  stream.pipe(content.stream);
  await blobs.put(`${folder}/upload`, content.stream);
}

/** Text without the mark of its byte order, which some programs put before it. */
const withoutMark = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text);

/** What is there of a file at once; it stays to be read. */
async function headOf(stream: BusboyFileStream): Promise<Uint8Array> {
  if (stream.readableLength === 0 && !stream.readableEnded) {
    await new Promise<void>((resolve) => {
      stream.once('readable', resolve).once('end', resolve).once('close', resolve);
    });
  }
  const head = stream.read() as Buffer | null;
  if (head) stream.unshift(head);
  return head ?? new Uint8Array();
}

function openForm(
  body: IncomingMessage,
  maxFieldBytes: number,
  refuse: UploadRequest['refuse'],
): BusboyInstance {
  const contentType = body.headers['content-type'];
  if (contentType === undefined) throw refuse.file('The request has no body; send multipart/form-data.');
  try {
    return new Busboy({
      headers: { ...body.headers, 'content-type': contentType },
      limits: {
        fieldNameSize: 100,
        fieldSize: maxFieldBytes,
        headerPairs: 50,
        headerSize: 16 * 1024,
        parts: MAX_PARTS,
      },
    });
  } catch (error) {
    throw malformed('The Content-Type names no multipart boundary; let your HTTP library set it.', error);
  }
}

function fieldFault(
  name: string | undefined,
  { textFields, fileField, refuse }: UploadRequest,
  found: { seen: ReadonlyMap<string, string>; valueTruncated: boolean; maxFieldBytes: number },
): ApiError | undefined {
  if (name === fileField) return refuse.file(`"${name}" came as text; send it as a file, with a file name.`);
  if (name === undefined || !textFields.includes(name)) {
    return refuse.field(
      name ?? '',
      `There is no field "${name ?? ''}"; there are ${[fileField, ...textFields].join(', ')}.`,
    );
  }
  if (found.valueTruncated) {
    return refuse.field(name, `The field "${name}" is longer than ${found.maxFieldBytes / 1024} KB.`);
  }
  if (found.seen.has(name)) return refuse.field(name, `The field "${name}" was sent twice.`);
  return undefined;
}

function fileFault(
  name: string | undefined,
  { fileField, anyFileField, refuse }: UploadRequest,
  haveFile: boolean,
): ApiError | undefined {
  if (name !== fileField && !anyFileField) {
    const message = `The file came in the field "${name ?? ''}"; send it in "${fileField}".`;
    return haveFile ? refuse.field(name ?? '', message) : refuse.file(message);
  }
  return haveFile ? refuse.field(name ?? '', `There are two files; send one "${fileField}".`) : undefined;
}

function faultOf(check: () => void): Error | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

/** Passes a file on, counts and hashes it, and fails at the first byte too many. */
function measured(maxSizeBytes: number) {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  let sha256: string | undefined;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sizeBytes += chunk.length;
      if (sizeBytes > maxSizeBytes) return done(tooLarge(maxSizeBytes));
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const measure = () => {
    sha256 ??= hash.digest('hex');
    return { sizeBytes, sha256 };
  };
  return { stream, measure };
}

/** What is kept of a file's name: no path, no control characters, at most 255 characters. */
function cleanFileName(name: string | undefined): string | null {
  const base = (name ?? '').split(/[/\\]/).at(-1)!.toWellFormed();
  return base.replaceAll(/\p{C}/gu, '').trim().slice(0, 255) || null;
}
