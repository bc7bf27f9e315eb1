import type { FastifyReply } from 'fastify';
import type { BlobStore } from '../../storage/port.ts';
import { kindOfFile } from '../cvs/queries.ts';

const mediaTypes = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
} as const;

/** Sends a stored CV, or tells that it is not kept. Never opened as a page of ours: the console draws it itself, people save it. */
export async function sendCv(
  reply: FastifyReply,
  blobs: BlobStore,
  { key, runId }: { key: string | null; runId: string },
): Promise<FastifyReply | undefined> {
  const cv = key === null ? undefined : await blobs.open(key);
  if (key === null || !cv) return undefined;
  const { kind = 'pdf' } = await kindOfFile(blobs, key);
  return reply
    .type(mediaTypes[kind])
    .header('content-length', cv.sizeBytes)
    .header('content-disposition', `attachment; filename="cv-${runId}.${kind}"`)
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .send(cv.stream());
}
