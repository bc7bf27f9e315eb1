import { type Static, Type } from 'typebox';
import { cvMatchSteps } from '../../../domain/steps/cv-match.ts';
import { placeAmong } from '../../../domain/steps/steps.ts';
import { cvFailureCodes } from '../../../errors.ts';
import {
  jobFields,
  lifecycle,
  presentAccepted,
  presentEnded,
  presentOutcome,
  presentUnfinished,
} from '../../runs/contract/lifecycle.ts';
import type { ExpiredPart, QueuePlace, Run } from '../../runs/types.ts';
import { choice, listOf, number, object, orNull, ref, text, whole } from '../../shapes/schema.ts';
import type { WebhookMessage } from '../../webhooks/types.ts';
import type { MatchRun } from '../run-type.ts';
import { CvProfile, presentProfile, profileExample, quoteExample, quotes } from './profile.ts';
import { knownShare, method, requirementFields } from './requirements.ts';

export const score = (description: string) => number(description, { minimum: 0, maximum: 100 });

const MatchedRequirement = Type.Object(
  {
    ...requirementFields,
    evidence: quotes('Words of the CV that speak for the verdict; at most 3, the most telling first.'),
  },
  { $id: 'MatchedRequirement', description: 'A requirement, and how far the CV meets it.' },
);

const CvPage = Type.Object(
  {
    number: whole('From 1.', { minimum: 1 }),
    width_pt: number('Width as displayed, in points of 1/72 inch.'),
    height_pt: number('Height as displayed, in points of 1/72 inch.'),
    source: choice(
      ['text', 'ocr', 'docx'],
      'ocr: its text was recognised in a picture and may be misread. docx: a Word file has no pages; its text was set on this one, line by line.',
    ),
  },
  { $id: 'CvPage', description: 'A page of the CV.' },
);

export const CvFailureCode = Type.Enum([...cvFailureCodes], {
  $id: 'CvFailureCode',
  description: 'Why a match failed; explained at /docs/errors. New codes may come.',
});

export const aboutFields = { id: text('Of the match: poll with it.'), ...jobFields };

const result = {
  score: score(
    '100 × Σ importance·score / Σ importance over the requirements that are known, one decimal; lowered to `score_cap.limit` where that is set. 100: everything asked for is met; 0 also where nothing is known (see `known_share`).',
  ),
  requirements: listOf(MatchedRequirement, 'Every requirement: minimal qualifications first.'),
  known_share: knownShare,
  summary: text('The result in a few sentences, for people.'),
  method,
  profile: ref(CvProfile, 'What the CV says of the person.'),
  pages: listOf(CvPage, 'The pages of the CV, in order.'),
};
const rest = {
  score_cap: orNull(
    object(
      'Set where an unmet minimal qualification lowered the score. Null where none did, also where the score would have been below the limit anyway.',
      {
        limit: score('What the score was lowered to.'),
        uncapped_score: score('What the score would have been.'),
        reason: text('Which qualifications are not met, for people.'),
      },
    ),
  ),
  summary_model: orNull(text('Language model that worded the summary. Null: it was made by rules.')),
};
const match = lifecycle({
  name: 'Match',
  accepted: 'An accepted CV.',
  finished: 'It was scored.',
  codes: CvFailureCode,
  about: aboutFields,
  waiting: {},
  ended: {},
  result,
  rest,
  event: 'cvdeepmatch',
});
export const { Accepted, Any, FinishedEvent, FailedEvent } = match;
const { Finished, noResult } = match;

export const aboutOf = ({ id, input: { jobId, positionId } }: MatchRun) => ({
  id,
  job_id: jobId,
  position_id: positionId,
});

export const presentSubmission = (made: { run: MatchRun; place: QueuePlace; nowMs: number }) =>
  presentAccepted(made, {
    about: aboutOf(made.run),
    begun: 'Accepted. The match has begun; poll with this id.',
  });

/** A match that is not finished. `place` is needed for a queued one only. */
export const presentWaiting = (found: { run: MatchRun; place: QueuePlace | null; nowMs: number }) =>
  presentUnfinished(found, { said: aboutOf(found.run), underWay: processingMessage(found.run) });

function processingMessage(run: MatchRun): string {
  if (!run.progress) return 'Waiting for a free worker.';
  const progress = progressOf(run);
  if (!progress) return 'The CV is being matched.';
  return `Step ${progress.step} of ${progress.steps}: ${progress.label}.`;
}

/** The step under way, from 1; null while no worker is at it. */
export function progressOf({ progress }: Run): { step: number; steps: number; label: string } | null {
  const place = placeAmong(cvMatchSteps, progress);
  return place && { step: place.number, steps: place.count, label: place.label };
}

/** What came of a match that ended, but for what changes afterwards: the same for a poll and for the webhook. */
export const presentResult = (run: MatchRun) =>
  presentOutcome(run, {
    said: aboutOf(run),
    result: run.status === 'failed' || !run.result ? null : shownResult(run.result),
    noResult,
    noun: 'match',
  });

function shownResult({
  match: judged,
  narrative,
  profile,
  pages,
  warnings,
}: NonNullable<MatchRun['result']>) {
  const { cap } = judged;
  return {
    score: judged.score,
    score_cap: cap && { limit: cap.limit, uncapped_score: cap.uncappedScore, reason: cap.reason },
    requirements: judged.requirements,
    known_share: judged.knownShare,
    summary: narrative?.summary ?? judged.summary,
    summary_model: narrative?.model ?? null,
    method: judged.method,
    profile: presentProfile(profile),
    pages: pages.map(({ number, widthPt, heightPt, source }) => ({
      number,
      width_pt: widthPt,
      height_pt: heightPt,
      source,
    })),
    warnings,
  };
}

/** A match that ended, as a poll shows it. */
export const presentFinished = (
  run: MatchRun,
  about: { announcement: WebhookMessage | undefined; expired: readonly ExpiredPart[]; nowMs: number },
) => presentEnded(presentResult(run), { webhookUrl: run.input.webhookUrl, ...about });

const id = '0192f3b0-4d11-7a6f-8e20-91a2b3c4d5e6';
const timestamp = '2026-11-23T09:30:00.000Z';
const job = { job_id: null, position_id: 'accountant-2026' };
const labels = { metadata: { source: 'careers page' }, tags: ['finance'] };

const processing: Static<typeof Accepted> = {
  id,
  status: 'processing',
  ...job,
  message: 'Accepted. The match has begun; poll with this id.',
  estimated_time_seconds: 6,
  poll_interval_seconds: 10,
  timestamp,
};

const waiting = {
  id,
  ...job,
  created_at: '2026-11-23T09:29:50.000Z',
  poll_interval_seconds: 10,
  timestamp,
  ...labels,
};

const outcome = {
  id,
  ...job,
  created_at: '2026-11-23T09:29:50.000Z',
  finished_at: '2026-11-23T09:29:56.000Z',
  processing_time_ms: 5_800,
  credits: { deducted: 2, remainingBalance: 477 },
  warnings: [],
  ...labels,
};

const scored: Omit<Static<typeof FinishedEvent>, 'event'> = {
  ...outcome,
  status: 'finished',
  score: 85,
  score_cap: null,
  requirements: [
    {
      name: 'Has closed the books of a company',
      kind: 'minimal_qualification',
      importance: 4,
      score: null,
      met: 'unknown',
      reason: 'The CV does not speak of it.',
      evidence: [],
    },
    {
      name: 'SQL',
      kind: 'hard_skill',
      importance: 5,
      score: 1,
      met: 'yes',
      reason: 'The CV names it in 2 places, among them 1 position.',
      evidence: [quoteExample],
    },
    {
      name: 'German (B2)',
      kind: 'language',
      importance: 5,
      score: 0.7,
      met: 'partly',
      reason: 'The CV says B1 or what amounts to it; asked for is B2.',
      evidence: [{ ...quoteExample, text: 'German: B1' }],
    },
  ],
  known_share: 0.714,
  summary: 'Meets the hard skills; whether books were closed is not known.',
  summary_model: null,
  method: 'assay-match 4, taxonomy 3f2a91',
  profile: profileExample,
  pages: [{ number: 1, width_pt: 595, height_pt: 842, source: 'text' }],
  error: null,
};

const failed: Omit<Static<typeof FailedEvent>, 'event'> = {
  ...outcome,
  status: 'failed',
  ...noResult,
  credits: { deducted: 0, remainingBalance: 479 },
  error: {
    code: 'CV_UNREADABLE',
    message: 'The PDF is protected with a password. Save it without one and submit that.',
  },
};

const delivered: Static<typeof Finished>['webhook'] = {
  url: 'https://example.com/hook',
  message_id: 'msg_0192f3b0-6e22-7b70-9f31-a2b3c4d5e6f7',
  status: 'delivered',
  attempts: 1,
  next_attempt_at: null,
};

/** What /docs and the interface description show. */
export const matchExamples = {
  id,
  labels,
  delivered,
  scored,
  failed,
  submit: {
    processing,
    queued: {
      ...processing,
      status: 'queued' as const,
      message: 'Accepted. It waits until one of your running requests ends; poll with this id.',
      queue_position: 1,
      active_requests: 8,
    },
  },
  poll: {
    queued: {
      ...waiting,
      status: 'queued' as const,
      message: 'Number 1 in your queue; it starts by itself when one of your running requests ends.',
      queue_position: 1,
      active_requests: 8,
    },
    processing: {
      ...waiting,
      status: 'processing' as const,
      message: 'Step 2 of 4: Reading the CV.',
    },
    finished: { ...scored, webhook: delivered, timestamp },
    deleted: {
      ...outcome,
      status: 'finished' as const,
      ...noResult,
      error: null,
      webhook: null,
      deleted: { cvs: '2026-11-22T03:00:00.000Z', results: '2026-11-22T03:00:00.000Z' },
      timestamp,
    },
    failed: { ...failed, webhook: null, timestamp },
  },
};
