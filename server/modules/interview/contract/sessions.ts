import { type Static, Type } from 'typebox';
import { limits } from '../../../config/limits.ts';
import { charCount, isStorable, labelText, parseMetadata, parseTags } from '../../../domain/labels/labels.ts';
import { decodeCursor } from '../../../domain/paging/cursor.ts';
import { readBody } from '../../../domain/requirements/body.ts';
import { createFaults, type Faults } from '../../../domain/requirements/faults.ts';
import { refuseFaults } from '../../../domain/requirements/refusal.ts';
import { interviewFailureCodes } from '../../../errors.ts';
import {
  filterTags,
  labelFilters,
  metadataFilter,
  pageCursor,
  pageLimit,
} from '../../runs/contract/lists.ts';
import { structuredMetadata } from '../../runs/contract/parts.ts';
import {
  choice,
  closed,
  code,
  event,
  labels,
  list,
  listOf,
  nextCursor,
  orNull,
  text,
  time,
  whole,
} from '../../shapes/schema.ts';
import type { InterviewRun } from '../run-type.ts';
import { sessionStateOf, sessionStates } from '../session-state.ts';
import { type ConsentMode, consentModes } from '../stored.ts';
import type { NewSession, SessionFilter, SessionMarks } from '../types.ts';
import { uuid } from './common.ts';

const { interview, tags: tagLimits, metadata: metadataLimits } = limits;

const consent = {
  explicit: 'explicit: the candidate agrees before anything begins.',
  none: 'none: nobody is asked; you have the consent.',
};
const consentText = Object.values(consent).join(' ');

export const NewInterviewSession = Type.Object(
  {
    consent_mode: Type.Optional(choice(consentModes, `${consentText} explicit unless given.`)),
    candidate_ref: Type.Optional(
      orNull(
        text('Your own reference of the candidate; need not be unique.', {
          minLength: 1,
          maxLength: interview.candidateRef.maxChars,
        }),
      ),
    ),
    metadata: Type.Optional(
      Type.Unsafe<Record<string, unknown>>({
        type: 'object',
        additionalProperties: true,
        description: `Your own data about the session. A flat map can be filtered by: at most ${metadataLimits.maxKeys} keys, ${metadataLimits.maxTotalBytes / 1024} KB together.`,
      }),
    ),
    tags: Type.Optional(
      list(Type.String(), `Your own tags for the session: at most ${tagLimits.maxCount} different ones.`),
    ),
  },
  { $id: 'NewInterviewSession', ...closed, description: 'A candidate to invite; no field is needed.' },
);

export const SessionCreated = Type.Object(
  {
    session_id: uuid('Of the session: poll with it.'),
    id: uuid('The same as session_id.'),
    candidate_link: text(
      'For one candidate and one interview. Its token is in the fragment and shown only here.',
    ),
    expires_in: whole('How long the link can be opened, in seconds from now.'),
  },
  { $id: 'InterviewSessionCreated', description: 'An invitation.' },
);

export const InterviewFailureCode = Type.Enum([...interviewFailureCodes], {
  $id: 'InterviewFailureCode',
  description:
    'SESSION_TIMEOUT: not ended within its time. CANDIDATE_LEFT: the candidate did not come back. NOTHING_ANSWERED: the candidate was there and never answered. New codes may come.',
});

const fields = {
  id: uuid('Of the session.'),
  status: choice(
    sessionStates,
    'initiated: waits for the candidate. active: is held. completed: recording and transcript can be fetched. failed: `error_code` says why; only a failed one can be made initiated again, by a new link.',
  ),
  persona_id: text('Who interviews.'),
  project_id: orNull(text('Project of the key that created it. Null where it has none.')),
  candidate_ref: orNull(text('Your own reference of the candidate, as sent. Null where none was sent.')),
  consent_mode: choice(consentModes, consentText),
  duration_sec: whole('How long it took, in seconds; 0 until it has ended.'),
  credit_charged: whole('Credits charged for it; 0 until it is completed.'),
  created_at: time('When it was created.'),
  opened_at: orNull(
    time('When a candidate’s page first came with the present link. Null where none has yet.'),
  ),
  declined_at: orNull(
    time('When the candidate said that they do not agree. Null where they did not, or agreed since.'),
  ),
  started_at: orNull(time('When the candidate began. Null until then.')),
  completed_at: orNull(time('When it was completed. Null until then, and where it failed.')),
  error_code: orNull(code(InterviewFailureCode, 'Why it failed. Null unless it did.')),
  slow_turns: whole(
    'Answers that the interviewer took more than five seconds to react to. Above 0, the machine could not keep up: compare its scores with care.',
  ),
  ...labels,
};

export const Session = Type.Object(fields, {
  $id: 'InterviewSession',
  description: 'An interview with one candidate.',
});
type Session = Static<typeof Session>;

export const InterviewCompletedEvent = Type.Object(
  {
    event: event('interview.completed'),
    ...fields,
  },
  { $id: 'InterviewCompletedEvent', description: 'The body of the webhook: the session.' },
);

export const SessionsPage = Type.Object(
  { data: listOf(Session, 'The rows, newest first.'), next_cursor: nextCursor },
  { $id: 'InterviewSessionsPage', description: 'One page of sessions.' },
);

export const SessionsQuery = Type.Object({
  limit: pageLimit(interview.sessionsPage),
  cursor: pageCursor,
  status: Type.Optional(Type.Enum([...sessionStates], { description: 'Only sessions of this status.' })),
  ...labelFilters('sessions'),
  candidate_ref: Type.Optional(
    text('Only sessions with exactly this reference.', {
      minLength: 1,
      maxLength: interview.candidateRef.maxChars,
    }),
  ),
});

/** ApiError INVALID_INPUT (half a metadata pair, a cursor that is none), INVALID_TAGS. */
export function sessionFilter(clientId: string, query: Static<typeof SessionsQuery>): SessionFilter {
  const { limit, cursor, status, project, tags, candidate_ref: candidateRef } = query;
  return {
    clientId,
    limit,
    offset: 0,
    ...(cursor !== undefined && { after: decodeCursor(cursor) }),
    ...(status !== undefined && { status }),
    ...(project !== undefined && { project }),
    ...(tags !== undefined && { tags: filterTags(tags) }),
    ...(candidateRef !== undefined && { candidateRef }),
    ...metadataFilter(query),
  };
}

/** ApiError INVALID_INPUT with every fault of the other fields, then INVALID_METADATA, INVALID_TAGS. An absent body is an empty one. */
export function parseNewSession(
  body: unknown,
): Pick<NewSession, 'consentMode' | 'candidateRef' | 'metadata' | 'tags'> {
  const faults = createFaults();
  const given = readBody(body ?? {}, NewInterviewSession, faults);
  const consentMode = given.consent_mode ?? 'explicit';
  if (!(consentModes as readonly unknown[]).includes(consentMode)) {
    faults.add('consent_mode', `Must be one of ${consentModes.join(', ')}.`);
  }
  const candidateRef = readReference(given.candidate_ref ?? null, faults);
  refuseFaults(faults);
  return {
    consentMode: consentMode as ConsentMode,
    candidateRef,
    metadata: parseMetadata(labelText(given.metadata)),
    tags: parseTags(labelText(given.tags)),
  };
}

function readReference(given: unknown, faults: Faults): string | null {
  const { maxChars } = interview.candidateRef;
  if (given === null) return null;
  if (typeof given === 'string' && given !== '' && charCount(given) <= maxChars && isStorable(given)) {
    return given;
  }
  faults.add('candidate_ref', `Must be a text of 1 to ${maxChars} characters.`);
  return null;
}

/** A session's record. Numbers are 0 until it has ended. */
export function presentSession(run: InterviewRun, marks: SessionMarks | undefined): Session {
  const status = sessionStateOf(run);
  return {
    id: run.id,
    status,
    persona_id: run.input.personaId,
    project_id: run.projectId,
    candidate_ref: run.externalId,
    consent_mode: run.input.consentMode,
    duration_sec: run.audioDurationMs === null ? 0 : Math.round(run.audioDurationMs / 1000),
    credit_charged: run.chargedCredits ?? 0,
    created_at: run.createdAt,
    opened_at: marks?.openedAt ?? null,
    declined_at: marks?.declinedAt ?? null,
    slow_turns: marks?.slowTurns ?? 0,
    started_at: run.startedAt,
    completed_at: status === 'completed' ? run.finishedAt : null,
    error_code: run.error?.code ?? null,
    metadata: structuredMetadata(run.metadata),
    tags: run.tags,
  };
}

const id = '0192f3a8-9b71-7e02-a3c4-d5e6f7081920';
const invited: Session = {
  id,
  status: 'initiated',
  persona_id: '0192f3a8-5d20-7a4e-8b6f-1c2d3e4f5a60',
  project_id: null,
  candidate_ref: 'candidate-4711',
  consent_mode: 'explicit',
  duration_sec: 0,
  credit_charged: 0,
  created_at: '2026-11-23T08:05:00.000Z',
  opened_at: null,
  declined_at: null,
  started_at: null,
  completed_at: null,
  error_code: null,
  slow_turns: 0,
  metadata: { role: 'Support agent', round: '1' },
  tags: ['support', 'lisbon'],
};
const completed: Session = {
  ...invited,
  status: 'completed',
  duration_sec: 1254,
  credit_charged: 21,
  opened_at: '2026-11-23T08:58:12.000Z',
  started_at: '2026-11-23T09:00:00.000Z',
  completed_at: '2026-11-23T09:21:10.000Z',
};
const failed: Session = {
  ...invited,
  status: 'failed',
  opened_at: '2026-11-23T08:58:12.000Z',
  started_at: '2026-11-23T09:00:00.000Z',
  error_code: 'CANDIDATE_LEFT',
};

const invitation: Static<typeof SessionCreated> = {
  session_id: id,
  id,
  candidate_link: 'https://assay.example/i/#t=3q2-7wXkq0Zt1S8l0l2m4n6p8r0t2v4x6z8A0C2E4G6',
  expires_in: 604_800,
};

export const sessionExamples = { invitation, invited, completed, failed };
