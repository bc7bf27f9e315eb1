import { Type } from 'typebox';
import { limits } from '../../config/limits.ts';
import { decodeCursor } from '../../domain/paging/cursor.ts';
import { interviewFailureCodes } from '../../errors.ts';
import { filterTags, labelFilters, metadataFilter, pageCursor, pageLimit } from '../runs/contract/lists.ts';
import {
  choice,
  closed,
  event,
  labels,
  list,
  nextCursor,
  orNull,
  ref,
  text,
  time,
  whole,
} from '../shapes/schema.ts';
import { sessionStates } from './session-state.ts';
import { consentModes, InterviewTranscript } from './stored.ts';
import type { SessionFilter } from './types.ts';

const uuid = (description: string) => text(description, { format: 'uuid' });
const { interview, tags: tagLimits, metadata: metadataLimits } = limits;

const prompt = (description: string) =>
  Type.Optional(orNull(text(description, { minLength: 1, maxLength: interview.systemPrompt.maxChars })));

const questionText = {
  text: text('The question, in the language of the interview.', {
    minLength: 1,
    maxLength: interview.questions.maxChars,
  }),
};
const questionRules = {
  seconds: orNull(
    whole(
      `How long the answers to it may take before the next question comes, ${interview.questions.seconds.min}–${interview.questions.seconds.max}. Null or absent: as long as the others leave.`,
    ),
  ),
  follow_ups: Type.Boolean({ description: 'Whether more may be asked about an answer. Absent: true.' }),
  must_ask: Type.Boolean({ description: 'Never left out for want of time. Absent: true.' }),
};

export const NewPersona = Type.Object(
  {
    role_name: text('Role interviewed for.', { minLength: 1, maxLength: interview.roleName.maxChars }),
    language: text(`One language, by code or by name: ${limits.languages.join(', ')}.`, {
      minLength: 1,
      maxLength: interview.language.maxChars,
    }),
    system_prompt: prompt(
      'What the interviewer is told; stored verbatim. Without it, one is made from role and language.',
    ),
    base_prompt_override: prompt(
      'In place of the behaviour that every interviewer has (turn-taking, pacing). Null or absent: as usual.',
    ),
    questions: Type.Optional(
      orNull(
        list(
          Type.Object(
            {
              ...questionText,
              ...Object.fromEntries(
                Object.entries(questionRules).map(([name, schema]) => [name, Type.Optional(schema)]),
              ),
            },
            closed,
          ),
          'Your own questions, asked in this order in place of those made for the role. Null or absent: made for the role.',
          { minItems: 1, maxItems: interview.questions.most },
        ),
      ),
    ),
  },
  { $id: 'NewPersona', ...closed, description: 'An interviewer to create.' },
);

const personaRow = {
  id: uuid('Of the persona.'),
  client_id: text('Your account, which all its keys share.'),
  role_name: text('Role interviewed for.'),
  language: text('Language of the interview, as sent.'),
  status: choice(['active', 'archived'], 'archived: no more sessions are made with it.'),
  created_at: time('When it was created.'),
};

export const PersonaRow = Type.Object(personaRow, {
  $id: 'PersonaRow',
  description: 'An interviewer, without its prompt.',
});

export const PersonaSchema = Type.Object(
  {
    ...personaRow,
    system_prompt: text('What the interviewer is told: as sent, or made from role and language.'),
    questions: orNull(
      list(
        Type.Object({ ...questionText, ...questionRules }),
        'Your own questions, in the order in which they are asked. Null where they are made for the role.',
      ),
    ),
    updated_at: orNull(time('When it was last changed. Null where it never was.')),
  },
  { $id: 'Persona', description: 'An interviewer, with its prompt.' },
);

export const PersonasPage = Type.Object(
  { data: list(Type.Ref('PersonaRow'), 'The rows, newest first.'), next_cursor: nextCursor },
  { $id: 'PersonasPage', description: 'One page of interviewers.' },
);

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

const session = {
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
  error_code: orNull(ref('InterviewFailureCode', 'Why it failed. Null unless it did.')),
  slow_turns: whole(
    'Answers that the interviewer took more than five seconds to react to. Above 0, the machine could not keep up: compare its scores with care.',
  ),
  ...labels,
};

const InterviewFailureCode = Type.Enum([...interviewFailureCodes], {
  $id: 'InterviewFailureCode',
  description:
    'SESSION_TIMEOUT: not ended within its time. CANDIDATE_LEFT: the candidate did not come back. NOTHING_ANSWERED: the candidate was there and never answered. New codes may come.',
});

export const SessionSchema = Type.Object(session, {
  $id: 'InterviewSession',
  description: 'An interview with one candidate.',
});

const InterviewCompletedEvent = Type.Object(
  {
    event: event('interview.completed'),
    ...session,
  },
  { $id: 'InterviewCompletedEvent', description: 'The body of the webhook: the session.' },
);

export const SessionsPage = Type.Object(
  { data: list(Type.Ref('InterviewSession'), 'The rows, newest first.'), next_cursor: nextCursor },
  { $id: 'InterviewSessionsPage', description: 'One page of sessions.' },
);

export const TranscriptSchema = Type.Object(InterviewTranscript.properties, {
  $id: 'InterviewTranscript',
  description: 'What was said in an interview, and when.',
});

export const PersonasQuery = Type.Object({ limit: pageLimit(interview.personasPage), cursor: pageCursor });

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

/** Code of a refusal by the query's schema, by parameter. */
export const sessionsQueryCodes = {
  status: 'INVALID_STATUS',
  tags: 'INVALID_TAGS',
} as const;

/** ApiError INVALID_INPUT (half a metadata pair, a cursor that is none), INVALID_TAGS. */
export function sessionFilter(clientId: string, query: Type.Static<typeof SessionsQuery>): SessionFilter {
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

export const interviewSchemas = [
  InterviewFailureCode,
  NewPersona,
  PersonaRow,
  PersonaSchema,
  PersonasPage,
  NewInterviewSession,
  SessionCreated,
  SessionSchema,
  SessionsPage,
  InterviewCompletedEvent,
  TranscriptSchema,
];
