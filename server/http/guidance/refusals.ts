import type { ErrorCode } from '../../errors.ts';
import type { Guidance } from './guidance.ts';

/** Of the codes that a request can be refused with. One that `errors.ts` has and this has not does not compile. */
export const refusalGuide: Readonly<Record<ErrorCode, Guidance>> = {
  MISSING_AUDIO_FILE: {
    cause: 'The form has no recording.',
    fix: 'Send one file as the part "audio" of a multipart/form-data body.',
    retry: 'no',
  },
  UNSUPPORTED_FORMAT: {
    cause:
      'The file is not what its endpoint takes, whatever its name says: a recording that can be decoded, or a CV as PDF or DOCX.',
    fix: 'Send MP3, WAV, M4A, WebM, OGG or FLAC for speech, PDF or DOCX for a CV. Old Word (.doc), OpenDocument, RTF and Pages files: save the CV as PDF or DOCX first.',
    retry: 'no',
  },
  AUDIO_TOO_SHORT: {
    cause: 'The recording is under 3 minutes.',
    fix: 'Send the whole interview.',
    retry: 'no',
  },
  AUDIO_TOO_LONG: {
    cause: 'The recording is over 45 minutes.',
    fix: 'Cut it, and send the part with the candidate.',
    retry: 'no',
  },
  AUDIO_DURATION_UNAVAILABLE: {
    cause: 'The length of the recording cannot be measured: it is damaged, or was cut off.',
    fix: 'Open it in a player and save it anew, then send that file.',
    retry: 'no',
  },
  FILE_TOO_LARGE: {
    cause: 'The file is larger than its endpoint takes: 25 MB for a recording, 10 MB for a CV.',
    fix: 'Encode the recording as MP3 or OGG, or save the PDF with smaller pictures.',
    retry: 'no',
  },
  INVALID_LANGUAGE_CODE: {
    cause: 'language is not one of the 16 codes.',
    fix: 'Send the two small letters of ISO 639-1, such as "en"; details.supported has them all.',
    retry: 'no',
  },
  LANGUAGE_NOT_AVAILABLE: {
    cause: 'This installation has no recogniser for this language, or, for interviews, no voice.',
    fix: 'Send a language of details.available; whoever runs the installation can add others.',
    retry: 'no',
  },
  INVALID_EXTERNAL_ID: {
    cause: 'externalId is empty, or longer than 255 characters.',
    fix: 'Send 1 to 255 characters, or leave it out.',
    retry: 'no',
  },
  INVALID_METADATA: {
    cause: 'metadata is not a JSON object, or larger than allowed.',
    fix: 'Send a JSON object as text: at most 50 keys of 40 characters, values of 500, 8 KB in all.',
    retry: 'no',
  },
  INVALID_TAGS: {
    cause: 'tags are not a JSON array of strings, too many, or too long.',
    fix: 'Send at most 20 tags of 1 to 40 characters; in a list, separate them with commas.',
    retry: 'no',
  },
  INVALID_STATUS: {
    cause: 'The status to filter by is none that there is.',
    fix: 'Send one of those that the message names.',
    retry: 'no',
  },
  INVALID_SERVICE_TYPE: {
    cause: 'serviceType is none that there is.',
    fix: 'Send one of those that the message names.',
    retry: 'no',
  },
  INVALID_DATE: {
    cause: 'A date to filter by is not ISO 8601, or no day of the calendar.',
    fix: 'Send a date such as 2026-11-22, or a time such as 2026-11-22T08:30:00Z.',
    retry: 'no',
  },
  INVALID_PARAMETERS: {
    cause: 'A field of the form is unknown, sent twice, or outside its bounds.',
    fix: 'Correct what the message names; details.field has its name, where it is one.',
    retry: 'no',
  },
  INVALID_INPUT: {
    cause:
      'Fields of the body, or parameters of the address, are unknown, missing, or do not keep to their rules.',
    fix: 'Correct every one of details.fields: each comes with what it must be.',
    retry: 'no',
  },
  JOB_NOT_FOUND: {
    cause: 'Your account has no active job with this position_id or job_id.',
    fix: 'Store the job first, or send job_description and config with the CV.',
    retry: 'no',
  },
  PERSONA_NOT_FOUND: {
    cause: 'Your account has no persona with this id.',
    fix: 'Take the id that creating the persona returned, or look it up in the list.',
    retry: 'no',
  },
  PERSONA_ARCHIVED: {
    cause: 'The persona was put away and invites nobody any more.',
    fix: 'Invite with another persona, or make a new one.',
    retry: 'no',
  },
  SESSION_NOT_FOUND: {
    cause: 'Your account has no interview session with this id.',
    fix: 'Take the id that inviting returned, or look it up in the list.',
    retry: 'no',
  },
  RANGE_NOT_SATISFIABLE: {
    cause: 'The bytes that were asked for begin behind the end of the recording.',
    fix: 'Ask for bytes that it has: its size is in the Content-Range of this answer.',
    retry: 'no',
  },
  RECORDING_NOT_READY: {
    cause: 'The interview is not completed, nothing was recorded, or the recording is no longer kept.',
    fix: 'Poll the session until its status is "completed".',
    retry: 'told',
  },
  TRANSCRIPT_NOT_READY: {
    cause: 'The interview is not completed, nothing was said, or the transcript is no longer kept.',
    fix: 'Poll the session until its status is "completed".',
    retry: 'told',
  },
  REPORT_NOT_AVAILABLE: {
    cause: 'The analysis is not finished, failed, or its result was deleted.',
    fix: 'Poll the analysis until its status is "success" or "partial", then ask for the report.',
    retry: 'told',
  },
  INTERVIEWS_NOT_AVAILABLE: {
    cause: 'No process of this installation holds live interviews, so a candidate’s link would lead nowhere.',
    fix: 'Ask whoever runs this installation to start one, then send the same again.',
    retry: 'wait',
  },
  BATCH_TOO_LARGE: {
    cause: 'The batch has more than 500 candidates.',
    fix: 'Send them in batches of at most 500.',
    retry: 'no',
  },
  CORPUS_NOT_FOUND: {
    cause: 'Your account has no corpus with this corpus_id.',
    fix: 'Send candidates into it first: that makes it. Its name is told apart by capitals.',
    retry: 'no',
  },
  CANDIDATE_NOT_FOUND: {
    cause: 'The corpus has no candidate with this external_id.',
    fix: 'Take the external_id that the candidate was sent with.',
    retry: 'no',
  },
  INVALID_IDEMPOTENCY_KEY: {
    cause: 'Idempotency-Key is empty, or longer than 255 characters.',
    fix: 'Send 1 to 255 characters, such as a UUID, a new one with each new request.',
    retry: 'no',
  },
  MALFORMED_BODY: {
    cause: 'The body cannot be read: JSON or a form with a fault, cut off, or nested too deep.',
    fix: 'Let a library write the body, and set Content-Type and Content-Length.',
    retry: 'no',
  },
  MALFORMED_REQUEST: {
    cause: 'The request is not HTTP/1.1, has no Host header, or its address contains an invalid escape.',
    fix: 'Send it with an HTTP library, and encode addresses as UTF-8 in %XX.',
    retry: 'no',
  },
  MISSING_API_KEY: {
    cause: 'The request has no key.',
    fix: 'Send it in the X-API-Key header.',
    retry: 'no',
  },
  INVALID_API_KEY: {
    cause: 'The key is unknown, mistyped or revoked.',
    fix: 'Check that it was copied whole; an admin of your account can make a new one in the console.',
    retry: 'no',
  },
  API_KEY_EXPIRED: {
    cause: 'The key has expired.',
    fix: 'An admin of your account can extend it in the console; it keeps its value.',
    retry: 'no',
  },
  CLIENT_INACTIVE: {
    cause: 'The account of this key is switched off.',
    fix: 'Ask whoever runs this installation.',
    retry: 'no',
  },
  MISSING_PERMISSION: {
    cause: 'The key, or its account, may not use this module.',
    fix: 'An admin of your account can allow it in the console, or give you a key that may.',
    retry: 'no',
  },
  IP_NOT_ALLOWED: {
    cause: 'The key may not be used from this address.',
    fix: "Send from an address of the key's list, or let an admin of your account add this one.",
    retry: 'no',
  },
  MULTILINGUAL_NOT_ENABLED: {
    cause: 'Your account may submit English only.',
    fix: 'Send language "en", or ask whoever runs this installation to allow the others.',
    retry: 'no',
  },
  NOT_SIGNED_IN: {
    cause: 'The session of the console is over, or was ended elsewhere.',
    fix: 'Sign in again.',
    retry: 'no',
  },
  SIGN_IN_REFUSED: {
    cause: 'The e-mail address, the password or the code is not right, or there were too many attempts.',
    fix: 'Try again, or let an admin send a link for a new password.',
    retry: 'no',
  },
  SECOND_FACTOR_NEEDED: {
    cause: 'The password is right; the account has a second factor, too.',
    fix: 'Send the code of the authenticator, or a recovery code.',
    retry: 'no',
  },
  FRESH_SIGN_IN_NEEDED: {
    cause: 'This change needs the password again.',
    fix: 'Confirm it with the password.',
    retry: 'no',
  },
  ROLE_NOT_ALLOWED: {
    cause: 'Your role in the console does not allow this.',
    fix: 'Ask an admin of the account.',
    retry: 'no',
  },
  SECOND_FACTOR_REQUIRED: {
    cause: 'Your role needs a second factor, and you have none yet.',
    fix: 'Set one up under "Account".',
    retry: 'no',
  },
  CROSS_SITE_REQUEST: {
    cause: 'The request to the console came from a page of another address.',
    fix: 'Use the console at its own address; programs use /api/v1 with a key.',
    retry: 'no',
  },
  INSUFFICIENT_CREDITS: {
    cause:
      'This costs more credits than are available: the balance without what is held for unfinished runs. A recording that was not looked at yet costs at least details.cost.',
    fix: 'Have credits added, or wait until unfinished runs have ended. Nothing was made or charged.',
    retry: 'no',
  },
  POSITION_ID_CONFLICT: {
    cause: 'Another active job has this position_id.',
    fix: 'Change that job (details.job_id), archive it, or use another position_id.',
    retry: 'no',
  },
  JOB_ARCHIVED: {
    cause: 'The job is archived, and archived jobs do not change.',
    fix: 'Store a new one.',
    retry: 'no',
  },
  NOT_POSSIBLE_NOW: {
    cause: 'What this is about is in a state that does not allow it.',
    fix: 'The message says what has to come first.',
    retry: 'no',
  },
  CHANGED_MEANWHILE: {
    cause: 'Somebody else has changed this since you last saw it.',
    fix: 'Look at the newest state, then do it again. Nothing was overwritten.',
    retry: 'no',
  },
  REQUEST_NOT_FOUND: {
    cause: 'Your account has nothing with this id.',
    fix: 'Use the id that the submission returned, and a key of the same account.',
    retry: 'no',
  },
  NOT_FOUND: {
    cause: 'There is nothing at this address.',
    fix: 'Compare it with /docs.',
    retry: 'no',
  },
  METHOD_NOT_ALLOWED: {
    cause: 'The address is right, its method is not.',
    fix: 'Use a method that the Allow header of the answer names.',
    retry: 'no',
  },
  REQUEST_TIMEOUT: {
    cause: 'The request took too long to arrive, or nothing more came of it for 2 minutes.',
    fix: 'Send it again over a faster connection.',
    retry: 'again',
  },
  IDEMPOTENCY_CONFLICT: {
    cause:
      'The Idempotency-Key was used within 24 hours for another request, or that request is still being served.',
    fix: 'With a Retry-After header, wait and send the same again; without one, use a new key.',
    retry: 'told',
  },
  PAYLOAD_TOO_LARGE: {
    cause: 'The body is larger than this endpoint accepts.',
    fix: 'Send less at once.',
    retry: 'no',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    cause: 'This endpoint does not take a body of this Content-Type.',
    fix: 'Send multipart/form-data to submit, JSON elsewhere; nothing where /docs shows no body.',
    retry: 'no',
  },
  HEADERS_TOO_LARGE: {
    cause: 'The headers are larger than 16 KB.',
    fix: 'Send fewer or shorter ones.',
    retry: 'no',
  },
  RATE_LIMIT_EXCEEDED: {
    cause:
      'The key or its account sent more requests this minute than it may, or too many files or batches of candidates at once.',
    fix: 'Wait; the RateLimit header of every answer says how many are left.',
    retry: 'wait',
  },
  POLL_RATE_LIMITED: {
    cause: 'The same unfinished run was polled less than 10 seconds ago.',
    fix: 'Wait, then go on polling the same id, better at the pace that the answer suggests.',
    retry: 'wait',
  },
  INTERNAL_ERROR: {
    cause: 'Something went wrong on our side. A run that ended with this code was not charged.',
    fix: 'Try again; if it stays, give the X-Request-Id of the answer to whoever runs this installation.',
    retry: 'again',
  },
  SERVICE_WARMING_UP: {
    cause: 'The models are being loaded.',
    fix: 'Wait, and send the same again.',
    retry: 'wait',
  },
  SERVER_BUSY: {
    cause:
      'The server is receiving as many files, or batches of candidates, as it takes in at once, or has more recordings to look at than it manages in 20 seconds. Nothing of this request was stored.',
    fix: 'Wait for the seconds of Retry-After, and send the same again.',
    retry: 'wait',
  },
  SERVICE_UNAVAILABLE: {
    cause:
      'The disk of this installation is full, or its database or object storage does not answer. Nothing was made or charged.',
    fix: 'Wait, and send the same again; /api/v1/health says when it is well.',
    retry: 'wait',
  },
};
