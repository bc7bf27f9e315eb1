import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { limits } from '../../config/limits.ts';

/** A body this small is simply read to its end, so that the connection can serve the next request. */
const DRAINED_BYTES = 64 * 1024;

/**
 * Answers before a large body is read end the connection, and the rest of the body stays unread.
 *
 * Node would read it to the end, or reset the connection before the client has seen the answer. So: stop
 * reading, answer, say that we are done (FIN), give the client a moment to take the answer, then close.
 * `Expect: 100-continue` is granted only once the gates are passed: a refused client then sends no body at all.
 */
export function addUnreadBody(app: FastifyInstance): void {
  app.server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    app.routing(request, response);
  });
  app.addHook('preParsing', async (request, reply, payload) => {
    if (request.headers.expect !== undefined && !reply.raw.headersSent) reply.raw.writeContinue();
    return payload;
  });

  app.addHook('onSend', async (request, reply) => {
    const { raw } = request;
    // What a handler began to read and gave up is nobody's to drain; it may never come.
    if (raw.complete || raw.destroyed || !(raw.readableDidRead || mayBeLarge(raw))) return;
    reply.header('connection', 'close');
    raw.pause();
    // Marks the body as somebody's own business: without it Node discards it by reading it.
    if (!raw.readableDidRead) raw.read(0);
    lingerOnClose(raw);
  });
}

function mayBeLarge({ headers }: IncomingMessage): boolean {
  if (headers['transfer-encoding'] !== undefined) return true;
  return Number(headers['content-length'] ?? 0) > DRAINED_BYTES;
}

/** Node ends a connection with `destroySoon` after its last answer; this one waits before it destroys. */
function lingerOnClose({ socket }: IncomingMessage): void {
  if (typeof socket?.destroySoon !== 'function') return;
  socket.destroySoon = () => {
    socket.end();
    setTimeout(() => socket.destroy(), limits.uploadLingerMs).unref();
  };
}
