/** HTTP status of every error code a client can receive. Add a code here and nowhere else. */
export const httpStatus = {
  // Request faults
  MISSING_AUDIO_FILE: 400,
  UNSUPPORTED_FORMAT: 400,
  AUDIO_TOO_SHORT: 400,
  AUDIO_TOO_LONG: 400,
  AUDIO_DURATION_UNAVAILABLE: 400,
  FILE_TOO_LARGE: 400,
  INVALID_LANGUAGE_CODE: 400,
  LANGUAGE_NOT_AVAILABLE: 400,
  INVALID_EXTERNAL_ID: 400,
  INVALID_METADATA: 400,
  INVALID_TAGS: 400,
  INVALID_STATUS: 400,
  INVALID_SERVICE_TYPE: 400,
  INVALID_DATE: 400,
  INVALID_PARAMETERS: 400,
  INVALID_INPUT: 400,
  JOB_NOT_FOUND: 400,
  BATCH_TOO_LARGE: 400,
  INVALID_IDEMPOTENCY_KEY: 400,
  MALFORMED_BODY: 400,
  MALFORMED_REQUEST: 400,
  // Authentication and permission
  MISSING_API_KEY: 401,
  INVALID_API_KEY: 401,
  API_KEY_EXPIRED: 401,
  CLIENT_INACTIVE: 401,
  MISSING_PERMISSION: 403,
  IP_NOT_ALLOWED: 403,
  MULTILINGUAL_NOT_ENABLED: 403,
  // Console
  NOT_SIGNED_IN: 401,
  SIGN_IN_REFUSED: 401,
  SECOND_FACTOR_NEEDED: 401,
  FRESH_SIGN_IN_NEEDED: 403,
  ROLE_NOT_ALLOWED: 403,
  SECOND_FACTOR_REQUIRED: 403,
  CROSS_SITE_REQUEST: 403,
  // Credits
  INSUFFICIENT_CREDITS: 402,
  // Resources
  POSITION_ID_CONFLICT: 409,
  JOB_ARCHIVED: 409,
  PERSONA_ARCHIVED: 409,
  NOT_POSSIBLE_NOW: 409,
  CHANGED_MEANWHILE: 409,
  REQUEST_NOT_FOUND: 404,
  CORPUS_NOT_FOUND: 404,
  CANDIDATE_NOT_FOUND: 404,
  PERSONA_NOT_FOUND: 404,
  SESSION_NOT_FOUND: 404,
  RECORDING_NOT_READY: 404,
  TRANSCRIPT_NOT_READY: 404,
  REPORT_NOT_AVAILABLE: 404,
  RANGE_NOT_SATISFIABLE: 416,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  IDEMPOTENCY_CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  HEADERS_TOO_LARGE: 431,
  // Pace
  RATE_LIMIT_EXCEEDED: 429,
  POLL_RATE_LIMITED: 429,
  // Ours
  INTERNAL_ERROR: 500,
  SERVICE_WARMING_UP: 503,
  SERVER_BUSY: 503,
  SERVICE_UNAVAILABLE: 503,
  INTERVIEWS_NOT_AVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof httpStatus;

/** The request cannot be served. Thrown anywhere below a route; the envelope plugin turns it into the answer. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly details: Record<string, unknown> | undefined;
  /** Whose key was refused, where it is known: for the logs, never in an answer. */
  readonly about: { keyId: string; keyName: string; clientId: string } | undefined;
  /** Whole seconds, sent as `retryAfterSeconds` and the Retry-After header. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      details?: Record<string, unknown>;
      retryAfterSeconds?: number;
      cause?: unknown;
      about?: { keyId: string; keyName: string; clientId: string };
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'ApiError';
    this.about = options.about;
    this.code = code;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): number {
    return httpStatus[this.code];
  }
}

/** Codes with which an accepted speech run can end `failed` (inside a 200 answer, never charged). */
export const speechFailureCodes = [
  'TRANSCRIPTION_FAILED',
  'TRANSCRIPTION_LOW_CONFIDENCE',
  'SCORING_FAILED',
  'VOCAB_MODEL_TIMEOUT',
  'FLUENCY_MODEL_TIMEOUT',
  'ACCENT_SCORE_UNAVAILABLE',
  'SERVICE_CONFIGURATION_ERROR',
  'STUCK_TIMEOUT',
  'INTERNAL_ERROR',
] as const;

export type SpeechFailureCode = (typeof speechFailureCodes)[number];

/** Codes with which an accepted CV match can end `failed` (inside a 200 answer, never charged). */
export const cvFailureCodes = [
  'CV_UNREADABLE',
  'CV_TEXT_MISSING',
  'SCORING_FAILED',
  'SERVICE_CONFIGURATION_ERROR',
  'STUCK_TIMEOUT',
  'INTERNAL_ERROR',
] as const;

export type CvFailureCode = (typeof cvFailureCodes)[number];

/** Codes with which an accepted CV search can end `failed` (inside a 200 answer, never charged). */
export const searchFailureCodes = [
  'SCORING_FAILED',
  'SERVICE_CONFIGURATION_ERROR',
  'STUCK_TIMEOUT',
  'INTERNAL_ERROR',
] as const;

export type SearchFailureCode = (typeof searchFailureCodes)[number];

/** Codes with which an interview that began can end `failed` (its `error_code`, never charged). */
export const interviewFailureCodes = [
  'SESSION_TIMEOUT',
  'CANDIDATE_LEFT',
  'NOTHING_ANSWERED',
  'SERVICE_CONFIGURATION_ERROR',
  'INTERNAL_ERROR',
] as const;

export type InterviewFailureCode = (typeof interviewFailureCodes)[number];

/** Every code with which a run of any module can end `failed`. */
export type FailureCode = SpeechFailureCode | CvFailureCode | InterviewFailureCode;

/** The run was accepted and ends `failed`. Anything else thrown in a step is a bug, shown as INTERNAL_ERROR. */
export class RunFailure extends Error {
  readonly code: FailureCode;
  /** What whoever runs the installation can do: for the log. `message` is for clients, who cannot give commands. */
  readonly forOperators: string | undefined;

  constructor(
    code: FailureCode,
    message: string,
    { forOperators, ...options }: { cause?: unknown; forOperators?: string } = {},
  ) {
    super(message, options);
    this.name = 'RunFailure';
    this.code = code;
    this.forOperators = forOperators;
  }
}

/** ApiError INVALID_INPUT for one field. */
export function fieldRefusal(field: string, fault: string): ApiError {
  return new ApiError('INVALID_INPUT', `${field}: ${fault}`, { details: { fields: { [field]: fault } } });
}
