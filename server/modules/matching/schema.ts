import { Type } from 'typebox';
import { limits } from '../../config/limits.ts';
import type { Met, RequirementKind } from '../../domain/matching/types.ts';
import { cvFailureCodes } from '../../errors.ts';
import {
  acceptedFields,
  Deleted,
  endedFields,
  jobFields,
  queueFields,
  waitingStatus,
} from '../runs/contract/life.ts';
import { fromDate, labelFilters, pageCursor, pageLimit, untilDate } from '../runs/contract/lists.ts';
import {
  answeredAt,
  byStatus,
  choice,
  eachOrNull,
  event,
  failure,
  labels,
  list,
  nextCursor,
  noValue,
  noValues,
  number,
  object,
  orNull,
  ref,
  share,
  text,
  time,
  whole,
} from '../shapes/schema.ts';
import { WebhookSample, WebhookStatus, webhook } from '../webhooks/contract.ts';
import { MatchForm } from './schema-form.ts';
import { profileSchemas, quotes } from './schema-profile.ts';
import { matchStatuses } from './types.ts';

const score = (description: string) => number(description, { minimum: 0, maximum: 100 });

const met: Record<Met, true> = { yes: true, partly: true, no: true, unknown: true };
const kinds: Record<RequirementKind, true> = {
  work_experience: true,
  industry: true,
  hard_skill: true,
  soft_skill: true,
  language: true,
  education: true,
  minimal_qualification: true,
  preferable_qualification: true,
};

export const VerdictSchema = Type.Enum(Object.keys(met) as Met[], {
  $id: 'Verdict',
  description:
    'yes: the CV shows it; always with a quote. partly: it shows something of it, or something near. no: it shows the opposite, or nothing where it would have to. unknown: it does not let it be told, which counts neither for nor against.',
});
export const RequirementKindSchema = Type.Enum(Object.keys(kinds) as RequirementKind[], {
  $id: 'RequirementKind',
  description: 'Which part of the requirements it comes from.',
});
const MatchStatus = Type.Enum([...matchStatuses], {
  $id: 'MatchStatus',
  description: 'finished and failed are final.',
});
const CvFailureCode = Type.Enum([...cvFailureCodes], {
  $id: 'CvFailureCode',
  description: 'Why a match failed; explained at /docs/errors. New codes may come.',
});

const id = text('Of the match: poll with it.');

export const MatchAccepted = Type.Object(
  { id, status: waitingStatus, ...jobFields, ...acceptedFields, ...queueFields, timestamp: answeredAt },
  { $id: 'MatchAccepted', description: 'An accepted CV.' },
);

const { estimated_time_seconds: _, ...waiting } = acceptedFields;

const MatchWaiting = Type.Object(
  {
    id,
    status: waitingStatus,
    ...jobFields,
    ...waiting,
    created_at: time('When it was submitted.'),
    ...queueFields,
    timestamp: answeredAt,
    ...labels,
  },
  { $id: 'MatchWaiting', description: 'Queued, or being processed.' },
);

/** Of a requirement in the results of matches and searches, but for its evidence. */
export const requirementFields = {
  name: text(
    'The requirement, as you worded it; for experience and education put together from what you asked for.',
  ),
  kind: ref('RequirementKind', 'Which part of the requirements it comes from.'),
  importance: whole('As you set it: 1 barely matters, 5 critical.', { minimum: 1, maximum: 5 }),
  score: orNull(share('How far it is met, 0–1, three decimals; 1 is wholly. Null where `met` is "unknown".')),
  met: ref('Verdict', 'The verdict, for programs.'),
  reason: text('What was asked and what was found, for people. The wording may change.'),
};
export const knownShare = share(
  'Share of the total importance that could be told from the CV, 0–1. Low: the score rests on little.',
);
export const method = text('Version of what decided. Scores of another method do not compare exactly.');

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

/** What came of a match: the same in a poll and in a webhook. */
const outcome = { id, ...jobFields, ...endedFields };

const ended = { ...outcome, webhook, deleted: Deleted, timestamp: answeredAt };

const result = {
  score: score(
    '100 × Σ importance·score / Σ importance over the requirements that are known, one decimal; lowered to `score_cap.limit` where that is set. 100: everything asked for is met; 0 also where nothing is known (see `known_share`).',
  ),
  requirements: list(Type.Ref('MatchedRequirement'), 'Every requirement: minimal qualifications first.'),
  known_share: knownShare,
  summary: text('The result in a few sentences, for people.'),
  method,
  profile: ref('CvProfile', 'What the CV says of the person.'),
  pages: list(Type.Ref('CvPage'), 'The pages of the CV, in order.'),
};
const partOfResult = {
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
const finished = {
  status: Type.Literal('finished', { description: 'It was scored.' }),
  error: noValue('Always null: it did not fail.'),
};

const MatchFinished = Type.Object(
  { ...ended, ...finished, ...eachOrNull(result, 'Null once it was deleted.'), ...partOfResult },
  {
    $id: 'MatchFinished',
    description:
      'A match with its result, which is null once it was deleted; then `deleted.results` says when.',
  },
);

const failed = {
  status: Type.Literal('failed', { description: 'It failed for good and was not charged.' }),
  ...noValues({ ...result, ...partOfResult }, 'Always null: the match failed.'),
  error: failure('CvFailureCode'),
};

const MatchFailed = Type.Object(
  { ...ended, ...failed },
  { $id: 'MatchFailed', description: 'A match that failed.' },
);

const Match = byStatus('Match', 'A match as it stands; `status` tells the variants apart.', {
  queued: 'MatchWaiting',
  processing: 'MatchWaiting',
  finished: 'MatchFinished',
  failed: 'MatchFailed',
});

const MatchFinishedEvent = Type.Object(
  { event: event('cvdeepmatch.finished'), ...outcome, ...finished, ...result, ...partOfResult },
  { $id: 'MatchFinishedEvent', description: 'The body of the webhook: what a poll shows.' },
);
const MatchFailedEvent = Type.Object(
  { event: event('cvdeepmatch.failed'), ...outcome, ...failed },
  { $id: 'MatchFailedEvent', description: 'The body of the webhook: what a poll shows.' },
);

const unlessEnded = 'Null until it has ended.';

const MatchRow = Type.Object(
  {
    id,
    status: ref('MatchStatus', 'Where it stands.'),
    ...jobFields,
    score: orNull(
      score('As in the match. Null until it has ended, for a failed one, and once the result was deleted.'),
    ),
    created_at: time('When it was submitted.'),
    finished_at: orNull(time(`When it ended. ${unlessEnded}`)),
    processing_time_ms: orNull(
      whole(
        `Milliseconds from the start of processing to the end, without time in the queue. ${unlessEnded}`,
      ),
    ),
    project_id: orNull(text('Project of the key that submitted it. Null where it has none.')),
    ...labels,
    error: orNull(failure('CvFailureCode', 'Why it failed. Null unless it did.')),
  },
  { $id: 'MatchRow', description: 'A row of the list of matches.' },
);

const MatchesPage = Type.Object(
  { data: list(Type.Ref('MatchRow'), 'The rows, newest first.'), next_cursor: nextCursor },
  { $id: 'MatchesPage', description: 'One page of matches.' },
);

export const MatchesQuery = Type.Object({
  limit: pageLimit(limits.cvPage),
  cursor: pageCursor,
  status: Type.Optional(Type.Enum([...matchStatuses], { description: 'Only requests of this status.' })),
  ...labelFilters('requests'),
  job_id: Type.Optional(
    Type.String({ description: 'Only requests judged by this stored job.', minLength: 1 }),
  ),
  created_after: fromDate('Submitted'),
  created_before: untilDate('Submitted'),
});

/** Code of a refusal by the query's schema, by parameter. */
export const matchesQueryCodes = {
  status: 'INVALID_STATUS',
  tags: 'INVALID_TAGS',
  created_after: 'INVALID_DATE',
  created_before: 'INVALID_DATE',
} as const;

export const matchSchemas = [
  MatchForm,
  MatchAccepted,
  ...profileSchemas,
  VerdictSchema,
  RequirementKindSchema,
  MatchStatus,
  WebhookStatus,
  CvFailureCode,
  MatchedRequirement,
  CvPage,
  MatchWaiting,
  MatchFinished,
  MatchFailed,
  Match,
  MatchFinishedEvent,
  MatchFailedEvent,
  WebhookSample,
  MatchRow,
  MatchesPage,
];
