import type { SendFailure } from './port.ts';

/** How far a connection had come. */
export type ConnectionPhase = 'connect' | 'tls' | 'exchange';

/** A try without an answer, said for the delivery log. */
export class SendError extends Error {
  readonly failure: SendFailure;
  constructor(failure: SendFailure, message: string) {
    super(message);
    this.failure = failure;
  }
}

/** What Node says of a failed connection, with the reason a customer can act on. */
export function explained(error: unknown, phase: ConnectionPhase): SendError {
  if (error instanceof SendError) return error;
  const { code } = error as NodeJS.ErrnoException;
  const isCutOff = code === 'ECONNRESET' || code === 'EPIPE';
  if (phase === 'tls' && !isCutOff) {
    return new SendError('tls', `No secure connection could be made: ${messageOf(error)}`);
  }
  return new SendError('connection', messageOf(error));
}

/** Node joins the failures of several addresses into one error without a message. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && !error.message) return error.errors.map(messageOf).join('; ');
  const { message, code }: NodeJS.ErrnoException = error instanceof Error ? error : new Error(String(error));
  return message || code || 'unknown';
}
