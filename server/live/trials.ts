import { limits } from '../config/limits.ts';
import type { LinkRefusal, LiveSession, Refused } from '../modules/interview/types.ts';
import { isoTime, minutes } from '../time.ts';
import type { RoomDeps } from './room/inside.ts';
import { openRoom, type Room } from './room.ts';

const { trials: most } = limits.interview;

/**
 * Personas that whoever makes them tries in this process. A trial is a room like that of an interview, and is here alone: it has no
 * session in the database and no folder, and ends with this process. `session` is what its link leads to.
 */
export interface Trials {
  /** Lets a device in, or back into the talk that it has begun. */
  admit(session: LiveSession, device: string): LiveSession | Refused;
  consent(session: LiveSession): undefined;
  begin(
    session: LiveSession,
    device: string,
    isTyped: boolean,
  ): Promise<Room | Refused<LinkRefusal | 'CONSENT_MISSING'>>;
  /** The room of a trial that was admitted. @throws Error where it has ended since: the page comes again */
  of(session: LiveSession): Promise<Room>;
  isEmpty(): boolean;
  /** Moves all on by a frame, and ends them where candidates need this machine. */
  tick(): void;
  stop(): Promise<void>;
}

interface Held {
  session: LiveSession;
  device: string;
  room: Promise<Room>;
}

/** Why another one of the same client may not begin. */
function whyFull(held: ReadonlyMap<string, Held>, { clientId }: LiveSession): 'too many trials' | undefined {
  const ofClient = [...held.values()].filter(({ session }) => session.clientId === clientId).length;
  return held.size >= most.most || ofClient >= most.ofClient ? 'too many trials' : undefined;
}

/** A talk as it begins now: it ends with its link. */
function begun(session: LiveSession, startedMs: number): LiveSession {
  const endsByMs = Math.min(startedMs + minutes(session.maxMinutes), Date.parse(session.expiresAt));
  return { ...session, state: 'active', startedAt: isoTime(startedMs), endsBy: isoTime(endsByMs) };
}

export function createTrials(
  deps: RoomDeps,
  {
    isStrained,
    hasCandidates,
  }: {
    /** An interview could not be kept up with just now. */
    isStrained: () => boolean;
    hasCandidates: () => boolean;
  },
): Trials {
  const { clock, logger } = deps;
  const held = new Map<string, Held>();
  const open: Room[] = [];
  /** Trials whose person has read what happens, and when their links end. */
  const agreed = new Map<string, number>();

  const admit: Trials['admit'] = (session, device) => {
    const own = held.get(session.sessionId);
    const because = isStrained() ? 'a machine that cannot keep up' : whyFull(held, session);
    if (!own && because !== undefined) return { refusal: 'CAPACITY_REACHED', because };
    if (!own) return { ...session, hasConsented: agreed.has(session.sessionId) };
    return own.device === device ? own.session : { refusal: 'LINK_USED' };
  };

  const hold = (session: LiveSession, device: string, isTyped: boolean): Promise<Room> => {
    const { sessionId } = session;
    const room = openRoom(deps, session, { isTyped });
    held.set(sessionId, { session, device, room });
    const forget = () => held.delete(sessionId);
    room.then((opened) => {
      open.push(opened);
      void opened.ended.then(() => {
        forget();
        open.splice(open.indexOf(opened), 1);
      });
    }, forget);
    return room;
  };

  return {
    admit,
    consent({ sessionId, expiresAt }) {
      for (const [id, untilMs] of agreed) if (untilMs <= clock.now()) agreed.delete(id);
      agreed.set(sessionId, Date.parse(expiresAt));
      return undefined;
    },
    async begin(session, device, isTyped) {
      const admitted = admit(session, device);
      if ('refusal' in admitted) return admitted;
      if (!admitted.hasConsented) return { refusal: 'CONSENT_MISSING' };
      const own = held.get(session.sessionId);
      return own ? own.room : hold(begun(admitted, clock.now()), device, isTyped);
    },
    async of({ sessionId }) {
      const own = held.get(sessionId);
      if (!own) throw new Error(`Trial ${sessionId} has ended.`);
      return own.room;
    },
    isEmpty: () => held.size === 0,
    tick() {
      for (const room of [...open]) {
        try {
          room.tick();
        } catch (error) {
          logger.error({ err: error, sessionId: room.sessionId }, 'a trial failed');
          void room.abandon();
        }
      }
      const isInTheWay = isStrained() || (hasCandidates() && open.some(({ isLate }) => isLate));
      if (isInTheWay) for (const room of [...open]) room.end('too-slow');
    },
    async stop() {
      await Promise.all([...open].map((room) => room.suspend()));
    },
  };
}
