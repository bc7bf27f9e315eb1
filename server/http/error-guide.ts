import {
  cvFailureCodes,
  type ErrorCode,
  type FailureCode,
  httpStatus,
  interviewFailureCodes,
  speechFailureCodes,
} from '../errors.ts';
import { failureGuide } from './guidance/failures.ts';
import type { Guidance, Retry } from './guidance/guidance.ts';
import { refusalGuide } from './guidance/refusals.ts';

/**
 * What docs/errors.md, /docs/errors and the examples of the interface description say of a code.
 */
export const errorGuide: Readonly<Record<ErrorCode | FailureCode, Guidance>> = {
  ...refusalGuide,
  ...failureGuide,
};

/** Where a code is explained: a reference to be resolved against the address of the server. */
export const docUrlOf = (code: ErrorCode | FailureCode): string => `/docs/errors#${code}`;

/** What is said of `retry`, in both pages. */
export const retryTexts: Readonly<Record<Retry, string>> = {
  no: 'No: the same request gets the same answer.',
  wait: 'Yes, after the seconds of the Retry-After header.',
  told: 'With a Retry-After header, yes, after its seconds. Without one, no: the same request gets the same answer.',
  again: 'Yes, with the same Idempotency-Key, so that nothing is made twice.',
  anew: 'With a new submission: a failed run stays failed. It was not charged.',
};

export interface GuideEntry extends Guidance {
  code: ErrorCode | FailureCode;
}

const statusTitles: Readonly<Record<(typeof httpStatus)[ErrorCode], string>> = {
  400: 'The request has a fault',
  401: 'Who is asking?',
  402: 'Credits',
  403: 'Not allowed',
  404: 'Not there',
  405: 'Wrong method',
  408: 'Too slow',
  409: 'In conflict with what there is',
  413: 'Too large',
  415: 'Wrong type',
  416: 'Out of range',
  429: 'Too fast',
  431: 'Too many headers',
  500: 'A fault of ours',
  503: 'Not at the moment',
};

/** All codes by HTTP status, and last those of runs that ended `failed`. */
export function guideSections(): { title: string; entries: GuideEntry[] }[] {
  const entry = (code: ErrorCode | FailureCode): GuideEntry => ({ code, ...errorGuide[code] });
  const byStatus = Object.groupBy(Object.keys(httpStatus) as ErrorCode[], (code) => httpStatus[code]);
  const failures = new Set<FailureCode>([...speechFailureCodes, ...cvFailureCodes, ...interviewFailureCodes]);
  return [
    ...Object.entries(byStatus).map(([status, codes]) => ({
      title: `${status} · ${statusTitles[Number(status) as keyof typeof statusTitles]}`,
      entries: codes!.map(entry),
    })),
    {
      title: 'Runs that end failed',
      entries: [...failures].filter((code) => !(code in httpStatus)).map(entry),
    },
  ];
}

/** What every reader of the page has to know first. */
export const guideIntroduction = [
  'Every answer of 400 and above has a body {"error": {"code", "message", "timestamp", …}}. Go by code; message is for people and may be worded anew. ' +
    'details.doc_url leads to the entry of the code on this page, at the address of your server.',
  'POLL_RATE_LIMITED and SERVICE_WARMING_UP have a flat body instead: {"requestId", "error", "message", "retryAfterSeconds"}, with the code as error.',
  'A run that was accepted and then failed is a 200 answer of its poll, with status "failed" and its code and message under error.',
] as const;
