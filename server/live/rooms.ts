import { readdir } from 'node:fs/promises';
import { limits } from '../config/limits.ts';
import { startInterview } from '../domain/interview/interview.ts';
import { fixedSentences, sentencesOf } from '../domain/interview/sentences.ts';
import type { PhraseCache } from '../engines/tts/phrase-cache.ts';
import type { Logger } from '../logging.ts';
import type {
  DeadLink,
  LinkRefusal,
  LiveInterviews,
  LiveSession,
  Refused,
  Visitor,
} from '../modules/interview/types.ts';
import { minutes, seconds } from '../time.ts';
import { openDiary } from './diary.ts';
import type { Ear } from './ear/ear.ts';
import { storeInterview } from './finish.ts';
import { frameMs } from './mouth.ts';
import { planOf } from './plan.ts';
import { openPractice, type Practice } from './practice.ts';
import type { Line, RoomDeps } from './room/inside.ts';
import { openRoom, type Room } from './room.ts';
import { startTicker, type Ticker } from './ticker.ts';
import { createTrials } from './trials.ts';

/** All interviews that this process holds, and the trials of personas. */
export interface Rooms extends Pick<LiveInterviews, 'admit' | 'consent' | 'decline'> {
  /** Whether the language can be heard and spoken here now. */
  canHear(language: string): Promise<boolean>;
  /** Has what is likely to be said spoken ahead. */
  prepare(session: LiveSession): void;
  /** One question beforehand. @returns null where that may not be now: too many at once, or of this session */
  practise(
    session: LiveSession,
    options: { line: Line; isTyped: boolean; onOver: () => void },
  ): Practice | null;
  begin(visitor: Visitor, isTyped: boolean): Promise<Room | Refused<LinkRefusal | 'CONSENT_MISSING'>>;
  /** The room of an active session that was admitted. */
  of(session: LiveSession): Promise<Room>;
  /** Takes up what dead processes left. @param dead processes known to be gone */
  recover(dead: readonly string[]): Promise<void>;
  /** Removes files of interviews that no process holds, keeping what a session may still have. */
  sweep(): Promise<void>;
  holds(sessionId: string): boolean;
  /** This process holds no interview. */
  isEmpty(): boolean;
  start(): void;
  /** What was said is on disk after this; the process that takes an interview up need not wait. */
  stop(): Promise<void>;
}

/** After an interview that this machine could not keep up with, no other begins for so long. */
const restMs = seconds(60);
/** Practices: of one session, and at once; how many sessions are known to have had some. */
const mostPractices = { ofSession: 3, atOnce: 8, known: 1000 };
/** Of the phrases of a language, the likeliest; others are spoken when they are needed. */
const mostPrepared = 120;

export function createRooms(
  deps: RoomDeps & {
    voice: PhraseCache;
    ear: Ear;
    languages: readonly string[];
    logger: Logger;
    /** Whether other processes hold interviews, too: where none does, an outage of the database interrupts no interview. */
    hasOthers?: () => boolean;
  },
): Rooms {
  const { live, ear, voice, folder, languages, logger, hasOthers = () => false } = deps;
  const rooms = new Map<string, Promise<Room>>();
  const open: Room[] = [];
  const practices = new Set<Practice>();
  /** By session, the newest last. */
  const practised = new Map<string, number>();
  const stopping = new AbortController();
  let ticker: Ticker | undefined;
  let beat: NodeJS.Timeout | undefined;
  const prepared = new Set<string>();
  let lateUntilMs = 0;
  /** Another interview would now make all of them slower. */
  const isStrained = () => performance.now() < lateUntilMs;
  const strained: Refused<'CAPACITY_REACHED'> = {
    refusal: 'CAPACITY_REACHED',
    because: 'a machine that cannot keep up',
  };

  const trials = createTrials(deps, { isStrained, hasCandidates: () => rooms.size > 0 });
  /** Whoever comes with a link: to a trial, or to an interview. */
  const visit = async <Tried, Interviewed>(
    { token }: Visitor,
    tries: (session: LiveSession) => Tried | Promise<Tried>,
    isInterviewed: () => Promise<Interviewed>,
  ): Promise<DeadLink | Tried | Interviewed> => {
    const trial = await live.trial(token);
    if (!trial) return isInterviewed();
    return 'refusal' in trial ? trial : tries(trial);
  };

  const add = (session: LiveSession, options: { isTyped?: boolean } = {}): Promise<Room> => {
    const { sessionId } = session;
    const known = rooms.get(sessionId);
    if (known) return known;
    const opening = openRoom(deps, session, options);
    rooms.set(sessionId, opening);
    const forget = () => rooms.delete(sessionId);
    opening.then((room) => {
      open.push(room);
      void room.ended.then(() => {
        forget();
        open.splice(open.indexOf(room), 1);
      });
    }, forget);
    return opening;
  };

  const letGo = async (room: Room) => {
    await room.suspend();
    await live
      .letGo(room.sessionId)
      .catch((error: unknown) =>
        logger.warn(
          { err: error, sessionId: room.sessionId },
          'could not release an interview; it is taken over when its lease lapses',
        ),
      );
  };

  /** When the lease of each room was last known to be ours. */
  const renewedMs = new WeakMap<Room, number>();
  const keepAlive = async (room: Room) => {
    const askedMs = performance.now();
    if (!renewedMs.has(room)) renewedMs.set(room, askedMs);
    try {
      if (!(await live.keepAlive(room.sessionId))) return await room.abandon();
      renewedMs.set(room, askedMs);
    } catch (error) {
      logger.warn({ err: error, sessionId: room.sessionId }, 'interview lease not renewed; tried again');
    }
  };
  /** Its lease has lapsed, as far as can be told from here: another process may have it, over the same recording. */
  const isLost = (room: Room) =>
    performance.now() - (renewedMs.get(room) ?? performance.now()) >= limits.interview.lease.leaseMs;
  const standBack = (room: Room) => {
    logger.error(
      { sessionId: room.sessionId },
      'interview lease lapsed, database unreachable: another process may go on with it',
    );
    rooms.delete(room.sessionId);
    open.splice(open.indexOf(room), 1);
    room.suspend().catch((error: unknown) => logger.error({ err: error }, 'could not persist an interview'));
  };

  return {
    admit: (visitor) =>
      visit(
        visitor,
        (session) => trials.admit(session, visitor.device),
        async () => {
          const admitted = await live.admit(visitor);
          const isNew = !('refusal' in admitted) && admitted.state === 'initiated';
          return isNew && isStrained() ? strained : admitted;
        },
      ),
    consent: (visitor, served) =>
      visit(
        visitor,
        (session) => trials.consent(session),
        () => live.consent(visitor, served),
      ),
    // Who tries a persona goes back to it.
    decline: (visitor) =>
      visit(
        visitor,
        () => undefined,
        () => live.decline(visitor),
      ),
    async canHear(language) {
      if (!languages.includes(language)) return false;
      try {
        await ear.ready();
        return true;
      } catch (error) {
        logger.error(
          { err: error },
          'recogniser does not start: no interviews can be held; see "assay doctor"',
        );
        return false;
      }
    },
    prepare(session) {
      const { language, interviewer } = session;
      const wished = voice.voices.find(({ id }) => id === interviewer.voice);
      const about = { language, signal: stopping.signal, ...(wished && { voice: wished.id }) };
      const plan = planOf(session, minutes(session.maxMinutes));
      const own = [
        ...startInterview(plan).say,
        ...plan.questions.flatMap(({ id, text }) => sentencesOf(id, text)),
      ];
      const general = prepared.has(language) ? [] : fixedSentences(language).slice(0, mostPrepared);
      prepared.add(language);
      voice
        .ahead(
          [...own, ...general].map(({ text }) => text),
          about,
        )
        .catch((error: unknown) => {
          prepared.delete(language);
          if (!stopping.signal.aborted)
            logger.warn({ err: error }, 'could not prepare phrases ahead; they are spoken when needed');
        });
    },
    practise(session, { onOver, ...options }) {
      const { sessionId } = session;
      const before = practised.get(sessionId) ?? 0;
      const isFull = practices.size >= mostPractices.atOnce || before >= mostPractices.ofSession;
      if (isFull || isStrained() || stopping.signal.aborted) return null;
      practised.delete(sessionId);
      practised.set(sessionId, before + 1);
      if (practised.size > mostPractices.known) practised.delete(practised.keys().next().value!);
      const practice = openPractice(deps, session, {
        ...options,
        onOver() {
          practices.delete(practice);
          onOver();
        },
      });
      practices.add(practice);
      return practice;
    },
    begin: (visitor, isTyped) =>
      visit(
        visitor,
        (session) => trials.begin(session, visitor.device, isTyped),
        async () => {
          if (isStrained()) return strained;
          const begun = await live.begin(visitor);
          if ('refusal' in begun) return begun;
          // Of an attempt that came to nothing: it is just being put away.
          await (await rooms.get(begun.sessionId))?.ended;
          return add(begun, { isTyped });
        },
      ),
    of: (session) => (session.trial ? trials.of(session) : add(session)),
    async recover(dead) {
      const left = await live.recover(dead);
      if (left.length > 0)
        logger.warn(
          { sessionIds: left.map(({ sessionId }) => sessionId) },
          'took over interviews of a process that died',
        );
      await Promise.all(left.map((session) => add(session)));
    },
    async sweep() {
      const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      });
      for (const sessionId of names) {
        if (rooms.has(sessionId)) continue;
        // Another process holds it, or will take it up.
        if (await live.isUnderWay(sessionId)) continue;
        const diary = await openDiary(folder, sessionId);
        const page = await diary.read();
        const plan = page?.conversation?.interview.plan;
        if (!page || !plan) {
          await diary.remove();
          continue;
        }
        const session = { sessionId, language: plan.language };
        await storeInterview(deps, { session, diary, page, by: 'time', log: logger, isLate: true });
      }
    },
    holds: (sessionId) => rooms.has(sessionId),
    isEmpty: () => rooms.size === 0 && trials.isEmpty(),
    start() {
      ticker = startTicker(frameMs, () => {
        for (const room of [...open]) {
          try {
            room.tick();
            if (room.isLate) lateUntilMs = performance.now() + restMs;
          } catch (error) {
            logger.error({ err: error, sessionId: room.sessionId }, 'an interview failed');
            void room.abandon();
          }
        }
        trials.tick();
        for (const practice of [...practices]) {
          try {
            practice.tick();
          } catch (error) {
            logger.error({ err: error, sessionId: practice.sessionId }, 'a practice failed');
            practice.end();
          }
        }
      });
      beat = setInterval(() => {
        for (const room of [...open]) {
          if (hasOthers() && isLost(room)) standBack(room);
          else void keepAlive(room);
        }
      }, limits.interview.lease.heartbeatMs);
    },
    async stop() {
      stopping.abort();
      ticker?.stop();
      clearInterval(beat);
      for (const practice of [...practices]) practice.end();
      await Promise.all([...[...open].map(letGo), trials.stop()]);
    },
  };
}
