import { limits } from '../config/limits.ts';
import type { LiveSession } from '../modules/interview/types.ts';
import { minutes, seconds } from '../time.ts';
import { createBudget } from './budget.ts';
import type { EndedBy } from './diary.ts';
import { createInbox } from './inbox.ts';
import { abandon, end, suspend, takeUpEnding } from './room/ending.ts';
import { createHearing, type Hearing } from './room/hearing.ts';
import type { Inside, Line, RoomDeps } from './room/inside.ts';
import { type Kept, keepInterview, keepNothing } from './room/kept.ts';
import { createLateness, type Lateness } from './room/lateness.ts';
import { createNotes, type Notes } from './room/notes.ts';
import { talkOf } from './room/talking.ts';
import { join, leave, mute, say } from './room/visits.ts';

/** A candidate who is gone for longer does not come back: the interview ends. */
const awayMs = seconds(120);

/** Connections by WebRTC: so many at once, and one every ten seconds. A page makes one, and another when its network changes. */
const connections = { most: 4, perSecond: 0.1 };

/** One interview under way. */
export interface Room {
  readonly sessionId: string;
  /** This machine does not keep up with it at present. */
  readonly isLate: boolean;
  /** A page of the candidate's device; one that was there before is told so. */
  join(line: Line, isResumed: boolean): void;
  /** The connection is gone. @param unheardMs how long nothing had come over it */
  leave(line: Line, unheardMs: number): void;
  /** The candidate's sound, mono 16 kHz. */
  hear(line: Line, samples: Int16Array): void;
  say(line: Line, text: string): void;
  /** Whether WebRTC may be tried now: each time costs a program, however often the page comes anew. */
  mayConnect(): boolean;
  mute(line: Line, on: boolean): void;
  /** How sound travels from now on. */
  carries(line: Line, over: 'webrtc' | 'websocket'): void;
  end(by: EndedBy): void;
  /** Moves on by a frame. */
  tick(): void;
  /** Another process has the session: falls silent and keeps only what may be kept. */
  abandon(): Promise<void>;
  /** The process stops: what was said is on disk, and another takes it up. */
  suspend(): Promise<void>;
  /** Resolves once it is stored, or given up. */
  readonly ended: Promise<void>;
}

/**
 * Opens the room of a session that this process holds: of one that has just begun, or, from its diary, of one whose process died. That
 * of a trial keeps nothing.
 */
export async function openRoom(
  deps: RoomDeps,
  session: LiveSession,
  { isTyped = false }: { isTyped?: boolean } = {},
): Promise<Room> {
  const log = deps.logger.child({ sessionId: session.sessionId });
  const kept = session.trial ? keepNothing(isTyped) : await keepInterview(deps, session, { isTyped, log });
  const room = furnish(deps, session, { ...kept, log });
  if (kept.isResumed) room.notes.add('restarted', {});
  takeUpEnding(room);
  const tries = createBudget(connections, () => performance.now());
  return {
    sessionId: session.sessionId,
    mayConnect: () => tries.spend(1) === 0,
    get isLate() {
      return !room.isOver && room.lateness.isLate;
    },
    ended: room.ended,
    join: (line, isResumed) => join(room, line, isResumed),
    leave: (line, unheardMs) => leave(room, line, unheardMs),
    hear(line, samples) {
      if (line === room.line && !room.isMuted) room.inbox.add(samples);
    },
    say: (line, text) => say(room, line, text),
    mute: (line, on) => mute(room, line, on),
    carries(line, over) {
      if (line === room.line) room.notes.add('media', { over });
    },
    end: (by) => end(room, by),
    tick: () => tick(room),
    abandon: () => abandon(room),
    suspend: () => suspend(room),
  };
}

/** Makes the parts of a room, which know each other through it. */
function furnish(deps: RoomDeps, session: LiveSession, kept: Kept & Pick<Inside, 'log'>): Inside {
  const startedMs = Date.parse(session.startedAt!);
  const endsByMs = Date.parse(session.endsBy!);
  // A trial has the questions of a whole interview, also where its link ends before.
  const wholeMs = minutes(session.maxMinutes);
  const { promise: ended, resolve: setEnded } = Promise.withResolvers<void>();
  const room = {
    ...{ deps, session, startedMs, endsByMs, ...kept, ended, setEnded },
    budgetMs: session.trial ? wholeMs : Math.min(endsByMs - startedMs, wholeMs),
    inbox: createInbox(),
    line: undefined,
    awaySinceMs: deps.clock.now(),
    ...{ hasBegun: false, isMuted: false, isOver: false },
    typedChars: kept.page.turns.reduce((sum, { isTyped, text }) => sum + (isTyped ? text.length : 0), 0),
  } as Inside;
  return Object.assign(room, {
    notes: notesOf(room),
    lateness: latenessOf(room),
    talk: talkOf(room, () => end(room, 'interviewer')),
    hearing: hearingOf(room),
  });
}

const notesOf = (room: Inside): Notes =>
  createNotes({
    ...{ live: room.events, sessionId: room.session.sessionId, page: room.page },
    ...{ clock: room.deps.clock, log: room.log },
    onLost: () => void abandon(room),
  });

const latenessOf = (room: Inside): Lateness =>
  createLateness({
    tell: (phase) => room.line?.send({ type: 'phase', phase }),
    onHopeless(waitMs) {
      room.log.error(
        { waitMs },
        'machine too slow: interview ended, its candidate can begin again; hold fewer interviews at once',
      );
      end(room, 'too-slow');
    },
  });

const hearingOf = (room: Inside): Hearing =>
  createHearing({
    ...{ ear: room.deps.ear, clock: room.deps.clock, language: room.session.language },
    patienceMs: room.session.interviewer.patienceMs,
    recordedMs: () => room.recorder.nowMs(),
    onEvent: (event) => room.talk.hear(event),
    onFailed(reason) {
      room.talk.deaf();
      room.log.error({ fault: reason }, 'recogniser failed in an interview');
      room.notes.add('hearing-failed', {});
    },
  });

function tick(room: Inside): void {
  if (room.isOver) return;
  const now = room.deps.clock.now();
  room.notes.tick(now);
  if (now >= room.endsByMs) {
    end(room, 'time');
    return;
  }
  if (!room.line) {
    const mostMs = room.session.trial ? limits.interview.trials.awayMs : awayMs;
    if (room.awaySinceMs !== undefined && now - room.awaySinceMs >= mostMs) end(room, 'left');
    return;
  }
  const { recorder, inbox, talk, hearing, lateness } = room;
  const nowMs = recorder.nowMs();
  const frame = inbox.next();
  const said = talk.tick(nowMs);
  recorder.add(frame, said);
  room.line?.play(said);
  if (!room.isOver) hearing.listen(frame);
  if (!room.isOver) lateness.waits(Math.max(hearing.unheardMs(nowMs), talk.waitMs));
}
