import { Type } from 'typebox';
import { limits } from '../../config/limits.ts';
import { decodeCursor } from '../../domain/paging/cursor.ts';
import { interviewFailureCodes } from '../../errors.ts';
import { filterTags, metadataFilter } from '../runs/schema.ts';
import { sessionStates } from './session-state.ts';
import { consentModes, InterviewTranscript } from './stored.ts';
import type { SessionFilter } from './types.ts';

const nullable = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const closed = { additionalProperties: false };
const DateTime = Type.String({ format: 'date-time' });
const Uuid = Type.String({ format: 'uuid' });
const Text = nullable(Type.String());
const { interview, tags: tagLimits, metadata: metadataLimits } = limits;

const Prompt = nullable(Type.String({ minLength: 1, maxLength: interview.systemPrompt.maxChars }));

export const NewPersona = Type.Object(
  {
    role_name: Type.String({
      minLength: 1,
      maxLength: interview.roleName.maxChars,
      description: 'Role interviewed for.',
    }),
    language: Type.String({
      minLength: 1,
      maxLength: interview.language.maxChars,
      description: `One language, by code or by name: ${limits.languages.join(', ')}.`,
    }),
    system_prompt: Type.Optional(
      Type.Unsafe<string | null>({
        ...Prompt,
        description: 'Stored verbatim. Without it, one is made from role and language.',
      }),
    ),
    base_prompt_override: Type.Optional(
      Type.Unsafe<string | null>({
        ...Prompt,
        description: 'In place of the behaviour that every interviewer has (turn-taking, pacing).',
      }),
    ),
  },
  { $id: 'NewPersona', ...closed },
);

const personaRow = {
  id: Uuid,
  client_id: Type.String(),
  role_name: Type.String(),
  language: Type.String(),
  status: Type.Enum(['active', 'archived']),
  created_at: DateTime,
};

export const PersonaRow = Type.Object(personaRow, { $id: 'PersonaRow', ...closed });

export const PersonaSchema = Type.Object(
  { ...personaRow, system_prompt: Type.String(), updated_at: nullable(DateTime) },
  { $id: 'Persona', ...closed },
);

export const PersonasPage = Type.Object(
  { data: Type.Array(Type.Ref('PersonaRow')), next_cursor: Text },
  { $id: 'PersonasPage', ...closed },
);

const AnyMap = Type.Record(Type.String(), Type.Unknown());

export const NewInterviewSession = Type.Object(
  {
    consent_mode: Type.Optional(
      Type.Enum([...consentModes], {
        default: 'explicit',
        description: 'explicit: the candidate agrees before anything begins.',
      }),
    ),
    candidate_ref: Type.Optional(
      Type.Unsafe<string | null>({
        ...nullable(Type.String({ minLength: 1, maxLength: interview.candidateRef.maxChars })),
        description: 'Your own reference of the candidate.',
      }),
    ),
    metadata: Type.Optional(
      Type.Unsafe<Record<string, unknown>>({
        ...AnyMap,
        description: `A flat map is filterable: at most ${metadataLimits.maxKeys} keys, ${metadataLimits.maxTotalBytes / 1024} KB together.`,
      }),
    ),
    tags: Type.Optional(
      Type.Array(Type.String(), { description: `At most ${tagLimits.maxCount} different ones.` }),
    ),
  },
  { $id: 'NewInterviewSession', ...closed },
);

export const SessionCreated = Type.Object(
  {
    session_id: Uuid,
    id: Type.String({ format: 'uuid', description: 'The same as session_id.' }),
    candidate_link: Type.String({
      description: 'For one candidate and one interview. Its token is in the fragment and shown only here.',
    }),
    expires_in: Type.Integer({ description: 'Seconds.' }),
  },
  { $id: 'InterviewSessionCreated', ...closed },
);

const session = {
  id: Uuid,
  status: Type.Enum([...sessionStates]),
  persona_id: Type.String(),
  project_id: Text,
  candidate_ref: Text,
  consent_mode: Type.Enum([...consentModes]),
  duration_sec: Type.Integer({ minimum: 0, description: '0 until it has ended.' }),
  credit_charged: Type.Integer({ minimum: 0, description: '0 until it is completed.' }),
  created_at: DateTime,
  started_at: nullable(DateTime),
  completed_at: nullable(DateTime),
  error_code: nullable(Type.Enum([...interviewFailureCodes])),
  metadata: Type.Record(Type.String(), Type.String()),
  tags: Type.Array(Type.String()),
};

export const SessionSchema = Type.Object(session, { $id: 'InterviewSession', ...closed });

const InterviewCompletedEvent = Type.Object(
  { event: Type.Literal('interview.completed'), ...session },
  { $id: 'InterviewCompletedEvent', ...closed, description: 'The body of the webhook: the session.' },
);

export const SessionsPage = Type.Object(
  { data: Type.Array(Type.Ref('InterviewSession')), next_cursor: Text },
  { $id: 'InterviewSessionsPage', ...closed },
);

export const TranscriptSchema = Type.Object(InterviewTranscript.properties, {
  $id: 'InterviewTranscript',
  ...closed,
});

const { sessionsPage, personasPage } = interview;

const cursor = Type.Optional(Type.String({ minLength: 1, description: 'next_cursor of the page before.' }));

export const PersonasQuery = Type.Object({
  limit: Type.Integer({
    minimum: personasPage.min,
    maximum: personasPage.max,
    default: personasPage.default,
  }),
  cursor,
});

export const SessionsQuery = Type.Object({
  limit: Type.Integer({
    minimum: sessionsPage.min,
    maximum: sessionsPage.max,
    default: sessionsPage.default,
  }),
  cursor,
  status: Type.Optional(Type.Enum([...sessionStates])),
  project: Type.Optional(
    Type.String({ description: 'A project id, or "none" for sessions without a project.', minLength: 1 }),
  ),
  tags: Type.Optional(
    Type.Array(Type.String(), {
      description: `Sessions that have all of these. Repeat the parameter or separate with commas; at most ${tagLimits.maxCount}.`,
    }),
  ),
  metadata_key: Type.Optional(Type.String({ description: 'Only together with metadata_value.' })),
  metadata_value: Type.Optional(Type.String({ description: 'Only together with metadata_key.' })),
  candidate_ref: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: interview.candidateRef.maxChars,
      description: 'Exactly this one.',
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
