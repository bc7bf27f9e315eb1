import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ApiError } from '../../errors.ts';
import type { Clock } from '../../time.ts';
import { errorBody } from './envelope.ts';

const faults: Readonly<Record<string, () => ApiError>> = {
  HPE_HEADER_OVERFLOW: () =>
    new ApiError('HEADERS_TOO_LARGE', 'The headers are larger than 16 KB; send fewer or shorter ones.'),
  ERR_HTTP_REQUEST_TIMEOUT: () =>
    new ApiError(
      'REQUEST_TIMEOUT',
      'The request took too long to arrive; send it again over a faster connection.',
    ),
};

/** Answers what is not HTTP at all: no request exists yet, so the envelope is written to the socket itself. */
export function malformedHttp({ clock }: { clock: Clock }) {
  return (fault: NodeJS.ErrnoException, socket: Socket): void => {
    if (fault.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const error =
      faults[fault.code ?? '']?.() ??
      new ApiError('MALFORMED_REQUEST', 'The request is not valid HTTP/1.1; send it with an HTTP library.');
    endWithError(socket, error, clock);
  };
}

/** The answer to what no route answers, written to the connection itself, which ends with it. */
export function endWithError(socket: Duplex, error: ApiError, clock: Clock): void {
  const body = JSON.stringify(
    errorBody(error, { nowMs: clock.now(), requestId: undefined, isExplained: true }),
  );
  // A refused page that holds on would keep the connection for ever.
  socket.once('finish', () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n` +
      'Content-Type: application/json; charset=utf-8\r\n' +
      `Content-Length: ${Buffer.byteLength(body)}\r\n` +
      `Connection: close\r\n\r\n${body}`,
  );
}
