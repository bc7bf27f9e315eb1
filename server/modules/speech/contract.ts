import { Type } from 'typebox';
import { answer, type Endpoint, sent } from '../shapes/endpoint.ts';
import { named, text } from '../shapes/schema.ts';
import { pollExamples, submissionExamples } from './contract/examples.ts';
import { SubmitForm, SubmitQuery } from './contract/form.ts';
import { Report, ReportQuery, reportExamples } from './contract/report.ts';
import { PollResponse, SubmitResponse } from './contract/run.ts';

const common = { permission: 'speech', tag: 'Speech' } as const;
const params = Type.Object({ id: text('As the submission returned it.') });

export const speechContract = {
  submit: {
    ...common,
    method: 'POST',
    url: '/speech/analyze',
    operationId: 'submitSpeech',
    summary: 'Submit an interview recording',
    description: 'Answers at once; poll with the returned id. Costs 1 credit per started minute, on success.',
    query: SubmitQuery,
    form: sent(SubmitForm, submissionExamples.sent),
    errors: [
      'MISSING_AUDIO_FILE',
      'UNSUPPORTED_FORMAT',
      'AUDIO_TOO_SHORT',
      'AUDIO_TOO_LONG',
      'AUDIO_DURATION_UNAVAILABLE',
      'FILE_TOO_LARGE',
      'INVALID_LANGUAGE_CODE',
      'LANGUAGE_NOT_AVAILABLE',
      'INVALID_EXTERNAL_ID',
      'INVALID_METADATA',
      'INVALID_TAGS',
      'INVALID_PARAMETERS',
      'MALFORMED_BODY',
      'INSUFFICIENT_CREDITS',
      'MULTILINGUAL_NOT_ENABLED',
      'REQUEST_TIMEOUT',
      'UNSUPPORTED_MEDIA_TYPE',
      'SERVICE_WARMING_UP',
      'SERVER_BUSY',
    ],
    answers: {
      202: answer(SubmitResponse, 'Accepted: processing, or queued.', submissionExamples.accepted),
    },
  },
  poll: {
    ...common,
    method: 'GET',
    url: '/speech/analyze/:id',
    operationId: 'pollSpeech',
    summary: 'Poll an analysis',
    description: 'Unfinished runs: every 10 seconds at most; better, after `pollIntervalSeconds`.',
    params,
    errors: ['REQUEST_NOT_FOUND', 'POLL_RATE_LIMITED'],
    answers: { 200: answer(PollResponse, 'The run as it stands.', pollExamples) },
  },
  report: {
    ...common,
    method: 'GET',
    url: '/speech/analyze/:id/report',
    operationId: 'getSpeechReport',
    summary: 'A report that people can use',
    description:
      'One page, for the recruiter or for the candidate, made from the result as it stands. Before the analysis has ended, this counts as a poll.',
    params,
    query: ReportQuery,
    errors: ['REQUEST_NOT_FOUND', 'REPORT_NOT_AVAILABLE', 'JOB_NOT_FOUND', 'POLL_RATE_LIMITED'],
    answers: {
      200: {
        description: 'The report, in the format asked for.',
        content: {
          'application/json': named(Report),
          'text/html': Type.String(),
          'application/pdf': Type.String({ format: 'binary' }),
        },
        examples: reportExamples,
      },
    },
  },
} satisfies Record<string, Endpoint>;
