import type { Db } from '../../db/db.ts';
import type { QuestionEntry } from '../../domain/interview/by-question.ts';
import type { InterviewReport } from '../../domain/interview/interview-report.ts';
import type { NoticeFacts, OwnNotice } from '../../domain/interview/notice.ts';
import type { SpokenTo } from '../../domain/interview/spoken-to.ts';
import type { OwnQuestion } from '../../domain/interview/types.ts';
import type { Cursor } from '../../domain/paging/cursor.ts';
import type { JobContent } from '../jobs/types.ts';
import type { RunFilter } from '../runs/types.ts';
import type { ServedNotice, StoredEvent } from './live-types.ts';
import type { InterviewRun } from './run-type.ts';
import type { SessionState } from './session-state.ts';
import type { ConsentMode, InterviewTranscript } from './stored.ts';

export { interviewLanguage } from './language.ts';
export { candidateLink } from './link.ts';
export * from './live-types.ts';
export { sessionStateOf, sessionStates } from './session-state.ts';
export type { ConsentMode, InterviewRun, InterviewTranscript, SessionState };

/** What a client says of its interviewer. */
export interface PersonaContent {
  roleName: string;
  /** As given; `interviewLanguage` says which it is. */
  language: string;
  /** Null: one is made from role and language. */
  systemPrompt: string | null;
  /** In place of `baseBehaviour`; null inherits that. */
  basePromptOverride: string | null;
  maxMinutes: number;
  /** Null: the best there is for the language. */
  voice: string | null;
  patienceMs: number;
  /** The speech module analyses the recording of a completed interview. */
  analyse: boolean;
  /** Of an active job in the catalogue. */
  positionId: string | null;
  /** What is asked, in its order; null: made for the role. */
  questions: readonly OwnQuestion[] | null;
}

export interface Persona extends Omit<PersonaContent, 'systemPrompt'> {
  id: string;
  clientId: string;
  systemPrompt: string;
  /** The prompt is made from role and language, and anew when they change. */
  isPromptGenerated: boolean;
  createdAt: string;
  updatedAt: string | null;
  archivedAt: string | null;
}

export const personaStatuses = ['active', 'archived'] as const;
export const personaStatusOf = ({
  archivedAt,
}: Pick<Persona, 'archivedAt'>): (typeof personaStatuses)[number] =>
  archivedAt === null ? 'active' : 'archived';

/** Where an id is asked for: undefined for an unknown one and for another client's alike. */
export interface PersonasService {
  /**
   * ApiError INVALID_INPUT, JOB_NOT_FOUND, LANGUAGE_NOT_AVAILABLE.
   *
   * @param content what is missing has its default
   * @param holdKey called in the same transaction; when it throws, there is no persona
   */
  create(
    request: { clientId: string; id: string },
    content: Pick<PersonaContent, 'roleName' | 'language'> & Partial<PersonaContent>,
    holdKey?: (trx: Db) => Promise<void>,
  ): Promise<Persona>;
  find(request: { clientId: string; personaId: string }): Promise<Persona | undefined>;
  /** Newest first, archived ones not unless asked for. @param after the last of the page before */
  list(request: {
    clientId: string;
    archived?: boolean;
    limit?: number;
    after?: Pick<Cursor, 'sequence'>;
  }): Promise<{ personas: Persona[]; next: Cursor | null }>;
  /** What is not named stays; `systemPrompt: null` goes back to a generated one. ApiError as `create`, PERSONA_ARCHIVED. */
  update(
    request: { clientId: string; personaId: string },
    changes: Partial<PersonaContent>,
  ): Promise<Persona | undefined>;
  /** Takes no new sessions; those there are stay as they are. */
  archive(request: { clientId: string; personaId: string }): Promise<Persona | undefined>;
}

type Opening = Pick<PersonaContent, 'roleName' | 'language' | 'maxMinutes'>;
type JobSkills = JobContent['config']['requirements']['skills'];

/** What a persona, stored or not, would begin with. */
export interface PersonaPreview {
  /** ApiError INVALID_INPUT for a language that interviews are not held in. */
  look(persona: Opening & Pick<PersonaContent, 'questions'> & { skills?: JobSkills }): Promise<PersonaLook>;
  /**
   * The opening as a WAV file, PCM 16 bit, 16 kHz, mono; no more than half a minute of it. ApiError INVALID_INPUT,
   * LANGUAGE_NOT_AVAILABLE where no voice speaks the language, SERVICE_UNAVAILABLE where the voice fails.
   */
  speak(persona: Opening & Pick<PersonaContent, 'questions' | 'voice'>, signal: AbortSignal): Promise<Buffer>;
}

export interface PersonaLook {
  /** ISO 639-1. */
  language: string;
  /** What it is asked to do when no prompt is written. */
  generatedPrompt: string;
  baseBehaviour: string;
  /** Whether a language model reads prompt and behaviour. */
  hasModel: boolean;
  opening: string[];
  /** What every candidate is asked, as far as time allows, in this order. */
  questions: string[];
  /** Those of this installation that speak the language, the best first. */
  voices: string[];
  /** Why no candidate can be interviewed in that language at present; null: they can, or no live process is there to tell. */
  whyNotHeld: string | null;
}

/** A persona tried by the person who makes it, without an invitation. */
export interface PersonaTrials {
  /**
   * A link to a talk of which nothing is kept, good until `expiresAt`. Undefined for an unknown persona and for another client's alike.
   * ApiError PERSONA_ARCHIVED, INTERVIEWS_NOT_AVAILABLE, LANGUAGE_NOT_AVAILABLE.
   */
  open(request: {
    clientId: string;
    personaId: string;
  }): Promise<{ token: string; expiresAt: string; roleName: string } | undefined>;
}

export interface NewSession {
  clientId: string;
  sessionId: string;
  personaId: string;
  projectId: string | null;
  /** Null for what a person invites in the console. */
  apiKeyId: string | null;
  consentMode: ConsentMode;
  candidateRef: string | null;
  /** Exactly as supplied. */
  metadata: Record<string, unknown>;
  tags: string[];
  /** ISO 8601, when the link ends; after its usual time unless given. */
  linkExpiresAt?: string;
}

export type SessionFilter = Pick<
  RunFilter,
  'clientId' | 'limit' | 'offset' | 'after' | 'project' | 'tags' | 'metadata'
> & {
  status?: SessionState;
  /** Exactly this. */
  candidateRef?: string;
  personaId?: string;
  /** These alone. */
  ids?: readonly string[];
  /** A part of the candidate's reference, or how the session's id begins; either case. */
  search?: string;
};

/** What lists and records tell of a session beside its run. */
export interface SessionMarks {
  /** When a candidate's page first came with the present link; null: not yet. */
  openedAt: string | null;
  /** When the candidate last said that they do not agree; null: they did not, or agreed since. */
  declinedAt: string | null;
  /** Answers that the interviewer took longer to react to than a candidate should wait. */
  slowTurns: number;
  /** Of the present link. */
  linkExpiresAt: string;
}

/** What a session has that its run does not. */
export interface SessionStanding extends SessionMarks {
  /** Of the present link. */
  linkNumber: number;
  consent: ConsentReceipt | null;
  /** When the time of an active one is over; null in every other state. */
  endsBy: string | null;
  /** It failed and left nothing, so that it can be held again. */
  canBeReinvited: boolean;
}

/** A link that was just minted. */
export interface MintedLink {
  /** Which of the session's links it is: 1, and one more with each new one. */
  number: number;
  token: string;
  expiresInSeconds: number;
}

export interface SessionsService {
  /**
   * ApiError PERSONA_NOT_FOUND, PERSONA_ARCHIVED, INTERVIEWS_NOT_AVAILABLE, LANGUAGE_NOT_AVAILABLE, INSUFFICIENT_CREDITS (for the longest it can last;
   * they are held once it begins), JOB_NOT_FOUND.
   */
  create(session: NewSession, holdKey?: (trx: Db) => Promise<void>): Promise<InterviewRun>;
  /** A link as it was minted; 1 is that of creating the session. Only the newest leads anywhere. */
  link(sessionId: string, number: number): MintedLink;
  /** Undefined for an unknown id and for another client's alike, here and below. */
  find(request: { clientId: string; sessionId: string }): Promise<InterviewRun | undefined>;
  list(filter: SessionFilter): Promise<{ sessions: InterviewRun[]; hasMore: boolean }>;
  /** Whether there ever was one, also if it was deleted since. */
  traces(sessionId: string): Promise<{ hasRecording: boolean; hasTranscript: boolean }>;
  /** What became of its analysis by the speech module; undefined where none was wanted, or for an unknown session. */
  analysisOf(request: {
    clientId: string;
    sessionId: string;
  }): Promise<{ runId: string | null; refusal: string | null } | undefined>;
  standing(session: InterviewRun): Promise<SessionStanding>;
  /** How many sessions each persona of a client has; those without any are missing. */
  countByPersona(clientId: string): Promise<Map<string, number>>;
  /** What was noted while the interview was held, in its order. */
  events(request: { clientId: string; sessionId: string }): Promise<StoredEvent[] | undefined>;
  /** Of each session. */
  marks(sessions: readonly Pick<InterviewRun, 'id'>[]): Promise<ReadonlyMap<string, SessionMarks>>;
  /**
   * A fresh link for a session that waits, or that failed and waits once more then; the old one is worthless, and so is a consent given
   * with it. ApiError SESSION_NOT_FOUND, NOT_POSSIBLE_NOW (under way, or something of the interview is left), INTERVIEWS_NOT_AVAILABLE, LANGUAGE_NOT_AVAILABLE.
   */
  reinvite(
    request: Pick<NewSession, 'clientId' | 'sessionId' | 'linkExpiresAt'>,
    holdKey?: (trx: Db) => Promise<void>,
  ): Promise<{ session: InterviewRun; link: MintedLink }>;
}

/** What a client has set for its interviews. */
export interface InterviewSettings {
  webhookUrl(clientId: string): Promise<string | null>;
  /** Where completed interviews are announced; null: nowhere. ApiError INVALID_INPUT for an address that may not be. */
  setWebhookUrl(clientId: string, url: string | null): Promise<string | null>;
}

export type OwnNoticeContent = Omit<OwnNotice, 'version'>;

/** That a candidate agreed, to what they were served. Kept with the session. */
export interface ConsentReceipt {
  at: string;
  /** ISO 639-1. */
  language: string;
  /** Absent in receipts from before 1.1: those have `text` alone, as the page sent it. */
  notice?: ServedNotice;
  text?: string;
}

/** What a client adds to what candidates are told before an interview. */
export interface InterviewNotices {
  own(clientId: string): Promise<(OwnNotice & { changedAt: string }) | null>;
  /** A new version; those before stay with whom they were served to. ApiError INVALID_INPUT. */
  setOwn(clientId: string, content: OwnNoticeContent): Promise<OwnNotice & { changedAt: string }>;
  /** As a candidate would be told now. */
  preview(facts: { clientId: string } & Omit<NoticeFacts, 'keptDays' | 'own'>): Promise<ServedNotice>;
}

/** What a worker does for interviews that are to be analysed. */
export interface InterviewAnalysis {
  /**
   * Submits the recordings of completed interviews to the speech module, once each whatever crashes: its run is made in the transaction
   * that notes it. Where it is refused, the session tells why and it is not tried again. Answers the sessions' ids.
   */
  submitWanted(): Promise<string[]>;
}

/** Of an interview that has ended; undefined where there is no transcript, or none any more. */
export interface InterviewAnswers {
  answersOf(run: InterviewRun): { entries: QuestionEntry[]; report: InterviewReport } | undefined;
  /** `job`: whose requirements steered the questions, as it asks now; null where none is linked, or none is left. */
  evidenceOf(
    run: InterviewRun,
    signal: AbortSignal,
  ): Promise<{ job: { id: string; title: string } | null; requirements: SpokenTo[] } | undefined>;
}
