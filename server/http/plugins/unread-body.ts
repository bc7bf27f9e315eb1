import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { limits } from '../../config/limits.ts';

/** A body this small is simply read to its end, so that the connection can serve the next request. */
const DRAINED_BYTES = 64 * 1024;

export interface RefusedBodyLimits {
  maxBytes: number;
  idleMs: number;
  wholeMs: number;
  lingerMs: number;
}

/**
 * Answers before a large body is read end the connection.
 *
 * Many clients send all they have before they look for an answer: one that is closed on meanwhile sees a broken pipe instead of its
 * refusal. So: answer at once, throw away what still comes within limits of size and time, say that we are done (FIN), give the client
 * a moment to take the answer, then close. `Expect: 100-continue` is granted only once the gates are passed: a refused client then
 * sends no body at all.
 */
export function addUnreadBody(
  app: FastifyInstance,
  { refusedBody = limits.refusedBody }: { refusedBody?: RefusedBodyLimits },
): void {
  // Other expectations are nothing to us (RFC 9110, 10.1.1): Node itself would answer 417 without a body.
  for (const event of ['checkContinue', 'checkExpectation']) {
    app.server.on(event, (request: IncomingMessage, response: ServerResponse) => {
      app.routing(request, response);
    });
  }
  app.addHook('preParsing', async ({ headers: { expect } }, reply, payload) => {
    if (expect?.toLowerCase() === '100-continue' && !reply.raw.headersSent) reply.raw.writeContinue();
    return payload;
  });

  app.addHook('onSend', async (request, reply) => {
    const { raw } = request;
    // What a handler began to read and gave up is drained too.
    if (raw.complete || raw.destroyed || !(raw.readableDidRead || mayBeLarge(raw))) return;
    reply.header('connection', 'close');
    raw.pause();
    // Marks the body as read elsewhere: without it Node reads it to its end, however long that is.
    if (!raw.readableDidRead) raw.read(0);
    drainOnClose(raw, refusedBody);
  });
}

function mayBeLarge({ headers }: IncomingMessage): boolean {
  if (headers['transfer-encoding'] !== undefined) return true;
  return Number(headers['content-length'] ?? 0) > DRAINED_BYTES;
}

/** Node ends a connection with `destroySoon` after its last answer; this one drains before it ends, and waits before it destroys. */
function drainOnClose(
  body: IncomingMessage,
  { maxBytes, idleMs, wholeMs, lingerMs }: RefusedBodyLimits,
): void {
  const { socket } = body;
  if (typeof socket?.destroySoon !== 'function') return;
  socket.destroySoon = () => {
    let drainedBytes = 0;
    const finish = () => {
      clearTimeout(idleTimer);
      clearTimeout(wholeTimer);
      body.off('data', onData).off('end', finish).off('close', finish).pause();
      socket.end();
      setTimeout(() => socket.destroy(), lingerMs).unref();
    };
    const idleTimer = setTimeout(finish, idleMs);
    const wholeTimer = setTimeout(finish, wholeMs);
    const onData = (chunk: Buffer) => {
      idleTimer.refresh();
      drainedBytes += chunk.length;
      if (drainedBytes > maxBytes) finish();
    };
    body.on('data', onData).on('end', finish).on('close', finish).resume();
  };
}
