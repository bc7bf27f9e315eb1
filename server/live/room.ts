import { limits } from '../config/limits.ts';
import { withCaption } from '../domain/interview/captions.ts';
import { mostLateMs } from '../domain/interview/courtesy.ts';
import { createConversation, newConversation } from '../engines/interviewer/conversation.ts';
import type { InterviewerEngine } from '../engines/interviewer/port.ts';
import type { TtsEngine } from '../engines/tts/port.ts';
import type { Logger } from '../logging.ts';
import type { LiveEvent, LiveInterviews, LiveSession } from '../modules/interview/types.ts';
import { type Clock, isoTime, minutes, seconds } from '../time.ts';
import { createBudget } from './budget.ts';
import { type Diary, type DiaryPage, type EndedBy, emptyPage, openDiary } from './diary.ts';
import type { Ear, EarSession } from './ear/ear.ts';
import { storeInterview } from './finish.ts';
import { createInbox } from './inbox.ts';
import { invitationOf } from './invitation.ts';
import { createPace } from './pace.ts';
import { planOf } from './plan.ts';
import type { IceServer, LiveMessage, LivePhase } from './protocol.ts';
import { openRecorder } from './recorder.ts';
import { createTalk } from './talk.ts';

/** Who is gone for longer does not come back. */
const awayMs = seconds(120);
/** Sound goes to the hearing thread in pieces of so many frames. */
const hearFrames = 2;
/** An ear that fails so often in a row is not tried again at once. */
const maxEarFailures = 3;
const earRestMs = seconds(5);
const noteEveryMs = seconds(1);
/** Nobody types so much within an interview: all of it is kept anew with every turn. */
const mostTypedChars = 200_000;

/** Connections by WebRTC: so many at once, and one every ten seconds. A page makes one, and another when its network changes. */
const connections = { most: 4, perSecond: 0.1 };

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
  /** The session is not ours any more: falls silent and keeps nothing but what it may. */
  abandon(): Promise<void>;
  /** The process stops: what was said is on disk, and another takes it up. */
  suspend(): Promise<void>;
  /** Resolves once it is stored, or given up. */
  readonly ended: Promise<void>;
}

/**
 * Opens the room of a session that this process holds: of one that has just begun, or, from its diary, of one whose process died.
 */
export async function openRoom(
  deps: RoomDeps,
  session: LiveSession,
  { isTyped = false }: { isTyped?: boolean } = {},
): Promise<Room> {
  const { clock, live, logger } = deps;
  const { sessionId, language } = session;
  const log = logger.child({ sessionId });
  let diary: Diary = await openDiary(deps.folder, sessionId);
  let kept = await diary.read();
  if (kept?.startedAt !== undefined && kept.startedAt !== session.startedAt) {
    await diary.remove();
    diary = await openDiary(deps.folder, sessionId);
    kept = undefined;
  }
  const page: DiaryPage = structuredClone(kept ?? { ...emptyPage, isTyped, startedAt: session.startedAt! });
  // Of what somebody was saying when an earlier process ended, nothing more comes.
  for (const caption of page.captions) caption.isFinal = true;
  const recorder = await openRecorder(diary.recordingPath);
  const startedMs = Date.parse(session.startedAt!);
  const budgetMs = Math.min(Date.parse(session.endsBy!) - startedMs, minutes(session.maxMinutes));
  const { promise: ended, resolve: setEnded } = Promise.withResolvers<void>();

  let line: Line | undefined;
  let awaySinceMs: number | undefined = clock.now();
  let isMuted = false;
  let isOver = false;
  let hasBegun = false;
  let waitingNotes: LiveEvent[] = [];
  let typedChars = page.turns.reduce((sum, { isTyped, text }) => sum + (isTyped ? text.length : 0), 0);
  let notedMs = 0;
  const inbox = createInbox();
  const pace = createPace();
  let phase: LivePhase | undefined;
  /** The candidate has been told that it takes longer. */
  let isToldLate = false;

  const note = (kind: string, data: Record<string, unknown>) => {
    // As many as are stored in the end.
    if (page.events.length >= limits.interview.maxEvents) return;
    const event = { kind, at: isoTime(clock.now()), data };
    waitingNotes.push(event);
    page.events.push(event);
  };
  const flush = async () => {
    const events = waitingNotes;
    waitingNotes = [];
    if (events.length === 0) return;
    try {
      if (!(await live.note(sessionId, events))) void abandon();
    } catch (error) {
      waitingNotes = [...events, ...waitingNotes];
      throw error;
    }
  };

  const { interviewer } = session;
  const plan = planOf(session, budgetMs);
  const voice = deps.voice.voices.find(
    (one) => one.id === interviewer.voice && one.languages.includes(language),
  )?.id;
  const write = () => {
    page.conversation = talk.state;
    diary.write(page);
  };

  const talk = createTalk({
    state: page.conversation ?? newConversation(plan),
    make: (state) =>
      createConversation(state, {
        // Who writes the questions gets these and no others: a model would ask its own.
        model: state.interview.plan.questions.some(({ own }) => own) ? null : deps.model,
        personaPrompt: interviewer.systemPrompt,
        basePrompt: interviewer.baseBehaviour,
        onFailure: (error) => log.warn({ fault: error.message }, 'the structured interviewer takes over'),
      }),
    language,
    budgetMs,
    turns: page.turns,
    captions: Math.max(0, ...page.captions.map(({ id }) => Number(id.slice(1)))),
    elapsedMs: () => clock.now() - startedMs,
    isTyped: page.isTyped,
    speak: (sentence, signal) =>
      deps.voice.speak({ text: sentence.text, language, ...(voice !== undefined && { voice }), signal }),
    listener: {
      phase(next) {
        phase = next;
        isToldLate = false;
        line?.send({ type: 'phase', phase });
      },
      caption(caption) {
        page.captions = withCaption(page.captions, caption);
        line?.send({ type: 'caption', caption });
      },
      hush: () => line?.send({ type: 'hush' }),
      note(kind, data) {
        if (kind === 'spoke' && typeof data.lateMs === 'number') pace.reacted(data.lateMs);
        note(kind, data);
      },
      turns(turns) {
        page.turns = [...turns];
        write();
      },
      changed: write,
      silent: (error) => log.warn({ err: error }, 'a sentence could not be spoken'),
      over: () => end('interviewer'),
    },
  });

  let earSession: EarSession | undefined;
  let earFailures = 0;
  let earRestUntilMs = 0;
  let forEar: Int16Array[] = [];
  const openEar = () => {
    const startMs = recorder.nowMs();
    earSession = deps.ear.open({
      language,
      hotwords: [],
      patienceMs: interviewer.patienceMs,
      startMs,
      onEvent(event) {
        if (event.type === 'final') earFailures = 0;
        talk.hear(event);
      },
      onFailed(reason) {
        earSession = undefined;
        talk.deaf();
        log.error({ fault: reason }, 'the recogniser of a live interview failed');
        note('hearing-failed', {});
        if (++earFailures >= maxEarFailures) {
          earRestUntilMs = clock.now() + earRestMs;
          earFailures = 0;
        }
      },
    });
  };

  const listen = (frame: Int16Array) => {
    if (!earSession && clock.now() >= earRestUntilMs) {
      forEar = [];
      openEar();
    }
    forEar.push(frame);
    if (forEar.length < hearFrames) return;
    const samples = new Int16Array(forEar.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const one of forEar) {
      samples.set(one, at);
      at += one.length;
    }
    forEar = [];
    earSession?.push(samples);
  };

  /** Tells the candidate when this machine does not keep up, and gives up when it is no use. */
  const lookAtPace = (nowMs: number) => {
    const unheardMs = earSession ? nowMs - earSession.heardMs() : 0;
    const waitMs = Math.max(unheardMs, talk.waitMs);
    pace.waits(waitMs);
    if (pace.isHopeless) {
      log.error({ waitMs }, 'this machine cannot keep up: an interview ends, and can be begun again');
      return end('too-slow');
    }
    const isLate = waitMs > mostLateMs && phase !== 'speaking';
    if (isLate === isToldLate) return;
    isToldLate = isLate;
    if (isLate) line?.send({ type: 'phase', phase: 'late' });
    else if (phase) line?.send({ type: 'phase', phase });
  };

  const close = () => {
    isOver = true;
    talk.stop();
    earSession?.close();
    line?.close();
    line = undefined;
  };

  const end = (by: EndedBy) => {
    if (isOver) return;
    note('ended', { by });
    page.ended = by;
    write();
    line?.send(ending());
    close();
    void store(by);
  };

  const ending = (): LiveMessage => {
    const isAnswered = page.turns.some(({ speaker }) => speaker === 'candidate');
    if (page.ended === 'too-slow') return { type: 'ended', reason: 'failed' };
    return { type: 'ended', reason: isAnswered ? 'completed' : 'unanswered' };
  };

  const store = async (by: EndedBy) => {
    try {
      await recorder.finish();
      await diary.written();
      await flush();
      await storeInterview(deps, { session, diary, page, by, log });
    } catch (error) {
      // It stays with its diary: the next start of this process takes it up.
      log.error({ err: error }, 'an interview could not be stored');
    } finally {
      setEnded();
    }
  };

  const abandon = async () => {
    if (isOver) return;
    close();
    try {
      await recorder.finish();
      await storeInterview(deps, { session, diary, page, by: 'time', log, isLate: true });
    } catch (error) {
      log.error({ err: error }, 'what was left of an interview could not be kept');
    } finally {
      setEnded();
    }
  };

  if (kept) note('restarted', {});
  if (page.ended !== undefined) {
    isOver = true;
    talk.stop();
    void store(page.ended);
  }

  const tries = createBudget(connections, () => performance.now());

  return {
    sessionId,
    mayConnect: () => tries.spend(1) === 0,
    get isLate() {
      return !isOver && pace.isLate;
    },
    ended,
    join(next, isResumed) {
      if (isOver) {
        next.send(ending());
        return next.close();
      }
      line?.send({ type: 'replaced' });
      line?.close();
      line = next;
      awaySinceMs = undefined;
      inbox.clear();
      note('joined', { resumed: isResumed });
      next.send({
        type: 'joined',
        invitation: { ...invitationOf(session), state: 'active' },
        isResumed,
        leftMs: Math.max(0, Date.parse(session.endsBy!) - clock.now()),
        captions: page.captions,
        iceServers: deps.iceServers,
        compact: true,
      });
      // In this process nothing was said yet: from the beginning, or, after a crash, the open question again.
      if (hasBegun) talk.back();
      else talk.begin();
      hasBegun = true;
    },
    leave(gone, unheardMs) {
      if (line !== gone) return;
      line = undefined;
      if (isOver) return;
      awaySinceMs = clock.now();
      // Nobody waits now.
      pace.waits(0);
      talk.away(unheardMs);
      note('left', {});
      void flush().catch((error: unknown) => log.warn({ err: error }, 'events could not be noted'));
    },
    hear(from, samples) {
      if (from === line && !isMuted) inbox.add(samples);
    },
    say(from, text) {
      if (from !== line || isOver) return;
      typedChars += text.length;
      if (typedChars > mostTypedChars) return;
      page.isTyped = true;
      talk.say(text);
    },
    mute(from, on) {
      if (from !== line || on === isMuted) return;
      isMuted = on;
      note('muted', { on });
    },
    carries(from, over) {
      if (from === line) note('media', { over });
    },
    end,
    tick() {
      if (isOver) return;
      const now = clock.now();
      if (now - notedMs >= noteEveryMs) {
        notedMs = now;
        void flush().catch((error: unknown) => log.warn({ err: error }, 'events could not be noted'));
      }
      if (now >= Date.parse(session.endsBy!)) return end('time');
      if (!line) {
        if (awaySinceMs !== undefined && now - awaySinceMs >= awayMs) end('left');
        return;
      }
      const nowMs = recorder.nowMs();
      const frame = inbox.next();
      const said = talk.tick(nowMs);
      recorder.add(frame, said);
      line?.play(said);
      if (!isOver) listen(frame);
      if (!isOver) lookAtPace(nowMs);
    },
    abandon,
    async suspend() {
      if (isOver) return ended;
      write();
      close();
      await recorder.finish();
      await diary.written();
    },
  };
}
