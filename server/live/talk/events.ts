import type { InterviewEvent, Sentence } from '../../domain/interview/types.ts';
import type { Conversation, ConversationState } from '../../engines/interviewer/conversation.ts';
import type { DiaryTurn } from '../diary.ts';
import type { EarEvent } from '../ear/protocol.ts';
import type { MouthStatus, SpokenLine } from '../mouth.ts';
import type { Caption, LivePhase } from '../protocol.ts';
import type { TalkState } from './state.ts';

/** What happens to a talk; plain data. */
export type TalkEvent =
  /** The candidate is there for the first time in this process. */
  | { type: 'begin' }
  /** A frame has passed. */
  | { type: 'tick' }
  | { type: 'heard'; event: EarEvent }
  /** The recogniser failed: nothing more comes of what is being heard. */
  | { type: 'deaf' }
  | { type: 'typed'; text: string }
  /** The candidate's connection is gone. `unheardMs`: for how long nothing had come over it. */
  | { type: 'away'; unheardMs: number }
  | { type: 'back' }
  | { type: 'stop' }
  /** The mouth begins a sentence, has said one, or could not speak one. */
  | { type: 'line'; sentence: Sentence; startMs: number }
  | { type: 'spoken'; line: SpokenLine }
  | { type: 'unspoken'; sentence: Sentence }
  /** A reply has been said to its end, or was cut off. */
  | { type: 'replied'; reply: number }
  /** What the conversation says to the time. */
  | { type: 'time-told'; said: readonly Sentence[] };

/** What is so when an event happens; plain data. */
export interface Now {
  /** On the recording's clock. */
  ms: number;
  /** Since the interview began, ms: it goes on while the candidate is away, the recording does not. */
  elapsedMs: number;
  conversation: Pick<Conversation, 'state' | 'isOver'>;
  mouth: MouthStatus;
}

/** Where a reply's sentences come from: the interview's first words, sentences that are known, or an answer to an event. */
export type Words = 'opening' | readonly Sentence[] | InterviewEvent;

/** What is to be done. */
export type Effect =
  /** For the candidate's page, the session's events and its diary. */
  | { type: 'phase'; phase: LivePhase }
  | { type: 'caption'; caption: Caption }
  | { type: 'hush' }
  | { type: 'note'; kind: string; data: Record<string, unknown> }
  | { type: 'turns'; turns: readonly DiaryTurn[] }
  | { type: 'changed' }
  | { type: 'over' }
  /** For the mouth. */
  | { type: 'pause' }
  | { type: 'resume'; unheardMs?: number }
  | { type: 'cut' }
  /** For the conversation: say a reply, drop it, return to the state before it, look at the time. */
  | { type: 'reply'; reply: number; words: Words }
  | { type: 'drop'; reply: number; why: string }
  | { type: 'rewind'; to: ConversationState }
  | { type: 'tell-time'; atMs: number };

export interface Decision {
  state: TalkState;
  /** In the order in which they are to be carried out. */
  effects: Effect[];
}

/** A decision as it is made: a copy of the state, whose fields are replaced, and how the mouth will be after the effects so far. */
export interface Draft extends Decision {
  readonly now: Now;
  mouth: MouthStatus;
}
