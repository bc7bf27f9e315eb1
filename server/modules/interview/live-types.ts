import type { Notice } from '../../domain/interview/notice.ts';
import type { OwnQuestion } from '../../domain/interview/types.ts';
import type { InterviewFailureCode } from '../../errors.ts';
import type { JobContent } from '../jobs/types.ts';
import type { ConsentMode, InterviewTranscript } from './stored.ts';

export interface LiveEvent {
  kind: string;
  /** ISO 8601 UTC; now when absent. */
  at?: string;
  /** Timings and the like, never what was said. */
  data: Record<string, unknown>;
}

export interface StoredEvent extends Required<LiveEvent> {
  /** From 1. */
  number: number;
}

/** Why a candidate is not let in. CAPACITY_REACHED: not now; the link stays valid. */
export const linkRefusals = ['LINK_INVALID', 'LINK_EXPIRED', 'LINK_USED', 'CAPACITY_REACHED'] as const;

export type LinkRefusal = (typeof linkRefusals)[number];

export interface Refused<Code extends string = LinkRefusal> {
  refusal: Code;
  /** For logs and the live view: what CAPACITY_REACHED is about. */
  because?:
    | 'too many interviews'
    | 'too many trials'
    | 'credits'
    | 'another process'
    | 'a machine that cannot keep up';
}

/** Why a link leads nowhere any more. */
export type DeadLink = Refused<Exclude<LinkRefusal, 'CAPACITY_REACHED'>>;

/** What the candidate's page may know before anything has begun. */
export interface Invitation {
  sessionId: string;
  state: 'initiated' | 'active';
  roleName: string;
  /** ISO 639-1. */
  language: string;
  maxMinutes: number;
  consentMode: ConsentMode;
  /** Who invites. */
  clientName: string;
  expiresAt: string;
  /** Whose persona is tried, by the person who makes it: nothing of it is kept. Null: an interview. */
  trial: { clientId: string; personaId: string } | null;
}

/** What holds the conversation needs of it. */
export interface LiveSession extends Invitation {
  clientId: string;
  candidateRef: string | null;
  hasConsented: boolean;
  /** What the candidate is told. */
  notice: ServedNotice;
  /** Null before it began. */
  startedAt: string | null;
  /** When its time is over; null before it began. */
  endsBy: string | null;
  interviewer: {
    systemPrompt: string;
    /** The prompt was made by us, so that a structured interview may be held without a language model. */
    isPromptGenerated: boolean;
    baseBehaviour: string;
    voice: string | null;
    patienceMs: number;
    analyse: boolean;
    questions: readonly OwnQuestion[] | null;
  };
  /** Whose requirements steer the questions. */
  job: JobContent | null;
}

/** Who comes with a link. */
export interface Visitor {
  token: string;
  /** Secret of the device's cookie, 256 random bits. */
  device: string;
}

/** What is left of an interview. */
export interface Outcome {
  durationSec: number;
  /** A WAV file, PCM 16 bit, 16 kHz: left the candidate, right the interviewer. Stays where it is. */
  recordingPath: string | null;
  transcript: InterviewTranscript | null;
  /** Answers that the interviewer took too long to react to; 0 when absent. */
  slowTurns?: number;
}

/**
 * For one live process. What a visitor does is checked anew each time: link, its expiry, device and client may have changed while the
 * page was open. Every other function is about a session that has begun here; a false, or undefined, says that the session is not this
 * process's any more (ended, timed out, taken over), and that it must let go of it without a trace.
 *
 * Whatever the moment a process dies at, a session is in one state, was charged once at most, and another process gets it from
 * `recover`.
 */
export interface LiveInterviews {
  look(token: string): Promise<Invitation | DeadLink>;
  /**
   * What a link to a trial leads to, as it would begin now. It has no row: everything else here knows nothing of it. Null where the link
   * is none to a trial.
   */
  trial(token: string): Promise<LiveSession | DeadLink | null>;
  /** Lets a device read the invitation, or back into the interview that it has begun. Does not bind the link to the device. */
  admit(visitor: Visitor): Promise<LiveSession | Refused>;
  /** Keeps a receipt of what the candidate was served and agreed to, and binds the link to the device. A repetition changes nothing. */
  consent(visitor: Visitor, served: ServedNotice): Promise<DeadLink | undefined>;
  /** The candidate does not agree: noted until they do. Does not bind the link to the device. */
  decline(visitor: Visitor): Promise<DeadLink | undefined>;
  /**
   * initiated → active: binds the link to the device, holds the credits, takes a slot and leases the session to this process.
   * CONSENT_MISSING where it is needed; LINK_USED when it is not `initiated` any more.
   */
  begin(visitor: Visitor): Promise<LiveSession | Refused<LinkRefusal | 'CONSENT_MISSING'>>;
  /** Every `limits.interview.lease.heartbeatMs` while the session is held. */
  keepAlive(sessionId: string): Promise<boolean>;
  /** In their order; those beyond `limits.interview.maxEvents` are dropped. */
  note(sessionId: string, events: readonly LiveEvent[]): Promise<boolean>;
  /** active → completed: stores the recording, then in one transaction transcript, charge and announcement. */
  complete(sessionId: string, outcome: Outcome): Promise<boolean>;
  /** active → failed, uncharged. What was recorded is kept. */
  fail(
    sessionId: string,
    failure: { code: InterviewFailureCode; message: string },
    outcome?: Outcome,
  ): Promise<boolean>;
  /**
   * active → initiated, uncharged: nothing of it is kept, not even the consent, and its link begins it again on any device.
   *
   * @param because for the session's page
   */
  startOver(sessionId: string, because: 'unanswered' | 'too-slow'): Promise<boolean>;
  /**
   * Sessions whose process is gone, leased to this one now: to be gone on with, completed or failed.
   *
   * @param dead processes known to be gone; of others, the leases have to lapse
   */
  recover(dead?: readonly string[]): Promise<LiveSession[]>;
  /**
   * Keeps what was recorded of a session that was failed while its process was away; it stays failed and uncharged. False when it
   * did not fail, or something of it is there already.
   */
  keepLate(sessionId: string, outcome: Outcome): Promise<boolean>;
  /** Gives a session up that another process is to go on with: what was said is on disk. */
  letGo(sessionId: string): Promise<void>;
  /** Whether an interview is under way, in any process: what was kept of it is needed. */
  isUnderWay(sessionId: string): Promise<boolean>;
  /** Active sessions whose time is over and that no living process has: failed, SESSION_TIMEOUT. Answers their ids. */
  timeOut(): Promise<string[]>;
}

/** Which live processes there are. Without one, no candidate is invited. */
export interface LivePresence {
  /**
   * @param process.address where the process that passes candidates' pages on reaches it
   * @param process.languages ISO 639-1 codes of those that it hears and speaks
   */
  enlist(process: {
    id: string;
    host: string;
    pid: number;
    /** Boot, process id and start time; undefined where that cannot be told. */
    process?: string | undefined;
    address: string;
    languages: readonly string[];
  }): Promise<void>;
  stillHere(id: string): Promise<void>;
  /** It stops and will be back: no page is passed on to it any more, and interviews are held as before. */
  pause(id: string): Promise<void>;
  leave(id: string): Promise<void>;
  /** Those that have not left, dead ones included. */
  list(): Promise<{ id: string; host: string; pid: number; process: string | null; heartbeatAt: string }[]>;
  /**
   * Where a page is to be passed on to: the process that holds the interview of its device, else, of those seen lately, the one with
   * the fewest; null without one.
   *
   * @param device secret of the device's cookie; null without one
   */
  addressFor(device: string | null): Promise<string | null>;
  /** ApiError INTERVIEWS_NOT_AVAILABLE when none was seen lately, LANGUAGE_NOT_AVAILABLE when none knows the language. */
  assertHeld(language: string): Promise<void>;
  /** ApiError LANGUAGE_NOT_AVAILABLE when those seen lately do not know it; passes where there are none to tell. */
  assertLanguage(language: string): Promise<void>;
  /** In a sentence or some what it would refuse with; null where it would not. */
  whyNotIn(language: string): Promise<string | null>;
}

/** A notice as a candidate's page gets it, with the SHA-256 of every word of it. */
export type ServedNotice = Notice & { hash: string };
