import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { minutes, seconds } from '../../time.ts';

/** Often enough to look live; each look is one read of one row. */
const LOOK_EVERY_MS = 500;
/** A session that ended, or a role that was taken away, ends the stream within this time. */
const CHECK_EVERY_MS = seconds(5);
/** Something is sent at least this often, so that no proxy on the way takes the connection for dead. */
const PING_EVERY_MS = seconds(15);
/** Browsers come back by themselves; whose session has ended is then told so. */
const OPEN_FOR_MS = minutes(10);

export interface Watched {
  /** JSON to send, if it is not what was sent last. */
  event: object;
  /** Nothing will change any more. */
  isLast: boolean;
}

/**
 * Server-sent events about something that changes: one when the connection opens, then one whenever `look` sees
 * something else, until it sees the last, the session ends or the server stops.
 */
export function createEventStreams(app: FastifyInstance) {
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());

  return (reply: FastifyReply, look: () => Promise<Watched>): FastifyReply => {
    const stopped = new AbortController();
    const stop = () => stopped.abort();
    const signal = AbortSignal.any([closing.signal, stopped.signal, AbortSignal.timeout(OPEN_FOR_MS)]);
    const mayGoOn = () => reply.request.mayGoOn();
    const stream = Readable.from(eventsOf({ look, mayGoOn }, signal), { objectMode: false });
    stream.once('close', stop);
    // A visitor who goes away is noticed here, also while nothing is sent.
    reply.raw.once('close', () => stream.destroy());
    return reply
      .type('text/event-stream; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('x-accel-buffering', 'no')
      .send(stream);
  };
}

async function* eventsOf(
  { look, mayGoOn }: { look: () => Promise<Watched>; mayGoOn: () => Promise<boolean> },
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  let uncheckedMs = 0;
  let sent = '';
  let quietMs = 0;
  while (!signal.aborted) {
    if (uncheckedMs >= CHECK_EVERY_MS) {
      if (!(await mayGoOn())) return;
      uncheckedMs = 0;
    }
    uncheckedMs += LOOK_EVERY_MS;
    const { event, isLast } = await look();
    const text = JSON.stringify(event);
    if (text !== sent) yield Buffer.from(`data: ${text}\n\n`);
    else if (quietMs >= PING_EVERY_MS) yield Buffer.from(': still here\n\n');
    quietMs = text !== sent || quietMs >= PING_EVERY_MS ? 0 : quietMs + LOOK_EVERY_MS;
    sent = text;
    if (isLast) return;
    await pause(LOOK_EVERY_MS, signal);
  }
}

/** Ends early when `signal` aborts. */
const pause = (durationMs: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, durationMs);
    signal.addEventListener('abort', end);
  });
