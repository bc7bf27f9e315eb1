import type { ErrorCode, FailureCode } from '../../errors.ts';
import type { Guidance } from './guidance.ts';

/** Of the codes that a run can end `failed` with and that refuse no request. Likewise complete. */
export const failureGuide: Readonly<Record<Exclude<FailureCode, ErrorCode>, Guidance>> = {
  TRANSCRIPTION_FAILED: {
    cause: 'No speech, or none that can be understood, was found in the recording.',
    fix: 'Listen to it; send one with a louder or clearer candidate.',
    retry: 'anew',
  },
  TRANSCRIPTION_LOW_CONFIDENCE: {
    cause: 'What was understood does not look like the language that was asked for.',
    fix: 'Submit it with the language that is spoken in it.',
    retry: 'anew',
  },
  SCORING_FAILED: {
    cause: 'The transcript or the CV could not be scored.',
    fix: 'Submit it again; if it stays, give the id of the run to whoever runs this installation.',
    retry: 'anew',
  },
  VOCAB_MODEL_TIMEOUT: {
    cause: 'Scoring the vocabulary took too long.',
    fix: 'Submit it again when the server is less busy.',
    retry: 'anew',
  },
  FLUENCY_MODEL_TIMEOUT: {
    cause: 'Scoring the fluency took too long.',
    fix: 'Submit it again when the server is less busy.',
    retry: 'anew',
  },
  ACCENT_SCORE_UNAVAILABLE: {
    cause: 'The accent could not be measured: too little clear speech of the candidate.',
    fix: 'Send a longer or clearer recording.',
    retry: 'anew',
  },
  SERVICE_CONFIGURATION_ERROR: {
    cause: 'Something that this run needs is not installed, or was removed while it waited.',
    fix: 'Ask whoever runs this installation, who finds it in the log; then submit it again.',
    retry: 'anew',
  },
  STUCK_TIMEOUT: {
    cause:
      'The run made no progress, ended its worker repeatedly, or the server was too busy for it even when it was tried again by itself. It says nothing of the file.',
    fix: 'Submit it again when the server is less busy; if it stays, give the id of the run to whoever runs this installation.',
    retry: 'anew',
  },
  SESSION_TIMEOUT: {
    cause: 'The interview was not ended within its longest duration.',
    fix: 'Invite the candidate again if nothing was recorded; otherwise read what there is.',
    retry: 'anew',
  },
  CANDIDATE_LEFT: {
    cause: 'The candidate went away and did not come back within two minutes.',
    fix: 'Invite the candidate again if nothing was recorded; otherwise read what there is.',
    retry: 'anew',
  },
  NOTHING_ANSWERED: {
    cause:
      'The candidate was there, but no answer was heard or written: a microphone that is mute, for instance. Nothing is charged.',
    fix: 'Make a new link for the session (POST /interview/sessions/{id}/link), and ask the candidate to try the microphone on the page first.',
    retry: 'anew',
  },
  CV_UNREADABLE: {
    cause:
      'The file is no PDF or DOCX, or it is encrypted, damaged, has too many pages, or takes far more computing or memory than a CV needs; the message says which. A busy server is never the cause.',
    fix: 'Save it anew from a text program, without a password, with at most 50 pages.',
    retry: 'anew',
  },
  CV_TEXT_MISSING: {
    cause:
      'The file has no text that a person sees, and none could be read from its pictures; or it is a portfolio with other files than one PDF inside, or an XFA form. The message says which.',
    fix: 'Send the CV by itself, as a PDF or DOCX saved from a text program; print an XFA form to a PDF.',
    retry: 'anew',
  },
};
