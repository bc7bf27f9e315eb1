import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RoutesApp } from '../../shapes/routes-app.ts';
import { hasEnded, type QueuePlace, type Run } from '../types.ts';

/**
 * Answers the poll of a run, whatever its type. A reading of what has ended is recorded; a caller who polls what has not is told when to
 * come again, by `Retry-After`. ApiError POLL_RATE_LIMITED
 *
 * @param answers.reading what the reading is called in the record
 * @param answers.unfinished given the place of a queued one
 * @param answers.retryAfterSeconds of an answer for one that has not ended
 */
export async function answerPoll<Ended, Unfinished>(
  app: RoutesApp,
  { request, reply, run }: { request: FastifyRequest; reply: FastifyReply; run: Run },
  answers: {
    reading: string;
    ended(): Promise<Ended>;
    place(run: Run): Promise<QueuePlace>;
    unfinished(place: QueuePlace | null): Unfinished;
    retryAfterSeconds(unfinished: Unfinished): number;
  },
): Promise<Ended | Unfinished> {
  if (hasEnded(run)) {
    await request.recordReading(answers.reading, `run:${run.id}`);
    return answers.ended();
  }
  app.limitPolling(run);
  const unfinished = answers.unfinished(run.status === 'queued' ? await answers.place(run) : null);
  reply.header('retry-after', String(answers.retryAfterSeconds(unfinished)));
  return unfinished;
}
