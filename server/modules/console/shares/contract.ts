import { type Static, Type } from 'typebox';
import { limits } from '../../../config/limits.ts';
import { StageName, StandingName } from '../candidates/contract.ts';
import { type ContractOf, closed, Nullable, NullableTime, Time } from '../shapes.ts';
import type { sharesAccess } from './access.ts';

export const ShareLinkRow = Type.Object({
  id: Type.String(),
  note: Type.String(),
  hidesNames: Type.Boolean(),
  mayDownload: Type.Boolean(),
  author: Type.String(),
  createdAt: Time,
  expiresAt: Time,
  state: Type.Enum(['active', 'expired', 'revoked']),
  openings: Type.Integer(),
  /** Last. */
  openedAt: NullableTime,
});
export type ShareLinkRow = Static<typeof ShareLinkRow>;
export const ShareLinkList = Type.Object({ items: Type.Array(ShareLinkRow) });

export const NewShareLink = Type.Object(
  {
    /** Whom it is for. */
    note: Type.String({ maxLength: limits.shareLinks.maxNoteChars * 2 }),
    days: Type.Integer(),
    hidesNames: Type.Boolean(),
    mayDownload: Type.Boolean(),
  },
  closed,
);
/** The link is in no other answer. */
export const ShareLinkMade = Type.Object({ id: Type.String(), link: Type.String(), expiresAt: Time });
export type ShareLinkMade = Static<typeof ShareLinkMade>;

const token = Type.String({ minLength: 1, maxLength: 200 });
export const ShareToken = Type.Object({ token }, closed);
export const SharedFile = Type.Object({ token, runId: Type.String() }, closed);

const Level = Nullable(Type.String());
const Score = Nullable(Type.Number());

/** A candidate for people who decide with others: what speaks for and against them, without notes and contacts. */
export const CandidateSheet = Type.Object({
  /** Null where names are hidden, or none is known. */
  name: Nullable(Type.String()),
  hidesNames: Type.Boolean(),
  stage: StageName,
  standing: StandingName,
  /** The newest CV that was matched; null without one. */
  cv: Nullable(
    Type.Object({
      job: Nullable(Type.String()),
      score: Type.Number(),
      summary: Type.String(),
      at: Time,
      requirements: Type.Array(
        Type.Object({
          name: Type.String(),
          met: Type.Enum(['yes', 'partly', 'no', 'unknown']),
          /** Words of the CV; empty where the reason stands in their place. */
          quotes: Type.Array(Type.String()),
          reason: Type.String(),
        }),
      ),
    }),
  ),
  /** The newest recording that was scored; null without one. */
  speech: Nullable(
    Type.Object({
      at: Time,
      overall: Score,
      cefrLevel: Level,
      vocabulary: Score,
      vocabularyCefr: Level,
      fluency: Score,
      fluencyCefr: Level,
      accent: Score,
      accentCefr: Level,
    }),
  ),
  /** Files that may be saved. */
  files: Type.Array(Type.Object({ runId: Type.String(), title: Type.String() })),
});
export type CandidateSheet = Static<typeof CandidateSheet>;

export const SheetQuery = Type.Object({ names: Type.Boolean({ default: true }) });

export const SharedCandidate = Type.Object({
  sheet: CandidateSheet,
  client: Type.String(),
  sharedBy: Type.String(),
  expiresAt: Time,
});
export type SharedCandidate = Static<typeof SharedCandidate>;

export const sharesContract = {
  'POST /shared/candidate': { body: ShareToken, answer: SharedCandidate },
  'POST /shared/candidate/file': { body: SharedFile, answer: 'raw' },
  'GET /clients/:clientId/candidates/:candidateId/cvs/:runId': { answer: 'raw' },
  'GET /clients/:clientId/candidates/:candidateId/sheet': {
    query: SheetQuery,
    answer: CandidateSheet,
  },
  'GET /clients/:clientId/candidates/:candidateId/links': { answer: ShareLinkList },
  'POST /clients/:clientId/candidates/:candidateId/links': {
    body: NewShareLink,
    answer: ShareLinkMade,
    status: 201,
  },
  'POST /clients/:clientId/candidates/:candidateId/links/:linkId/revoke': { answer: 'nothing' },
} as const satisfies ContractOf<typeof sharesAccess>;
