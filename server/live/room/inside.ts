import type { InterviewerEngine } from '../../engines/interviewer/port.ts';
import type { TtsEngine } from '../../engines/tts/port.ts';
import type { Logger } from '../../logging.ts';
import type { LiveInterviews, LiveSession } from '../../modules/interview/types.ts';
import type { Clock } from '../../time.ts';
import type { Ear } from '../ear/ear.ts';
import type { Inbox } from '../inbox.ts';
import type { IceServer, LiveMessage } from '../protocol.ts';
import type { Talk } from '../talk.ts';
import type { Hearing } from './hearing.ts';
import type { Kept } from './kept.ts';
import type { Lateness } from './lateness.ts';
import type { Notes } from './notes.ts';

/** A page that is connected. */
export interface Line {
  send(message: LiveMessage): void;
  /** A frame of the interviewer's sound, mono 16 kHz. */
  play(frame: Int16Array): void;
  close(): void;
}

export interface RoomDeps {
  live: LiveInterviews;
  ear: Ear;
  voice: TtsEngine;
  /** Null: the structured interviewer leads. */
  model: InterviewerEngine | null;
  /** Where interviews under way are kept. */
  folder: string;
  /** For the page's peer connection; null: sound goes over the WebSocket. */
  iceServers: IceServer[] | null;
  clock: Clock;
  logger: Logger;
}

/** What the parts of a room share. */
export interface Inside extends Kept {
  readonly deps: RoomDeps;
  readonly session: LiveSession;
  readonly startedMs: number;
  readonly endsByMs: number;
  /** What the interviewer has: no longer than the session. */
  readonly budgetMs: number;
  readonly log: Logger;
  readonly notes: Notes;
  readonly talk: Talk;
  readonly hearing: Hearing;
  readonly lateness: Lateness;
  /** The candidate's sound that is waiting for its frame. */
  readonly inbox: Inbox;
  line: Line | undefined;
  awaySinceMs: number | undefined;
  hasBegun: boolean;
  isMuted: boolean;
  isOver: boolean;
  typedChars: number;
  /** It is stored, or given up. */
  setEnded(): void;
  readonly ended: Promise<void>;
}

/** Keeps where the interview is. */
export function write({ page, talk, diary }: Inside): void {
  page.conversation = talk.state;
  diary.write(page);
}
