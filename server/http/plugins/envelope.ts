import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '../../config/limits.ts';
import { isTooDeep, maxDepth, outlineOfJson } from '../../domain/json.ts';
import { ApiError, type ErrorCode } from '../../errors.ts';
import { outageErrorOf } from '../../outages.ts';
import { type Clock, isoTime } from '../../time.ts';
import { docUrlOf } from '../error-guide.ts';
import { flatCodes } from '../openapi/error-schemas.ts';
import { faultText, rootField } from '../validation-fault.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The request passed every gate and its body could be read: from here on answers name the request. */
    admitted: boolean;
  }
  interface FastifyContextConfig {
    /** Code of a refusal by the route's own schema, by field, where it is another than INVALID_INPUT (INVALID_PARAMETERS for a body). */
    invalid?: Readonly<Record<string, ErrorCode>>;
    /** Refusals of the body, too, are INVALID_INPUT and name their field, missing ones too. */
    namesFields?: boolean;
  }
}

/** Fastify's own refusals; a body it could not read never reached the route. */
const frameworkCodes: Readonly<Record<string, [ErrorCode, string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [
    'PAYLOAD_TOO_LARGE',
    'The body is larger than this endpoint accepts; send less at once.',
  ],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'UNSUPPORTED_MEDIA_TYPE',
    'This endpoint does not accept a body of this Content-Type; see /docs for the one it takes.',
  ],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'MALFORMED_BODY',
    'The body is not as long as Content-Length says; let your HTTP library set it.',
  ],
  FST_ERR_CTP_EMPTY_JSON_BODY: [
    'MALFORMED_BODY',
    'The body is empty although its Content-Type is JSON; send a JSON object.',
  ],
  FST_ERR_CTP_INVALID_JSON_BODY: [
    'MALFORMED_BODY',
    'The body is not valid JSON; let a JSON library write it.',
  ],
  FST_ERR_BAD_URL: [
    'MALFORMED_REQUEST',
    'The address contains an invalid escape; encode it as UTF-8 in %XX.',
  ],
};

/** PostgreSQL: character_not_in_repertoire. */
const nulRefused = '22021';

/** A year: a browser that came by https once never comes by http again. */
const HSTS = 'max-age=31536000';

export interface EnvelopeDeps {
  clock: Clock;
  /** How people reach this server; null: as each request did. */
  publicUrl: string | null;
}

/**
 * What a client sees of an error; `requestId` only once the request was admitted, as the specification says. `isExplained`: with
 * details.doc_url, which the flat bodies have no place for.
 */
export function errorBody(
  error: ApiError,
  at: { nowMs: number; requestId: string | undefined; isExplained: boolean },
): object {
  const retry = error.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: error.retryAfterSeconds };
  if (flatCodes.has(error.code)) {
    return { requestId: at.requestId, error: error.code, message: error.message, ...retry };
  }
  return {
    error: {
      code: error.code,
      message: error.message,
      timestamp: isoTime(at.nowMs),
      ...(at.requestId === undefined ? {} : { requestId: at.requestId }),
      ...((error.details || at.isExplained) && {
        details: { ...error.details, ...(at.isExplained && { doc_url: docUrlOf(error.code) }) },
      }),
      ...retry,
    },
    ...retry,
  };
}

/** Turns whatever was thrown into the error a client may see; undefined when it is a bug of ours. */
function knownError(error: Error | FastifyError, request: FastifyRequest): ApiError | undefined {
  if (error instanceof ApiError) return error;
  const { code: frameworkCode = '', validation = [], validationContext } = error as Partial<FastifyError>;
  const framework = frameworkCodes[frameworkCode];
  if (framework) return new ApiError(framework[0], framework[1], { cause: error });
  const [fault] = validation;
  if (fault) {
    const { invalid } = request.routeOptions.config;
    const namesFields = request.routeOptions.config.namesFields || validationContext !== 'body';
    const field = fault.instancePath.split('/')[1] ?? ((namesFields && rootField(fault)) || '');
    const code = invalid?.[field] ?? (namesFields ? 'INVALID_INPUT' : 'INVALID_PARAMETERS');
    const text = `${faultText(fault)}.`;
    const details =
      code === 'INVALID_INPUT'
        ? { fields: { [field]: `${text.charAt(0).toUpperCase()}${text.slice(1)}` } }
        : { field };
    return new ApiError(code, `${field} ${text}`, { details });
  }
  // The JSON parser's own refusals, such as "__proto__", carry no code of the framework.
  if (error instanceof SyntaxError && (error as Partial<FastifyError>).statusCode === 400) {
    return new ApiError(
      'MALFORMED_BODY',
      'The body cannot be read: it holds a field name that is not allowed, such as "__proto__".',
      { cause: error },
    );
  }
  // A client that went away in the middle looks like a connection of ours that was lost.
  if (request.raw.destroyed && !request.raw.complete) {
    const message = 'The connection was closed before the request was complete; send it again.';
    return new ApiError('MALFORMED_BODY', message, { cause: error });
  }
  // PostgreSQL stores no NUL. Whatever it stood in was sent: nothing of ours has one.
  if ((error as Partial<FastifyError>).code === nulRefused) {
    const message = 'The body holds a NUL character, which cannot be stored; leave it out.';
    return new ApiError('MALFORMED_BODY', message, { cause: error });
  }
  return outageErrorOf(error);
}

/** Error answers of every route, and the identifier every answer carries. */
export function addEnvelope(app: FastifyInstance, { clock, publicUrl }: EnvelopeDeps): void {
  app.decorateRequest('admitted', false);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'x-request-id': request.id,
      // Answers are about people: no cache on the way keeps them, no browser guesses what they are.
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...((publicUrl ?? `${request.protocol}:`).startsWith('https:') && {
        'strict-transport-security': HSTS,
      }),
    });
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
      throw new ApiError(
        'MALFORMED_REQUEST',
        'The request has no Host header; send it with an HTTP library.',
      );
  });
  const tooDeep = () =>
    new ApiError('MALFORMED_BODY', `The body must not be nested deeper than ${maxDepth} levels.`);
  const parseJson = app.getDefaultJsonParser('error', 'error');
  const outlined = new WeakSet<FastifyRequest>();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body);
    const { depth, values } = outlineOfJson(text);
    if (depth > maxDepth) return done(tooDeep());
    const { maxValues } = limits.json;
    if (values > maxValues) {
      const message = `The body has more than ${maxValues} values; send less at once.`;
      return done(new ApiError('PAYLOAD_TOO_LARGE', message));
    }
    outlined.add(request);
    return parseJson(request, text, done);
  });
  // Some routes read their bodies by themselves.
  app.addHook('preValidation', async (request) => {
    if (!outlined.has(request) && isTooDeep(request.body)) throw tooDeep();
  });
  // Runs after the gates (onRequest) and the body (parsing), before the route's schema.
  app.addHook('preValidation', async (request) => {
    request.admitted = !request.is404;
  });
  app.setErrorHandler((error: FastifyError, request, reply) => sendError(error, request, reply, clock));
}

/** Answers with any error; what is none of ours is logged and shown as INTERNAL_ERROR. */
export function sendError(
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
  clock: Clock,
): FastifyReply {
  const known = knownError(error, request);
  if (!known) request.log.error({ err: error }, 'request failed');
  else if (known.code === 'SERVICE_UNAVAILABLE')
    request.log.error({ err: known.cause }, 'an outage refused a request');
  const shown =
    known ??
    new ApiError(
      'INTERNAL_ERROR',
      'Something went wrong on our side. Try again; if it stays, give the X-Request-Id of this answer to whoever runs this installation.',
    );
  request.refusal = shown;
  reply
    .code(shown.status)
    .header('content-type', 'application/json; charset=utf-8')
    // Some refusals of the framework come before the hook that sets it.
    .header('x-request-id', request.id);
  if (shown.retryAfterSeconds !== undefined) reply.header('retry-after', String(shown.retryAfterSeconds));
  const flat = flatCodes.has(shown.code);
  const requestId = request.admitted || flat ? request.id : undefined;
  // The console's pages know every code themselves.
  const isExplained = !request.url.startsWith('/console/');
  return reply.send(errorBody(shown, { nowMs: clock.now(), requestId, isExplained }));
}
