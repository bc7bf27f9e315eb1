import type { FastifyReply } from 'fastify';
import { byteRange } from '../../domain/byte-range.ts';
import type { OpenedBlob } from '../../storage/port.ts';

/** Sends an MP3, or the range of it that a player asks for. */
export function sendRecording(
  reply: FastifyReply,
  recording: OpenedBlob,
  askedRange: string | undefined,
): FastifyReply {
  const { sizeBytes } = recording;
  const range = byteRange(askedRange, sizeBytes);
  reply.headers({ 'accept-ranges': 'bytes', 'content-type': 'audio/mpeg' });
  if (range === 'unsatisfiable') {
    return reply.code(416).header('content-range', `bytes */${sizeBytes}`).send();
  }
  if (range === 'whole') return reply.header('content-length', sizeBytes).send(recording.stream());
  const { start, end } = range;
  return reply
    .code(206)
    .headers({ 'content-range': `bytes ${start}-${end}/${sizeBytes}`, 'content-length': end - start + 1 })
    .send(recording.stream(range));
}
