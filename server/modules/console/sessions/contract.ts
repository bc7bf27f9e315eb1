import { type Static, Type } from 'typebox';
import { limits } from '../../../config/limits.ts';
import type { CourtesyReport } from '../../../domain/interview/courtesy.ts';
import type { UnderWay } from '../../../domain/interview/under-way.ts';
import type { Transcript } from '../../../domain/transcript/segments.ts';
import { type ConsentReceipt, type InterviewAnswers, sessionStates } from '../../interview/types.ts';
import { ExpiredPart } from '../retention/contract.ts';
import { PeaksAnswer } from '../runs/contract.ts';
import {
  type ContractOf,
  closed,
  Fault,
  limitOf,
  Named,
  Nullable,
  NullableText,
  NullableTime,
  Offset,
  RunStatus,
  Time,
} from '../shapes.ts';
import type { sessionsAccess } from './access.ts';

export const SessionState = Type.Enum(sessionStates);
export type SessionState = Static<typeof SessionState>;

export const SessionRow = Type.Object({
  id: Type.String(),
  state: SessionState,
  /** As it was when the candidate was invited. */
  persona: Type.Object({ id: Type.String(), roleName: Type.String() }),
  /** ISO 639-1. */
  language: Type.String(),
  candidateRef: Nullable(Type.String()),
  project: Nullable(Named),
  tags: Type.Array(Type.String()),
  /** Null before its end. */
  durationMs: Nullable(Type.Number()),
  createdAt: Time,
  startedAt: NullableTime,
  endedAt: NullableTime,
  error: Nullable(Fault),
  /** The candidate said that they do not agree. */
  declinedAt: NullableTime,
  /** Answers that the interviewer took too long to react to. */
  slowTurns: Type.Integer(),
});
export type SessionRow = Static<typeof SessionRow>;

export const SessionsQuery = Type.Object({
  status: Type.Optional(SessionState),
  /** A project's id, or 'none'. */
  project: Type.Optional(Type.String({ minLength: 1 })),
  persona: Type.Optional(Type.String({ minLength: 1 })),
  /** A part of the candidate's reference; or how the session's id begins. */
  search: Type.Optional(Type.String({ minLength: 1, maxLength: limits.interview.candidateRef.maxChars })),
  limit: limitOf(limits.interview.sessionsPage),
  offset: Offset,
});

/** Newest first. */
export const SessionList = Type.Object({
  items: Type.Array(SessionRow),
  /** Pass as `offset` for the next page; null at the end. */
  next: Nullable(Type.Integer()),
});
export type SessionList = Static<typeof SessionList>;

export const SessionDetails = Type.Object({
  ...SessionRow.properties,
  consentMode: Type.Enum(['explicit', 'none']),
  maxMinutes: Type.Number(),
  creditsCharged: Nullable(Type.Number()),
  /** Of a session that waits for its candidate. */
  linkExpiresAt: NullableTime,
  /** When a candidate's page first came with the present link. */
  openedAt: NullableTime,
  canBeReinvited: Type.Boolean(),
  consent: Nullable(Type.Unsafe<ConsentReceipt>(Type.Object({}))),
  /** Why an attempt before came to nothing, while it waits for the next. */
  startedOver: Nullable(Type.Enum(['unanswered', 'too-slow'])),
  /** While it is under way. */
  live: Nullable(
    Type.Object({ seen: Type.Unsafe<UnderWay>(Type.Object({})), endsBy: NullableTime, now: Time }),
  ),
  /** By the speech module, where it was wanted and is still kept; a refusal says why there is none. */
  analysis: Nullable(
    Type.Object({
      run: Nullable(Type.Object({ id: Type.String(), status: RunStatus })),
      refusal: Nullable(Type.String()),
    }),
  ),
  /** Once it has ended. */
  courtesy: Nullable(Type.Unsafe<CourtesyReport>(Type.Object({}))),
  hasRecording: Type.Boolean(),
  hasTranscript: Type.Boolean(),
  expired: Type.Array(ExpiredPart),
});
export type SessionDetails = Static<typeof SessionDetails>;

/** In the form of the transcripts of recordings. */
export const SessionTranscript = Type.Unsafe<Transcript>(Type.Object({}));

/** What was said by what was asked, and how the interview went. */
export const SessionAnswers = Type.Unsafe<NonNullable<ReturnType<InterviewAnswers['answersOf']>>>(
  Type.Object({}),
);
export type SessionAnswers = Static<typeof SessionAnswers>;

/** Which answers speak to which requirements of the job. */
export const SessionEvidence = Type.Unsafe<NonNullable<Awaited<ReturnType<InterviewAnswers['evidenceOf']>>>>(
  Type.Object({}),
);
export type SessionEvidence = Static<typeof SessionEvidence>;

/** What may be in it, the module judges as it does for its API. */
export const NewInvitation = Type.Object(
  {
    candidateRef: NullableText,
    projectId: NullableText,
    tags: Type.Array(Type.String()),
    consentMode: Type.Enum(['explicit', 'none']),
  },
  closed,
);

/** The link is in no other answer. */
export const InvitationMade = Type.Object({ sessionId: Type.String(), link: Type.String(), expiresAt: Time });
export type InvitationMade = Static<typeof InvitationMade>;

/** Of several candidates to the same interview. */
export const NewInvitations = Type.Object(
  {
    candidateIds: Type.Array(Type.String(), { minItems: 1, maxItems: limits.candidates.maxTogether }),
    consentMode: Type.Enum(['explicit', 'none']),
  },
  closed,
);
/** The links are in no other answer. */
export const InvitationsMade = Type.Object({
  made: Type.Array(
    Type.Object({
      ...InvitationMade.properties,
      candidateId: Type.String(),
      name: Nullable(Type.String()),
      email: Nullable(Type.String()),
    }),
  ),
  refused: Type.Array(
    Type.Object({ id: Type.String(), name: Nullable(Type.String()), message: Type.String() }),
  ),
});
export type InvitationsMade = Static<typeof InvitationsMade>;

export const sessionsContract = {
  'POST /clients/:clientId/personas/:personaId/candidate-invitations': {
    body: NewInvitations,
    answer: InvitationsMade,
    status: 201,
  },
  'POST /clients/:clientId/personas/:personaId/sessions': {
    body: NewInvitation,
    answer: InvitationMade,
    status: 201,
  },
  'GET /clients/:clientId/sessions': { query: SessionsQuery, answer: SessionList },
  'GET /clients/:clientId/sessions/:runId': { answer: SessionDetails },
  'POST /clients/:clientId/sessions/:runId/reinvite': { answer: InvitationMade, status: 201 },
  'GET /clients/:clientId/sessions/:runId/transcript': { answer: SessionTranscript },
  'GET /clients/:clientId/sessions/:runId/answers': { answer: SessionAnswers },
  'GET /clients/:clientId/sessions/:runId/evidence': { answer: SessionEvidence },
  'GET /clients/:clientId/sessions/:runId/recording': { answer: 'raw' },
  'GET /clients/:clientId/sessions/:runId/peaks': { answer: PeaksAnswer },
} as const satisfies ContractOf<typeof sessionsAccess>;
