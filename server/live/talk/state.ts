import type { ConversationState } from '../../engines/interviewer/conversation.ts';
import { seconds } from '../../time.ts';
import type { DiaryTurn } from '../diary.ts';
import type { LivePhase } from '../protocol.ts';

/** How long silence is borne before the interviewer asks: usually, after "let me think", and while answers are typed. */
export const silenceMs = { usual: seconds(8), thinking: seconds(20), typing: seconds(60) };

/** Words that were recognised within the turn that is going on. */
export interface Heard {
  startMs: number;
  endMs: number;
  text: string;
}

/** An answer that is being replied to, and where the conversation was before it. */
export interface Answered {
  text: string;
  spokenMs: number;
  before: ConversationState;
}

/** What the interviewer is saying, or about to. */
export interface Reply {
  id: number;
  /** Absent for what follows a silence or the clock. */
  to?: Answered;
  /** End of the candidate's speech, and when it was to be known that nothing more comes. */
  heardEndMs?: number;
  decidedMs?: number;
  startMs?: number;
  endMs?: number;
  wasCut: boolean;
}

/** The candidate has begun to speak while the interviewer speaks; it is not known yet what for. */
export interface Overlap {
  startMs: number;
  pausedMs: number;
  isSpeech: boolean;
  endedMs?: number;
}

/**
 * Where a talk is: plain data, which `decide` alone changes, by making another. Times are on the recording's clock.
 */
export interface TalkState {
  /** ISO 639-1. */
  language: string;
  budgetMs: number;
  turns: readonly DiaryTurn[];
  /** Number of the newest caption; those of an earlier process keep theirs. */
  captions: number;
  /** The caption of what the candidate is saying, as it is shown so far. */
  openCaption?: string | undefined;
  phase?: LivePhase | undefined;

  /** Replies so far; the newest has this id. */
  replies: number;
  reply?: Reply | undefined;
  /** Replies that were begun and are not the newest any more: their ends are still to be told. */
  earlier: readonly Reply[];
  /** The interviewer's turn that the next sentence of the same reply makes longer. */
  openTurn?: { reply: number | undefined; index: number } | undefined;
  /** Every candidate is told that no person speaks: that is being said now, and is not cut off. */
  isDisclosing: boolean;

  /** Since the last turn's end. */
  heard: readonly Heard[];
  isSpeaking: boolean;
  /** When the ear last told of anything. */
  toldMs: number;
  quietFromMs: number;
  /** So much silence is borne now. */
  patienceMs: number;
  overlap?: Overlap | undefined;
  /** An overlap was taken for a short remark before its words had come. */
  isWordless: boolean;
  /** An answer whose reply was cut off because the answer had not ended. */
  unfinished?: Answered | undefined;

  timeToldMs: number;
  isAway: boolean;
  /** What was said from here on, the candidate who is away may not have heard. */
  unheardFromMs: number;
  /** When the interview ends, its goodbye being said. */
  endsAtMs?: number | undefined;
  isOver: boolean;
}

export interface TalkSettings {
  /** ISO 639-1. */
  language: string;
  budgetMs: number;
  /** Turns of an earlier process, and how many captions it showed. */
  turns: readonly DiaryTurn[];
  captions: number;
  isTyped: boolean;
}

export function firstState({ language, budgetMs, turns, captions, isTyped }: TalkSettings): TalkState {
  return {
    ...{ language, budgetMs, turns, captions },
    ...{ replies: 0, earlier: [], isDisclosing: false },
    ...{ heard: [], isSpeaking: false, toldMs: 0, quietFromMs: 0 },
    patienceMs: isTyped ? silenceMs.typing : silenceMs.usual,
    isWordless: false,
    ...{ timeToldMs: 0, isAway: false, unheardFromMs: 0, isOver: false },
  };
}

/** For how long an answer that has ended waits for a reaction, ms. */
export const waitMs = ({ reply }: TalkState, nowMs: number): number =>
  reply?.decidedMs !== undefined && reply.startMs === undefined ? nowMs - reply.decidedMs : 0;
